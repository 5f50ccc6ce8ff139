"""New tasks of our own for typical ARC concepts, to measure generalisation.

    python bench/make_concepts.py tasks --seed 1 2 3
    arcloom solve tasks --library none --budget 1m

Each concept and seed gives a task `concept-seed` of three or four demos and one or two tests.
Sizes, colours, places and variants differ from seed to seed. Concepts are chosen because many ARC
tasks use them, not because some search finds them. `--list` names them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from concepts import CONCEPTS, made  # beside this one
from task_files import write_tasks


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, nargs="?", help="folder to write the tasks to")
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--list", action="store_true", help="print the concepts")
    arguments = parser.parse_args()
    if arguments.list:
        for name, concept in CONCEPTS.items():
            print(f"{name:<22}{(concept.__doc__ or '').strip()}")
    if arguments.out:
        names = [(name, seed) for name in CONCEPTS for seed in arguments.seed]
        write_tasks(arguments.out, {f"{name}-{seed}": made(name, seed) for name, seed in names})


if __name__ == "__main__":
    main()
