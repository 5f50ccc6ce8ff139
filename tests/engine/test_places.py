"""A place is exactly two numbers: ops that take it apart have no answer for more or fewer."""

import pytest

from tests.engine.played_batt import PlayedBatt
from tests.engine.support import run, solve

NO_PLACES = [
    "(1, 2, 3)",
    "(1,)",
    "()",
    "((1, 2), (3, 4))",
    "(1, (2, 3))",
    "ONE",
    "frozenset({1, 2})",
]


@pytest.mark.parametrize("place", NO_PLACES)
@pytest.mark.parametrize(
    "call", ["connect({}, (4, 5))", "connect((4, 5), {})", "shoot({}, (1, 0))"]
)
def test_what_is_no_place(call: str, place: str):
    assert solve(call.format(place))([[1]]).reason == "type"
    looped = f"mapply(rbind(shoot, (1, 0)), initset({place}))"
    assert solve(looped)([[1]]).reason == "type"


@pytest.mark.parametrize("place", NO_PLACES[:2])
def test_a_played_device_says_the_same(place: str):
    programs = [
        solve(f"fill(I, THREE, {call.format(place)})")
        for call in ("connect({}, (4, 5))", "connect((4, 5), {})", "shoot({}, (1, 0))")
    ]
    cpu, played = run(programs), run(programs, device=PlayedBatt())
    assert (cpu.reasons == played.reasons).all()
    assert (cpu.reasons == 1).all()


def test_a_direction_is_looked_at_as_far_as_it_is_needed():
    """As in arc-dsl, which takes its first two components."""
    assert solve("shoot((1, 2), (0, 1, 5))")([[1]]) == solve("shoot((1, 2), (0, 1))")([[1]])
    assert solve("shoot((1, 2), (1,))")([[1]]).reason == "type"
