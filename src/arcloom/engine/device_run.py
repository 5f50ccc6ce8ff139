"""A run of a batt that a device and the CPU share: what each does, and when.

The device has the samples in parts. What it leaves of one, the CPU finishes while the device is at
the next; and what the device has no form for, the CPU runs meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.device import ABREAST
from arcloom.engine.device_batt import BAILED, NO_FUEL, BattDevice, DeviceBatt, Started
from arcloom.engine.undefined import SKIPPED

SHARES: Final = (1, 2, 2, 2, 1)
"""What parts have of the samples, in order: the CPU waits for the first, all for the last."""
AHEAD: Final = 5
"""Parts that are started before the first is over."""
LEAST_PART: Final = 128
"""Samples that a part has at least: with less, there are fewer parts."""


@dataclass(frozen=True)
class Arrays:
    """What a run fills in, programs x samples, the core that has the samples, and its threads."""

    core: _core.Batt
    matches: NDArray[np.uint8]
    reasons: NDArray[np.uint8]
    fuel: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    starts: Sequence[int]
    """the columns at which tasks begin, in match mode, else nothing"""
    known: NDArray[np.bool_]
    """which outputs are expected"""
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
    parts = _parts(nsamples, arrays.starts) if len(rows) else []
    bailed = 0

    def start(number: int) -> Started:
        place = number % ABREAST
        return on_device.start(device, arrays.core, parts[number], place, arrays.threads)

    numbers = range(len(parts))
    started = deque(map(start, numbers[:1]))  # the device is what all wait for
    _add_own(arrays, rows, run)
    started.extend(map(start, numbers[1:AHEAD]))
    arrays.fuel[rows] = NO_FUEL
    for number, columns in enumerate(parts):
        taken = started.popleft().finish()
        started.extend(map(start, numbers[number + AHEAD : number + AHEAD + 1]))
        bailed += int((taken[1] == BAILED).sum())
        left = _take(arrays, rows, columns, *taken)
        if left.any():
            done = np.ones(arrays.reasons.shape, np.uint8)
            done[rows, columns.start : columns.stop] = ~left
            run.add(False, columns.start, columns.stop, done)
    run.end(progress)
    _skip(arrays, rows)
    return DeviceShare(len(rows), len(rows) * nsamples, bailed)


def _add_own(arrays: Arrays, rows: NDArray[np.int64], run: _core.Run) -> None:
    """What the device has no form for is the CPU's."""
    if len(rows) == len(arrays.reasons):
        return
    own = np.zeros(arrays.reasons.shape, np.uint8)
    own[rows] = 1
    run.add(bool(len(arrays.starts)), 0, arrays.reasons.shape[1], own)


def _parts(nsamples: int, starts: Sequence[int]) -> list[range]:
    """Columns in parts of about the same size; those of a task stay together in match mode."""
    shares = SHARES if nsamples >= LEAST_PART * sum(SHARES) else SHARES[:1]
    ends = [nsamples * sum(shares[:number]) // sum(shares) for number in range(len(shares) + 1)]
    if len(starts):
        every = np.array([*starts, nsamples])
        ends = every[np.searchsorted(every, ends)].tolist()
    return [range(first, last) for first, last in pairwise(ends) if first < last]


def _take(
    arrays: Arrays,
    rows: NDArray[np.int64],
    columns: range,
    matches: NDArray[np.uint8],
    reasons: NDArray[np.uint8],
    hashes: NDArray[np.uint64],
) -> NDArray[np.bool_]:
    """Write what a device came to in a part; gives the pairs that are left to the CPU."""
    at = slice(columns.start, columns.stop)
    arrays.matches[rows, at] = matches
    arrays.reasons[rows, at] = reasons
    arrays.hashes[rows, at] = hashes
    bailed: NDArray[np.bool_] = reasons == BAILED
    if not len(arrays.starts):
        return bailed
    starts = [start - columns.start for start in arrays.starts if start in columns]
    bailed &= ~_after_a_miss(starts, matches.astype(bool) | bailed, arrays.known[at])
    return bailed


def _skip(arrays: Arrays, rows: NDArray[np.int64]) -> None:
    """In match mode: what comes after a miss was not run, as far as anybody can tell."""
    if not len(arrays.starts):
        return
    after = _after_a_miss(arrays.starts, arrays.matches[rows].astype(bool), arrays.known)
    for array, value in ((arrays.matches, 0), (arrays.hashes, 0), (arrays.fuel, 0)):
        array[rows] = np.where(after, value, array[rows])
    arrays.reasons[rows] = np.where(after, SKIPPED, arrays.reasons[rows])


def _after_a_miss(
    starts: Sequence[int], matches: NDArray[np.bool_], known: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which pairs come after one of the same task that missed its output."""
    missed = known & ~matches
    after = np.zeros(matches.shape, bool)
    for first, last in pairwise([*starts, matches.shape[1]]):
        ends = missed[:, first:last].cumsum(axis=1)
        after[:, first:last] = ends - missed[:, first:last] > 0
    return after
