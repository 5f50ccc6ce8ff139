"""Measures how fast programs run, and how much faster than the peer on the same work.

There are four kinds of rows. Two run on one core and are means over a seeded choice of samples: all
programs on one sample, and hands of 32 programs on one sample. Two run on all cores: a batt of a
fixed size on a fixed number of samples, and all programs on all samples.

We deal all programs into hands. One hand says little, because a few programs take most of the time.
For the same reason, with a peer we also measure a batt of the peer's quickest programs.

A ratio compares the same work. If either side did not finish a program on a sample (here because of
fuel or memory, there because of the cap), we leave that call out of the peer's time. Otherwise one
such call, extrapolated from a few samples, would dominate the peer's total. What the call cost here
still counts.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from statistics import mean, median
from time import perf_counter
from typing import Any, Final

import numpy as np

from arcloom.engine.batt import Batt, weave
from arcloom.engine.bench.peer import PeerTimes
from arcloom.engine.figures import cut_by_fuel
from arcloom.engine.undefined import Reason
from arcloom.lang.program import Program, ProgramBuilder
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import OPS, THEMES
from arcloom.tasks.task import Sample

HAND: Final = 32
ROUNDS: Final = 5
BATT_NODES: Final = 1_076
BATT_SAMPLES: Final = 3_000
SHORT: Final = 2.0
"""A run shorter than this many seconds is repeated, and the median of five is taken."""
LEAST_SECONDS: Final = 0.1
"""The least length of a round. It hides the clock's resolution and the start of a run."""

Report = Callable[[int], None]


@dataclass(frozen=True)
class BenchRow:
    """One figure. `peer` is the peer's figure for the same work; `notes` say how both arose."""

    name: str
    value: float
    unit: str
    peer: float | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        """How many times faster than the peer."""
        return None if self.peer is None else self.peer / self.value

    def content(self) -> dict[str, Any]:
        """The row as JSON."""
        figures = {"name": self.name, "value": self.value, "unit": self.unit}
        return {**figures, "peer": self.peer, "ratio": self.ratio, **self.notes}


@dataclass(frozen=True)
class BenchPlan:
    """What to measure. The seed decides which samples and which hands."""

    programs: Mapping[str, Program]
    samples: Sequence[Sample]
    chosen: Sequence[Sample]
    hands: Sequence[Sequence[int]]
    seed: int = 0


def plan(
    programs: Mapping[str, Program], samples: Sequence[Sample], count: int, seed: int = 0
) -> BenchPlan:
    """Choose `count` samples and deal the programs into full hands. A rest is left out."""
    rng = random.Random(seed)
    chosen = rng.sample(list(samples), min(count, len(samples)))
    order, size = rng.sample(range(len(programs)), len(programs)), min(HAND, len(programs))
    hands = [sorted(order[at : at + size]) for at in range(0, len(order) - size + 1, size)]
    return BenchPlan(programs, samples, chosen, hands, seed)


def measure(
    plan: BenchPlan,
    peer: PeerTimes | None = None,
    threads: int | None = None,
    progress: Report | None = None,
) -> list[BenchRow]:
    """Measure all rows. `peer` holds the times of all programs on the chosen samples."""
    programs = list(plan.programs.values())
    everything = weave(programs)
    warm = everything.run(plan.chosen, threads=1)
    if peer is not None:
        peer = peer.without(np.isin(warm.reasons, (Reason.FUEL, Reason.MEMORY)))
    return [
        _everything_row(everything, plan, peer),
        _hands_row(programs, plan, peer),
        *_batt_rows(plan, peer, threads),
        _dataset_row(everything, plan, peer, threads, progress),
    ]


def _everything_row(batt: Batt, plan: BenchPlan, peer: PeerTimes | None) -> BenchRow:
    value = _seconds_per_sample(batt, plan.chosen)
    notes = {"programs": len(batt.programs), "nodes": batt.node_count, "samples": len(plan.chosen)}
    peer_value = None if peer is None else 1e3 * peer.a_sample()
    return BenchRow("all programs, one sample, one core", 1e3 * value, "ms", peer_value, notes)


def _hands_row(programs: Sequence[Program], plan: BenchPlan, peer: PeerTimes | None) -> BenchRow:
    """The mean over the hands. `ratios` are those of the single hands, ascending."""
    batts = [weave([programs[p] for p in hand]) for hand in plan.hands]
    seconds = [_seconds_per_sample(batt, plan.chosen) for batt in batts]
    counts = {"programs": len(plan.hands[0]), "hands": len(batts)}
    notes: dict[str, Any] = {**counts, "samples": len(plan.chosen)}
    peer_value = None
    if peer is not None:
        theirs = [peer.a_sample(hand) for hand in plan.hands]
        peer_value = 1e3 * mean(theirs)
        notes["ratios"] = sorted(a / b for a, b in zip(theirs, seconds, strict=True))
    name = f"{counts['programs']} programs, one sample, one core"
    return BenchRow(name, 1e3 * mean(seconds), "ms", peer_value, notes)


