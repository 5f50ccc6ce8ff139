"""The search of `enumerate` on one GPU and on CPU threads: times, and equal states and programs.

    python bench/gpu_search.py [--steps 16000 256000 4000000] [--threads 2] [--host 16]
                               [--tasks 400] [--forms] [--json FILE] [--svg FILE]

Searches all tasks of arc1-train with the same number of steps (tile ops) each. Both times include
everything: preparing tasks, transfers, search, layers and fits. Programs are written only when they
are asked for, by one thread; `writing` is the time for all of them. Counts and programs are
compared task by task.

`--threads` is for the CPU's search, `--host` for the GPU's host, which makes layers and tables.
With `--forms` the views that `enumerate` searches beside each task are searched too.
With `--sample N` the CPU searches only every N-th task, and its time is multiplied by N. The
drawing shows seconds against the steps of all tasks together.
"""

from __future__ import annotations

import argparse
import json
import os
from concurrent.futures import ThreadPoolExecutor
from math import log10
from pathlib import Path
from time import perf_counter
from typing import Any

import arcloom as al
from arcloom.cli.guard import guarded
from arcloom.engine.gpu.choose import choose_devices
from arcloom.engine.gpu.cuda import Gpu
from arcloom.search.enumerate.calibrate import PacedGpu, gpu_pace, sample_tasks
from arcloom.search.enumerate.forms import divided, form_bits
from arcloom.search.enumerate.on_gpus import GpuEnumerator, SearchRequest
from arcloom.search.enumerate.strategy import Enumerate
from arcloom.search.enumerate.task_search import Enumeration, enumerate_task

MOST = 24
MEMORY = 1 << 40
ALL_FORMS = 1 << 40
"""Steps with which no form of a task waits."""
WIDTH, HEIGHT, MARGIN = 640, 360, 56
COLOURS = {"cpu": "#555555", "gpu": "#2e8b57"}


def essence(result: Enumeration) -> Any:
    """What two searches of a task must agree on."""
    programs = [(c.program.hash, c.cost, int(c.kind)) for c in result.candidates]
    return programs, result.fuel, result.met, result.expanded, result.exhausted


def on_cpu(tasks: list[al.Task], steps: int, threads: int) -> tuple[float, list[Enumeration]]:
    begun = perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda t: enumerate_task(t, steps, MEMORY, most=MOST), tasks))
    return perf_counter() - begun, found


def measured(gpu: Gpu, tasks: list[al.Task], steps: int, options: Any) -> dict[str, Any]:
    """One row: both devices with so many steps for each task."""
    problems: list[str] = []
    many = GpuEnumerator([PacedGpu(gpu, 1.0)], problems.append, options.host)  # knows no task yet
    asked = [SearchRequest(task, steps, MEMORY, MOST) for task in tasks]
    begun = perf_counter()
    ours = many.search(asked, lambda: False)
    gpu = perf_counter() - begun
    begun = perf_counter()
    written = sum(len(result.candidates) for result in ours if result is not None)
    writing = perf_counter() - begun
    some = list(range(0, len(tasks), options.sample))
    seconds, theirs = on_cpu([tasks[k] for k in some], steps, options.threads)
    cpu = seconds * len(tasks) / len(some)
    pairs = [(ours[k], result) for k, result in zip(some, theirs, strict=True)]
    done = [(a, b) for a, b in pairs if a is not None]
    row = {
        "steps": steps,
        "total": sum(result.fuel for result in ours if result is not None),
        "gpu": gpu,
        "cpu": cpu,
        "ratio": cpu / gpu,
        "programs": written,
        "writing": writing,
        "compared": len(done),
        "differ": sum(essence(a) != essence(b) for a, b in done),
        "left_to_cpu": sum(result is None for result in ours),
        "problems": problems,
    }
    print(json.dumps(row), flush=True)
    return row


def drawing(rows: list[dict[str, Any]], threads: int, device: str) -> str:
    """Seconds against steps, both on log scales; where the lines cross, the GPU begins to pay."""
    xs = [log10(row["total"]) for row in rows]
    ys = [log10(row[name]) for row in rows for name in COLOURS]
    across, up = max(xs) - min(xs) or 1, max(ys) - min(ys) or 1

    def place(x: float, y: float) -> tuple[float, float]:
        right = MARGIN + (x - min(xs)) / across * (WIDTH - 2 * MARGIN)
        return right, HEIGHT - MARGIN - (y - min(ys)) / up * (HEIGHT - 2 * MARGIN)

    parts = []
    for name, colour in COLOURS.items():
        points = [place(log10(row["total"]), log10(row[name])) for row in rows]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), row in zip(points, rows, strict=True):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
            parts.append(
                f'<text x="{x:.1f}" y="{y - 8:.1f}" fill="{colour}" text-anchor="middle">'
                f"{row[name]:.3g}</text>"
            )
    for row in rows:
        x, _ = place(log10(row["total"]), min(ys))
        text = f"{row['total']:.2g}"
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{text}</text>'
        )
    axis = f"M{MARGIN},{MARGIN / 2} V{HEIGHT - MARGIN} H{WIDTH - MARGIN / 2}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
        f'<path d="{axis}" fill="none" stroke="#555"/>{"".join(parts)}'
        f'<text x="{MARGIN}" y="16">seconds: {threads} CPU threads (grey), {device} (green)</text>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">'
        f"steps of all tasks together</text></svg>\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, nargs="+", default=[100, 1000, 16_000, 256_000])
    parser.add_argument("--threads", type=int, default=2, help="threads of the CPU's search")
    parser.add_argument(
        "--host", type=int, default=os.cpu_count(), help="threads of the GPU's host"
    )
    parser.add_argument("--tasks", type=int, default=400)
    parser.add_argument("--forms", action="store_true", help="search the forms of the tasks too")
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--svg", type=Path)
    options = parser.parse_args()
    gpu = choose_devices("gpu").gpus[0]
    tasks = list(al.load("arc1-train").values())[: options.tasks]
    if options.forms:
        bits = form_bits(Enumerate.name)
        tasks = [part.task for task in tasks for part in divided(task, ALL_FORMS, bits).parts]
    gpu_pace(gpu, sample_tasks())  # compiles all that is needed
    rows = [measured(gpu, tasks, steps, options) for steps in options.steps]
    if options.json is not None:
        content = {"device": gpu.name, "threads": options.threads, "host": options.host}
        content["rows"] = rows
        options.json.write_text(json.dumps(content, indent=1))
    if options.svg is not None:
        options.svg.write_text(drawing(rows, options.threads, gpu.name))


if __name__ == "__main__":
    guarded(main)()
