"""Facts as clauses: "that touches the edge", "the cell on the left is red", "has 3 holes"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arcloom.engine.rules.stored import COLOURS, StoredRule, mark

if TYPE_CHECKING:
    from arcloom._core import RuleRow


class FactTest(NamedTuple):
    """A fact compared with a value."""

    fact: RuleRow
    comparison: str
    value: int

    @property
    def at_most(self) -> bool:
        return self.comparison in ("at most", "more than")

    @property
    def denied(self) -> bool:
        """Whether it says the opposite of "equals" or of "at most"."""
        return self.comparison in ("differs", "more than")

    def always(self) -> bool:
        """Every colour is at most "missing": so a rule says that there is only one part."""
        return self.comparison == "at most" and self.fact.kind == "colour" and self.value >= COLOURS

    def relative(self) -> str:
        """After a thing: "that touches the edge", "whose height is 3", "that has 3 holes"."""
        words, kind = self.fact.words, self.fact.kind
        if self.fact.name.startswith("source "):
            return f"for which {words} {'is not' if self.denied else 'is'} {mark(self.value)}"
        if kind == "flag":
            told = f"that {words}" if self.holds() else f"that is not one that {words}"
        elif words.startswith("number of "):
            told = f"that has {self._count(words.removeprefix('number of '))}"
        elif words.startswith("rank by "):
            told = f"that {self._rank(words.removeprefix('rank by '))}"
        else:
            told = f"whose {words} is {self._value()}"
        return f"that is not one {told}" if self.denied else told

    def clause(self) -> str:
        """A sentence about a cell: "the cell above is red"."""
        return f"it is not so that {self._plain()}" if self.denied else self._plain()

    def _plain(self) -> str:
        words, kind = self.fact.words, self.fact.kind
        if kind == "flag":
            return words if self.holds() else f"it is not so that {words}"
        if words.startswith("number of "):
            return f"it has {self._count(words.removeprefix('number of '))}"
        if "'s number of " in words:
            owner, things = words.split("'s number of ", 1)
            return f"{owner} has {self._count(things)}"
        if "'s rank by " in words:
            owner, by = words.split("'s rank by ", 1)
            return f"{owner} {self._rank(by)}"
        return f"{words} is {self._value()}"

    def holds(self) -> bool:
        return (self.value >= 1) if not self.at_most else self.value > 0

    def _value(self) -> str:
        shown = mark(self.value) if self.fact.kind == "colour" else str(self.value)
        return f"at most {shown}" if self.at_most else shown

    def _count(self, things: str) -> str:
        return f"{'at most ' if self.at_most else ''}{counted(self.value, things)}"

    def _rank(self, by: str) -> str:
        if self.at_most:
            return f"is among the first {self.value + 1} by {by}"
        return f"comes {ordinal(self.value + 1)} by {by}"


def counted(number: int, things: str) -> str:
    """Give "1 hole" or "3 holes": the first plural word loses its s for one."""
    if number == 1:
        words = things.split(" ")
        at = next((k for k, word in enumerate(words) if word.endswith("s")), None)
        if at is not None:
            words[at] = words[at][:-1]
        return f"1 {' '.join(words)}"
    return f"{'no' if number == 0 else number} {things}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    last = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{last}"


def read_test(rule: StoredRule, table: str = "part feature") -> FactTest:
    return FactTest(rule.row(table), rule.row("comparison").name, rule.number())


def one_of(plural: str) -> str:
    """Make "objects of one colour" an "object of one colour"."""
    first, _, rest = plural.partition(" ")
    single = {"objects": "object", "areas": "area", "boxes": "box", "panels": "panel"}
    single |= {"colours": "colour", "cells": "cell", "lines": "line", "all": "set of all"}
    single |= {
        "insides": "inside",
        "frames": "frame",
        "windows": "window",
        "rectangles": "rectangle",
        "parts": "part",
    }
    if first in ("full", "equal", "enclosed"):
        return f"{first} {one_of(rest)}"
    first = {"parts,": "part,"}.get(first, single.get(first, first))
    if first == "box" and rest.startswith(("of the objects", "of the areas")):
        rest = f"of the {one_of(rest.removeprefix('of the '))}"
    return f"{first} {rest}".strip()


class Choice(NamedTuple):
    """What a choice says: a label, a test with two labels, or a table of labels."""

    label: int | None = None
    test: FactTest | None = None
    yes: int = 0
    no: int = 0
    fact: RuleRow | None = None
    rows: tuple[tuple[int, int], ...] = ()


def read_choice(rule: StoredRule) -> Choice:
    form = rule.row("choice").name
    if form == "leaf":
        return Choice(label=rule.number())
    if form == "test":
        test = read_test(rule)
        yes, no = ((rule.row("choice"), rule.number())[1] for _ in range(2))
        return Choice(test=test, yes=yes, no=no)
    fact = rule.row("part feature")
    rows = tuple((rule.number(), rule.number()) for _ in range(rule.number()))
    return Choice(fact=fact, rows=rows)
