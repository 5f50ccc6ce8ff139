"""Starters: the programs that evolution begins with if nobody has imported any.

They are the shortest programs there are: one op that turns the grid into another.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang import OPS, Program
from arcloom.lang.program import ProgramBuilder

_GRIDS: Final = frozenset({"Grid", "Piece"})
"""Types of ops on grids. A piece may be a grid, and stays one."""


def starters() -> list[Program]:
    """`op(I)` for every op from grids to grids, in the vocabulary's order."""
    programs = []
    for name, op in OPS.items():
        types = [param.type.name for param in op.params]
        if op.arity == 1 and {op.result.name, *types} <= _GRIDS:
            builder = ProgramBuilder()
            programs.append(builder.build(builder.call(name, builder.input("I")), f"solve_{name}"))
    return programs
