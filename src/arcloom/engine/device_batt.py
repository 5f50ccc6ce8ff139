"""A batt on a device: the programs that have bytecode run there, and what they leave to the CPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.bytecode import Code, NoForm, compile_output
from arcloom.engine.limits import Limits
from arcloom.engine.lowered import Dag
from arcloom.engine.tiles import WORDS

BAILED: Final = 254
"""A device's reason for a pair that it leaves to the CPU."""
BLOCK_BYTES: Final = 128
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

    def run_batt(self, run: NDArray[np.int64]) -> None:
        """Start a run; the structure `BattRun` in words."""

    def address(self, array: Array) -> int:
        """Where an array of its own lies."""

    def to_host(self, array: Array) -> NDArray[Any]:
        """A copy for the CPU, when the run is over."""


@dataclass(frozen=True)
class DeviceResults:
    """Arrays of a device's programs x samples, as `RunResult` has them."""

    matches: NDArray[np.uint8]
    reasons: NDArray[np.uint8]
    hashes: NDArray[np.uint64]
    works: NDArray[np.int64]
    """Fuel that the CPU would charge, at most; of a pair that bailed out, its last instruction."""


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
            except NoForm as why:
                self.refusals[number] = str(why)
        self.programs = np.array(sorted(self.codes), np.int64)
        self._most_work = min(limits.node_fuel, limits.program_fuel)
        self._packed = _pack([self.codes[int(number)] for number in self.programs])

    def start(self, device: BattDevice, core: _core.Batt, nsamples: int) -> Started:
        """Begin with the samples that the core has gathered."""
        inputs, expected = np.empty((2, nsamples, WORDS), np.uint32)
        core.tiles(inputs, expected)
        xp, shape = device.xp, (len(self.programs), nsamples)
        results = [xp.zeros(shape, kind) for kind in (np.uint8, np.uint8, np.uint64, np.int64)]
        blocks = xp.empty(device.batt_warps * BLOCKS * BLOCK_BYTES, np.uint8)
        given = [xp.asarray(a) for a in (*self._packed, inputs, expected)]
        next_pair = xp.zeros(1, np.uint64)
        addresses = [device.address(a) for a in given]
        outputs = [device.address(a) for a in results]
        numbers = [device.address(blocks), BLOCKS, self._most_work, device.address(next_pair)]
        run = np.array([*addresses, *shape, *outputs, *numbers], np.int64)
        device.run_batt(run)
        return Started(device, results, [*given, blocks, next_pair])


@dataclass(frozen=True)
class Started:
    """A run under way; what it reads and writes is kept until it is over."""

    device: BattDevice
    results: Sequence[Array]
    kept: Sequence[Array]

    def finish(self) -> DeviceResults:
        """Wait for the end."""
        return DeviceResults(*(self.device.to_host(array) for array in self.results))


def _pack(codes: Sequence[Code]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """All instructions, where each program's are, and all constants."""
    instructions = [i for code in codes for i in code.instructions]
    constants = [c for code in codes for c in code.constants]
    rows, at, first = [], 0, 0
    for code in codes:
        ends = len(code.instructions), len(code.constants)
        rows.append((first, ends[0], at, ends[1], code.result, 0))
        first, at = first + ends[0], at + ends[1]
    return (
        np.array(instructions, np.int16).reshape(-1, 8),
        np.array(rows, np.int32).reshape(-1, 6),
        np.array(constants, np.int32).reshape(-1, 2),
    )
