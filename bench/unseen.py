"""What evolution finds on tasks whose programs it has not seen, against two simpler searches.

    python bench/unseen.py solvers.py --seconds 600

The file has one program per training task, named after it (`solve_00d62c1b`). The seed draws 100
tasks, and their programs are removed. The others are imported into three new libraries. Each search
gets the same time on the 100 tasks:

- transfer: the programs are scored, nothing is bred (it ends when all are scored);
- matches only: programs are bred, but an output that is not right is worth nothing;
- evolve: programs are bred, and differs give partial credit.

A task is fitted if a program gives the output of every demo. It is right if the best such program
also gives the output of every test. Test outputs are used only after all searches have ended.
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
    parser.add_argument("programs", type=Path, help="a file with one program per task")
    parser.add_argument("--seconds", type=float, default=600.0, help="time per search (600)")
    parser.add_argument("--tasks", type=int, default=100, help="tasks to remove (100)")
    parser.add_argument("--seed", type=int, default=0, help="seed of all random choices")
    parser.add_argument("--threads", type=int, help="number of threads; all cores by default")
    return parser.parse_args()


if __name__ == "__main__":
    guarded(main)()
