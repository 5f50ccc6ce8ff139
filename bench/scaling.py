"""Scaling: `solve` and `evolve` on 1, 2, 4, 8, 16 cores of this machine, in under four minutes.

    python bench/scaling.py [--cores 1,2,4,8,16] [--kinds threads,processes,apart]
        [--svg docs/images/scaling.svg] [--json FILE]

Each run is a process of its own, bound to that many cores. `solve` gets a copy of the same tasks
for each core, so all runs should take as long; its rate is fuel a second. It runs on threads and on
processes, and both must write the same submission. The rows "apart" are the ideal: a `solve` on one
thread for each core, all at once, which share nothing but the machine. `--kinds ray,cluster,apart`
measures Ray against that: a cluster on these cores, whose start counts, and one that is there
already and has done a run before. Before all runs a short one lets Python keep its compiled
modules: without them each process would compile Ray anew, for seconds. `--crowded` allows more
workers than the machine has cores. Then several runs "apart" are bound to one core, while other
workers may move between cores, so the ideal is a little better than theirs can be. "busy" is CPU
time over seconds times cores, from the second round on; behind it stands the share of each round.
`evolve` breeds for all tasks for a fixed time; its rate is candidates per second.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from math import log2
from pathlib import Path
from socket import create_connection
from time import monotonic, sleep
from typing import Any

import arcloom

ARCLOOM = (sys.executable, "-c", "from arcloom.cli.main import main; main()")
APART = "apart"
CLUSTER = "cluster"
KINDS = ("threads", "processes", "ray", CLUSTER, APART)
DATASET = "arc1-train"
NOT_KEPT = ("PYTHONDONTWRITEBYTECODE",)
"""Variables that keep Python from storing what it compiles."""
QUIET = ("--disable-usage-stats", "--include-dashboard", "false")
"""Options of `ray start` without which it does more than a run needs."""
PATIENCE = 600.0
"""Seconds that one run may take."""


@dataclass
class Measured:
    """One run. `rounds` are the busy shares of the rounds."""

    command: str
    workers: str
    cores: int
    seconds: float
    rate: float
    busy: float | None = None
    rounds: list[float] = field(default_factory=list)
    digest: str = ""
    speedup: float = 0.0


def run(cores: list[int], *words: str) -> dict[str, Any]:
    """What a command tells as JSON, if it may use these cores."""
    done = subprocess.run(
        [*ARCLOOM, *words, "--threads", str(len(cores)), "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=environment(),
        preexec_fn=partial(os.sched_setaffinity, 0, cores),
    )
    if done.returncode:
        raise RuntimeError(f"{words[0]} on {len(cores)} cores: {done.stderr.strip()[-500:]}")
    content: dict[str, Any] = json.loads(done.stdout)
    return content


def environment() -> dict[str, str]:
    """The environment of a run, in which Python may keep its compiled modules."""
    return {name: value for name, value in os.environ.items() if name not in NOT_KEPT}


def warm_up(folder: Path, *where: str) -> None:
    """A run of a moment."""
    place = folder / "warm-up"
    few = ("--fuel", "1", "--device", "cpu", "--out", str(place / "submission.json"))
    run(sorted(os.sched_getaffinity(0))[:1], "solve", str(copies(1, 1, place)), *few, *where)


def copies(per_core: int, cores: int, folder: Path) -> Path:
    """A folder with the same tasks of the dataset, evenly from all of it, once for each core."""
    tasks = list(arcloom.load(DATASET).values())
    made = folder / f"tasks-{cores}"
    made.mkdir(parents=True, exist_ok=True)
    for number in range(per_core):
        task = tasks[number * len(tasks) // per_core]
        content = {
            "train": [{"input": a.tolist(), "output": b.tolist()} for a, b in task.pairs],
            "test": [{"input": test.input.tolist()} for test in task.tests],
        }
        for copy in range(cores):
            (made / f"{task.id}-{copy}.json").write_text(json.dumps(content), encoding="utf-8")
    return made


def solve(cores: list[int], workers: str, per_core: int, fuel: int, folder: Path) -> Measured:
    """`solve` with the same work for each core."""
    if workers == APART:
        return apart(cores, per_core, fuel, folder)
    out = folder / "submission.json"
    tasks = copies(per_core, len(cores), folder)
    with cluster(cores) if workers == CLUSTER else nullcontext(("--workers", workers)) as where:
        if workers == CLUSTER:
            warm_up(folder, *where)
        told = run(
            *(cores, "solve", str(tasks), "--fuel", str(fuel), "--device", "cpu"),
            *(*where, "--out", str(out)),
        )
    rounds = told["by_round"]
    later = rounds[1:] or rounds
    there = len(set(cores))
    shares = [_busy([one], there) for one in rounds]
    digest = hashlib.sha256(out.read_bytes()).hexdigest()
    rate = told["fuel"] / told["seconds"]
    busy = _busy(later, there)
    return Measured("solve", workers, len(cores), told["seconds"], rate, busy, shares, digest)


@contextmanager
def cluster(cores: list[int]) -> Iterator[tuple[str, ...]]:
    """A Ray cluster on these cores; the options of `solve` that name it."""
    port = 6399
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    words = ("start", "--head", "--block", "--port", str(port), "--num-cpus", str(len(cores)))
    head = subprocess.Popen(
        [sys.executable, "-c", "from ray.scripts.scripts import main; main()", *words, *QUIET],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(),
        preexec_fn=partial(os.sched_setaffinity, 0, cores),
        start_new_session=True,
    )
    try:
        wait_for(port)
        yield "--workers", "ray", "--address", f"127.0.0.1:{port}"
    finally:
        head.terminate()  # it ends the processes of its node, and no others
        head.wait(PATIENCE)


def wait_for(port: int) -> None:
    """Wait until a server listens there."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        try:
            create_connection(("127.0.0.1", port), 1.0).close()
            return
        except OSError:
            sleep(0.1)
    raise RuntimeError(f"no Ray cluster listens at port {port}")


