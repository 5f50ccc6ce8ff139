"""What evolution finds on tasks whose programs it has not seen, against two simpler searches.

    python bench/unseen.py solvers.py --seconds 600

The file has a program for each training task, named after it (`solve_00d62c1b`). Those of 100
tasks, drawn by the seed, are taken out; the rest is imported into three fresh libraries. Each gets
the same time on these 100 tasks:

- transfer: the rest is scored as it is, nothing is bred (it ends when all is scored);
- matches only: programs are bred, but an output that is not right is worth nothing;
- evolve: programs are bred, and differs give partial credit.

A task is fitted where a program gives the output of every demo. It is right where the best such
program also gives the output of every test; these are looked at when all searches are over.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path

from arcloom import load, read_programs
from arcloom.cli.guard import guarded
from arcloom.lang import Program
from arcloom.library import Library
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.solve.check import check
from arcloom.tasks import Dataset

ARMS = {
    "transfer": {"freeze_programs": True},
    "matches only": {"use_differs": False},
    "evolve": {},
}


def main() -> None:
    """Run the three searches and print what each found."""
    options = _options()
    tasks, programs = load("arc1-train"), read_programs(options.programs)
    drawn = sorted(random.Random(options.seed).sample(sorted(tasks), options.tasks))
    unseen = Dataset("unseen", [tasks[task_id] for task_id in drawn])
    known = {name: p for name, p in programs.items() if name.rpartition("_")[2] not in drawn}
    print(f"{len(known)} programs of {len(programs)}, on {len(unseen)} tasks without theirs")
    print(f"{'search':<14}{'seconds':>9}{'candidates':>13}{'fitted':>8}{'right':>7}", flush=True)
    for name, config in ARMS.items():
        seconds, candidates, best = _search(known, unseen, options, config)
        right = sum(
            bool(check(Dataset("one", [unseen[task_id]]), {"best": program}).solvers)
            for task_id, program in best.items()
        )
        row = f"{name:<14}{seconds:>9.0f}{candidates:>13,}{len(best):>8}{right:>7}"
        print(row, flush=True)


def _search(
    programs: Mapping[str, Program],
    tasks: Dataset,
    options: argparse.Namespace,
    config: Mapping[str, bool],
) -> tuple[float, int, dict[str, Program]]:
    """Seconds, candidates, and the best program of each task that is fitted."""
    settings = EvolveConfig(seed=options.seed, seconds=options.seconds, **config)
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "lib.db") as library,
    ):
        library.add_programs(programs)
        figures = Evolution(tasks, library, settings, threads=options.threads).run()
        fitted = {task_id: library.best(task_id, 1)[0].program for task_id in library.solved()}
        best = {task_id: stored.parse() for task_id, stored in fitted.items()}
    return figures.seconds, figures.candidates, best


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", type=Path, help="a program file, a program a task")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each search (600)")
    parser.add_argument("--tasks", type=int, default=100, help="how many are taken out (100)")
    parser.add_argument("--seed", type=int, default=0, help="draws the tasks, and everything else")
    parser.add_argument("--threads", type=int, help="all cores, unless given")
    return parser.parse_args()


if __name__ == "__main__":
    guarded(main)()
