"""Rules about parts of a grid in words: which parts, what is done to them, in which colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcloom.engine.rules.clauses import counted, one_of, read_test
from arcloom.engine.rules.families import Telling
from arcloom.engine.rules.stored import StoredRule, mark

if TYPE_CHECKING:
    from arcloom._core import RuleRow


def scene(rule: StoredRule) -> Telling:
    telling = Telling()
    told = [_step(rule, telling) for _ in range(rule.number())]
    telling.sentence = told[0] if len(told) == 1 else "Parts change in several ways."
    telling.lines = told if len(told) > 1 else []
    return telling


def _step(rule: StoredRule, telling: Telling) -> str:
    part = one_of(rule.row("part way").words)
    action = rule.row("part action")
    parameter, _, painted = action.kind.partition(" ")
    where = _where(rule, parameter, telling)
    which = "".join(f" {read_test(rule).relative()}" for _ in range(rule.number()))
    article = "Every" if not which else "An" if part[0] in "aeiou" else "A"
    colour = f" {_colour(rule, telling)}" if painted else ""
    return f"{article} {part}{which} {action.words}{colour}{where}."


def _where(rule: StoredRule, parameter: str, telling: Telling) -> str:
    if parameter == "none":
        return ""
    if parameter == "view":
        return f": {rule.row('view').words}"
    if parameter == "views":
        return f", as the table has for {_table(rule, telling, 'view')}"
    if parameter == "shift":
        down, right = rule.number(), rule.number()
        return f", {abs(down)} {'down' if down >= 0 else 'up'} and {abs(right)} " + (
            "right" if right >= 0 else "left"
        )
    direction = rule.row("direction")
    told = f", {direction.words}"
    if direction.name == "told":
        told += f" {_table(rule, telling, 'direction')}"
    if parameter not in ("counted", "factor"):
        return told
    return told + _number(rule, telling, factor=parameter == "factor")


def _number(rule: StoredRule, telling: Telling, *, factor: bool) -> str:
    """Read how many cells, or how many times as far."""
    form, many = rule.row("told by").name, "times as far" if factor else "cells"
    if form == "fixed":
        number = rule.number()
        return f", {number} {many}" if factor else f", {counted(number, many)} far"
    if form == "table":
        return f", as many {many} as the table has for {_table(rule, telling, 'cells')}"
    return f", as many {many} as {_key(rule.row('part feature'))}"


def _key(feature: RuleRow) -> str:
    in_grid = feature.words.endswith("in the grid") or feature.words.startswith("the ")
    words = feature.words.removeprefix("the ").removeprefix("its ")
    return f"the {words}" if in_grid else f"its {words}"


def _table(rule: StoredRule, telling: Telling, of: str) -> str:
    """Read a table from a feature's values to directions, views or numbers."""
    feature = rule.row("part feature")
    shown = feature.kind == "colour"
    telling.head = (_key(feature), of)
    for _ in range(rule.number()):
        value = rule.number()
        to = str(rule.number()) if of == "cells" else rule.row(of).words
        telling.rows.append((mark(value) if shown else str(value), to))
    return _key(feature)


def _colour(rule: StoredRule, telling: Telling) -> str:
    source = rule.row("source")
    if source.name == "constant":
        return rule.colour()
    if source.name != "table":
        return source.words
    feature = rule.row("part feature")
    shown = feature.kind == "colour"
    telling.head = (feature.words, "colour")
    rows = [(rule.number(), rule.colour()) for _ in range(rule.number())]
    telling.rows += [(mark(value) if shown else str(value), to) for value, to in rows]
    key = feature.words if feature.name.startswith("source ") else f"its {feature.words}"
    return f"the colour that the table has for {key}"
