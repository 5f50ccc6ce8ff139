"""Judges the parts of the rule learner by what they find on tasks that they were not chosen on.

    python bench/carry_over.py gather arc1-train train.json
    python bench/make_concepts.py concepts --seed 1 2 3
    python bench/carry_over.py gather concepts concepts.json
    python bench/carry_over.py judge train.json concepts.json --svg carry-over.svg

`gather` runs the learner once on a dataset or a folder of tasks, re-arc's generated ones for
example, with all levels and all fuel. It writes every program that fits, its answers, and whether
they are right. Use it on tasks for development only.

`judge` searches nothing. A *part* is a family of rules, a level, a step, a view, a completion, or a
named row that a learnt rule uses (`--rows`). For each part it prints:

- fitted, right: tasks that its programs fit, and of these the tasks that they alone have right;
- without: tasks right if its programs are taken out of the ranking;
- gain: right with it, less right without it, with an interval (bootstrap over tasks);
- won, lost: the tasks behind the gain;
- chosen: in how many halves of the tasks it is chosen (`--splits` cuts, both halves of each). On a
  half, the part that loses least is dropped, as long as no task is lost;
- carried: its mean gain on the other half where it is chosen.

Right means at two attempts, by the ranking that `solve` uses. The table cannot know what rule a
family would give in place of a row that is taken out, unless it is one of its next explanations.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from gain_plot import gain_plot  # beside this one
from intervals import bootstrap, wilson

from arcloom import _core
from arcloom.cli.guard import guarded
from arcloom.engine import weave
from arcloom.errors import InputError
from arcloom.lang import Program, ProgramBuilder, read_program
from arcloom.search.learn.candidates import FIT_LIMITS, LEVELS, on_ground, programs
from arcloom.search.learn.strategy import Learn
from arcloom.search.strategy import Effort, Found
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import attempts
from arcloom.tasks import Dataset, Grid, Task
from arcloom.tasks.load import load
from arcloom.tasks.sealed import reveal

ATTEMPTS = 2
FUEL = 10**12
MEMORY = 2**30
LEAST_ID = 1000
"""Smaller numbers in a stored rule are colours, counts and sizes."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    gather = commands.add_parser("gather", help="run the learner once, and write what fits")
    gather.add_argument("dataset")
    gather.add_argument("table", type=Path)
    gather.add_argument("--levels", type=int, default=LEVELS)
    gather.add_argument("--threads", type=int, default=2)
    judge = commands.add_parser("judge", help="say what each part gains")
    judge.add_argument("tables", nargs="+", type=Path)
    judge.add_argument("--splits", type=int, default=10, help="cuts into halves (10)")
    judge.add_argument("--rows", action="store_true", help="judge the rows of rules too")
    judge.add_argument("--svg", type=Path)
    options = parser.parse_args()
    if options.command == "gather":
        table = gathered(load(options.dataset), options.levels, options.threads)
        options.table.write_text(json.dumps({"dataset": options.dataset, "tasks": table}))
        return
    gains: dict[str, dict[str, Gain]] = {}
    for path in options.tables:
        tasks = read(path)
        gains[path.stem] = judged(tasks, options.splits, options.rows)
        print_table(path.stem, tasks, gains[path.stem])
    if options.svg:
        shown = {
            name: {p: (g.gain, *g.interval) for p, g in of.items()} for name, of in gains.items()
        }
        options.svg.write_text(gain_plot(shown))


# Gathering


def gathered(tasks: Dataset, levels: int, threads: int) -> dict[str, Any]:
    """By task: all fits, with their answers and parts; and which answers are right."""
    learner = Learn()
    for _ in range(levels - 1):
        learner.prepare(())
    parts = {
        one.program.hash: (f"level {level}", *one.parts)
        for level in reversed(range(levels))
        for plain in programs(level)
        for one in (plain, on_ground(plain))
    }
    effort = Effort(levels - 1, FUEL, MEMORY, 0, lambda: False)

    def of_task(task: Task) -> dict[str, Any]:
        fits = [one for one in learner.search(task, effort).found if one.fits]
        rows = rows_of_rules([one.program for one in fits], task)
        return {
            "right": [None if grid is None else grid.tolist() for grid in reveal(task)],
            "fits": [
                {
                    "source": one.program.source(),
                    "cost": one.cost,
                    "fuel": one.fuel,
                    "left_out": one.left_out,
                    "answers": [None if a is None else a.tolist() for a in one.outputs],
                    "parts": parts[one.program.hash],
                    "rows": used,
                }
                for one, used in zip(fits, rows, strict=True)
            ],
        }

    with ThreadPoolExecutor(threads) as pool:
        return dict(zip(tasks, pool.map(of_task, tasks.values()), strict=True))


