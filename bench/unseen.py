"""What evolution finds on tasks whose programs it has not seen, against two simpler searches.

    python bench/unseen.py solvers.py --seconds 600
    python bench/unseen.py solvers.py --arm evolve --generations 200 --seed 1 2 3
    python bench/unseen.py solvers.py --arm evolve --generations 200 --set selection=best
    python bench/unseen.py solvers.py --arm evolve --generations 200 --subroutines 64

The file has one program per training task, named after it (`solve_00d62c1b`). The seed draws 100
tasks, and their programs are removed. The others are imported into new libraries. Each search gets
the same time, or the same generations, on the 100 tasks:

- transfer: the programs are scored, nothing is bred (it ends when all are scored);
- matches only: programs are bred, but an output that is not right is worth nothing;
- evolve: programs are bred, and differs give partial credit.

A task is fitted if a program gives the output of every demo. It is right if the best such program
also gives the output of every test, where a rule may take as much fuel as `fit` has. It is answered
if one of the two attempts is right that `evolve` stores for each test: there the programs that fit
are ranked by their odds. Test outputs are used only after all searches have ended. The interval is
Wilson's, at 95 %, of the share of right tasks over all seeds.

`--set FIELD=VALUE` changes a field of EvolveConfig, so that one part of evolution can be switched
off at a time. `--subroutines N` also imports at most N subroutines of the other programs, as
`arcloom library learn` finds them.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from intervals import wilson  # beside this one

from arcloom import load, read_programs
from arcloom.cli.guard import guarded
from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.library import Library
from arcloom.library.subroutines import learn_subroutines
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.solve.check import check
from arcloom.solve.given import given
from arcloom.solve.kept import KeptOdds
from arcloom.solve.score import score
from arcloom.tasks import Dataset

ARMS: Mapping[str, Mapping[str, Any]] = {
    "transfer": {"freeze_programs": True},
    "matches only": {"use_differs": False},
    "evolve": {},
}


class Row(NamedTuple):
    """What one search came to."""

    seconds: float
    candidates: int
    fitted: int
    right: int
    answered: int


def main() -> None:
    """Run the searches and print what each found."""
    options = _options()
    changes = dict(_setting(one) for one in options.set)
    programs = read_programs(options.programs)
    heads = f"{'seconds':>9}{'candidates':>13}{'fitted':>8}{'right':>7}{'answered':>10}"
    print(f"{'search':<14}{'seed':>5}{heads}")
    for name in options.arm or ARMS:
        rows = []
        for seed in options.seed:
            rows.append(_arm({**ARMS[name], **changes}, programs, seed, options))
            print(f"{name:<14}{seed:>5}{_cells(rows[-1])}", flush=True)
        total = Row(*map(sum, zip(*rows, strict=True)))
        low, high = wilson(total.right, options.tasks * len(rows))
        print(f"{name:<14}{'all':>5}{_cells(total)}  {low:.1%} to {high:.1%}", flush=True)


def _cells(row: Row) -> str:
    counts = f"{row.fitted:>8}{row.right:>7}{row.answered:>10}"
    return f"{row.seconds:>9.0f}{row.candidates:>13,}{counts}"


def _arm(
    config: Mapping[str, Any],
    programs: Mapping[str, Program],
    seed: int,
    options: argparse.Namespace,
) -> Row:
    """One search on the tasks that a seed draws."""
    tasks = load("arc1-train")
    drawn = sorted(random.Random(seed).sample(sorted(tasks), options.tasks))
    unseen = Dataset("unseen", [tasks[task_id] for task_id in drawn])
    known = {name: p for name, p in programs.items() if name.rpartition("_")[2] not in drawn}
    if options.subroutines:
        found = learn_subroutines(known.values(), options.subroutines)
        learnt = [one.program for one in found.subroutines]
        known |= {program.name: program for program in learnt}
        print(f"seed {seed}: {len(learnt)} subroutines, {found.after:,} of {found.before:,} nodes")
    limit = (
        {"generations": options.generations}
        if options.generations is not None
        else {"seconds": options.seconds}
    )
    settings = EvolveConfig(**{"seed": seed, **limit, **config})
    with tempfile.TemporaryDirectory() as folder:
        place = (options.keep or Path(folder)) / f"unseen-{seed}.db"
        with Library.open(place) as library:
            library.add_programs(known)
            judge = KeptOdds(unseen, options.threads)
            search = Evolution(unseen, library, settings, threads=options.threads, judge=judge)
            figures = search.run()
            fitted = {task_id: library.best(task_id, 1)[0].program for task_id in library.solved()}
            best = {task_id: stored.parse() for task_id, stored in fitted.items()}
            answers = {task_id: given(library, unseen[task_id]) for task_id in best}
    right = sum(
        bool(check(Dataset("one", [unseen[task_id]]), {"best": program}, limits=FIT_LIMITS).solvers)
        for task_id, program in best.items()
    )
    attempts = {i: [*map(tuple, a.attempts)] for i, a in answers.items() if a is not None}
    judged = Dataset("judged", [unseen[task_id] for task_id in attempts])
    answered = len(score(attempts, judged).solved)
    return Row(figures.seconds, figures.candidates, len(best), right, answered)


def _setting(text: str) -> tuple[str, Any]:
    """A field of EvolveConfig and its value, from FIELD=VALUE."""
    name, _, value = text.partition("=")
    known = {field.name: field.default for field in fields(EvolveConfig)}
    if name not in known or not isinstance(known[name], bool | int | float | str):
        raise InputError(f"'{text}' sets no field of EvolveConfig", remedy="write FIELD=VALUE")
    kind = type(known[name])
    try:
        return name, {"true": True, "false": False}[value] if kind is bool else kind(value)
    except (KeyError, ValueError):
        raise InputError(f"'{value}' is no {kind.__name__}", place=f"--set {name}") from None


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", type=Path, help="a file with one program per task")
    parser.add_argument("--seconds", type=float, default=600.0, help="time per search (600)")
    parser.add_argument("--generations", type=int, help="generations per search, instead of time")
    parser.add_argument("--tasks", type=int, default=100, help="tasks to remove (100)")
    parser.add_argument("--seed", type=int, nargs="+", default=[0], help="draws of tasks (0)")
    parser.add_argument("--threads", type=int, help="number of threads; all cores by default")
    parser.add_argument("--arm", choices=ARMS, action="append", help="only this search")
    parser.add_argument("--set", metavar="FIELD=VALUE", action="append", default=[])
    parser.add_argument("--subroutines", type=int, default=0, help="learn so many at most (0)")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="keep the libraries here")
    return parser.parse_args()


if __name__ == "__main__":
    guarded(main)()
