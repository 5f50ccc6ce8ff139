"""What the starter programs add on tasks that they were not found on.

    python bench/starters.py --fuel 100000000
    python bench/starters.py --fuel 100000000 --strategies transfer,evolve

Every other training task is searched, the even ones and then the odd ones, with and without the
starter programs. A run leaves out the programs that were found on its own tasks alone, so half of
the tasks is searched with what the other half gave. The limit is fuel, so load changes only the
seconds. Test outputs are used only after a search has ended.
"""

from __future__ import annotations

import argparse

from arcloom import Dataset, load, solve
from arcloom.cli.guard import guarded
from arcloom.solve.figures import cpu_seconds


def main() -> None:
    """Solve each half with and without them."""
    options = _options()
    tasks = list(load(options.dataset).values())
    heads = ("tasks", "begin with", "starters", "fitted", "right at 1", "at 2", "CPU s")
    print("".join(f"{head:>12}" for head in heads), flush=True)
    for half, first in (("even", 0), ("odd", 1)):
        for starter in (None, "default"):
            dataset, before = Dataset(half, tasks[first::2]), cpu_seconds()
            answers = solve(
                dataset,
                fuel=options.fuel,
                seed=options.seed,
                strategies=options.strategies,
                starter=starter,
                progress=False,
            )
            figures, right = answers.figures, answers.score().tasks
            row = (half, starter or "nothing", figures.starters, figures.fitted, right[1], right[2])
            print(
                "".join(f"{cell:>12}" for cell in (*row, f"{cpu_seconds() - before:.0f}")),
                flush=True,
            )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dataset", default="arc1-train", help="arc1-train by default")
    parser.add_argument("--fuel", type=int, default=100_000_000, help="work per task")
    parser.add_argument("--seed", type=int, default=0, help="seed of all random choices")
    parser.add_argument("--strategies", help="strategies to run; all by default")
    return parser.parse_args()


if __name__ == "__main__":
    guarded(main)()
