"""Program names by their speed in CPython, fastest first, one per line: for `gpu_batt.py --order`.

    python bench/quickest.py arc-dsl/solvers.py arc-dsl > quickest.txt

The programs are timed as in `arcloom bench --peer`, on the same samples.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import arcloom as al
from arcloom.cli.guard import guarded
from arcloom.engine.bench.measure import plan
from arcloom.engine.bench.peer import time_peer


def main() -> None:
    """Time the peer, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=Path, help="a file of programs")
    parser.add_argument("peer", type=Path, help="a checkout of arc-dsl")
    parser.add_argument("--dataset", default="arc1-train")
    parser.add_argument("--samples", type=int, default=20)
    args = parser.parse_args()
    named = al.read_programs(args.programs)
    names = list(named)
    chosen = plan(named, al.load(args.dataset).samples(), args.samples).chosen
    times = time_peer(args.peer, [args.programs], names, [s.input for s in chosen])
    print(*(names[number] for number in times.quickest_first()), sep="\n")


if __name__ == "__main__":
    guarded(main)()
