"""Weaving and lowering change no result: a batt gives what its programs give node by node."""

import os
import random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.property.compare import differences, minimal
from tests.property.generate import Generator, Tape

# Programs are made for the largest one; all are tried.
GRIDS = (
    (
        (2, 2, 2, 2, 2, 2),
        (2, 0, 2, 3, 2, 2),
        (2, 2, 2, 2, 2, 5),
        (1, 1, 2, 4, 4, 5),
        (2, 2, 2, 0, 2, 2),
        (0, 2, 2, 0, 2, 6),
    ),
    ((0, 1, 1, 0), (2, 0, 0, 2), (0, 1, 1, 0)),
    ((7,),),
)
PROGRAMS = 12

# `ARCLOOM_EXAMPLES=100000 pytest tests/property` looks further, elsewhere each time.
EXAMPLES = os.environ.get("ARCLOOM_EXAMPLES")


# A tape is drawn whole: `minimal` finds the smallest wrong part of a program better than shrinking.
@settings(
    max_examples=int(EXAMPLES or 250),
    derandomize=EXAMPLES is None,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32), length=st.sampled_from((200, 600, 1200)))
def test_a_batt_gives_what_its_programs_give_node_by_node(seed: int, length: int):
    generator = Generator(Tape(random.Random(seed).randbytes(length)), GRIDS[0])
    programs = [generator.builder.build(generator.grow()) for _ in range(PROGRAMS)]
    for found in differences(programs, GRIDS):
        raise AssertionError(str(minimal(found)))
