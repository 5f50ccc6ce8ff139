"""A run of a batt that a device and the CPU share: what each does, and when.

The device has the samples in parts. What it leaves of one, the CPU finishes while the device is at
the next. The CPU begins with the weightiest samples, and with what the device has no form for.
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
"""What parts have of the samples, in order: the CPU waits for the first, all for the last."""
LEAST_PART: Final = 128
"""Samples that a part has at least: with less, there are fewer parts."""
OWN_PER_THREAD: Final = 1 / 1100
MOST_OWN: Final = 1 / 30
"""The share of the samples, the weightiest, that each of the CPU's threads takes from the start,
and all of them at most. A device would leave most of them anyway, or be waited for."""
MOST_WEIGHT: Final = np.uint16(np.iinfo(np.uint16).max)
"""A weight that none is told from greater ones."""


@dataclass(frozen=True)
class Arrays:
    """What a run fills in, programs x samples, what it goes by, and its threads."""

    matches: NDArray[np.uint8]
    reasons: NDArray[np.uint8]
    fuel: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    starts: Sequence[int]
    """the columns at which tasks begin, in match mode, else nothing"""
    known: NDArray[np.bool_]
    """which outputs are expected, in match mode"""
    threads: int


@dataclass(frozen=True)
class DeviceShare:
    """How much of a run a device did."""

    programs: int
    """programs that have bytecode"""
    pairs: int
    """programs on samples that it was given"""
    bailed: int
    """those of them that it left to the CPU"""

    @property
    def bailed_share(self) -> float:
        """The share of the pairs that it was given."""
        return self.bailed / self.pairs if self.pairs else 0.0


def run_on_device(
    on_device: DeviceBatt,
    device: BattDevice,
    arrays: Arrays,
    run: _core.Run,
    progress: Callable[[int], object] | None,
) -> DeviceShare:
    """Fill in a run's arrays; the CPU's share goes to a run that has begun."""
    rows, nsamples = on_device.programs, arrays.reasons.shape[1]
    own, parts = _dealt(arrays, run) if len(rows) else (np.arange(0), [])
    bailed = 0

    def prepare(number: int) -> Prepared:
        return on_device.prepare(device, run, parts[number], number % ABREAST, arrays.threads)

    # While no thread has anything to do, the first part's tiles are made by all.
    prepared = [prepare(0)] if parts else []
    _add_own(arrays, rows, own, run)
    started = [on_device.start(part) for part in prepared]
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
    """What is the CPU's from the start: samples of its own, and what the device has no form for."""
    if len(own):
        run.add(False, own, None)
    if len(rows) < len(arrays.reasons):
        others = np.setdiff1d(np.arange(len(arrays.reasons)), rows)
        columns = np.setdiff1d(np.arange(arrays.reasons.shape[1]), own)
        run.add(bool(len(arrays.starts)), columns, others)


def _dealt(arrays: Arrays, run: _core.Run) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """The CPU's own columns, and the device's in parts; a task's stay together in match mode."""
    nsamples = arrays.reasons.shape[1]
    if len(arrays.starts):
        every = np.array([*arrays.starts, nsamples])
        ends = every[np.searchsorted(every, _ends(nsamples))].tolist()
        return np.arange(0), [np.arange(a, b) for a, b in pairwise(ends) if a < b]
    weights = np.empty(nsamples, np.int64)
    run.weights(weights)
    # In order of their weights: samples beside each other take about as long. Numbers of 16 bits
    # are sorted five times as fast.
    order = np.argsort(
        MOST_WEIGHT - np.minimum(weights, MOST_WEIGHT).astype(np.uint16), kind="stable"
    )
    count = int(nsamples * min(MOST_OWN, arrays.threads * OWN_PER_THREAD))
    own, rest = order[:count], order[count:]
    return own, [rest[a:b] for a, b in pairwise(_ends(len(rest))) if a < b]


def _ends(nsamples: int) -> list[int]:
    """Where parts end."""
    shares = SHARES if nsamples >= LEAST_PART * sum(SHARES) else SHARES[:1]
    return [nsamples * sum(shares[:number]) // sum(shares) for number in range(len(shares) + 1)]


def _skip(arrays: Arrays, rows: NDArray[np.int64]) -> None:
    """In match mode: what comes after a miss was not run, as far as anybody can tell."""
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
    """Which pairs come after one of the same task that missed its output; tasks are whole."""
    missed = arrays.known[columns] & ~matches
    after = np.zeros(matches.shape, bool)
    starts = np.intersect1d(arrays.starts, columns) - columns[0]
    for first, last in pairwise([*starts, matches.shape[1]]):
        ends = missed[:, first:last].cumsum(axis=1)
        after[:, first:last] = ends - missed[:, first:last] > 0
    return after
