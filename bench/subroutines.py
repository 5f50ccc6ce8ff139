"""What learnt subroutines add to evolution on tasks whose programs it has not seen.

    python bench/subroutines.py solvers.py --generations 40 --seeds 3

The file has one program per training task, named after it (`solve_00d62c1b`). A seed draws 100
tasks, and their programs are removed. Evolution breeds from the others on these tasks, with the
subroutines that `arcloom library learn` finds in them and without. Generations are the limit, so
load does not matter. A task is right if the best program that fits its demos gives the output of
every test. Test outputs are used only after a search has ended.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path

from arcloom import Dataset, EvolveConfig, Library, Program, load, read_programs
from arcloom.cli.guard import guarded
from arcloom.library.subroutines import learn_subroutines
from arcloom.search.evolve.evolution import Evolution
from arcloom.solve.check import check


def main() -> None:
    """Evolve with and without subroutines, and count."""
    options = _options()
    tasks, programs = load("arc1-train"), read_programs(options.programs)
    heads = ("seed", "subroutines", "nodes", "with them", "candidates", "fitted", "right")
    print("".join(f"{head:>12}" for head in heads), flush=True)
    for seed in range(options.seeds):
        drawn = sorted(random.Random(seed).sample(sorted(tasks), options.tasks))
        known = {name: p for name, p in programs.items() if name.rpartition("_")[2] not in drawn}
        unseen = Dataset("unseen", [tasks[task_id] for task_id in drawn])
        found = learn_subroutines(known.values(), options.most)
        learnt = {one.program.name: one.program for one in found.subroutines}
        for given in ({}, learnt):
            row = _evolve({**known, **given}, unseen, options, seed)
            cells = (seed, len(given), found.before, found.after if given else found.before, *row)
            print("".join(f"{cell:>12,}" for cell in cells), flush=True)


def _evolve(
    programs: Mapping[str, Program], tasks: Dataset, options: argparse.Namespace, seed: int
) -> tuple[int, int, int]:
    """Candidates, and how many tasks are fitted and right."""
    config = EvolveConfig(seed=seed, generations=options.generations)
    with (
        tempfile.TemporaryDirectory() as folder,
        Library(Path(folder) / "lib.db") as library,
    ):
        library.add_programs(programs)
        figures = Evolution(tasks, library, config).run()
        best = {task_id: library.best(task_id, 1)[0].program for task_id in library.solved()}
    right = sum(
        bool(check(Dataset("one", [tasks[task_id]]), {"best": stored.parse()}).solvers)
        for task_id, stored in best.items()
    )
    return figures.candidates, len(best), right


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", type=Path, help="a file with one program per task")
    parser.add_argument("--generations", type=int, default=40, help="per search (40)")
    parser.add_argument("--tasks", type=int, default=100, help="tasks to remove (100)")
    parser.add_argument("--seeds", type=int, default=3, help="how many seeds (3)")
    parser.add_argument("--most", type=int, default=64, help="subroutines to learn at most (64)")
    return parser.parse_args()


if __name__ == "__main__":
    guarded(main)()
