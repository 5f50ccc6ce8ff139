"""Founders: programs that learn a rule, from which every run starts beside its library.

They are the programs that `fit` tries, in its order. Besides, there is one for each op that learns
a step which need not reproduce the demos, such as a draft. A mutation can change the grid before,
the demos that are learnt from, or what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arcloom.lang import Program, read_program
from arcloom.search.learn.candidates import LEVELS, programs

STEPS: Final = ("frame", "draft", "part")
"""Rules that come close to an output, and that no program of `fit` ends with."""


def founders() -> list[Program]:
    """All of them, the surest and cheapest first."""
    return [*(one.program for level in range(LEVELS) for one in programs(level)), *_steps()]


def _steps() -> Iterator[Program]:
    for step in STEPS:
        source = f"def solve_{step}(S, I):\n    return apply_rule(learn_{step}(S, 0), I)\n"
        yield read_program(source)
