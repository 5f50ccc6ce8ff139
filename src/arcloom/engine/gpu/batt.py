"""A batt on a device: compiles its programs to bytecode and starts runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.gpu.bytecode import compile_output
from arcloom.engine.gpu.instructions import Code, NoFormError
from arcloom.engine.gpu.structures import structure
from arcloom.engine.gpu.woven import WovenDag
from arcloom.engine.limits import Limits
from arcloom.engine.tiles import WORDS

BAILED: Final = _core.numbers()["device"]["bailed"]
"""The device's reason for a pair that it leaves to the CPU."""
_CAUSES: Final = {number: cause for cause, number in _core.numbers()["device_cause"].items()}
_INSTRUCTION_BITS: Final = _core.numbers()["device"]["instruction_bits"]
NO_FUEL: Final = -1
"""In a run's fuel: the pair ran on a device, which does not count fuel."""
BLOCK_BYTES: Final = 128
TILE_BYTES: Final = 4 * WORDS
RUN_BYTES, HEAD_BYTES = 128, 136
"""The head that is sent: a `BattRun`, then the number of the first pairs that no warp has taken."""
MOST_TIME: Final = 2_000_000
LONGEST: Final = 500_000
"""How long a pair may take on the device: `MOST_TIME` divided by the number of CPU threads, and at
most `LONGEST`. A unit is about 10 ns of a warp on an H200 (`Machine::time`). After that the CPU
computes the pair. A core is many times faster than the single warp that everything else would wait
for. But a core also has more to do."""
BLOCKS: Final = 4096
"""Blocks of rows that a warp has for its values."""

Array = Any
"""An array of the device's module: numpy or CuPy."""


