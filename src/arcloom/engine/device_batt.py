"""A batt on a device: the programs that have bytecode run there, and what they leave to the CPU."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.bytecode import Code, NoFormError, compile_output
from arcloom.engine.limits import Limits
from arcloom.engine.lowered import Dag
from arcloom.engine.tiles import WORDS
from arcloom.engine.undefined import SKIPPED

BAILED: Final = 254
"""A device's reason for a pair that it leaves to the CPU."""
NO_FUEL: Final = -1
"""In a run's fuel: the pair ran on a device, which counts none."""
BLOCK_BYTES: Final = 128
MOST_WORK: Final = 5_000_000
"""Fuel from which on a pair is the CPU's, over the number of its threads: a core is many times
faster than the one warp that the others would have to wait for, but has more to do itself."""
BLOCKS: Final = 4096
"""Blocks of rows that a warp has for its values."""

Array = Any
"""An array of the device's own module: numpy's, or CuPy's."""
Run = Callable[[NDArray[np.uint8], bool], None]
"""Runs on the CPU what is not marked as done; the flag says whether in match mode."""


class BattDevice(Protocol):
    """Runs bytecode: the kernel of native/gpu/batt.hpp on its own arrays."""

    xp: Any

    @property
    def batt_warps(self) -> int:
        """How many warps work at once."""

    def run_batt(self, run: NDArray[np.int64], tile_ops: bool) -> None:
        """Start a run; the structure `BattRun` in words, and whether programs have tile ops."""

    def address(self, array: Array) -> int:
        """Where an array of its own lies."""

    def to_host(self, array: Array) -> NDArray[Any]:
        """A copy for the CPU, when the run is over."""


@dataclass(frozen=True)
class Arrays:
    """What a run fills in, programs x samples, the core that has the samples, and its threads."""

    core: _core.Batt
    matches: NDArray[np.uint8]
    reasons: NDArray[np.uint8]
    fuel: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    starts: Sequence[int]
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


class DeviceBatt:
    """The programs of a batt that have bytecode."""

    def __init__(self, core: _core.Batt, limits: Limits) -> None:
        dag = Dag(core)
        self.refusals: dict[int, str] = {}
        """Why a program, by its number, stays with the CPU."""
        self.codes: dict[int, Code] = {}
        for number, root in enumerate(dag.roots):
            try:
                self.codes[number] = compile_output(dag, root)
            except NoFormError as why:
                self.refusals[number] = str(why)
        order = sorted(self.codes, key=lambda number: -self.codes[number].weight)
        self.programs = np.array(order, np.int64)
        """Their numbers, those first that may take longest: so none begins when all others end."""
        self._tile_ops = any(code.has_tile_ops for code in self.codes.values())
        self._most_work = min(limits.node_fuel, limits.program_fuel)
        self._packed = _pack([self.codes[int(number)] for number in self.programs])

    def start(
        self, device: BattDevice, core: _core.Batt, nsamples: int, threads: int = 1
    ) -> Started:
        """Begin with the samples that the core has gathered; the CPU's threads do the rest."""
        inputs, expected = np.empty((2, nsamples, WORDS), np.uint32)
        core.tiles(inputs, expected)
        xp, shape = device.xp, (len(self.programs), nsamples)
        results = [xp.zeros(shape, kind) for kind in (np.uint8, np.uint8, np.uint64, np.int64)]
        blocks = xp.empty(device.batt_warps * BLOCKS * BLOCK_BYTES, np.uint8)
        order = np.argsort(-inputs[:, -2].astype(np.int64) * inputs[:, -1], kind="stable")
        given = [xp.asarray(a) for a in (*self._packed, inputs, expected, order.astype(np.int32))]
        next_pair = xp.zeros(1, np.uint64)
        addresses = [device.address(a) for a in given]
        outputs = [device.address(a) for a in results]
        most_work = min(self._most_work, MOST_WORK // threads)
        numbers = [device.address(blocks), BLOCKS, most_work, device.address(next_pair)]
        run = np.array([*addresses, *shape, *outputs, *numbers], np.int64)
        device.run_batt(run, self._tile_ops)
        return Started(device, results, [*given, blocks, next_pair])


@dataclass(frozen=True)
class Started:
    """A run under way; what it reads and writes is kept until it is over."""

    device: BattDevice
    results: Sequence[Array]
    kept: Sequence[Array]

    def finish(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64]]:
        """Wait for the end: matches, reasons and hashes of the device's programs x samples."""
        matches, reasons, hashes = (self.device.to_host(array) for array in self.results[:3])
        return matches, reasons, hashes

    def works(self) -> NDArray[np.int64]:
        """Fuel that the CPU would charge, at most; of a pair that bailed out, its instruction."""
        return self.device.to_host(self.results[3])


def run_on_device(
    on_device: DeviceBatt, device: BattDevice, arrays: Arrays, known: NDArray[np.bool_], run: Run
) -> DeviceShare:
    """Fill in a run's arrays: what the device has no form for goes to the CPU, meanwhile.

    `arrays.starts` are the columns at which tasks begin, in match mode, else nothing; `known` tells
    which outputs are expected.
    """
    rows, nsamples = on_device.programs, arrays.reasons.shape[1]
    done = np.zeros(arrays.reasons.shape, np.uint8)
    started = None
    if len(rows):
        started = on_device.start(device, arrays.core, nsamples, arrays.threads)
    done[rows] = 1
    if len(rows) < len(done):
        run(done, bool(len(arrays.starts)))
    if started is None:
        return DeviceShare(0, 0, 0)
    matches, reasons, hashes = started.finish()
    arrays.matches[rows], arrays.reasons[rows], arrays.hashes[rows] = matches, reasons, hashes
    arrays.fuel[rows] = NO_FUEL
    bailed = reasons == BAILED
    left = bailed & ~_after_a_miss(arrays.starts, matches.astype(bool) | bailed, known)
    if left.any():
        done[:] = 1
        done[rows] = ~left
        run(done, False)
    after = _after_a_miss(arrays.starts, arrays.matches[rows].astype(bool), known)
    if after.any():
        for array, value in ((arrays.matches, 0), (arrays.hashes, 0), (arrays.fuel, 0)):
            array[rows] = np.where(after, value, array[rows])
        arrays.reasons[rows] = np.where(after, SKIPPED, arrays.reasons[rows])
    return DeviceShare(len(rows), bailed.size, int(bailed.sum()))


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


def _pack(codes: Sequence[Code]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """All instructions, where each program's are, and all constants."""
    instructions = [i for code in codes for i in code.instructions]
    constants = [c for code in codes for c in code.constants]
    rows, at, first = [], 0, 0
    for code in codes:
        ends = len(code.instructions), len(code.constants)
        rows.append((first, ends[0], at, ends[1], code.result))
        first, at = first + ends[0], at + ends[1]
    return (
        np.array(instructions, np.int16).reshape(-1, 8),
        np.array(rows, np.int32).reshape(-1, 5),
        np.array(constants, np.int32).reshape(-1, 2),
    )
