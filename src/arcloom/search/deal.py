"""Deal a task's hand: half its own best programs, a quarter its relatives', the rest any."""

from __future__ import annotations

import random
from collections.abc import Sequence

from arcloom.search.population import Population


def deal(
    population: Population,
    task: str,
    tasks: Sequence[str],
    size: int,
    island: int,
    islands: int,
    rng: random.Random,
) -> list[int]:
    """A hand of programs as numbers of the breeder; empty where the population is.

    With several islands each sees only its share of a task's own programs, told by the hash; one
    island sees all.
    """
    own = [row.program for row in population.rows(task)]
    if islands > 1:
        own = [p for p in own if int(p[:8], 16) % islands == island] or own
    hand = _weighted(own, size // 2, rng)
    related = population.related(task)
    for other in rng.sample(related, min(len(related), size // 4)):
        hand += _weighted([row.program for row in population.rows(other)], 1, rng)
    while len(hand) < size:
        drawn = _any(population, tasks, rng)
        if drawn is None:
            break
        hand.append(drawn)
    numbers = (population.number(p) for p in hand)
    return [number for number in numbers if number is not None]


def _weighted(programs: Sequence[str], count: int, rng: random.Random) -> list[str]:
    """Draws with repeats, the better ones likelier: the n-th has the weight 1 / (n + 2)."""
    if not programs or count < 1:
        return []
    weights = [1 / (place + 2) for place in range(len(programs))]
    return rng.choices(programs, weights, k=count)


def _any(population: Population, tasks: Sequence[str], rng: random.Random) -> str | None:
    """An imported program, or one of the best of any task."""
    if population.imported and rng.random() < 0.5:
        return rng.choice(population.imported)
    for _ in range(8):
        rows = population.rows(rng.choice(tasks))
        if rows:
            return rows[min(int(rng.expovariate(0.5)), len(rows) - 1)].program
    return rng.choice(population.imported) if population.imported else None
