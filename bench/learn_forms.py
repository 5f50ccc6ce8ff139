"""Learn how much each form of a task costs enumeration: how often it is right where it is needed.

    python bench/learn_forms.py arc1-train -o forms_prior.json

Searches every task as it is and in every view, by `enumerate` and by `placed`, each with so many
steps. A view has a task right if the right output is among the first two of its programs, simplest
first. The weight of the average form is chosen by cross-validation: the one under which left-out
tasks are likeliest; it is a constant of `search/enumerate/forms.py`. Prints for each form its
counts, also on two halves of the tasks, and its bits.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import log
from pathlib import Path

from arcloom import load
from arcloom.cli.guard import guarded
from arcloom.files import write_atomically
from arcloom.search.enumerate.forms import PLAIN, SearchPart, WayCounts, bits_by_counts, share_of
from arcloom.search.enumerate.strategy import Enumerate, tried
from arcloom.search.enumerate.task_search import enumerate_task
from arcloom.search.placed.placed_search import search_placed
from arcloom.search.placed.strategy import PlacedSearch
from arcloom.search.trial import Candidate
from arcloom.search.ways import views_of
from arcloom.solve.score import score
from arcloom.tasks import Grid, Task

MEMORY = 1 << 28
ATTEMPTS = 2
FOLDS = 10
LEAST_SHARE = 1e-6
WEIGHTS = (1.0, 5.0, 20.0, 50.0, 100.0, 200.0, 500.0, 2000.0)

Search = Callable[[SearchPart], list[Candidate]]
Outcome = Mapping[str, bool]
"""For a task: whether it is right, by the name of each of its ways and of the plain task."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("--steps", type=int, default=150_000, help="for each view, by enumerate")
    parser.add_argument("--placed-steps", type=int, default=80_000, help="the same, by placed")
    parser.add_argument("--every", type=int, default=1, help="take every N-th task")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("-o", "--out", type=Path, required=True)
    given = parser.parse_args()
    tasks = list(load(given.dataset).values())[:: given.every]
    content = {
        Enumerate.name: learnt(tasks, enumerated, given.steps, given.threads),
        PlacedSearch.name: learnt(tasks, placed, given.placed_steps, given.threads),
    }
    write_atomically(given.out, json.dumps(content, indent=0) + "\n")


def learnt(tasks: Sequence[Task], search: Search, steps: int, threads: int) -> dict[str, object]:
    """The counts of a search, for the package. Prints what they say."""
    with ThreadPoolExecutor(threads) as pool:
        outcomes = list(pool.map(lambda task: outcome(task, search, steps), tasks))
    losses = {weight: left_out_loss(outcomes, weight) for weight in WEIGHTS}
    print(f"{search.__name__}, nats a view by weight:", end="")
    print(*(f" {weight:.0f}: {loss:.4f}" for weight, loss in losses.items()), sep=",")
    counts = counted(outcomes)
    halves = [counted(outcomes[::2]), counted(outcomes[1::2])]
    table(counts, halves, min(losses, key=losses.__getitem__))
    return {name: seen._asdict() for name, seen in counts.items()}


def enumerated(part: SearchPart) -> list[Candidate]:
    result = enumerate_task(part.task, part.steps, MEMORY)
    return [part.candidate(c.program, c.cost) for c in result.candidates]


def placed(part: SearchPart) -> list[Candidate]:
    result = search_placed(part.task, part.steps, MEMORY)
    return [part.candidate(c.program, c.cost) for c in result.candidates]


def outcome(task: Task, search: Search, steps: int) -> Outcome:
    """Search a task in every way."""
    parts = {PLAIN: SearchPart(task, steps)}
    parts |= {str(v.way): SearchPart(v.task, steps, (v.way,)) for v in views_of(task)}
    return {name: is_right(task, search(part)) for name, part in parts.items()}


def is_right(task: Task, candidates: Sequence[Candidate]) -> bool:
    """Whether the simplest programs have the task right."""
    if not candidates:
        return False
    found, _ = tried(task, candidates, MEMORY, Enumerate.name)
    fits = sorted((one for one in found if one.fits), key=lambda one: one.cost)
    attempts = tuple(
        distinct(one.outputs[test] for one in fits)[:ATTEMPTS] for test in range(len(task.tests))
    )
    return score({task.id: attempts}, {task.id: task}).tasks[ATTEMPTS] > 0


def distinct(grids: Iterable[Grid | None]) -> tuple[Grid, ...]:
    out: list[Grid] = []
    for grid in grids:
        if grid is not None and not any(grid.same(other) for other in out):
            out.append(grid)
    return tuple(out)


def wanted(outcome: Outcome) -> list[str]:
    """The ways that have a task right which the plain search has wrong."""
    return [] if outcome[PLAIN] else [name for name, right in outcome.items() if right]


def counted(outcomes: Sequence[Outcome]) -> dict[str, WayCounts]:
    tried = Counter(name for one in outcomes for name in one)
    wanting = Counter(name for one in outcomes for name in wanted(one))
    right: Counter[str] = Counter()
    for one in outcomes:
        for name in wanted(one):
            right[name] += 1 / len(wanted(one))
    plain = sum(one[PLAIN] for one in outcomes)
    counts = {
        name: WayCounts(tried[name], round(right[name], 3), wanting[name])
        for name in sorted(tried, key=lambda name: (-right[name], name))
        if name != PLAIN
    }
    return {PLAIN: WayCounts(len(outcomes), plain, plain), **counts}


def left_out_loss(outcomes: Sequence[Outcome], weight: float) -> float:
    """How unlikely it is, per view, that left-out tasks want the forms that they want."""
    loss, views = 0.0, 0
    for fold in range(FOLDS):
        counts = counted([one for k, one in enumerate(outcomes) if k % FOLDS != fold])
        for one in outcomes[fold::FOLDS]:
            for name in one:
                if name != PLAIN and name in counts:
                    share = max(LEAST_SHARE, share_of(counts[name], counts, weight))
                    part = 1 / len(wanted(one)) if name in wanted(one) else 0.0
                    loss -= part * log(share) + (1 - part) * log(1 - share)
                    views += 1
    return loss / views


def table(
    counts: Mapping[str, WayCounts],
    two: Sequence[Mapping[str, WayCounts]],
    weight: float,
) -> None:
    bits = {str(way): one for way, one in bits_by_counts(counts, weight).items()}
    print(f"{'way':<10}{'tried':>6}{'right':>7}{'wanting':>9}{'halves':>9}{'bits':>7}")
    for name, seen in counts.items():
        halves = "+".join(str(half[name].wanting) if name in half else "0" for half in two)
        cost = f"{bits[name]:7.1f}" if name in bits else f"{'-':>7}"
        print(f"{name:<10}{seen.tried:>6}{seen.right:>7.1f}{seen.wanting:>9}{halves:>9}{cost}")


if __name__ == "__main__":
    guarded(main)()
