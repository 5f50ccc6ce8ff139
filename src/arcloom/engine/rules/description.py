"""A learnt rule as people read it: in the terminal, in a notebook, on the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from arcloom import _core
from arcloom.draw.palette import COLOURS, NAMES
from arcloom.engine.rules.composed import TELL
from arcloom.engine.rules.stored import StoredRule

if TYPE_CHECKING:
    from arcloom.lang.node import Node

MOST_ROWS: Final = 20
"""Rows of a table that are told. How many more there are is told below them."""
NO_RULE: Final = "This is no rule: no learner writes such numbers."
_MARK: Final = re.compile(r"\{(\d)\}")
_NAMED: Final = re.compile(rf"\b({'|'.join(sorted(NAMES, key=len, reverse=True))})\b")


@dataclass(frozen=True, slots=True)
class RuleDescription:
    """What a rule says: a sentence, lines of if and otherwise, a table; empty where there is none.

    >>> from arcloom import describe_rule, dsl
    >>> print(describe_rule(dsl.learn_colours(((((1, 0),), ((2, 0),)),), 0)))
    Blue becomes red; other colours stay.
    """

    family: str
    """The op that learns such rules; empty where it is no rule."""
    sentence: str
    lines: tuple[str, ...] = ()
    """Lines below the sentence; two spaces before a line for each level."""
    head: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    more: int = 0
    """Rows that the rule has beyond those of the table."""

    def __str__(self) -> str:
        rows = [self.head, *self.table] if self.head else []
        widths = [max(len(row[k]) for row in rows) for k in range(len(self.head))]
        shown = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
        cut = [self._cut()] if self.more else []
        below = [f"  {line}".rstrip() for line in (*self.lines, *shown, *cut)]
        return "\n".join([self.sentence, *below])

    def _cut(self) -> str:
        return f"and {self.more} more row{'s' * (self.more != 1)}"

    def words(self) -> list[str]:
        """The text cut before and after each name of a colour, for whoever draws the colours."""
        return _NAMED.split(str(self))

    def _repr_html_(self) -> str:
        lines = "".join(
            f'<div style="margin-left:{len(line) - len(line.lstrip())}em">'
            f"{_html(line.strip())}</div>"
            for line in self.lines
        )
        head = "".join(f"<th>{_html(cell)}</th>" for cell in self.head)
        rows = "".join(
            f"<tr>{''.join(f'<td>{_html(c)}</td>' for c in row)}</tr>" for row in self.table
        )
        table = f"<table><tr>{head}</tr>{rows}</table>" if self.head else ""
        cut = f"<div>{self._cut()}</div>" if self.more else ""
        return f"<div><p>{_html(self.sentence)}</p>{lines}{table}{cut}</div>"

    def to_json(self) -> dict[str, Any]:
        return {
            "family": self.family,
            "sentence": self.sentence,
            "lines": list(self.lines),
            "head": list(self.head),
            "table": [list(row) for row in self.table],
            "more": self.more,
        }


def is_rule(value: Any) -> bool:
    """Whether a value is a rule that some learner could have written."""
    if not isinstance(value, tuple) or not all(type(number) is int for number in value):
        return False
    return all(abs(number) < 2**31 for number in value) and _core.is_rule(list(value))


def describe_rule(rule: Any) -> RuleDescription:
    """What a learnt rule does, in words. A tuple that is no rule is described as that."""
    if not is_rule(rule):
        return RuleDescription("", NO_RULE)
    stored = StoredRule(rule)
    family = stored.row("family").name
    told = TELL[family](stored)
    sentence = _named(told.sentence)
    return RuleDescription(
        family,
        sentence[:1].upper() + sentence[1:],
        tuple(map(_named, told.lines)),
        tuple(map(_named, told.head)),
        tuple(tuple(map(_named, row)) for row in told.rows[:MOST_ROWS]),
        max(0, len(told.rows) - MOST_ROWS),
    )


def rule_of(node: Node, value: Any) -> RuleDescription | None:
    """What the rule says that a node of a program learnt; None for any other node."""
    learns = node.kind == "call" and str(node.payload).startswith("learn_")
    return describe_rule(value) if learns and is_rule(value) else None


def _named(text: str) -> str:
    return _MARK.sub(lambda found: NAMES[int(found[1])], text)


def _html(text: str) -> str:
    """Each colour's name after a square of that colour."""
    return _NAMED.sub(lambda found: f"{_square(found[1])}{found[1]}", escape(text))


def _square(name: str) -> str:
    colour = COLOURS[NAMES.index(name)]
    return f'<span style="display:inline-block;width:.7em;height:.7em;background:{colour}"></span> '