def apart(cores: list[int], per_core: int, fuel: int, folder: Path) -> Measured:
    """A `solve` on one thread for each core, all at once: what the machine itself allows."""
    tasks = copies(per_core, 1, folder)

    def one(number: int) -> dict[str, Any]:
        out = folder / f"submission-{number}.json"
        return run(
            *([cores[number]], "solve", str(tasks), "--fuel", str(fuel), "--device", "cpu"),
            *("--workers", "threads", "--out", str(out)),
        )

    with ThreadPoolExecutor(len(cores)) as pool:
        told = list(pool.map(one, range(len(cores))))
    seconds = max(each["seconds"] for each in told)
    rate = sum(each["fuel"] for each in told) / seconds
    busy = sum(each["cpu_seconds"] for each in told) / (seconds * len(set(cores)))
    return Measured("solve", APART, len(cores), seconds, rate, busy)


def _busy(rounds: list[dict[str, Any]], cores: int) -> float:
    seconds = sum(one["seconds"] for one in rounds)
    return float(sum(one["cpu_seconds"] for one in rounds) / max(seconds * cores, 1e-9))


def evolve(cores: list[int], seconds: float, folder: Path) -> Measured:
    """`evolve` for a fixed time, with a new library."""
    for file in folder.glob("evolve.db*"):
        file.unlink()
    told = run(
        *(cores, "evolve", DATASET, "--library", str(folder / "evolve.db")),
        *("--budget", f"{seconds:g}s", "--seed", "7"),
    )
    rate = told["candidates"] / told["seconds"]
    return Measured("evolve", "threads", len(cores), told["seconds"], rate)


def show(one: Measured) -> None:
    """A line of the table."""
    unit, rate = ("G fuel/s", one.rate / 1e9) if one.command == "solve" else ("k/s", one.rate / 1e3)
    busy = "" if one.busy is None else f"{one.busy:>6.0%}  "
    print(
        f"{one.command:<8} {one.workers:<10} {one.cores:>5} {one.seconds:>8.1f} s "
        f"{rate:>9.2f} {unit:<8} {one.speedup:>6.2f}x {busy}"
        + " ".join(f"{share:.0%}" for share in one.rounds),
        flush=True,
    )


SIZE, MARGIN = 420, 48
COLOURS = {
    "solve threads": "#7fb8d6",
    "solve processes": "#2e8b57",
    "solve ray": "#b8860b",
    "solve cluster": "#d2a679",
    "solve apart": "#999999",
    "evolve threads": "#c0504d",
}


