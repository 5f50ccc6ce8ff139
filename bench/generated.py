"""New tasks of known kinds, made by re-arc's generators, to measure generalisation.

    python bench/generated.py re-arc tasks --seed 1
    arcloom solve tasks --library none --budget 1m
    arcloom score submission.json tasks

Needs a checkout of re-arc, which needs matplotlib and tqdm. Each generator makes one task: three
demos (`--demos N` for more, to train a network) and a test, over its whole range of difficulty. An
example is used if re-arc's own verifier agrees with it, its output differs from its input, and no
side is longer than 30. Colours and background mostly differ from example to example.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from task_files import write_tasks  # beside this one

DEMOS = 3
TRIES = 10
"""How often a generator is called for each example that a task needs, at most."""
SECONDS = 5
"""For one example: some generators look for a fitting one for long."""
LARGEST = 30
GENERATE, VERIFY = "generate_", "verify_"


def examples(generate: Any, verify: Any, tries: int) -> Iterator[dict[str, list[list[int]]]]:
    """Examples that are as they should be, each once."""
    seen: list[Any] = []
    for _ in range(tries):
        signal.alarm(SECONDS)
        try:
            made = generate(0, 1)
            grids = [[[int(cell) for cell in row] for row in made[k]] for k in ("input", "output")]
            agrees = verify(tuple(map(tuple, grids[0]))) == tuple(map(tuple, grids[1]))
        except Exception:  # a generator that gives up, or takes too long
            continue
        finally:
            signal.alarm(0)
        sides = [side for grid in grids for side in (len(grid), len(grid[0]))]
        if agrees and grids[0] != grids[1] and grids[0] not in seen and max(sides) <= LARGEST:
            seen.append(grids[0])
            yield {"input": grids[0], "output": grids[1]}


def main() -> None:
    """Write the tasks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a checkout of re-arc")
    parser.add_argument("out", type=Path, help="folder to write the tasks to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--demos", type=int, default=DEMOS, help=f"of each task (default {DEMOS})")
    args = parser.parse_args()
    sys.path.insert(0, str(args.folder))
    generators, verifiers = import_module("generators"), import_module("verifiers")
    signal.signal(signal.SIGALRM, _too_long)
    names = sorted(n.removeprefix(GENERATE) for n in dir(generators) if n.startswith(GENERATE))
    tasks = {}
    for name in names:
        random.seed(f"{args.seed}-{name}")
        generate, verify = getattr(generators, GENERATE + name), getattr(verifiers, VERIFY + name)
        wanted = args.demos + 1
        chosen = list(islice(examples(generate, verify, TRIES * wanted), wanted))
        if len(chosen) == wanted:
            tasks[name] = {"train": chosen[:-1], "test": chosen[-1:]}
    write_tasks(args.out, tasks)


def _too_long(*_: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    main()
