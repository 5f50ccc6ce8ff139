"""Learn the prior of enumeration: which step follows which in programs that fit training tasks.

    python bench/learn_prior.py arc1-train --fuel 200000 -o prior.json
    python bench/learn_prior.py arc1-train --placed --fuel 200000 -o placed_prior.json

Searches every task with the current prior, and counts the steps of the simplest program that fits.
Test outputs play no part. Run it again to search with the new prior.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from arcloom import load
from arcloom.cli.guard import guarded
from arcloom.engine.enumeration import FitKind
from arcloom.files import write_atomically
from arcloom.search.enumerate.prior import Priced, learn
from arcloom.search.enumerate.task_search import MOST_COST, TaskSearch, bits_of
from arcloom.search.placed.placed_search import search_placed
from arcloom.tasks import Task

Chain = Sequence[Priced]


def simplest(task: Task, fuel: int, placed: bool) -> list[Chain]:
    """The chains of the simplest fit; none where nothing fits."""
    if placed:
        return list(search_placed(task, fuel, 1 << 28).chains)
    search = TaskSearch.of(task)
    if search is None:
        return []
    search.native.run(fuel, 1 << 28, MOST_COST, None)
    fits = [fit for fit in search.native.fits(24) if fit[0] != FitKind.NEAR]
    if not fits:
        return []
    *_, states = min(fits, key=bits_of)
    return [search.chain(state) for state in states]


def chains(tasks: list[Task], fuel: int, threads: int, placed: bool) -> Iterator[Chain]:
    with ThreadPoolExecutor(threads) as pool:
        for number, found in enumerate(pool.map(lambda t: simplest(t, fuel, placed), tasks), 1):
            print(f"\r{number} of {len(tasks)} tasks", end="", flush=True)
            yield from found
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("--fuel", type=int, default=2_000_000, help="tile ops per task")
    parser.add_argument("--placed", action="store_true", help="of the search over placed grids")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("-o", "--out", type=Path, required=True)
    given = parser.parse_args()
    tasks = list(load(given.dataset).values())
    counts = learn(chains(tasks, given.fuel, given.threads, given.placed))
    write_atomically(given.out, json.dumps(counts, indent=0, sort_keys=True) + "\n")
    print(f"{sum(map(len, counts.values()))} pairs of steps in {given.out}")


if __name__ == "__main__":
    guarded(main)()
