"""Sharing: several `evolve` on one library against one, and what a restart, a kill and a stop cost.

    python bench/sharing.py [--on postgresql,sqlite] [--processes 4] [--seconds 20] [--pause 60]

Each process has one thread and its own seed. First one works alone, then all together, each time on
a new library; the figures are candidates a second. Then all work again through trouble: one is
killed, one is stopped for `--pause` seconds, and the server restarts. At the end the script checks
that all others came to their end, that what was stored before is still there, and that the killed
run shows as dead. The server is the script's own, from the system's package; SQLite has none.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from arcloom.library import Library
from arcloom.library.heartbeat import DEAD_AFTER
from tests.library import postgres

COMMAND = (sys.executable, "-c", "from arcloom.cli.main import main; main()")
DATASET = "arc1-train"
PATIENCE = 120.0
"""Seconds that the processes may take to start."""


def start(library: str, seed: int, seconds: float) -> subprocess.Popen[str]:
    """Start one process."""
    words = ("evolve", DATASET, "--library", library, "--seed", str(seed), "--threads", "1")
    limit = ("--budget", f"{seconds:g}s", "--progress", "0", "--json")
    return subprocess.Popen(
        [*COMMAND, *words, *limit], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What it tells at its end."""
    out, errors = process.communicate()
    if process.returncode:
        sys.exit(f"evolve ended with {process.returncode}: {errors.strip()[-500:]}")
    told: dict[str, Any] = json.loads(out)
    return told


def rate(library: str, processes: int, seconds: float) -> float:
    """Candidates a second of all together."""
    running = [start(library, seed, seconds) for seed in range(processes)]
    told = [ended(process) for process in running]
    return sum(one["candidates"] / one["seconds"] for one in told)


def trouble(library: str, server: Any, processes: int, pause: float) -> list[str]:
    """Work through a kill, a stop and a restart; gives what went wrong."""
    seconds = max(pause, DEAD_AFTER) + 20
    Library.open(library).close()  # so that it can be looked at
    running = [start(library, seed, seconds) for seed in range(processes)]
    try:
        return _trouble(library, server, running, pause)
    finally:
        for process in running:
            process.kill()


def _trouble(
    library: str, server: Any, running: list[subprocess.Popen[str]], pause: float
) -> list[str]:
    processes = len(running)
    killed, stopped, *others = running
    wait_until_at_work(library, processes)
    killed.kill()
    killed.communicate()
    stopped.send_signal(signal.SIGSTOP)
    before = best(library)
    if server is not None:
        server.stop()
        time.sleep(1)
        server.start()
    time.sleep(pause)
    stopped.send_signal(signal.SIGCONT)
    for process in (stopped, *others):
        told = ended(process)
        print(f"  {told['candidates']:,} candidates in {told['seconds']:.0f} s, {told['stop']}")
    with Library.open(library, readonly=True) as opened:
        found = opened.integrity()
        states = sorted(run.state for run in opened.runs())
    after = best(library)
    lost = [task for task, score in before.items() if after.get(task, (0, 0)) < score]
    print(
        f"  {len(before)} tasks had a program before, {len(lost)} a better one than now; {states}"
    )
    if lost or not before:
        found.append(f"lost: {lost}")
    if states != ["dead", *["finished"] * (processes - 1)]:
        found.append(f"runs are {states}")
    return found


def wait_until_at_work(library: str, processes: int) -> None:
    """Until all have noted their runs and something is stored."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        time.sleep(1)
        with Library.open(library, readonly=True) as opened:
            if len(opened.runs()) == processes and opened.scores():
                return
    sys.exit("the processes are not at work yet")


def best(library: str) -> dict[str, tuple[int, int]]:
    """The best score that a library holds of each task. It never becomes less."""
    found: dict[str, tuple[int, int]] = {}
    with Library.open(library, readonly=True) as opened:
        for one in opened.scores():
            score = (one.demos_matched, one.score)
            found[one.task_id] = max(found.get(one.task_id, (0, 0)), score)
    return found


@contextmanager
def places(kind: str) -> Iterator[tuple[Any, Any]]:
    """A function that gives new libraries, and the server if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "sqlite":
            numbers = iter(range(1000))
            yield lambda: str(Path(folder) / f"{next(numbers)}.db"), None
            return
        if postgres.binaries() is None:
            sys.exit(postgres.MISSING)
        with postgres.server() as server:
            yield server.new_database, server


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--on", default="postgresql,sqlite")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=60.0, help="0: no trouble")
    args = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    problems: list[str] = []
    for kind in args.on.split(","):
        with places(kind) as (new, server):
            one = rate(new(), 1, args.seconds)
            many = rate(new(), args.processes, args.seconds)
            ideal = min(args.processes, cores)
            print(
                f"{kind}: one process {one:,.0f} candidates/s, {args.processes} together "
                f"{many:,.0f}: {many / one:.2f}x of {ideal}x on {cores} cores",
                flush=True,
            )
            if args.pause:
                problems += trouble(new(), server, args.processes, args.pause)
    print("\n".join(problems) or "nothing was lost")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
