"""Deals a hand from a library: half the task's own, a quarter of related tasks, the rest any."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from arcloom.search.evolve.population import Population


def deal(
    population: Population,
    task: str,
    tasks: Sequence[str],
    size: int,
    rng: random.Random,
) -> list[int]:
    """A hand of programs, as numbers of the breeder; empty if the population is empty."""
    hand = _weighted(population.numbers(task), size // 2, rng)
    related = population.related(task)
    for other in rng.sample(related, min(len(related), size // 4)):
        hand += _weighted(population.numbers(other), 1, rng)
    imported = list(population.imported.values())
    while len(hand) < size:
        drawn = _any(population, imported, tasks, rng)
        if drawn is None:
            break
        hand.append(drawn)
    return hand


def _weighted(numbers: Sequence[int], count: int, rng: random.Random) -> list[int]:
    """Draw with repeats. Better programs are likelier: the n-th has the weight 1 / (n + 2)."""
    if not numbers or count < 1:
        return []
    return rng.choices(numbers, cum_weights=_weights(len(numbers)), k=count)


@lru_cache(maxsize=256)
def _weights(count: int) -> list[float]:
    return list(accumulate(1 / (place + 2) for place in range(count)))


def _any(
    population: Population, imported: Sequence[int], tasks: Sequence[str], rng: random.Random
) -> int | None:
    """An imported program, or one of the best of any task."""
    if imported and rng.random() < 0.5:
        return rng.choice(imported)
    for _ in range(8):
        numbers = population.numbers(rng.choice(tasks))
        if numbers:
            return numbers[min(int(rng.expovariate(0.5)), len(numbers) - 1)]
    return rng.choice(imported) if imported else None