def rows_of_rules(fits: Sequence[Program], task: Task) -> list[list[str]]:
    """For each program, the named rows of the rules that it learns: "tree: holes"."""
    learnt = [list(_learning(program)) for program in fits]
    distinct = {p.hash: p for programs in learnt for _, p in programs}
    if not distinct:
        return [[] for _ in fits]
    batt = weave(distinct.values(), FIT_LIMITS)
    values = batt.values(range(len(distinct)), task.demos[0])
    rules = dict(zip(distinct, values, strict=True))
    return [
        sorted({f"{kind}: {row}" for kind, p in programs for row in _rows(rules[p.hash])})
        for programs in learnt
    ]


def _learning(program: Program) -> Iterable[tuple[str, Program]]:
    """For each op that learns, its kind and the program that gives its rule."""
    builder = ProgramBuilder()
    numbers: list[int] = []
    for node in program.nodes:
        args = [numbers[k] for k in node.args]
        make: Callable[..., int] = builder.apply
        if node.kind != "apply":
            args = [node.payload, *args]
            make = getattr(builder, node.kind)
        numbers.append(make(*args))
        if node.kind == "call" and node.payload.startswith("learn_"):
            yield node.payload.removeprefix("learn_"), builder.build(numbers[-1])


def _rows(rule: object) -> set[str]:
    if not isinstance(rule, tuple):
        return set()
    ids = {number for number in rule[1:] if number >= LEAST_ID}
    return {row.name for row in _core.rule_rows() if row.id in ids}


# What a table says


@dataclass(frozen=True)
class TaskRow:
    """What fits a task."""

    task: Task
    fits: tuple[tuple[Found, frozenset[str]], ...]
    """with the parts of each"""
    right: tuple[Grid | None, ...]

    def solved(self, without: frozenset[str] = frozenset(), only: str | None = None) -> bool:
        """Whether the best two answers are right, of the programs that have none of some parts."""
        evidence = Evidence(self.task)
        evidence.add(
            one
            for one, parts in self.fits
            if not parts & without and (only is None or only in parts)
        )
        return all(
            any(output.same(wanted) for output in given)
            for given, wanted in zip(attempts(evidence, ATTEMPTS), self.right, strict=True)
            if wanted is not None
        )

    @cached_property
    def parts(self) -> frozenset[str]:
        return frozenset().union(*(parts for _, parts in self.fits))

    def fitted(self, without: frozenset[str] = frozenset()) -> bool:
        """Whether a program fits that has none of some parts."""
        return any(not one.refuted and not parts & without for one, parts in self.fits)


def read(path: Path) -> list[TaskRow]:
    """The tasks of a table."""
    content = json.loads(path.read_text())
    tasks = load(content["dataset"])
    sources = {one["source"] for row in content["tasks"].values() for one in row["fits"]}
    known = {source: program for source in sources if (program := _program(source))}

    def fit(task: Task, one: Mapping[str, Any]) -> tuple[Found, frozenset[str]]:
        outputs = tuple(None if a is None else Grid(a) for a in one["answers"])
        left_out = one["left_out"] and (one["left_out"][0], one["left_out"][1])
        found = Found(
            task.id,
            known[one["source"]],
            Learn.name,
            one["cost"],
            *(len(task.demos), len(task.demos)),
            outputs,
            1000,
            one["fuel"],
            left_out,
        )
        return found, frozenset([*map(_short, one["parts"]), *_groups(one["parts"]), *one["rows"]])

    return [
        TaskRow(
            tasks[task_id],
            tuple(fit(tasks[task_id], one) for one in row["fits"] if one["source"] in known),
            tuple(None if grid is None else Grid(grid) for grid in row["right"]),
        )
        for task_id, row in content["tasks"].items()
    ]


def _program(source: str) -> Program | None:
    """None for a program of an older version, with an op that is gone."""
    try:
        return read_program(source)
    except InputError:
        return None


def _short(part: str) -> str:
    return part if len(part) <= 40 else part[:39] + "…"


def _groups(parts: Iterable[str]) -> set[str]:
    """All views, all frames and so on, as a part of their own."""
    words = {part.partition(" ")[0] for part in parts if " " in part}
    return {f"any {word}" for word in words - {"level", "explanation"}}


# Judging


