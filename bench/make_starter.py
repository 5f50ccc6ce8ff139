"""Makes the starter programs again: what `solve` and `evolve` begin with.

    python bench/make_starter.py --date 2026-11-17 --apart-from solvers.py --apart-from verifiers.py

The training tasks are searched from nothing, each by itself: no strategy here looks at other tasks.
Of the programs that give all outputs of a task, tests included, the simplest that learns nothing
and the simplest that learns from the demos are chosen. The programs of `examples/programs.py`,
which were written for Arcloom, are added. Each program is noted with the tasks that it was chosen
for. So the programs of some of the tasks are what this script would make of these tasks alone.

Programs of the files `--apart-from` are left out, whoever found them: none that another repository
has is to be here. The search is limited in fuel, so the same version, date and files make the same
file.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

from arcloom import Dataset, Program, Task, __version__, load, read_programs, solve
from arcloom.cli.guard import guarded
from arcloom.files import write_atomically
from arcloom.library import starter
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.search.leave_one_out import learns
from arcloom.search.strategy import Found
from arcloom.solve.answers import Answer
from arcloom.solve.check import check

FUEL = 200_000_000
STRATEGIES = "enumerate,placed,fit,rules,views"
"""Strategies that search each task by itself."""
WRITTEN = Path(__file__).parents[1] / "examples/programs.py"
MOST_NODES = 60
"""Longer programs are about their task alone."""


@dataclass
class Chosen:
    """A program, what found it first, and the tasks that it was chosen for."""

    program: Program
    strategy: str
    origin: starter.Origin
    tasks: list[str] = field(default_factory=list)


def main() -> None:
    """Search, choose and write."""
    options = _options()
    tasks = load("arc1-train")
    chosen: dict[str, Chosen] = {}

    def choose(task_id: str, program: Program, strategy: str, origin: starter.Origin) -> None:
        one = chosen.setdefault(program.hash, Chosen(program, strategy, origin))
        if task_id not in one.tasks:
            one.tasks.append(task_id)

    written = starter.Origin("examples/programs.py", __version__, options.date)
    for name, program in read_programs(WRITTEN).items():
        choose(name.removeprefix("solve_"), program, "written", written)
    command = f"arcloom solve arc1-train --library none --fuel {FUEL} --strategies {STRATEGIES}"
    origin = starter.Origin(command, __version__, options.date)
    answers = solve(tasks, fuel=FUEL, strategies=STRATEGIES, library="none")
    for task_id, answer in answers.items():
        for found in _best(answer, tasks[task_id]):
            choose(task_id, found.program, found.strategy, origin)
    others = {p.hash for path in options.apart_from for p in read_programs(path).values()}
    programs = list(_named(one for one in chosen.values() if one.program.hash not in others))
    write_atomically(options.out, starter.starter_text(programs, tasks))
    print(f"{len(programs)} programs, {options.out.stat().st_size:,} bytes: {options.out}")


def _best(answer: Answer, task: Task) -> Iterator[Found]:
    """The simplest program of each kind that has the task right."""
    alone = Dataset("one", [task])
    for kind in (False, True):
        for one in answer.evidence.fits:
            small = len(one.program) <= MOST_NODES
            if small and learns(one.program) == kind and _right(alone, one.program):
                yield one
                break


def _right(task: Dataset, program: Program) -> bool:
    return bool(check(task, {"one": program}, limits=FIT_LIMITS).solvers)


def _named(chosen: Iterable[Chosen]) -> Iterator[starter.StarterProgram]:
    """The programs by task, each named after the first task that it was chosen for."""
    names: set[str] = set()
    for one in sorted(chosen, key=_order):
        program, tasks = one.program, tuple(sorted(one.tasks))
        plain = f"starter_{tasks[0]}"
        made = (plain, f"{plain}_{one.strategy}", f"{plain}_{program.hash[:8]}")
        name = next(name for name in made if name not in names)
        names.add(name)
        source = program.source(name)
        yield starter.StarterProgram(
            name, program.hash, len(program), source, one.strategy, tasks, (), one.origin
        )


def _order(one: Chosen) -> tuple[str, bool, bool, str, str]:
    by_machine = one.strategy != "written"
    return min(one.tasks), by_machine, learns(one.program), one.strategy, one.program.hash


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    place = Path(str(files(starter.__package__).joinpath(starter.FILE)))
    parser.add_argument("--out", type=Path, default=place, help="the file to write")
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    parser.add_argument("--date", default=today, help="the date to note; today by default")
    parser.add_argument(
        "--apart-from",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="leave out the programs of this file; may be given several times",
    )
    return parser.parse_args()


if __name__ == "__main__":
    guarded(main)()
