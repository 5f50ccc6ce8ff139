"""python -m tests.fuzz --minutes N --seed S --jobs J [--target T]: fuzz the entry points and count.

Inputs that fail are kept in tests/fuzz/corpus/<target>/, where `make test` runs them again.
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.fuzz.driver import fuzz, work
from tests.fuzz.targets import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="of all targets together")
    parser.add_argument("--seed", type=int, default=0, help="another one gives other inputs")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time, each in a process")
    parser.add_argument("--target", choices=TARGETS, action="append", help="only this one")
    parser.add_argument("--worker", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        name, seed, first, seconds, current = options.worker
        work(TARGETS[name], int(seed), int(first), float(seconds), Path(current))
        return 0
    names = options.target or list(TARGETS)
    seconds = 60 * options.minutes / len(names)
    clean = True
    print(f"{'target':16} {'inputs':>9} {'crashes':>8} {'hangs':>6} {'tracebacks':>11}")
    with ThreadPoolExecutor(options.jobs) as pool:
        counts = pool.map(lambda name: fuzz(TARGETS[name], options.seed, seconds), names)
        for name, count in zip(names, counts, strict=True):
            clean = clean and count.clean
            shown = f"{count.crashes:8} {count.hangs:6} {count.tracebacks:11}"
            print(f"{name:16} {count.inputs:9,} {shown}", flush=True)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
