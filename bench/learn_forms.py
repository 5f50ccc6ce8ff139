"""Learn how much each form of a task costs enumeration: how often it is right where it is needed.

    python bench/learn_forms.py arc1-train --steps 150000 -o forms_prior.json

Enumerates every task as it is and in every view, each with so many steps. A view has a task right
if the right output is among the first two of its programs, simplest first. The weight of the
average form is chosen by cross-validation: the one under which left-out tasks are likeliest.
Prints for each form its counts, also on two halves of the tasks, and its bits.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import log
from pathlib import Path

from arcloom import load
from arcloom.cli.guard import guarded
from arcloom.files import write_atomically
from arcloom.search.enumerate.forms import PLAIN, SearchPart, WayCounts, bits_by_counts, share_of
from arcloom.search.enumerate.strategy import tried
from arcloom.search.enumerate.task_search import enumerate_task
from arcloom.search.ways import views_of
from arcloom.solve.score import score
from arcloom.tasks import Grid, Task

MEMORY = 1 << 28
ATTEMPTS = 2
FOLDS = 10
WEIGHTS = (1.0, 5.0, 20.0, 50.0, 100.0, 200.0, 500.0, 2000.0)

Outcome = Mapping[str, bool]
"""For a task: whether it is right, by the name of each of its ways and of the plain task."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("--steps", type=int, default=150_000, help="tile ops for each view")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("-o", "--out", type=Path, required=True)
    given = parser.parse_args()
    tasks = list(load(given.dataset).values())
    with ThreadPoolExecutor(given.threads) as pool:
        outcomes = list(pool.map(lambda task: outcome(task, given.steps), tasks))
    counts = counted(outcomes)
    weight = min(WEIGHTS, key=lambda one: left_out_loss(outcomes, one))
    for one in WEIGHTS:
        print(f"weight {one:6.0f}: {left_out_loss(outcomes, one):.4f} nats a view")
    table(counts, [counted(outcomes[::2]), counted(outcomes[1::2])], weight)
    content = {name: seen._asdict() for name, seen in counts.items()}
    write_atomically(given.out, json.dumps(content, indent=0) + "\n")


def outcome(task: Task, steps: int) -> Outcome:
    """Search a task in every way."""
    parts = [SearchPart(task, steps)]
    parts += [SearchPart(view.task, steps, view.way) for view in views_of(task)]
    return {str(part.way or PLAIN): is_right(task, part) for part in parts}


def is_right(task: Task, part: SearchPart) -> bool:
    """Whether the simplest programs of a part have the task right."""
    result = enumerate_task(part.task, part.steps, MEMORY, most=part.fits)
    candidates = [part.candidate(c.program, c.cost) for c in result.candidates]
    if not candidates:
        return False
    found, _ = tried(task, candidates, MEMORY, "enumerate")
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
                    share = share_of(counts[name], counts, weight)
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
