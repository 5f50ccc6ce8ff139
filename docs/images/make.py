"""Draws the README's pictures again: `python docs/images/make.py`.

`solved.svg` shows a task, the program that `arcloom.solve` finds for it, and what each step makes of
the test's grid. The run is counted in fuel, so the picture is the same on every machine.
"""

# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

import arcloom as al
from arcloom.draw.palette import COLOURS

FOLDER = Path(__file__).parent
TASK = "06df4c85"
FUEL = 2_000_000_000
SMALL, LARGE = 5, 11
"""Sides of a cell, in the demos and in the steps."""
GAP, TOP, LINE = 24, 40, 26
TITLE = 340
"""Width of the title above the steps."""
SECONDS = 3
"""How long each step is shown."""
STYLE = """
text { font: 15px ui-monospace, Menlo, Consolas, monospace; fill: #24292f }
.title { font: 600 16px system-ui, sans-serif }
.frame { opacity: 0 }
@media (prefers-reduced-motion: reduce) { .frame { animation: none !important } .last { opacity: 1 } }
"""


def main() -> None:
    task = al.load("arc1-train")[TASK]
    answers = al.solve({TASK: task}, fuel=FUEL, progress=False)
    program = answers[TASK].program
    assert program is not None
    steps = program.steps(task.tests[0].input, S=task)
    grids = {step.name: step.value for step in steps if isinstance(step.value, al.Grid)}
    lines = program.source(f"solve_{TASK}").splitlines()
    (FOLDER / "solved.svg").write_text(picture(task, lines, grids), encoding="utf-8")


def picture(task: al.Task, lines: list[str], grids: dict[str, al.Grid]) -> str:
    """The demos at the left; at the right the program, and under it one frame per step."""
    left = 2 * max(demo.input.shape[1] for demo in task.demos) * SMALL + GAP
    x, y = GAP + left + 2 * GAP, TOP + LINE * len(lines) + GAP
    height, width = (LARGE * side for side in grids["I"].shape)
    total = SECONDS * len(grids)
    shown = 100 / len(grids)
    # A frame is there for its share of the time; the browser repeats all for ever.
    style = (
        STYLE
        + f"@keyframes turn {{ 0%, {shown:.3f}% {{ opacity: 1 }} {shown + 0.01:.3f}%, 100% {{ opacity: 0 }} }}"
    )
    parts = [
        f'<rect width="100%" height="100%" fill="#ffffff"/><style>{style}</style>',
        text(GAP, 26, f"Task {task.id}: the demos", "title"),
        text(x, 26, "The program found, on the test", "title"),
        *demos(task),
    ]
    for number, line in enumerate(lines):
        parts.append(text(x, TOP + LINE * number + 16, line))
    for number, (name, grid) in enumerate(grids.items()):
        last = " last" if number == len(grids) - 1 else ""
        delay = SECONDS * number - total
        parts.append(f'<g class="frame{last}" style="animation: turn {total}s {delay}s infinite">')
        row = next((i for i, line in enumerate(lines) if line.strip().startswith(f"{name} =")), 0)
        mark = TOP + LINE * row - 4
        parts.append(
            f'<rect x="{x - 10}" y="{mark}" width="{width + 20}" height="{LINE}" fill="#2f6feb" opacity=".16"/>'
        )
        parts += [*cells(grid, x, y, LARGE), text(x, y + height + 22, caption(name)), "</g>"]
    bottom = max(
        y + height + 40, TOP + len(task.demos) * (task.demos[0].input.shape[0] * SMALL + GAP)
    )
    right = x + max(width, TITLE) + GAP
    box = f'width="{right}" height="{bottom}" viewBox="0 0 {right} {bottom}"'
    label = escape(f"Task {task.id}, the program found for it, and its steps on the test")
    body = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{label}">{body}</svg>\n'


def caption(name: str) -> str:
    if name == "I":
        return "I: the test's input"
    return "O: the answer" if name == "O" else name


def demos(task: al.Task) -> Iterator[str]:
    y = TOP
    for demo in task.demos:
        rows, columns = demo.input.shape
        yield from cells(demo.input, GAP, y, SMALL)
        yield from cells(demo.output, 2 * GAP + columns * SMALL, y, SMALL)
        y += rows * SMALL + GAP


def cells(grid: al.Grid, x: int, y: int, side: int) -> Iterator[str]:
    """One path per colour: small files, quick to draw."""
    runs: dict[int, list[str]] = {}
    for i, row in enumerate(grid.tolist()):
        for j, colour in enumerate(row):
            runs.setdefault(colour, []).append(
                f"M{x + j * side} {y + i * side}h{side}v{side}h-{side}z"
            )
    for colour, path in sorted(runs.items()):
        yield f'<path fill="{COLOURS[colour]}" d="{"".join(path)}" shape-rendering="crispEdges"/>'


def text(x: int, y: int, words: str, kind: str = "") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" xml:space="preserve">{escape(words)}</text>'


if __name__ == "__main__":
    main()
