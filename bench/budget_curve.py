"""Accuracy against budget: one run of `solve` from nothing, scored at each budget; table and SVG.

    python bench/budget_curve.py arc1-train 30s 1m 3m 10m --svg budget.svg

A run does not use its budget before it ends. So its answers after a minute are those of a run with
a budget of a minute. A budget counts CPU time on all threads (10m on two threads: 1,200 s), so
other work on the machine does not matter. The table is Markdown on standard output. It has totals
only.

    python bench/budget_curve.py arc2-eval 3m --apart arc1-eval

This also scores the tasks that are not in the other dataset.

    python bench/budget_curve.py arc1-train 1m 5m --strategies enumerate

This runs only some strategies.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from math import log10
from pathlib import Path

from arcloom import load
from arcloom.budget import parse_budget
from arcloom.cli.guard import guarded
from arcloom.solve.config import SolveConfig
from arcloom.solve.run import SolveRun
from arcloom.solve.score import score
from arcloom.tasks import Dataset, Task

WIDTH, HEIGHT, MARGIN = 640, 360, 48
ATTEMPTS = 3
LONG_ENOUGH = "1000h"


@dataclass(frozen=True)
class Row:
    """What the run had at a budget."""

    budget: str
    seconds: float
    cpu_seconds: float
    peak_memory: int
    fuel: int
    fitted: int
    tasks: tuple[int, ...]
    """right at 1, 2, ... attempts"""
    total: int
    apart: tuple[int, ...]
    """the same, of the tasks that another dataset does not have"""
    total_apart: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("budgets", nargs="+", metavar="BUDGET")
    parser.add_argument("--svg", type=Path, help="file to draw the curve to")
    parser.add_argument("--memory", default="2G")
    parser.add_argument(
        "--apart", metavar="DATASET", help="score once more without the tasks of this set"
    )
    parser.add_argument("--strategies", metavar="NAMES", help="run only these, separated by commas")
    arguments = parser.parse_args()
    tasks = load(arguments.dataset)
    known = load(arguments.apart) if arguments.apart else {}
    others = {task_id: task for task_id, task in tasks.items() if task_id not in known}
    config = SolveConfig.of(
        LONG_ENOUGH,
        memory=arguments.memory,
        strategies=arguments.strategies,
        attempts=ATTEMPTS,
        starter=None,
    )
    rows = measure(tasks, others, arguments.budgets, config)
    print(table(rows))
    if arguments.svg:
        arguments.svg.write_text(drawing(rows))


def measure(
    tasks: Dataset, others: Mapping[str, Task], budgets: list[str], config: SolveConfig
) -> list[Row]:
    """Solve until the last budget is spent, and score at each."""
    waiting = sorted(budgets, key=parse_budget)
    rows: list[Row] = []

    def watch(run: SolveRun) -> None:
        while waiting and run.figures.cpu_seconds >= parse_budget(waiting[0]) * config.threads:
            rows.append(_row(waiting.pop(0), run, tasks, others))
            print(rows[-1], file=sys.stderr, flush=True)
        if not waiting and run.figures.stop != "enough":
            run.figures.stop = "enough"
            raise KeyboardInterrupt  # as a person would end it

    SolveRun(tasks, config, watch=watch).run()
    return rows


def _row(budget: str, run: SolveRun, tasks: Dataset, others: Mapping[str, Task]) -> Row:
    figures, attempts = run.figures, run.answers().attempts
    found, apart = score(attempts, tasks), score(attempts, others)
    return Row(
        budget,
        figures.seconds,
        figures.cpu_seconds,
        figures.peak_memory,
        figures.fuel,
        figures.fitted,
        tuple(found.tasks.values()),
        found.total_tasks,
        tuple(apart.tasks.values()),
        apart.total_tasks,
    )


def table(rows: list[Row]) -> str:
    """The runs as Markdown."""
    counts = range(1, max(len(row.tasks) for row in rows) + 1)
    right = [*(f"right at {n}" for n in counts), "of"]
    apart = any(row.total_apart != row.total for row in rows)
    heads = ["budget", "CPU s", "peak MiB", "G fuel", "fitted", *right, *(right if apart else ())]
    lines = [" | ".join(heads), " | ".join("---" for _ in heads)]
    for row in rows:
        cells = [row.budget, f"{row.cpu_seconds:.0f}", f"{row.peak_memory / 2**20:.0f}"]
        cells += [f"{row.fuel / 1e9:.0f}"]
        cells += [str(row.fitted), *map(str, row.tasks), str(row.total)]
        if apart:
            cells += [*map(str, row.apart), str(row.total_apart)]
        lines.append(" | ".join(cells))
    return "\n".join(f"| {line} |" for line in lines)


def drawing(rows: list[Row]) -> str:
    """Tasks right at two attempts (or as many as there are) over CPU seconds, on a log scale."""
    points = [(row.cpu_seconds, row.tasks[min(1, len(row.tasks) - 1)]) for row in rows]
    left, right = log10(min(x for x, _ in points)), log10(max(x for x, _ in points))
    top = max(y for _, y in points) or 1
    places = [
        (
            MARGIN + (log10(x) - left) / ((right - left) or 1) * (WIDTH - 2 * MARGIN),
            HEIGHT - MARGIN - y / top * (HEIGHT - 2 * MARGIN),
        )
        for x, y in points
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    marks = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#2e8b57"/>'
        f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{right_at_two}</text>'
        f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{seconds:.0f}</text>'
        for (x, y), (seconds, right_at_two) in zip(places, points, strict=True)
    )
    axis = f"M{MARGIN},{MARGIN / 2} V{HEIGHT - MARGIN} H{WIDTH - MARGIN / 2}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="white"/>'
        f'<path d="{axis}" fill="none" stroke="#555"/>'
        f'<polyline points="{line}" fill="none" stroke="#2e8b57" stroke-width="2"/>{marks}'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">CPU seconds</text>'
        f'<text x="{MARGIN}" y="16">tasks right, two attempts, of {rows[0].total}</text></svg>\n'
    )


if __name__ == "__main__":
    guarded(main)()