def drawing(rows: list[Measured]) -> str:
    """Speedup over cores, both on a scale of doublings; the dashed line is the ideal."""
    most = max(row.cores for row in rows)
    doublings = max(most.bit_length() - 1, 1)
    step = (SIZE - 2 * MARGIN) / doublings

    def place(cores: int, speedup: float) -> tuple[float, float]:
        return MARGIN + step * log2(cores), SIZE - MARGIN - step * log2(max(speedup, 0.5))

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" '
        f'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<path d="M{MARGIN},{MARGIN / 2} V{SIZE - MARGIN} H{SIZE - MARGIN / 2}" fill="none" '
        'stroke="#555"/>',
        f'<path d="M{MARGIN},{SIZE - MARGIN} L{SIZE - MARGIN},{MARGIN}" stroke="#999" '
        'stroke-dasharray="4 4"/>',
        f'<text x="{SIZE / 2}" y="{SIZE - 8}" text-anchor="middle">cores</text>',
        f'<text x="{MARGIN}" y="16">times as fast as one core</text>',
    ]
    for power in range(doublings + 1):
        x, y = place(2**power, 2**power)
        parts.append(
            f'<text x="{x:.1f}" y="{SIZE - MARGIN + 18}" text-anchor="middle">{2**power}</text>'
            f'<text x="{MARGIN - 8}" y="{y + 4:.1f}" text-anchor="end">{2**power}</text>'
        )
    for number, (name, colour) in enumerate(COLOURS.items()):
        own = [row for row in rows if f"{row.command} {row.workers}" == name]
        if not own:
            continue
        points = [place(row.cores, row.speedup) for row in own]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dots = "".join(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points
        )
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}'
            f'<text x="{MARGIN + 12}" y="{MARGIN + 16 * number}" fill="{colour}">{name}: '
            f"{own[-1].speedup:.1f}x on {own[-1].cores}</text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def machine() -> str:
    """The processor's name, where Linux tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "unknown processor"
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else "unknown processor"


def main() -> None:
    """Measure, print the table, and draw it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", default="1,2,4,8,16")
    parser.add_argument("--kinds", default="threads,processes,apart", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--per-core", type=int, default=20, help="tasks per core, for solve")
    parser.add_argument("--fuel", type=int, default=420_000_000, help="per task: three rounds")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each run of evolve")
    parser.add_argument("--crowded", action="store_true", help="more workers than cores")
    parser.add_argument("--only", choices=("solve", "evolve"))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--svg", type=Path)
    args = parser.parse_args()
    if unknown := set(args.kinds.split(",")) - set(KINDS):
        parser.error(
            f"no kinds of workers: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}"
        )
    here = sorted(os.sched_getaffinity(0))
    asked = [int(word) for word in args.cores.split(",")]
    counts = [n for n in asked if 1 <= n <= len(here) or args.crowded]
    print(f"{len(here)} cores here, {machine()}; {args.per_core} tasks per core")
    if counts != asked:
        print(f"measured on {counts} alone: there are no more cores")
    print(
        f"{'command':<8} {'workers':<10} {'cores':>5} {'time':>10} {'rate':>18} "
        f"{'speedup':>7} {'busy':>6}  by round"
    )
    rows: list[Measured] = []
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        warm_up(folder)
        jobs = [
            partial(solve, shared(here, n), kind, args.per_core, args.fuel, folder)
            for kind in args.kinds.split(",")
            if args.only != "evolve"
            for n in counts
        ]
        jobs += [
            partial(evolve, shared(here, n), args.seconds, folder)
            for n in counts
            if args.only != "solve"
        ]
        for job in jobs:
            try:
                row = job()
            except (RuntimeError, subprocess.TimeoutExpired, ValueError, KeyError) as error:
                problems.append(f"{type(error).__name__}: {error}"[:600])
                print(problems[-1], flush=True)
                continue
            first = next((one for one in rows if one.command == row.command), row)
            row.speedup = row.rate / first.rate * first.cores
            rows.append(row)
            show(row)
    problems += different(rows)
    for path, text in (
        (args.json, json.dumps([asdict(row) for row in rows], indent=1)),
        (args.svg, drawing(rows) if rows else ""),
    ):
        if path is not None:
            path.write_text(text, encoding="utf-8")
    print(table(rows))
    print("\n".join(problems) or "threads and processes wrote the same submissions")
    sys.exit(bool(problems))


def shared(here: list[int], workers: int) -> list[int]:
    """The core of each worker. Workers share cores if there are too few."""
    return [here[number % len(here)] for number in range(workers)]


def table(rows: list[Measured]) -> str:
    """The rows of the table in docs/guide/cost.md."""
    by_place = {(row.cores, row.command, row.workers): row for row in rows}
    lines = []
    for cores in sorted({row.cores for row in rows}):
        cells = [str(cores)]
        for place in (*(("solve", kind) for kind in KINDS), ("evolve", "threads")):
            one = by_place.get((cores, *place))
            busy = "" if one is None or one.busy is None else f", {one.busy:.0%}"
            cells.append("-" if one is None else f"{one.speedup:.1f}x{busy}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def different(rows: list[Measured]) -> list[str]:
    """The core counts whose runs wrote different submissions."""
    by_cores: dict[int, set[str]] = {}
    for row in rows:
        if row.digest:
            by_cores.setdefault(row.cores, set()).add(row.digest)
    return [f"{n} cores: DIFFERENT submissions" for n, found in by_cores.items() if len(found) > 1]


if __name__ == "__main__":
    main()
