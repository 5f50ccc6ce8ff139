"""The cost of depth: how many steps (tile ops) it takes to try every chain of a given length.

    python bench/depths.py [--depth 3] [--every 20] [--most 200000000]

Every action has the same cost here, so a limit of cost is a limit of depth. States that were met
before are not expanded again. Prints one line per task of arc1-train, then the medians.
"""

import argparse
from statistics import median

import numpy as np

import arcloom as al
from arcloom import _core
from arcloom.cli.guard import guarded
from arcloom.engine.enumeration import StepCosts
from arcloom.search.enumerate.task_search import TaskSearch

MEMORY = 8 << 30


def steps_to(search: TaskSearch, depth: int, most: int) -> tuple[int, int] | None:
    """Steps to exhaust the depth and states met; None where `most` steps are not enough."""
    given = search.costs.of
    equal = StepCosts(np.where(given < 0, given, 1).astype(np.int32))  # below 0: not allowed
    native = _core.Enumerator(search.inputs, search.outputs, search.spelt, equal.of, equal.order)
    exhausted = native.run(most, MEMORY, depth, None)
    return (native.fuel_used, native.met) if exhausted else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--every", type=int, default=20, help="take every N-th task")
    parser.add_argument("--most", type=int, default=200_000_000, help="give up after so many steps")
    options = parser.parse_args()
    searches = {
        task.id: search
        for task in list(al.load("arc1-train").values())[:: options.every]
        if (search := TaskSearch.of(task)) is not None
    }
    depths = range(1, options.depth + 1)
    found: dict[int, list[int]] = {depth: [] for depth in depths}
    for name, search in searches.items():
        row = [steps_to(search, depth, options.most) for depth in depths]
        print(name, *(f"{r[0]:,}" if r else "more" for r in row), flush=True)
        for depth, result in zip(depths, row, strict=True):
            found[depth].append(result[0] if result else options.most)
    print("median", *(f"{median(steps):,.0f}" for steps in found.values()))
    print("most", *(f"{max(steps):,}" for steps in found.values()))


if __name__ == "__main__":
    guarded(main)()
