"""Accuracy against budget: `arcloom solve` with one budget after another, as a table and an SVG.

    python bench/budget_curve.py arc1-train 30s 1m 3m 10m --svg docs/images/budget.svg

Every run starts from nothing. The table is Markdown, on standard output; totals only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Any

from arcloom.solve.budget import parse_budget

WIDTH, HEIGHT, MARGIN = 640, 360, 48
COMMAND = (sys.executable, "-c", "from arcloom.cli.main import main; main()")


@dataclass(frozen=True)
class Row:
    """One run."""

    budget: str
    seconds: float
    cpu_seconds: float
    peak_memory: int
    fitted: int
    tasks: tuple[int, ...]
    """right at 1, 2, ... attempts"""
    total: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset")
    parser.add_argument("budgets", nargs="+", metavar="BUDGET")
    parser.add_argument("--svg", type=Path, help="where to draw the curve")
    parser.add_argument("--attempts", type=int, default=3)
    parser.add_argument("options", nargs="*", help="further options of `solve`, after --")
    given, options = _split(sys.argv[1:])
    arguments = parser.parse_args(given)
    for budget in arguments.budgets:
        parse_budget(budget)
    rows = []
    for budget in arguments.budgets:
        rows.append(measure(arguments.dataset, budget, arguments.attempts, options))
        print(f"{budget}: {rows[-1].tasks} of {rows[-1].total}", file=sys.stderr)
    print(table(rows))
    if arguments.svg:
        arguments.svg.write_text(drawing(rows))


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def measure(dataset: str, budget: str, attempts: int, options: list[str]) -> Row:
    """Solve and score once."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/submission.json"
        limits = ("--budget", budget, "--attempts", str(attempts), "--out", out)
        solved = _json("solve", dataset, *limits, *options)
        scored = _json("score", out, dataset)
    return Row(
        budget,
        solved["seconds"],
        solved["cpu_seconds"],
        solved["peak_memory"],
        solved["fitted"],
        tuple(scored["tasks"].values()),
        scored["total_tasks"],
    )


def _json(*words: str) -> Any:
    done = subprocess.run([*COMMAND, *words, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def table(rows: list[Row]) -> str:
    """The runs as Markdown."""
    counts = range(1, max(len(row.tasks) for row in rows) + 1)
    heads = ["budget", "CPU s", "peak MiB", "fitted", *(f"right at {n}" for n in counts), "of"]
    lines = [" | ".join(heads), " | ".join("---" for _ in heads)]
    for row in rows:
        cells = [row.budget, f"{row.cpu_seconds:.0f}", f"{row.peak_memory / 2**20:.0f}"]
        cells += [str(row.fitted), *map(str, row.tasks), str(row.total)]
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
    main()
