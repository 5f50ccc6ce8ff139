"""Programs that need no search: views, crops and scalings, each tried on every task."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from arcloom.engine.limits import Limits
from arcloom.lang import Program, read_program
from arcloom.search.cost import description_length

FIT_LIMITS: Final = Limits()

_LEVELS: Final = (
    (
        "mir_rot(I, a_mr(S))",
        "vmirror(I)",
        "hmirror(I)",
        "rot90(I)",
        "rot180(I)",
        "rot270(I)",
        "dmirror(I)",
        "trim(I)",
        "tophalf(I)",
        "lefthalf(I)",
        "upscale(I, TWO)",
        "upscale(I, THREE)",
        "hconcat(I, I)",
        "hconcat(I, vmirror(I))",
        "vconcat(I, hmirror(I))",
    ),
    (
        "subgrid(argmax(objects(I, T, F, T), size), I)",
        "subgrid(argmin(objects(I, T, F, T), size), I)",
        "subgrid(merge(objects(I, T, F, T)), I)",
        "downscale(I, TWO)",
        "downscale(I, THREE)",
    ),
)


class FitProgram(NamedTuple):
    """A program and its cost in bits."""

    program: Program
    cost: float


@cache
def programs(level: int) -> tuple[FitProgram, ...]:
    """The programs of a level; none beyond the last."""
    if level >= len(_LEVELS):
        return ()
    parsed = (read_program(f"def solve(S, I): return {text}") for text in _LEVELS[level])
    return tuple(FitProgram(program, description_length(program)) for program in parsed)
