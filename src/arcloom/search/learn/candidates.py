"""Ready programs that learn a rule, in levels of growing cost.

Each program learns a rule from the demos and applies it. Higher levels do more around the rule.
They first take steps that bring the grid closer to the output, use other explanations, or look at
parts of the grid. The programs are the same for every task, so a level is woven once and run on all
tasks. What is here has gained tasks on which it was not chosen: see `bench/carry_over.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from arcloom.engine.limits import Limits
from arcloom.lang import Program, read_program
from arcloom.search.ways import ON_GROUND, through

LEVELS: Final = 3

FIT_LIMITS: Final = Limits(node_fuel=40_000_000, program_fuel=80_000_000)
"""More than programs get elsewhere: learning runs once per task and looks at all demos."""


class LearnerProgram(NamedTuple):
    """A program and the cost of its description, not counting what it learns."""

    program: Program
    cost: float
    parts: tuple[str, ...] = ()
    """what it is made of: the rule's kind, steps, a view; `bench/carry_over.py` judges each"""


class _Step(NamedTuple):
    """A learnt step that need not reproduce the demos: its kind, and which explanation it uses."""

    kind: str
    n: int


# Costs by how often a rule of the kind is right if it fits the demos. The surest come first.
_COSTS: Final = {
    "sizes": 1.0,
    "repair": 2.0,
    "scene": 3.0,
    "colours": 4.0,
    "panels": 5.0,
    "summary": 6.0,
    "pick": 7.0,
    "tree": 9.0,
}
# Kinds whose rules hold another rule.
_COMPOSED: Final = {"finish": 6.0, "each": 8.0, "rounds": 8.0}
# Kinds to try on a part of the grid. Scenes find nothing more there, and cost the most.
_ON_PARTS: Final = tuple(kind for kind in _COSTS if kind != "scene")
_SAME_SIZE: Final = ("scene", "colours", "tree")

# Parts of a grid that a rule may work on.
_WITHOUT_GROUND: Final = "fork(subgrid, compose(merge, rbind(o_g, R3)), identity)"
_LARGEST_OBJECT: Final = "fork(subgrid, compose(rbind(argmax, size), rbind(o_g, R7)), identity)"
_LARGEST_PART: Final = "fork(subgrid, compose(rbind(argmax, size), rbind(o_g, R3)), identity)"
_VIEWS: Final = ("compress", _WITHOUT_GROUND, _LARGEST_OBJECT, _LARGEST_PART)

_STEP_COST: Final = 4.0
_VIEW_COST: Final = 5.0


def programs(level: int) -> tuple[LearnerProgram, ...]:
    """The programs of a level, cheapest first; empty beyond the last level."""
    if level < 0:
        raise ValueError(f"a level must be at least 0, not {level}")
    return _made(level) if level < LEVELS else ()


def on_ground(made: LearnerProgram) -> LearnerProgram:
    """The same program on grids in the normal form with the ground as 0."""
    program = through(ON_GROUND, made.program)
    return LearnerProgram(program, made.cost, (*made.parts, "on the ground"))


@cache
def _made(level: int) -> tuple[LearnerProgram, ...]:
    makers = (_plain, _stepped, _viewed)
    return tuple(sorted(makers[level](), key=lambda one: one.cost))


def _plain() -> Iterator[LearnerProgram]:
    """One rule, the simplest that fits."""
    for kind in (*_COSTS, "finish"):
        yield _fit(kind)


def _stepped() -> Iterator[LearnerProgram]:
    """Rules after a step: on a frame of the output's size, a draft, a part.

    Scenes after a draft are left out: each takes as long as a search from the start, and where one
    was right, a tree after the draft, a scene after a part or two rounds were right too.
    """
    for n in range(2):
        for kind in _SAME_SIZE:
            yield _fit(kind, step=_Step("frame", n))
    for n in range(2):
        for kind in ("scene", "tree"):
            yield _fit(kind, step=_Step("part", n))
    for n in range(3):
        yield _fit("tree", step=_Step("draft", n))
    for kind, n in (("each", 0), ("each", 1), ("rounds", 0)):
        yield _fit(kind, n)


def _viewed() -> Iterator[LearnerProgram]:
    """Other explanations, and rules about parts of the grid."""
    for kind in _COSTS:
        yield _fit(kind, 1)
    for view in _VIEWS:
        for kind in _ON_PARTS:
            yield _fit(kind, view=view)


def _fit(
    kind: str,
    n: int = 0,
    *,
    view: str | None = None,
    step: _Step | None = None,
) -> LearnerProgram:
    """Learn the n-th rule of a kind from the demos and apply it to the grid, both as prepared."""
    lines: list[str] = []
    samples, grid = "S", "I"
    cost = {**_COSTS, **_COMPOSED}[kind] + 2.0 * n
    parts = [kind, f"explanation {n}"]
    if view is not None:
        lines += [f"view = {view}", "V = on_inputs(S, view)", "v = view(I)"]
        samples, grid, cost = "V", "v", cost + _VIEW_COST
        parts.append(f"view {view}")
    if step is not None:
        rule = f"learn_{step.kind}({samples}, {step.n})"
        lines += [f"step = lbind(apply_rule, {rule})", f"T = on_inputs({samples}, step)"]
        lines.append(f"x = step({grid})")
        samples, grid, cost = "T", "x", cost + _STEP_COST + step.n
        parts.append(f"{step.kind} {step.n}")
    lines.append(f"return apply_rule(learn_{kind}({samples}, {n}), {grid})")
    source = "def solve(S, I):\n" + "".join(f"    {line}\n" for line in lines)
    return LearnerProgram(read_program(source), cost, tuple(parts))
