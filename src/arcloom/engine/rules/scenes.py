"""Rules about parts of a grid in words: which parts, what is done to them, in which colour."""

from __future__ import annotations

from arcloom.engine.rules.clauses import one_of, read_test
from arcloom.engine.rules.families import Telling
from arcloom.engine.rules.stored import StoredRule, mark


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
    where = _where(rule, parameter)
    which = "".join(f" {read_test(rule).relative()}" for _ in range(rule.number()))
    article = "Every" if not which else "An" if part[0] in "aeiou" else "A"
    colour = f" {_colour(rule, telling)}" if painted else ""
    return f"{article} {part}{which} {action.words}{colour}{where}."


def _where(rule: StoredRule, parameter: str) -> str:
    if parameter == "none":
        return ""
    if parameter == "view":
        return f": {rule.row('view').words}"
    if parameter == "shift":
        down, right = rule.number(), rule.number()
        return f", {abs(down)} {'down' if down >= 0 else 'up'} and {abs(right)} " + (
            "right" if right >= 0 else "left"
        )
    return f", {rule.row('direction').words}"


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
