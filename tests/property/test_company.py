"""Random programs in one batt: each gives what it gives alone, fuel and reasons included."""

import random
from dataclasses import replace

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import arcloom as al
from arcloom.engine import Limits
from tests.property.generate import DEMOS, Generator, Tape
from tests.property.test_lowering import EXAMPLES, GRIDS

TASK = al.Task("grids", demos=DEMOS, tests=GRIDS)
PROGRAMS = 10

# Ample ones, and such that some programs run dry or do not fit.
LIMITS = (
    Limits(),
    Limits(node_fuel=2_000, program_fuel=4_000),
    Limits(memory=20_000),
    Limits(node_fuel=20_000, program_fuel=20_000, memory=5_000),
)


@settings(
    max_examples=int(EXAMPLES or 100),
    derandomize=EXAMPLES is None,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32), limits=st.sampled_from(LIMITS))
def test_in_company_as_alone(seed: int, limits: Limits):
    tape = random.Random(seed).randbytes(600)
    generator = Generator(Tape(tape), GRIDS[0])
    programs = [generator.builder.build(generator.grow()) for _ in range(PROGRAMS)]
    together = all_of(programs, limits)
    for program, in_company in zip(programs, together, strict=True):
        [alone] = all_of([program], limits)
        if in_company != alone:
            assert near_its_memory(program, limits), f"{program.source(inline=True)}{limits}"


def near_its_memory(program: al.Program, limits: Limits) -> bool:
    """Whether somewhat more or less memory matters; there, equal values of others may help."""
    less, more = (replace(limits, memory=int(limits.memory * by)) for by in (0.5, 2))
    return all_of([program], less) != all_of([program], more)


def all_of(programs: list[al.Program], limits: Limits) -> list[list[tuple[int, ...]]]:
    """For each program and grid: reason, fuel, hash."""
    result = al.weave(programs, limits).run(TASK.tests, threads=1)
    arrays = (result.reasons, result.fuel, result.hashes)
    return [
        list(zip(*(array[number].tolist() for array in arrays), strict=True))
        for number in range(len(programs))
    ]
