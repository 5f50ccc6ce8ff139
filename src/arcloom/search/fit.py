"""Fit: ready programs of fitted ops, in levels of growing cost.

A program here learns a rule from the demos and applies it. From level to level more is done around
the rule: other explanations, grids brought to the output's size first, parts of the grid instead
of it, outputs that are learnt in part and completed. The programs are the same for every task, so
a level is woven once and run on all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from arcloom.engine.limits import Limits
from arcloom.lang import Program, read_program

LEVELS: Final = 4

FIT_LIMITS: Final = Limits(node_fuel=40_000_000, program_fuel=80_000_000)
"""More than programs get elsewhere: learning runs once a task and looks at all demos."""


class FitProgram(NamedTuple):
    """A program with its description's cost in bits: what it says before it has learnt."""

    program: Program
    cost: float


# By how often a rule of the kind that fits the demos is right, the surest first.
_KINDS: Final = (
    "sizes",
    "repair",
    "colours",
    "drawing",
    "pick",
    "summary",
    "panels",
    "objects",
    "tree",
    "local",
)
# What is tried after a change of the grid. Tables of neighbourhoods learnt there hardly ever know
# those of the test.
_AFTER: Final = _KINDS[:-1]
_SAME_SIZE: Final = ("colours", "drawing", "objects", "tree")

# Parts and views of a grid that a rule may be about.
_VIEWS: Final = (
    "compress",
    "trim",
    "lefthalf",
    "righthalf",
    "tophalf",
    "bottomhalf",
    "fork(subgrid, asobject_without_ground, identity)",
    "fork(subgrid, largest_object, identity)",
    "fork(subgrid, largest_part, identity)",
    "rbind(downscale, TWO)",
    "rbind(downscale, THREE)",
)
_PARTS: Final = {
    "asobject_without_ground": "compose(merge, rbind(o_g, R3))",
    "largest_object": "compose(rbind(argmax, size), rbind(o_g, R7))",
    "largest_part": "compose(rbind(argmax, size), rbind(o_g, R3))",
}

# Outputs that a part of them tells: the part, and what is made of it.
_COMPLETIONS: Final = (
    ("lefthalf", "fork(hconcat, identity, vmirror)"),
    ("tophalf", "fork(vconcat, identity, hmirror)"),
    ("lefthalf", "fork(hconcat, identity, identity)"),
    ("tophalf", "fork(vconcat, identity, identity)"),
    ("rbind(downscale, TWO)", "rbind(upscale, TWO)"),
    ("rbind(downscale, THREE)", "rbind(upscale, THREE)"),
    ("dmirror", "dmirror"),
    ("vmirror", "vmirror"),
    ("hmirror", "hmirror"),
    ("rot90", "rot270"),
)

_FRAMES: Final = 6  # explanations of the output's size that are tried


def programs(level: int) -> tuple[FitProgram, ...]:
    """The programs of a level, cheapest first; none beyond the last level."""
    if level < 0:
        raise ValueError(f"levels count from 0, not {level}")
    return _LEVELS[level]() if level < LEVELS else ()


@cache
def _plain() -> tuple[FitProgram, ...]:
    """One rule, the simplest that fits."""
    return tuple(_rule_on(kind, 0, "S", "I", "") for kind in _KINDS)


@cache
def _framed() -> tuple[FitProgram, ...]:
    """Other explanations; and the grid brought to the output's size before a rule is learnt."""
    second = [_rule_on(kind, n, "S", "I", "") for n in (1, 2) for kind in _KINDS]
    framed = [
        _rule_on(kind, 0, "T", "x", _through(f"lbind(apply_rule, learn_frame(S, {n}))"), 4.0 + n)
        for n in range(_FRAMES)
        for kind in _SAME_SIZE
    ]
    return _cheapest_first([*second, *framed])


@cache
def _viewed() -> tuple[FitProgram, ...]:
    """A rule about a part of the grid, or one whose answer is completed."""
    viewed = [
        _rule_on(kind, 0, "T", "x", _through(_with_parts(view)), 5.0)
        for view in _VIEWS
        for kind in _AFTER
    ]
    completed = [
        _rule_on(kind, 0, "T", "I", f"    T = on_outputs(S, {part})\n", 5.0, whole)
        for part, whole in _COMPLETIONS
        for kind in _AFTER
    ]
    return _cheapest_first([*viewed, *completed])


@cache
def _both() -> tuple[FitProgram, ...]:
    """Views and frames together, and completions of framed rules."""
    return _cheapest_first([*_viewed_then_framed(), *_framed_then_completed()])


_LEVELS: Final = (_plain, _framed, _viewed, _both)


def _viewed_then_framed() -> Iterator[FitProgram]:
    for view in _VIEWS:
        before = _through(_with_parts(view)) + (
            "    frame = lbind(apply_rule, learn_frame(T, 0))\n"
            "    U = on_inputs(T, frame)\n"
            "    y = frame(x)\n"
        )
        for kind in _SAME_SIZE:
            yield _rule_on(kind, 0, "U", "y", before, 9.0)


def _framed_then_completed() -> Iterator[FitProgram]:
    for part, whole in _COMPLETIONS:
        before = (
            f"    P = on_outputs(S, {part})\n"
            "    frame = lbind(apply_rule, learn_frame(P, 0))\n"
            "    T = on_inputs(P, frame)\n"
            "    x = frame(I)\n"
        )
        for kind in _SAME_SIZE:
            yield _rule_on(kind, 0, "T", "x", before, 9.0, whole)


def _rule_on(
    kind: str,
    n: int,
    samples: str,
    grid: str,
    before: str,
    cost: float = 0.0,
    after: str = "",
) -> FitProgram:
    """The n-th rule of a kind learnt from `samples`, applied to `grid`."""
    answer = f"apply_rule(learn_{kind}({samples}, {n}), {grid})"
    result = f"    f = {after}\n    return f({answer})\n" if after else f"    return {answer}\n"
    program = read_program(f"def solve(S, I):\n{before}{result}")
    return FitProgram(program, cost + 2.0 * n + 1.0 + _KINDS.index(kind))


def _through(function: str) -> str:
    """Statements that make the demos `T` and the grid `x` as the function shows them."""
    return f"    view = {function}\n    T = on_inputs(S, view)\n    x = view(I)\n"


def _with_parts(view: str) -> str:
    for name, part in _PARTS.items():
        view = view.replace(name, part)
    return view


def _cheapest_first(made: list[FitProgram]) -> tuple[FitProgram, ...]:
    return tuple(sorted(made, key=lambda one: one.cost))
