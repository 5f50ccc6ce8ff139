"""One function per family of rules: what it writes, told as a sentence, lines and a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from arcloom.engine.rules.clauses import (
    Choice,
    FactTest,
    one_of,
    read_test,
)
from arcloom.engine.rules.stored import COLOURS, StoredRule, mark

KEEP: Final = 10
"""The label for what stays as it is."""


@dataclass
class Telling:
    """What a family says of a rule; `{3}` stands for a colour."""

    sentence: str = ""
    lines: list[str] = field(default_factory=list)
    head: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = field(default_factory=list)


def listed(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def whose(test: FactTest) -> str:
    return "" if test.always() else f" {test.relative()}"


def told_choice(
    telling: Telling, subject: str, choice: Choice, say: Callable[[int], str]
) -> Telling:
    """A choice about each `subject`: one sentence where it is small, else lines or a table."""
    if choice.label is not None:
        telling.sentence = f"Every {subject} {say(choice.label)}."
    elif choice.fact is not None:
        telling.sentence = f"What each {subject} does depends on its {choice.fact.words}."
        colour = choice.fact.kind == "colour"
        telling.head = (choice.fact.words, "what it does")
        telling.rows = [(mark(v) if colour else str(v), say(to)) for v, to in choice.rows]
    elif choice.test is not None:
        article = "An" if subject[0] in "aeiou" else "A"
        yes, no = say(choice.yes), say(choice.no)
        telling.sentence = f"{article} {subject} {choice.test.relative()} {yes}; any other {no}."
    return telling


def colours(rule: StoredRule) -> Telling:
    kind, without_black = rule.row("colours").name, rule.flag()
    telling = Telling()
    to = [(k, rule.number()) for k in range(COLOURS)]
    kept = [(k, v) for k, v in to if v != -1]
    if kind == "by colour":
        telling.sentence = _recoloured(kept)
        return telling
    apart = ", {0} apart" if without_black else ""
    telling.sentence = f"Colours change by how common they are{apart}."
    telling.head = ("place by number of cells", "becomes")
    for k, v in kept:
        rank = f"the colour in place {v + 1}"
        telling.rows.append(
            (str(k + 1), "stays" if v == -2 else mark(v) if kind == "rank to colour" else rank)
        )
    return telling


def _recoloured(known: list[tuple[int, int]]) -> str:
    """What a map of colours says. A colour that it does not know has no answer."""
    changes = [f"{mark(k)} becomes {mark(v)}" for k, v in known if v not in (k, -2)]
    stay = [mark(k) for k, v in known if v in (k, -2)]
    if len(known) == COLOURS:
        parts = [listed(changes), "other colours stay"] if changes else ["every colour stays"]
    else:
        verb = "stays" if len(stay) == 1 else "stay"
        parts = [listed(changes)] if changes else []
        parts += [f"{listed(stay)} {verb}"] if stay else []
        parts.append("other colours have no answer")
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def region(rule: StoredRule) -> str:
    way = rule.row("way")
    if way.name == "window":
        place, rows, columns = rule.row("window place").words, rule.number(), rule.number()
        read_test(rule)
        return f"the {rows} by {columns} window {place}"
    return f"the {one_of(way.words)}{whose(read_test(rule))}"


def pick(rule: StoredRule) -> Telling:
    view = rule.row("picked view")
    if view.name == "told":
        return _told_pick(rule)
    turned = "" if view.name == "as it is" else f", {view.words}"
    return Telling(f"The output is {region(rule)}{turned}.")


def _told_pick(rule: StoredRule) -> Telling:
    """Read a cue, a table from its colours to views, and the region."""
    cue = rule.row("cue").words
    rows = [(mark(rule.number()), rule.row("view").words) for _ in range(rule.number())]
    telling = Telling(f"The output is {region(rule)}, turned as the table has for {cue}.")
    telling.head = (f"colour of {cue}", "view")
    telling.rows += rows
    return telling


def repair(rule: StoredRule) -> Telling:
    mask = rule.colour_or("repair without a mask")
    if mask == "copies":
        return _copies(rule)
    means, part = rule.row("repair").words, rule.flag()
    shown = "; the output is what lay under them" if part else ""
    if mask == "told":
        hides = "One colour hides a regular grid, the one without which the rest is regular"
    else:
        hides = f"The {mask} cells hide a regular grid"
    return Telling(f"{hides}: {means} restore them{shown}.")


def _copies(rule: StoredRule) -> Telling:
    ground = " on the commonest colour" if rule.flag() else ""
    models = f"Models are {rule.row('models').words}{ground}."
    turned, larger = rule.row("copies").words, rule.flag()
    may_be = [word for word in (turned, "larger" if larger else "") if word]
    varied = f"; copies may be {listed(may_be)}" if may_be else ""
    go = "; the models go" if rule.flag() else ""
    return Telling(
        f"{models} Where only some of a model's colours show, the rest of the copy is "
        f"painted{varied}{go}."
    )


def tree(rule: StoredRule) -> Telling:
    related = [rule.row("cell fact").words for _ in range(rule.number())]
    telling = Telling()
    telling.sentence = _tree_lines(rule, related, telling.lines, 0)
    if len(telling.lines) > 4:
        telling.sentence = "Each cell's new colour follows from these questions."
    else:
        telling.lines = []
    return telling


def _tree_lines(rule: StoredRule, related: list[str], lines: list[str], depth: int) -> str:
    pad = "  " * depth
    if rule.row("choice").name == "leaf":
        label = rule.number()
        says = "it stays" if label == KEEP else f"it becomes {mark(label)}"
        if label > KEEP:
            other = related[label - KEEP - 1]
            says = f"it takes {'' if 'colour' in other else 'the colour of '}{other}"
        lines.append(f"{pad}{says}")
        return f"Every cell: {says}."
    test = read_test(rule, "cell fact")
    yes: list[str] = []
    no: list[str] = []
    _tree_lines(rule, related, yes, depth + 1)
    _tree_lines(rule, related, no, depth + 1)
    if yes == no:  # both answers are the same: the question tells nothing
        lines += [line.removeprefix("  ") for line in yes]
        return f"Every cell: {yes[-1].strip()}."
    lines += [f"{pad}if {test.clause()}:", *yes, f"{pad}otherwise:", *no]
    return f"If {test.clause()}, {yes[-1].strip()}; otherwise {no[-1].strip()}."
