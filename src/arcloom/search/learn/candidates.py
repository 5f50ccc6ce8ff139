"""Ready programs that learn a rule, in levels of growing cost.

Each program learns a rule from the demos and applies it. Higher levels do more around the rule.
They first take steps that bring the grid closer to the output, use other explanations, look at
parts of the grid, or learn a part of the output and complete it. The programs are the same for
every task, so a level is woven once and run on all tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from arcloom.engine.limits import Limits
from arcloom.lang import Program, read_program

LEVELS: Final = 4

FIT_LIMITS: Final = Limits(node_fuel=40_000_000, program_fuel=80_000_000)
"""More than programs get elsewhere: learning runs once per task and looks at all demos."""


class LearnerProgram(NamedTuple):
    """A program and the cost of its description, not counting what it learns."""

    program: Program
    cost: float


class _Step(NamedTuple):
    """A learnt step that need not reproduce the demos: its kind, and which explanation it uses."""

    kind: str
    n: int


# Costs by how often a rule of the kind is right if it fits the demos. The surest come first.
_COSTS: Final = {
    "sizes": 1.0,
    "repair": 2.0,
    "scene": 3.0,
    "drawing": 3.0,
    "colours": 4.0,
    "panels": 5.0,
    "summary": 6.0,
    "pick": 7.0,
    "objects": 8.0,
    "tree": 9.0,
}
# Kinds to try after a change of the grid.
_AFTER: Final = tuple(kind for kind in _COSTS if kind != "scene")
_SAME_SIZE: Final = ("scene", "drawing", "colours", "objects", "tree")

# Parts and views of a grid that a rule may work on.
_WITHOUT_GROUND: Final = "fork(subgrid, compose(merge, rbind(o_g, R3)), identity)"
_LARGEST_OBJECT: Final = "fork(subgrid, compose(rbind(argmax, size), rbind(o_g, R7)), identity)"
_LARGEST_PART: Final = "fork(subgrid, compose(rbind(argmax, size), rbind(o_g, R3)), identity)"
_VIEWS: Final = (
    "compress",
    "trim",
    "lefthalf",
    "righthalf",
    "tophalf",
    "bottomhalf",
    _WITHOUT_GROUND,
    _LARGEST_OBJECT,
    _LARGEST_PART,
    "rbind(downscale, TWO)",
    "rbind(downscale, THREE)",
)

# Outputs that a part determines: how to take the part, and how to complete it.
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

_STEP_COST: Final = 4.0
_VIEW_COST: Final = 5.0


def programs(level: int) -> tuple[LearnerProgram, ...]:
    """The programs of a level, cheapest first; empty beyond the last level."""
    if level < 0:
        raise ValueError(f"a level must be at least 0, not {level}")
    return _made(level) if level < LEVELS else ()


@cache
def _made(level: int) -> tuple[LearnerProgram, ...]:
    makers = (_plain, _stepped, _viewed, _combined)
    return tuple(sorted(makers[level](), key=lambda one: one.cost))


def _plain() -> Iterator[LearnerProgram]:
    """One rule, the simplest that fits."""
    for kind in _COSTS:
        yield _fit(kind)


def _stepped() -> Iterator[LearnerProgram]:
    """Rules after a step: on a frame of the output's size, a sketch, a draft."""
    for n in range(4):
        for kind in _SAME_SIZE:
            yield _fit(kind, steps=[_Step("frame", n)])
    for kind in ("scene", "drawing", "objects", "tree"):
        yield _fit(kind, steps=[_Step("sketch", 0)])
    for n in range(3):
        for kind in ("objects", "tree"):
            yield _fit(kind, steps=[_Step("draft", n)])
    for n in range(2):
        for kind in ("scene", "drawing", "objects", "tree"):
            yield _fit(kind, steps=[_Step("part", n)])


def _viewed() -> Iterator[LearnerProgram]:
    """Other explanations, rules about parts of the grid, and rules with completed answers."""
    for n in (1, 2):
        for kind in _COSTS:
            yield _fit(kind, n)
    for n in (4, 5):
        for kind in _SAME_SIZE:
            yield _fit(kind, steps=[_Step("frame", n)])
    for n in (4, 6):
        yield _fit("tree", steps=[_Step("draft", n)])
    for view in _VIEWS:
        for kind in _AFTER:
            yield _fit(kind, view=view)
    for completion in _COMPLETIONS:
        for kind in _AFTER:
            yield _fit(kind, completion=completion)
    for kind in ("objects", "tree"):
        yield _fit(kind, transposed=True)


def _combined() -> Iterator[LearnerProgram]:
    """Combinations of the above."""
    for kind in _SAME_SIZE:
        for view in _VIEWS:
            yield _fit(kind, view=view, steps=[_Step("frame", 0)])
        for completion in _COMPLETIONS:
            yield _fit(kind, completion=completion, steps=[_Step("frame", 0)])
    for kind in ("objects", "tree"):
        yield _fit(kind, steps=[_Step("sketch", 0), _Step("sketch", 0)])
    for first, second in ((0, 1), (2, 1)):
        yield _fit("tree", steps=[_Step("draft", first), _Step("draft", second)])
    yield _fit("tree", steps=[_Step("sketch", 0), _Step("draft", 1)])


def _fit(
    kind: str,
    n: int = 0,
    *,
    view: str | None = None,
    completion: tuple[str, str] | None = None,
    steps: Sequence[_Step] = (),
    transposed: bool = False,
) -> LearnerProgram:
    """Learn the n-th rule of a kind from the demos and apply it to the grid, both as prepared."""
    lines: list[str] = []
    samples, grid = "S", "I"
    cost = _COSTS[kind] + 2.0 * n
    if view is not None:
        lines += [f"view = {view}", "V = on_inputs(S, view)", "v = view(I)"]
        samples, grid, cost = "V", "v", cost + _VIEW_COST
    if completion is not None:
        lines.append(f"P = on_outputs({samples}, {completion[0]})")
        samples, cost = "P", cost + _VIEW_COST
    if transposed:
        lines.append("D = on_outputs(on_inputs(S, dmirror), dmirror)")
        lines.append("A = combine(S, D)")
        samples, cost = "A", cost + _VIEW_COST
    for k, step in enumerate(steps):
        rule = f"learn_{step.kind}({samples}, {step.n})"
        lines += [f"step{k} = lbind(apply_rule, {rule})", f"S{k} = on_inputs({samples}, step{k})"]
        lines.append(f"x{k} = step{k}({grid})")
        samples, grid, cost = f"S{k}", f"x{k}", cost + _STEP_COST + step.n
    answer = f"apply_rule(learn_{kind}({samples}, {n}), {grid})"
    if completion is not None:
        lines += [f"whole = {completion[1]}", f"return whole({answer})"]
    else:
        lines.append(f"return {answer}")
    source = "def solve(S, I):\n" + "".join(f"    {line}\n" for line in lines)
    return LearnerProgram(read_program(source), cost)
