"""Walks a stored rule from the front: its rows by name, its numbers as they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from arcloom import _core

if TYPE_CHECKING:
    from arcloom._core import RuleRow

COLOURS: Final = 10


@cache
def _tables() -> dict[str, dict[int, RuleRow]]:
    tables: dict[str, dict[int, RuleRow]] = {}
    for row in _core.rule_rows():
        tables.setdefault(row.table, {})[row.id] = row
    return tables


class StoredRule:
    """Reads a rule that the core has checked, in the order in which its family writes it."""

    def __init__(self, rule: Sequence[int]) -> None:
        self._rule = rule
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._rule) - self._at

    def number(self) -> int:
        self._at += 1
        return self._rule[self._at - 1]

    def inner(self) -> StoredRule:
        """A rule that stands within this one."""
        end = self._at + 1 + self._rule[self._at]
        rule = StoredRule(self._rule[self._at + 1 : end])
        self._at = end
        return rule

    def flag(self) -> bool:
        return self.number() != 0

    def row(self, table: str) -> RuleRow:
        return _tables()[table][self.number()]

    def colour(self) -> str:
        return mark(self.number())

    def colour_or(self, table: str) -> str:
        """The mark of a colour, or the words of a row."""
        number = self.number()
        return mark(number) if number < COLOURS else _tables()[table][number].words


def mark(colour: int, other: str = "missing") -> str:
    """Stands for a colour in words; whoever shows them puts the colour's name there."""
    return f"{{{colour}}}" if 0 <= colour < COLOURS else other