@dataclass(frozen=True)
class Gain:
    """What a part adds to the others."""

    fitted: int
    alone: int
    without: int
    precision: float
    """right of fitted, without it"""
    by_task: Mapping[int, int]
    """1 for a task that is right only with it, -1 for one that is right only without it"""
    interval: tuple[float, float]
    chosen: int
    carried: float

    @property
    def gain(self) -> int:
        return sum(self.by_task.values())


def judged(tasks: Sequence[TaskRow], splits: int, rows: bool) -> dict[str, Gain]:
    """What each part gains, the largest gain first."""
    names = sorted(frozenset().union(*(task.parts for task in tasks)))
    names = [name for name in names if rows or ": " not in name]
    base = [task.solved() for task in tasks]
    changes = {name: _changes(tasks, base, name) for name in names}
    chosen: dict[str, list[float]] = {name: [] for name in names}
    for ours, other in halves(len(tasks), splits):
        for name in choice(tasks, ours, changes):
            chosen[name].append(sum(changes[name].get(k, 0) for k in other))
    gains = {}
    for name in names:
        by_task = changes[name]
        without = frozenset([name])
        right = sum(base) - sum(by_task.values())
        _, sure, fitted = counted(tasks, without)
        values = [float(by_task.get(k, 0)) for k in range(len(tasks))]
        own = [task for task in tasks if name in task.parts]
        gains[name] = Gain(
            len(own),
            sum(task.solved(only=name) for task in own),
            right,
            sure / max(1, fitted),
            by_task,
            bootstrap(values),
            len(chosen[name]),
            sum(chosen[name]) / max(1, len(chosen[name])),
        )
    return dict(sorted(gains.items(), key=lambda item: (-item[1].gain, item[0])))


def counted(
    tasks: Sequence[TaskRow], without: frozenset[str] = frozenset()
) -> tuple[int, int, int]:
    """How many tasks are right, right and fitted, and fitted."""
    pairs = [(task.solved(without), task.fitted(without)) for task in tasks]
    return (
        sum(right for right, _ in pairs),
        sum(right and fitted for right, fitted in pairs),
        sum(fitted for _, fitted in pairs),
    )


def halves(count: int, splits: int) -> Iterator[tuple[list[int], list[int]]]:
    """Numbers of tasks cut in two, by chance; each half comes first once."""
    for seed in range(splits):
        order = Random(seed).sample(range(count), count)
        yield order[::2], order[1::2]
        yield order[1::2], order[::2]


def _changes(tasks: Sequence[TaskRow], base: Sequence[bool], name: str) -> dict[int, int]:
    changes = {}
    for number, task in enumerate(tasks):
        if name in task.parts:
            change = base[number] - task.solved(frozenset([name]))
            if change:
                changes[number] = change
    return changes


def choice(
    tasks: Sequence[TaskRow], half: Sequence[int], changes: Mapping[str, Mapping[int, int]]
) -> list[str]:
    """The parts that are left on these tasks after dropping all whose loss costs no task."""
    gains = {name: sum(change.get(k, 0) for k in half) for name, change in changes.items()}
    right = {k: tasks[k].solved() for k in half}
    dropped: frozenset[str] = frozenset()
    for name in sorted(gains, key=lambda name: (gains[name], name)):
        if gains[name] > 0:
            break  # alone it costs a task, so it does with others
        after = {
            k: tasks[k].solved(dropped | {name}) if name in tasks[k].parts else right[k]
            for k in half
        }
        if sum(after.values()) >= sum(right.values()):
            dropped, right = dropped | {name}, after
    return [name for name in gains if name not in dropped]


def print_table(name: str, tasks: Sequence[TaskRow], gains: Mapping[str, Gain]) -> None:
    """A Markdown table of the parts."""
    right, sure, fitted = counted(tasks)
    low, high = wilson(sure, max(1, fitted))
    print(f"\n{name}: {right} of {len(tasks)} tasks right, {fitted} fitted, ", end="")
    print(f"right of fitted {sure / max(1, fitted):.0%} ({low:.0%} to {high:.0%})\n")
    heads = "part fitted right without gain interval won lost precision chosen carried"
    print("| " + " | ".join(heads.split()) + " |")
    print("| " + " | ".join("---" for _ in heads.split()) + " |")
    for part, one in gains.items():
        won = sum(change > 0 for change in one.by_task.values())
        cells = [part, one.fitted, one.alone, one.without, f"{one.gain:+d}"]
        cells += [f"{one.interval[0]:+.0f} to {one.interval[1]:+.0f}", won, won - one.gain]
        cells += [f"{one.precision:.1%}", one.chosen, f"{one.carried:+.1f}"]
        print("| " + " | ".join(map(str, cells)) + " |")


if __name__ == "__main__":
    guarded(main)()
