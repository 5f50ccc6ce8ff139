"""What a typical hand of programs costs on one sample, on one thread, and which ops take the time.

    python bench/hands.py arc-dsl/solvers.py

The hands and samples are those of `arcloom bench`. A hand's figure is its CPU time per sample in
the quickest of many short rounds, so it holds on a machine that does other work too. The ops'
shares are of the cheaper three quarters of the hands. A loop's time includes its body.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import geometric_mean, mean, median
from time import process_time
from typing import Final

import arcloom as al
from arcloom.cli.guard import guarded
from arcloom.engine.batt import Batt
from arcloom.engine.bench.measure import plan
from arcloom.tasks.task import Sample

SAMPLES: Final = 20
ROUND: Final = 0.03
"""Seconds of a round, about."""
PROFILED: Final = 10
"""How often the samples are profiled."""
SHOWN: Final = 20
"""Ops that are listed."""


def cpu_seconds(batt: Batt, samples: Sequence[Sample], rounds: int) -> float:
    """The CPU time a sample in the quickest round."""

    def timed(some: Sequence[Sample]) -> float:
        begun = process_time()
        batt.run(some, threads=1)
        return (process_time() - begun) / len(some)

    timed(samples)
    repeated = list(samples) * max(1, round(ROUND / (timed(samples) * len(samples))))
    return min(timed(repeated) for _ in range(rounds))


def op_seconds(batts: Sequence[Batt], samples: Sequence[Sample]) -> dict[str, float]:
    """The time of each op in all these hands; clocks included."""
    seconds: dict[str, float] = defaultdict(float)
    for batt in batts:
        batt.profile(samples)
        for row in batt.profile(list(samples) * PROFILED):
            seconds[row.op or "inputs and constants"] += row.seconds
    return seconds


def main() -> None:
    """Time each hand, then profile the typical ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=Path, help="a file of programs")
    parser.add_argument("--dataset", default="arc1-train")
    parser.add_argument("--rounds", type=int, default=25)
    args = parser.parse_args()
    named = al.read_programs(args.programs)
    programs = list(named.values())
    dealt = plan(named, al.load(args.dataset).samples(), SAMPLES)
    batts = [al.weave([programs[p] for p in hand]) for hand in dealt.hands]
    micros = [1e6 * cpu_seconds(batt, dealt.chosen, args.rounds) for batt in batts]
    print("us per sample, by hand:", *(round(value) for value in micros))
    for name, figure in (("geometric mean", geometric_mean), ("median", median), ("mean", mean)):
        print(f"{name} {figure(micros):.1f}")
    cheapest = sorted(range(len(batts)), key=micros.__getitem__)[: -(-3 * len(batts) // 4)]
    seconds = op_seconds([batts[k] for k in cheapest], dealt.chosen)
    for op in sorted(seconds, key=seconds.__getitem__, reverse=True)[:SHOWN]:
        print(f"{seconds[op] / sum(seconds.values()):6.1%}  {op}")


if __name__ == "__main__":
    guarded(main)()
