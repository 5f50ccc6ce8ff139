"""New tasks of our own for typical ARC concepts, to measure generalisation.

    python bench/make_concepts.py tasks --seed 1 2 3
    arcloom solve tasks --library none --budget 1m

Each concept and seed gives a task `concept-seed` of three or four demos and one or two tests.
Sizes, colours, places and variants differ from seed to seed. Concepts are chosen because many ARC
tasks use them, not because some search finds them. `--list` names them; `--only cells order` takes
those of two modules of bench/concepts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from concepts import made  # beside this one
from concepts.making import MODULES
from task_files import write_tasks


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, nargs="?", help="folder to write the tasks to")
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--list", action="store_true", help="print the concepts")
    modules = {module.__name__.rsplit(".", 1)[-1]: module for module in MODULES}
    names = list(modules)
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="MODULE")
    arguments = parser.parse_args()
    chosen = [module for name, module in modules.items() if name in arguments.only]
    concepts = {concept.__name__: concept for module in chosen for concept in module.CONCEPTS}
    if arguments.list:
        for name, concept in concepts.items():
            print(f"{name:<22}{(concept.__doc__ or '').strip()}")
    if arguments.out:
        names = [(name, seed) for name in concepts for seed in arguments.seed]
        write_tasks(arguments.out, {f"{name}-{seed}": made(name, seed) for name, seed in names})


if __name__ == "__main__":
    main()
