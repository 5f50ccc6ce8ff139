"""Sets are in ascending order: element by element, and who ends first comes first."""

from __future__ import annotations

import random
from typing import Any

import pytest

from arcloom.dsl import merge, totuple

SIDE = 5


def places(rng: random.Random) -> frozenset[tuple[int, int]]:
    """Places in few rows, wide ones at times: many begin alike."""
    wide = rng.choice((1, 1, 20))
    drawn = rng.sample([(i, wide * j) for i in range(3) for j in range(SIDE)], rng.randint(1, 6))
    return frozenset({(0, 0), *drawn} if rng.random() < 0.7 else drawn)


def cells(rng: random.Random) -> frozenset[tuple[int, tuple[int, int]]]:
    """Of one colour or two."""
    own = {(3, place) for place in places(rng)}
    return frozenset(own | {(5, place) for place in places(rng)} if rng.random() < 0.4 else own)


def pair(rng: random.Random) -> tuple[Any, int]:
    return cells(rng), rng.randint(-2, 2)


def in_order(value: Any) -> Any:
    """What sorts in Python as the value does in a set."""
    if isinstance(value, frozenset):
        return sorted(map(in_order, value))
    return tuple(map(in_order, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize("draw", [places, cells, pair])
@pytest.mark.parametrize("count", [2, 20, 64, 65, 400])
def test_elements_stand_in_ascending_order(draw: Any, count: int) -> None:
    rng = random.Random(count)
    for _ in range(20):
        drawn = frozenset(draw(rng) for _ in range(count))
        assert list(totuple(drawn)) == sorted(drawn, key=in_order)


@pytest.mark.parametrize("draw", [places, cells, pair])
@pytest.mark.parametrize("parts", [2, 3, 7])
def test_elements_of_several_sets_stand_in_ascending_order(draw: Any, parts: int) -> None:
    rng = random.Random(parts)
    for _ in range(10):
        sets = frozenset(frozenset(draw(rng) for _ in range(60)) for _ in range(parts))
        merged = merge(sets)
        assert list(totuple(merged)) == sorted(merged, key=in_order)