def _seconds_per_sample(batt: Batt, samples: Sequence[Sample]) -> float:
    """The mean over the samples: the median of five rounds, each long enough for the clock."""
    once = batt.run(samples, threads=1).seconds
    repeated = list(samples) * max(1, int(LEAST_SECONDS / once))
    rounds = (batt.run(repeated, threads=1).seconds for _ in range(ROUNDS))
    return median(rounds) / len(repeated)


def _batt_rows(plan: BenchPlan, peer: PeerTimes | None, threads: int | None) -> Iterator[BenchRow]:
    """A batt of randomly chosen programs, and one of the programs that the peer runs quickest."""
    programs = list(plan.programs.values())
    dealt = batt_of_size(programs, BATT_NODES, dealt_order(len(programs), plan.seed))
    yield _batt_row("", dealt, plan, peer, threads)
    if peer is not None:
        quickest = batt_of_size(programs, BATT_NODES, peer.quickest_first())
        yield _batt_row("the peer's quickest, ", quickest, plan, peer, threads)


def _batt_row(
    which: str, dealt: Sequence[int], plan: BenchPlan, peer: PeerTimes | None, threads: int | None
) -> BenchRow:
    """Some programs on `BATT_SAMPLES` samples. If there are fewer samples, they repeat."""
    programs = list(plan.programs.values())
    batt = weave([programs[p] for p in dealt])
    samples = list(islice(cycle(plan.samples), BATT_SAMPLES))
    results = [batt.run(samples, threads=threads)]
    if results[0].seconds < SHORT:
        results += [batt.run(samples, threads=threads) for _ in range(ROUNDS - 1)]
    notes: dict[str, Any] = {
        "programs": len(batt.programs),
        "nodes": batt.node_count,
        "samples": len(samples),
        "threads": results[0].threads,
        "cut_by_fuel": cut_by_fuel(results[0]),
    }
    peer_value = None
    if peer is not None:
        peer_value = peer.a_sample(dealt) * len(samples)
        notes["peer_extrapolated_from"] = len(plan.chosen)
    name = f"{which}{batt.node_count:,} nodes, {len(samples):,} samples, all cores"
    return BenchRow(name, median(result.seconds for result in results), "s", peer_value, notes)


def dealt_order(count: int, seed: int = 0) -> list[int]:
    """The numbers below `count` in a seeded order."""
    return random.Random(seed).sample(range(count), count)


def batt_of_size(programs: Sequence[Program], nodes: int, order: Sequence[int]) -> list[int]:
    """The shortest prefix of `order` that weaves into `nodes` nodes; everything if none does."""

    def woven(count: int) -> int:
        return weave([programs[p] for p in order[:count]]).node_count

    return list(order[: bisect_left(range(len(order)), nodes, key=woven)])


def _dataset_row(
    batt: Batt,
    plan: BenchPlan,
    peer: PeerTimes | None,
    threads: int | None,
    progress: Report | None,
) -> BenchRow:
    begun = perf_counter()
    result = batt.run(plan.samples, threads=threads, progress=progress)
    value = perf_counter() - begun
    notes: dict[str, Any] = {
        "programs": len(batt.programs),
        "samples": len(plan.samples),
        "threads": result.threads,
        "cut_by_fuel": cut_by_fuel(result),
    }
    peer_value = None
    if peer is not None:
        peer_value = peer.a_sample() * len(plan.samples)
        notes["peer_extrapolated_from"] = len(plan.chosen)
        notes["peer_pairs_left_out"] = int(peer.cut.sum())
    return BenchRow("all programs, all samples, all cores", value, "s", peer_value, notes)


def standard_programs(count: int = 400, seed: int = 0) -> dict[str, Program]:
    """Programs to measure if none are given: seeded chains of ops from grid to grid."""
    grid = TYPES["Grid"]
    chained = [
        op.name
        for op in OPS.values()
        if op.theme in THEMES and [p.type for p in op.params] == [grid] and op.result is grid
    ]
    rng = random.Random(seed)
    programs: dict[str, Program] = {}
    for number in range(count):
        builder = ProgramBuilder()
        node = builder.input("I")
        for name in rng.choices(chained, k=rng.randint(2, 8)):
            node = builder.call(name, node)
        programs[f"chain_{number}"] = builder.build(node, f"chain_{number}")
    return programs
