"""Rows of the table: rules learnt from the demos, and the demos seen through a function.

The order of these rows is part of the vocabulary's order: new ops go to the end.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

FITTED: Final = (
    Row(
        "learn_colours(S: Samples, n: Integer) -> Rule",
        "a new colour for each colour, or for each rank of a colour by frequency",
    ),
    Row(
        "learn_pick(S: Samples, n: Integer) -> Rule",
        "the object, box or panel that a fact singles out",
    ),
    Row(
        "learn_repair(S: Samples, n: Integer) -> Rule",
        "what a colour hides, restored by symmetry or period; or copies of a model, completed",
    ),
    Row(
        "learn_tree(S: Samples, n: Integer) -> Rule",
        "a cell's new colour from a decision tree over facts about cells",
    ),
    Row(
        "learn_sizes(S: Samples, n: Integer) -> Rule",
        "the grid magnified, reduced, tiled, continued or repeated within itself",
    ),
    Row(
        "learn_panels(S: Samples, n: Integer) -> Rule",
        "panels laid over each other, or one cell per panel; regions put together",
    ),
    Row(
        "learn_summary(S: Samples, n: Integer) -> Rule",
        "a small grid that shows a count, a colour or an order",
    ),
    Row(
        "learn_frame(S: Samples, n: Integer) -> Rule",
        "a grid of the output's size, for another rule to start from",
    ),
    Row(
        "learn_draft(S: Samples, n: Integer) -> Rule",
        "a small tree that leaves fewer cells to change, for another rule to finish",
    ),
    Row(
        "apply_rule(rule: Rule, grid: Grid) -> Grid",
        "the result of the rule on the grid",
    ),
    Row(
        "on_inputs(S: Samples, f: Callable) -> Samples",
        "the demos with each input replaced by f of it",
    ),
    Row(
        "on_outputs(S: Samples, f: Callable) -> Samples",
        "the demos with each output replaced by f of it",
    ),
)

FORMS: Final = (
    Row(
        "normal_form(grid: Grid, way: Integer) -> Grid",
        "the grid turned, recoloured or reduced by what it shows, in a way 0 to 17",
    ),
    Row(
        "from_normal(grid: Grid, like: Grid, way: Integer) -> Grid",
        "undoes on the grid what normal_form does to like",
    ),
    Row(
        "normal_demos(S: Samples, way: Integer) -> Samples",
        "the demos with each input in its normal form, and its output changed in the same way",
    ),
)

ARRANGEMENTS: Final = (
    Row(
        "learn_scene(S: Samples, n: Integer) -> Rule",
        "parts of the grid, chosen by their features and changed by actions",
    ),
    Row(
        "learn_part(S: Samples, n: Integer) -> Rule",
        "one action on parts that is right but incomplete, for another rule to finish",
    ),
)

ROUNDS: Final = (
    Row(
        "learn_each(S: Samples, n: Integer) -> Rule",
        "another rule, for every part of the grid by itself",
    ),
    Row(
        "learn_finish(S: Samples, n: Integer) -> Rule",
        "another rule, and then a last step that all outputs show",
    ),
    Row(
        "learn_rounds(S: Samples, n: Integer) -> Rule",
        "two rules, one after the other; colours that only outputs have come last",
    ),
)
