"""Dealing: which programs make a hand."""

import random

import pytest

from arcloom.library import Library
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.search.evolve.deal import deal
from arcloom.search.evolve.population import Population
from tests.search import small
from tests.search.small import evolution, small_tasks

KEYS = {task.id: task.key for task in small_tasks().values()}
TASKS, SOLVED = ([KEYS[task_id] for task_id in ids] for ids in (small.TASKS, small.SOLVED))


@pytest.fixture
def evolved(library, tasks):
    """The population of a library in which every task keeps programs."""
    evolution(library, tasks=tasks).run()
    return Population(new_breeder(Mutations()), library, TASKS)


def hand_of(population, task, size=32, seed=1):
    numbers = deal(population, task, TASKS, size, random.Random(seed))
    return [population.program(number).hash for number in numbers]


def test_a_hand_has_its_size(evolved):
    for size in (4, 32, 100):
        assert len(hand_of(evolved, SOLVED[0], size)) == size


def test_the_same_seed_deals_the_same_hand(evolved):
    assert hand_of(evolved, SOLVED[0], seed=3) == hand_of(evolved, SOLVED[0], seed=3)
    assert hand_of(evolved, SOLVED[0], seed=3) != hand_of(evolved, SOLVED[0], seed=4)


def test_half_a_hand_is_the_tasks_own(evolved):
    own = {row.program for row in evolved.rows(SOLVED[1])}
    hand = hand_of(evolved, SOLVED[1], 64)
    assert set(hand[:32]) <= own
    assert set(hand) - own, "and others come to it"


def test_the_better_are_dealt_more_often(evolved):
    rows = evolved.rows(SOLVED[0])
    hands = [p for seed in range(100) for p in hand_of(evolved, SOLVED[0], seed=seed)[:16]]
    half = len(rows) // 2
    best = sum(hands.count(row.program) for row in rows[:half])
    worst = sum(hands.count(row.program) for row in rows[-half:])
    assert half > 2
    assert best > 2 * worst


def test_a_task_that_keeps_nothing_gets_what_others_have(library):
    population = Population(new_breeder(Mutations()), library, TASKS)
    assert set(hand_of(population, SOLVED[0])) <= set(population.imported)
    assert len(hand_of(population, SOLVED[0])) > 16


def test_an_empty_library_deals_nothing(tmp_path):
    with Library.open(tmp_path / "empty.db") as empty:
        population = Population(new_breeder(Mutations()), empty, TASKS)
        assert hand_of(population, SOLVED[0]) == []
