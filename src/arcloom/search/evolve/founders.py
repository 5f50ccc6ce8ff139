"""Founders: programs that learn a rule, from which every run starts beside its library.

There is one for each op that learns a rule from the demos: it applies that rule to the grid. A
mutation can change the grid before, the demos that are learnt from, or what follows.
"""

from __future__ import annotations

from typing import Final

from arcloom.lang import OPS, Program
from arcloom.lang.program import ProgramBuilder

_LEARNS: Final = ("Samples", "Integer", "Rule")
_DEAR: Final = ("learn_draft", "learn_tree", "learn_part", "learn_scene")
"""Ops that take most of the fuel of all founders. They come last, the dearest at the end."""


def founders() -> list[Program]:
    """`apply_rule(op(S, 0), I)` for every op that learns a rule, the cheaper ops first."""
    programs = []
    cheap = [name for name in _learning_ops() if name not in _DEAR]
    for name in (*cheap, *_DEAR):
        builder = ProgramBuilder()
        rule = builder.call(name, builder.input("S"), builder.const(0))
        result = builder.call("apply_rule", rule, builder.input("I"))
        programs.append(builder.build(result, f"solve_{name}"))
    return programs


def _learning_ops() -> list[str]:
    return [
        name
        for name, op in OPS.items()
        if (*(param.type.name for param in op.params), op.result.name) == _LEARNS
    ]
