"""Scaling: `solve` and `evolve` on 1, 2, 4, ... cores of this machine, on threads and processes.

    python bench/scaling.py [--cores 1,2,4,8,16] [--fuel 100000000] [--seconds 30]

Each run is a process of its own, bound to that many cores. `solve` does a fixed amount of work, so
its speedup is a ratio of seconds; "busy" is CPU seconds over seconds times cores. `evolve` runs for
a fixed time, and its speedup is a ratio of candidates per second. All runs of `solve` must write
the same submission; a line at the end says so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ARCLOOM = (sys.executable, "-c", "from arcloom.cli.main import main; main()")


def run(cores: list[int], *words: str) -> dict[str, Any]:
    """What a command tells as JSON, if it may use these cores."""
    done = subprocess.run(
        [*ARCLOOM, *words, "--threads", str(len(cores)), "--json"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr.strip()}")
    content: dict[str, Any] = json.loads(done.stdout)
    return content


def solve(cores: list[int], workers: str, fuel: int, folder: Path) -> tuple[float, float, str]:
    """Seconds, the share of the cores that was busy, and a digest of the submission."""
    out = folder / "submission.json"
    told = run(
        *(cores, "solve", "arc1-train", "--fuel", str(fuel), "--device", "cpu"),
        *("--workers", workers, "--out", str(out)),
    )
    busy = told["cpu_seconds"] / (told["seconds"] * len(cores))
    return told["seconds"], busy, hashlib.sha256(out.read_bytes()).hexdigest()


def evolve(cores: list[int], seconds: float, folder: Path) -> float:
    """Candidates per second."""
    library = folder / "evolve.db"
    for file in folder.glob("evolve.db*"):
        file.unlink()
    told = run(
        *(cores, "evolve", "arc1-train", "--library", str(library)),
        *("--budget", f"{seconds:g}s", "--seed", "7"),
    )
    return float(told["candidates"]) / float(told["seconds"])


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", default="1,2,4,8,16")
    parser.add_argument("--fuel", type=int, default=100_000_000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--only", choices=("solve", "evolve"))
    args = parser.parse_args()
    here = sorted(os.sched_getaffinity(0))
    counts = [n for n in map(int, args.cores.split(",")) if n <= len(here)]
    print(f"{len(here)} cores here; fuel {args.fuel} per task, {args.seconds:g} s of evolve")
    first: dict[str, float] = {}
    digests = set()
    print(f"{'command':<10} {'workers':<10} {'cores':>5} {'figure':>14} {'speedup':>8} {'busy':>6}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for workers in () if args.only == "evolve" else ("threads", "processes"):
            for count in counts:
                seconds, busy, digest = solve(here[:count], workers, args.fuel, folder)
                digests.add(digest)
                ratio = first.setdefault("solve", seconds) / seconds
                print(
                    f"{'solve':<10} {workers:<10} {count:>5} {seconds:>12.1f} s {ratio:>8.2f} "
                    f"{busy:>6.0%}",
                    flush=True,
                )
        for count in () if args.only == "solve" else counts:
            rate = evolve(here[:count], args.seconds, folder)
            ratio = rate / first.setdefault("evolve", rate)
            print(
                f"{'evolve':<10} {'threads':<10} {count:>5} {rate:>12,.0f}/s {ratio:>8.2f}",
                flush=True,
            )
    if digests:
        same = "the same" if len(digests) == 1 else f"{len(digests)} DIFFERENT ones"
        print(f"submissions: {same}")
        sys.exit(len(digests) != 1)


if __name__ == "__main__":
    main()