class BattDevice(Protocol):
    """Runs bytecode: the kernel of native/gpu/batt.hpp on the device's own arrays."""

    xp: Any

    @property
    def batt_warps(self) -> int:
        """How many warps work at the same time."""

    @property
    def begun(self) -> bool:
        """Whether it has run a batt before, so that the next one starts at once."""

    def on_stream(self, place: int) -> AbstractContextManager[None]:
        """A context with its own stream. Kernels of the ABREAST streams run at the same time."""

    def run_batt(self, run: Array, tile_ops: bool) -> None:
        """Start a run. `run` is the structure `BattRun` as words; `tile_ops`: it needs tile ops."""

    def address(self, array: Array) -> int:
        """The address of one of the device's arrays."""

    def room(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """An array on the host that can be sent quickly."""

    def send(self, array: NDArray[Any], to: Array) -> None:
        """Send an array made by `room`. It must not change until the work started here is done."""

    def fetch(self, array: Array) -> Callable[[], NDArray[Any]]:
        """Start a copy after the work started here. Calling the result waits for the copy."""


class DeviceBatt:
    """The programs of a batt that have bytecode."""

    def __init__(self, core: _core.Batt, limits: Limits) -> None:
        dag = WovenDag(core)
        self.refusals: dict[int, str] = {}
        """Why a program stays with the CPU, by the program's number."""
        self.codes: dict[int, Code] = {}
        for number, root in enumerate(dag.roots):
            try:
                self.codes[number] = compile_output(dag, root)
            except NoFormError as why:
                self.refusals[number] = str(why)
            except RecursionError:
                self.refusals[number] = "loops or functions nested too deep"
        order = sorted(self.codes, key=lambda number: -self.codes[number].weight)
        self.programs = np.array(order, np.int64)
        """Numbers of the compiled programs, slowest first, so no slow one starts at the end."""
        self._tile_ops = any(code.has_tile_ops for code in self.codes.values())
        self._most_work = min(limits.node_fuel, limits.program_fuel)
        self._packed = _pack([self.codes[int(number)] for number in self.programs])
        self._sent: dict[tuple[BattDevice, int], list[Array]] = {}

    def prepare(
        self,
        device: BattDevice,
        run: _core.Run,
        columns: NDArray[np.int64],
        place: int = 0,
        threads: int = 1,
    ) -> Prepared:
        """Prepare some of a run's samples for the device. The CPU's threads do the rest.

        Neighbouring samples should take about the same time.
        """
        sent = device.room((HEAD_BYTES + 2 * len(columns) * TILE_BYTES,), np.uint8)
        inputs, expected = sent[HEAD_BYTES:].view(np.uint32).reshape(2, len(columns), WORDS)
        run.tiles(columns, inputs, expected)
        most_time = min(MOST_TIME // threads, LONGEST)
        return Prepared(device, place, sent, (len(self.programs), len(columns)), most_time)

    def start(self, part: Prepared) -> Started:
        """Start a part on its device."""
        device = part.device
        with device.on_stream(part.place):
            given = device.xp.empty(part.sent.shape, np.uint8)
            results = Results(device.xp, part.shape)
            blocks = device.xp.empty(device.batt_warps * BLOCKS * BLOCK_BYTES, np.uint8)
            at = device.address(given)
            code, programs, constants = map(device.address, self._at(device, part.place))
            words = structure(
                "batt_run",
                code=code,
                programs=programs,
                constants=constants,
                inputs=at + HEAD_BYTES,
                expected=at + HEAD_BYTES + part.shape[1] * TILE_BYTES,
                nprograms=part.shape[0],
                nsamples=part.shape[1],
                **results.addresses(device),
                blocks=device.address(blocks),
                room=BLOCKS,
                most_work=self._most_work,
                most_time=part.most_time,
                next=at + RUN_BYTES,
            )
            part.sent[:HEAD_BYTES].view(np.int64)[:] = [*words, 0]
            device.send(part.sent, given)
            device.run_batt(given[:RUN_BYTES].view(np.int64), self._tile_ops)
            # The next run at this place may reuse the memory: it waits for this run.
            return Started(device.fetch(results.wanted), results, part)

    def _at(self, device: BattDevice, place: int) -> list[Array]:
        """The bytecode in device memory, one copy per place, so that no place waits for another."""
        if (device, place) not in self._sent:
            self._sent[device, place] = [device.xp.asarray(a) for a in self._packed]
        return self._sent[device, place]


class Results:
    """Device memory for the results of a run, programs x samples: one array, so one copy."""

    def __init__(self, xp: Any, shape: tuple[int, int]) -> None:
        self.shape, pairs = shape, shape[0] * shape[1]
        self._ends = [0, *np.cumsum([8 * pairs, 8 * pairs, pairs, pairs]).tolist()]
        self._every = xp.empty(self._ends[-1], np.uint8)

    def addresses(self, device: BattDevice) -> dict[str, int]:
        """The address of each result, by its name in the structure `batt_run`."""
        at = device.address(self._every)
        names = ("works", "hashes", "matches", "reasons")
        return {name: at + end for name, end in zip(names, self._ends[:4], strict=True)}

    @property
    def works(self) -> Array:
        return self._every[: self._ends[1]]

    @property
    def wanted(self) -> Array:
        """All results except the works."""
        return self._every[self._ends[1] :]

    def read(self, copy: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Matches, reasons and hashes from a copy of `wanted`."""
        hashes, matches, reasons = np.split(copy, np.array(self._ends[2:4]) - self._ends[1])
        shape = self.shape
        return matches.reshape(shape), reasons.reshape(shape), hashes.view(np.uint64).reshape(shape)


@dataclass(frozen=True)
class Prepared:
    """A part of a run: the bytes to send, with room for a head, and the time limit of a pair."""

    device: BattDevice
    place: int
    sent: NDArray[Any]
    shape: tuple[int, int]
    most_time: int


@dataclass(frozen=True)
class Started:
    """A part that runs on the device."""

    fetched: Callable[[], NDArray[Any]]
    results: Results
    part: Prepared

    def finish(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint64]]:
        """Wait for the end, then give matches, reasons and hashes, programs x samples."""
        return self.results.read(self.fetched())

    def works(self) -> NDArray[np.int64]:
        """An upper bound of the CPU's fuel; for a pair that bailed out, why (`BailOut.of`)."""
        with self.part.device.on_stream(self.part.place):
            works = self.part.device.fetch(self.results.works)()
        return works.view(np.int64).reshape(self.results.shape)


class BailOut(NamedTuple):
    """Why and where the device left a pair to the CPU."""

    cause: str
    instruction: int

    @classmethod
    def of(cls, work: int) -> BailOut:
        """What a pair's entry in `Started.works` says."""
        return cls(_CAUSES[work >> _INSTRUCTION_BITS], work & ((1 << _INSTRUCTION_BITS) - 1))


def _pack(codes: Sequence[Code]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """All instructions, the position of each program in them, and all constants."""
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
