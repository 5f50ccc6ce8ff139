"""A run of a batt shared by a device and the CPU: who does what, and when.

The device gets the samples in parts. While it works on a part, the CPU finishes what the device
left of the part before. The CPU starts with the heaviest samples and with the programs that have no
bytecode.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.gpu.batt import BAILED, BattDevice, DeviceBatt, Prepared
from arcloom.engine.gpu.interface import ABREAST
from arcloom.engine.undefined import SKIPPED

SHARES: Final = (1, 2, 2, 2, 1)
"""Relative sizes of the parts. The first is small, as the CPU waits for it; so is the last."""
LEAST_PART: Final = 128
"""The least samples of a part. With fewer samples there are fewer parts."""
OWN_PER_THREAD: Final = 1 / 1100
MOST_OWN: Final = 1 / 30
"""The share of the samples, the heaviest, that each CPU thread takes at the start, and the most for
all threads. A device would leave most of these samples to the CPU anyway, or finish them last."""
MOST_WEIGHT: Final = np.uint16(np.iinfo(np.uint16).max)
"""The largest weight. Greater weights count as this one."""


@dataclass(frozen=True)
class Arrays:
    """The arrays that a run fills in, programs x samples, its settings, and its threads."""

    matches: NDArray[np.uint8]
    reasons: NDArray[np.uint8]
    fuel: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    starts: Sequence[int]
    """the columns at which tasks begin; empty unless in match mode"""
    known: NDArray[np.bool_]
    """which outputs are known; only in match mode"""
    threads: int


@dataclass(frozen=True)
class DeviceShare:
    """The share of a run that a device did."""

    programs: int
    """programs that have bytecode"""
    pairs: int
    """program-sample pairs given to the device"""
    bailed: int
    """pairs of those that the device left to the CPU"""

    @property
    def bailed_share(self) -> float:
        """The share of the given pairs that bailed out."""
        return self.bailed / self.pairs if self.pairs else 0.0


def run_on_device(
    on_device: DeviceBatt,
    device: BattDevice,
    arrays: Arrays,
    run: _core.Run,
    progress: Callable[[int], object] | None,
) -> DeviceShare:
    """Fill in a run's arrays. The CPU's share is added to `run`, which has already begun."""
    rows, nsamples = on_device.programs, arrays.reasons.shape[1]
    own, parts = _dealt(arrays, run) if len(rows) else (np.arange(0), [])
    bailed = 0

    def prepare(number: int) -> Prepared:
        return on_device.prepare(device, run, parts[number], number % ABREAST, arrays.threads)

    # The threads are still idle, so all of them help to make the tiles of the first part. The
    # device starts before them, since everything waits for its first results.
    started = [on_device.start(prepare(0))] if parts else []
    _add_own(arrays, rows, own, run)
    started += [on_device.start(prepare(number)) for number in range(1, len(parts))]
    for columns, part in zip(parts, started, strict=True):
        matches, reasons, hashes = part.finish()
        left = reasons == BAILED
        bailed += int(left.sum())
        if len(arrays.starts):
            left &= ~_after_a_miss(arrays, columns, matches.astype(bool) | left)
        run.finish(rows, columns, matches, reasons, hashes, left.view(np.uint8))
    run.end(progress)
    _skip(arrays, rows)
    return DeviceShare(len(rows), len(rows) * (nsamples - len(own)), bailed)


def _add_own(
    arrays: Arrays, rows: NDArray[np.int64], own: NDArray[np.int64], run: _core.Run
) -> None:
    """Give the CPU its share at the start: its own samples, and the programs without bytecode."""
    if len(own):
        run.add(False, own, None)
    if len(rows) < len(arrays.reasons):
        programs, samples = arrays.reasons.shape
        run.add(bool(len(arrays.starts)), _rest(samples, own), _rest(programs, rows))


def _rest(count: int, taken: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers below `count` that are not taken. The device waits, and this sorts nothing."""
    left = np.ones(count, bool)
    left[taken] = False
    return np.flatnonzero(left)


def _dealt(arrays: Arrays, run: _core.Run) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """The CPU's own columns, and the device's in parts. In match mode parts hold whole tasks."""
    nsamples = arrays.reasons.shape[1]
    if len(arrays.starts):
        every = np.array([*arrays.starts, nsamples])
        ends = every[np.searchsorted(every, _ends(nsamples))].tolist()
        return np.arange(0), [np.arange(a, b) for a, b in pairwise(ends) if a < b]
    weights = np.empty(nsamples, np.int64)
    run.weights(weights)
    # Sort by weight, so that neighbouring samples take about the same time. 16-bit numbers sort
    # five times as fast.
    order = np.argsort(
        MOST_WEIGHT - np.minimum(weights, MOST_WEIGHT).astype(np.uint16), kind="stable"
    )
    count = int(nsamples * min(MOST_OWN, arrays.threads * OWN_PER_THREAD))
    own, rest = order[:count], order[count:]
    return own, [rest[a:b] for a, b in pairwise(_ends(len(rest))) if a < b]


def _ends(nsamples: int) -> list[int]:
    """The positions at which parts end."""
    shares = SHARES if nsamples >= LEAST_PART * sum(SHARES) else SHARES[:1]
    return [nsamples * sum(shares[:number]) // sum(shares) for number in range(len(shares) + 1)]


def _skip(arrays: Arrays, rows: NDArray[np.int64]) -> None:
    """In match mode, mark the pairs after a miss as skipped, even if the device ran them."""
    if not len(arrays.starts):
        return
    columns = np.arange(arrays.reasons.shape[1])
    after = _after_a_miss(arrays, columns, arrays.matches[rows].astype(bool))
    for array, value in ((arrays.matches, 0), (arrays.hashes, 0), (arrays.fuel, 0)):
        array[rows] = np.where(after, value, array[rows])
    arrays.reasons[rows] = np.where(after, SKIPPED, arrays.reasons[rows])


def _after_a_miss(
    arrays: Arrays, columns: NDArray[np.int64], matches: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which pairs follow a miss of the same task. The columns hold whole tasks."""
    missed = arrays.known[columns] & ~matches
    after = np.zeros(matches.shape, bool)
    starts = np.intersect1d(arrays.starts, columns) - columns[0]
    for first, last in pairwise([*starts, matches.shape[1]]):
        ends = missed[:, first:last].cumsum(axis=1)
        after[:, first:last] = ends - missed[:, first:last] > 0
    return after
