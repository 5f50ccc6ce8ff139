"""Founders: programs that learn a rule, from which every run starts beside its library.

There is one for each op that learns a rule from the demos: it applies that rule to the grid. A
mutation can change the grid before, the demos that are learnt from, or what follows.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang import OPS, Program
from arcloom.lang.program import ProgramBuilder

_LEARNS: Final = ("Samples", "Integer", "Rule")


def founders() -> list[Program]:
    """`apply_rule(op(S, 0), I)` for every op that learns a rule, in the vocabulary's order."""
    programs = []
    for name, op in OPS.items():
        if (*(param.type.name for param in op.params), op.result.name) == _LEARNS:
            builder = ProgramBuilder()
            rule = builder.call(name, builder.input("S"), builder.const(0))
            result = builder.call("apply_rule", rule, builder.input("I"))
            programs.append(builder.build(result, f"solve_{name}"))
    return programs
