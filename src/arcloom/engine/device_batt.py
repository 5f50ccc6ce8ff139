"""A batt on a device: its programs as bytecode, and the start of a run there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.bytecode import Code, NoFormError, compile_output
from arcloom.engine.limits import Limits
from arcloom.engine.lowered import Dag
from arcloom.engine.tiles import WORDS

BAILED: Final = 254
"""A device's reason for a pair that it leaves to the CPU."""
NO_FUEL: Final = -1
"""In a run's fuel: the pair ran on a device, which counts none."""
BLOCK_BYTES: Final = 128
MOST_WORK: Final = 6_000_000
LONGEST: Final = 1_500_000
"""Fuel from which on a pair is the CPU's, over the number of its threads, and at most: a core is
many times faster than the one warp that the others would have to wait for, but has more to do."""
BLOCKS: Final = 4096
"""Blocks of rows that a warp has for its values."""

Array = Any
"""An array of the device's own module: numpy's, or CuPy's."""


class BattDevice(Protocol):
    """Runs bytecode: the kernel of native/gpu/batt.hpp on its own arrays."""

    xp: Any

    @property
    def batt_warps(self) -> int:
        """How many warps work at once."""

    def beside(self, place: int) -> AbstractContextManager[None]:
        """Within which what is started runs beside what is started at another of ABREAST places."""

    def run_batt(self, run: NDArray[np.int64], tile_ops: bool) -> None:
        """Start a run; the structure `BattRun` in words, and whether programs have tile ops."""

    def address(self, array: Array) -> int:
        """Where an array of its own lies."""

    def room(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """An array on the host that is quickly sent."""

    def send(self, array: NDArray[Any]) -> Array:
        """A copy of such an array, which is to stay as it is until what is started here is over."""

    def fetch(self, arrays: Sequence[Array]) -> Callable[[], list[NDArray[Any]]]:
        """Ask for copies, once what was started here is over; what it gives waits for them."""


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
        self._sent: dict[tuple[BattDevice, int], list[Array]] = {}

    def start(
        self,
        device: BattDevice,
        run: _core.Run,
        columns: NDArray[np.int64],
        place: int = 0,
        threads: int = 1,
    ) -> Started:
        """Begin with some of a run's samples; the CPU's threads do the rest.

        Samples beside each other should take about as long.
        """
        tiles = device.room((2, len(columns), WORDS), np.uint32)
        run.tiles(columns, tiles[0], tiles[1])
        xp, shape = device.xp, (len(self.programs), len(columns))
        with device.beside(place):
            results = [xp.empty(shape, kind) for kind in (np.uint8, np.uint8, np.uint64, np.int64)]
            blocks = xp.empty(device.batt_warps * BLOCKS * BLOCK_BYTES, np.uint8)
            inputs, expected = device.send(tiles)
            next_pair = xp.zeros(1, np.uint64)
            given = [device.address(a) for a in (*self._at(device, place), inputs, expected)]
            outputs = [device.address(a) for a in results]
            most_work = min(self._most_work, MOST_WORK // threads, LONGEST)
            numbers = [device.address(blocks), BLOCKS, most_work, device.address(next_pair)]
            words = np.array([*given, *shape, *outputs, *numbers], np.int64)
            device.run_batt(words, self._tile_ops)
            # Memory may go to the next run at this place, which waits for this one.
            return Started(device.fetch(results[:3]), results[3], tiles, device, place)

    def _at(self, device: BattDevice, place: int) -> list[Array]:
        """The bytecode in a device's memory, once for each place: none waits for another's copy."""
        if (device, place) not in self._sent:
            self._sent[device, place] = [device.xp.asarray(a) for a in self._packed]
        return self._sent[device, place]


@dataclass(frozen=True)
class Started:
    """A run under way."""

    fetched: Callable[[], list[NDArray[Any]]]
    work: Array
    sent: NDArray[Any]
    device: BattDevice
    place: int

    def finish(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64]]:
        """Wait for the end: matches, reasons and hashes of the device's programs x samples."""
        matches, reasons, hashes = self.fetched()
        return matches, reasons, hashes

    def works(self) -> NDArray[np.int64]:
        """Fuel that the CPU would charge, at most; of a pair that bailed out, its instruction."""
        with self.device.beside(self.place):
            [works] = self.device.fetch([self.work])()
        return works


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
