"""Families whose rules hold a rule of another family; and the table of all families."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from arcloom.engine.rules.arrangements import TELL_PLAIN
from arcloom.engine.rules.families import Telling
from arcloom.engine.rules.stored import StoredRule, mark

Tell = Callable[[StoredRule], Telling]

_SIDES: Final = ("below the input", "above the input", "right of the input", "left of the input")


def each(rule: StoredRule) -> Telling:
    parts = rule.row("each").words
    telling = _inner(rule)
    telling.sentence = f"For each {parts} by itself: {telling.sentence}"
    return telling


def finish(rule: StoredRule) -> Telling:
    kind, numbers = rule.row("finish").name, (rule.number(), rule.number(), rule.number())
    if not rule.flag():
        return Telling(f"{_last(kind, numbers, 'the grid')}.")
    telling = _inner(rule)
    telling.sentence = f"{telling.sentence} Then {_last(kind, numbers, 'the result')}."
    return telling


def rounds(rule: StoredRule) -> Telling:
    first, second = _inner(rule), _inner(rule)
    below = [f"  {line}" for line in (*first.lines, *_as_lines(first))]
    after = [f"  {line}" for line in (*second.lines, *_as_lines(second))]
    lines = [f"First: {first.sentence}", *below, f"Then: {second.sentence}", *after]
    return Telling("Two rules follow each other.", lines)


def _as_lines(telling: Telling) -> list[str]:
    return [", ".join(row) for row in (telling.head, *telling.rows) if row]


def _inner(rule: StoredRule) -> Telling:
    inner = rule.inner()
    return TELL_PLAIN[inner.row("family").name](inner)


def _last(kind: str, numbers: tuple[int, int, int], subject: str) -> str:
    a, b, c = numbers
    if kind == "border":
        return f"{subject} gets a border of {mark(a)}"
    if kind == "blocks with lines":
        rim = " and around them" if c else ""
        return f"each cell becomes a block of {b} by {b}, with {mark(a)} lines between blocks{rim}"
    if kind == "mirror images":
        axes = " and ".join(word for word, is_so in (("down", b), ("across", c)) if is_so)
        where = ("after it", "before it", "after it, with one line in common")[a]
        return f"{subject} gets its mirror image {axes}, {where}"
    if kind == "turned around a point":
        return f"{subject} is turned around its {'left' if a else 'right'} lower corner"
    if kind == "repeated":
        return f"{subject} is repeated, {a} down and {b} across"
    if kind == "blocks":
        return f"each cell becomes a block of {a} by {b}"
    return f"{subject} stands {_SIDES[a]}"


TELL: Final[dict[str, Tell]] = {
    **TELL_PLAIN,
    "learn_each": each,
    "learn_finish": finish,
    "learn_rounds": rounds,
}
