"""Rows of the table: rules learnt from the demos, and the demos seen through a function.

The order of these rows is part of the vocabulary's order: new ops go to the end.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

FITTED: Final = (
    Row(
        "learn_colours(S: Samples, n: Integer) -> Rule",
        "each colour, or each rank of a colour by frequency, becomes a colour",
    ),
    Row(
        "learn_local(S: Samples, n: Integer) -> Rule",
        "a cell's new colour by the colours around it",
    ),
    Row(
        "learn_objects(S: Samples, n: Integer) -> Rule",
        "objects recoloured, filled, surrounded, turned or moved as a fact about each says",
    ),
    Row(
        "learn_pick(S: Samples, n: Integer) -> Rule",
        "the object, box or panel that a fact singles out",
    ),
    Row(
        "learn_repair(S: Samples, n: Integer) -> Rule",
        "what a colour hides, restored from symmetry or period",
    ),
    Row(
        "learn_tree(S: Samples, n: Integer) -> Rule",
        "a cell's new colour by a decision tree over facts of cells",
    ),
    Row(
        "learn_sizes(S: Samples, n: Integer) -> Rule",
        "the grid magnified, reduced, tiled, carried on or repeated within itself",
    ),
    Row(
        "learn_panels(S: Samples, n: Integer) -> Rule",
        "panels laid over each other, or each told in one cell",
    ),
    Row(
        "learn_summary(S: Samples, n: Integer) -> Rule",
        "a small grid that tells what is counted",
    ),
    Row(
        "learn_drawing(S: Samples, n: Integer) -> Rule",
        "rays, connections, floods, halos and mirrored copies drawn on black",
    ),
    Row(
        "learn_frame(S: Samples, n: Integer) -> Rule",
        "a grid as large as the output, for another rule to start from",
    ),
    Row(
        "learn_sketch(S: Samples, n: Integer) -> Rule",
        "strokes that are right as far as they go, for another rule to finish",
    ),
    Row(
        "learn_draft(S: Samples, n: Integer) -> Rule",
        "a small tree that leaves less to do, for another rule to finish",
    ),
    Row(
        "apply_rule(rule: Rule, grid: Grid) -> Grid",
        "what the rule makes of the grid",
    ),
    Row(
        "on_inputs(S: Samples, f: Callable) -> Samples",
        "the demos with f of each input in its place",
    ),
    Row(
        "on_outputs(S: Samples, f: Callable) -> Samples",
        "the demos with f of each output in its place",
    ),
)

FORMS: Final = (
    Row(
        "normal_form(grid: Grid, way: Integer) -> Grid",
        "the grid turned, recoloured or reduced by what it shows itself, in a way 0 to 17",
    ),
    Row(
        "from_normal(grid: Grid, like: Grid, way: Integer) -> Grid",
        "back from the normal form: what brings like there, undone",
    ),
    Row(
        "normal_demos(S: Samples, way: Integer) -> Samples",
        "the demos with each input in its normal form, and its output brought there alike",
    ),
)

ARRANGEMENTS: Final = (
    Row(
        "learn_stamps(S: Samples, n: Integer) -> Rule",
        "where some colours of an object of several are, the rest of it is put",
    ),
    Row(
        "learn_pulls(S: Samples, n: Integer) -> Rule",
        "objects moved straight to others until they touch, or joined to them",
    ),
    Row(
        "learn_growth(S: Samples, n: Integer) -> Rule",
        "what is filled repeated step by step until the edge",
    ),
    Row(
        "learn_gaps(S: Samples, n: Integer) -> Rule",
        "rectangles of one colour painted: the largest, or all of some size",
    ),
    Row(
        "learn_symmetry(S: Samples, n: Integer) -> Rule",
        "objects completed until mirrors or turns leave them as they are",
    ),
    Row(
        "learn_rays(S: Samples, n: Integer) -> Rule",
        "diagonal rays from the corners of objects",
    ),
    Row(
        "learn_relations(S: Samples, n: Integer) -> Rule",
        "objects that take the colour of another: the nearest, one in a direction, a like one",
    ),
    Row(
        "learn_keyed(S: Samples, n: Integer) -> Rule",
        "the shape of one region in the colours of another, both brought to one size",
    ),
)
