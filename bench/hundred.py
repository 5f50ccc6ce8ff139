"""A task of the earlier system: 100 tasks with 13,200 candidates, which took it 24.8 s.

    python bench/hundred.py solvers.py

First, the programs are imported and scored on 100 training tasks. Then the clock starts. The
library is opened; at least 13,200 children are bred, run on all demos, scored and stored; the
library is closed.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

from arcloom import load, read_programs
from arcloom.cli.guard import guarded
from arcloom.library import Library
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.tasks import Dataset

TASKS = 100
CHILDREN = 144
"""Bred for a task: some are known already, or come to nothing."""


def config(seed: int, generations: int) -> EvolveConfig:
    """A run that goes on where one with fewer generations stopped."""
    # As the earlier system did it: every task breeds, and nothing learns.
    return EvolveConfig(
        seed=seed, children=CHILDREN, generations=generations, focus=False, rules=False
    )


def main() -> None:
    """Print the seconds and what they went into."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", type=Path, help="a program file")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tasks = Dataset("hundred", islice(load("arc1-train").values(), TASKS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lib.db"
        with Library.open(path) as library:
            library.add_programs(read_programs(options.programs))
            Evolution(tasks, library, config(options.seed, generations=0)).run()
        begun, used = perf_counter(), process_time()
        with Library.open(path) as library:
            figures = Evolution(tasks, library, config(options.seed, generations=1)).run()
        seconds, used = perf_counter() - begun, process_time() - used
    print(
        f"{figures.candidates:,} candidates on {figures.tasks} tasks in {seconds:.2f} s "
        f"({used:.2f} s of CPU), "
        f"{figures.stored:,} programs stored"
    )


if __name__ == "__main__":
    guarded(main)()
