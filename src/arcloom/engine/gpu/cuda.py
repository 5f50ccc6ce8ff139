"""A GPU: compiles the tile kernels at run time and calls them on many tiles at once.

The sources are those of the native core. We join them into one text before compiling. CuPy's cache
of compiled kernels uses the text as its key, so the cache is never stale.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.gpu.interface import ABREAST, Runs
from arcloom.engine.gpu.streams import Streams, ask_for_queues
from arcloom.engine.tiles import MOST_PARTS, WORDS, Calls, Made, Tiles

_CORE: Final = import_module(f"arcloom._core_{_core.INSTRUCTION_SET}")
SOURCES: Final = Path(str(_CORE.__file__)).parent / "native"
"""The kernel sources. They lie beside the compiled core."""
OPTIONS: Final = ("--std=c++20", "--device-as-default-execution-space")
WARPS_PER_BLOCK: Final = 4
BATT_WARPS, BATT_BLOCKS = 16, 2
"""Warps per block of the bytecode kernel, and blocks per multiprocessor, as in
native/gpu/batt.cu."""
LANES: Final = 32
HALVES: Final = "_halves"
"""The ending of a source in which half a warp does the work of a warp in the other source."""
SEARCHES: Final = ("search", "search" + HALVES)
TAKE_PIECES: Final = "take_pieces"
"""The template in both sources. It is compiled for each op separately."""
MOST_MODULES: Final = 4
"""The most modules for a search's kernels. They are compiled in parallel if there are cores."""
MOST_CALLS: Final = 1 << 17
"""Calls per launch. The results of a call take 16 KiB."""

THREADS: Final = 256
LOOK_STATES: Final = 2
"""The position of the number of states in the structure `Look`."""
LEAST_TABLE: Final = 1 << 20

_INCLUDE: Final = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)
_ONCE: Final = re.compile(r"^#pragma once\n", re.MULTILINE)


def source_text(path: Path) -> str:
    """A source with everything of ours that it includes, each file once."""
    seen: set[Path] = set()

    def whole(file: Path) -> str:
        seen.add(file)
        text = _ONCE.sub("", file.read_text(encoding="utf-8"))
        return _INCLUDE.sub(lambda found: included((file.parent / found[1]).resolve()), text)

    def included(file: Path) -> str:
        return "" if file in seen else whole(file)

    return whole(path.resolve())


@cache
def op_numbers() -> dict[str, int]:
    """The numbers of the tile ops, as the kernels know them."""
    return {name: number for number, (name, *_) in enumerate(_core.tile_ops())}


@cache
def growing_ops() -> list[int]:
    """The numbers of the ops whose result may be larger than each argument."""
    return [op_numbers()[name] for name in _core.growing_tile_ops()]


@cache
def search_kernels() -> tuple[list[str], list[str]]:
    """The search kernels for whole warps, one per op, and those for half warps."""
    numbers = list(op_numbers().values())
    halves = [_taking(number) for number in numbers if number not in growing_ops()]
    return [_taking(number) for number in numbers], halves


def _taking(op: int) -> str:
    return f"{TAKE_PIECES}<{op}>"


class Gpu:
    """One GPU, by its number. Make and run its arrays and kernels inside `with gpu.device`."""

    def __init__(self, number: int = 0) -> None:
        ask_for_queues()
        import cupy  # type: ignore[import-not-found,unused-ignore]

        self.cupy: Any = cupy
        self.xp: Any = cupy
        self.device: Any = cupy.cuda.Device(number)
        self.number = number
        self._modules: dict[str, Any] = {}
        self._kernels: dict[tuple[str, str], Any] = {}
        self._compiling = Lock()
        with self.device:
            self._own = [Streams(cupy) for _ in range(ABREAST)]
        self._streams = {streams.own.ptr: streams for streams in self._own}

    @property
    def name(self) -> str:
        """The maker's name for it."""
        properties = self.cupy.cuda.runtime.getDeviceProperties(self.number)
        return str(properties["name"].decode())

    @cached_property
    def processors(self) -> int:
        """How many multiprocessors it has."""
        return int(self.device.attributes["MultiProcessorCount"])

    def kernel(self, source: str, name: str) -> Any:
        """A kernel of a source in native/gpu, compiled at first use."""
        if (source, name) not in self._kernels:
            with self._compiling, self.device:
                if source in SEARCHES:
                    self._compile_searches()
                else:
                    self._kernels[source, name] = self._module(source).get_function(name)
        return self._kernels[source, name]

    def _module(self, source: str) -> Any:
        if source not in self._modules:
            text = source_text(SOURCES / "gpu" / f"{source}.cu")
            self._modules[source] = self.cupy.RawModule(code=text, options=OPTIONS)
        return self._modules[source]

    def _compile_searches(self) -> None:
        """Compile all search kernels. There are many, so the cores share them."""
        if any((source, _taking(0)) in self._kernels for source in SEARCHES):
            return
        count = max(1, min(MOST_MODULES, (os.cpu_count() or 1) // len(SEARCHES)))
        parts = [
            (source, names[k::count])
            for source, names in zip(SEARCHES, search_kernels(), strict=True)
            for k in range(count)
        ]
        with ThreadPoolExecutor(len(parts)) as pool:
            for (source, names), found in zip(parts, pool.map(self._compile, parts), strict=True):
                for name, kernel in zip(names, found, strict=True):
                    self._kernels[source, name] = kernel

    def _compile(self, part: tuple[str, list[str]]) -> list[Any]:
        source, names = part
        text = source_text(SOURCES / "gpu" / f"{source}.cu")
        with self.device:
            module = self.cupy.RawModule(code=text, options=OPTIONS, name_expressions=names)
            return [module.get_function(name) for name in names]

    def launch(
        self, kernel: Any, warps: int, *arguments: Any, together: int = WARPS_PER_BLOCK
    ) -> None:
        """Run a kernel that has work for `warps` warps, `together` of them per block."""
        blocks = max(1, min(-(-warps // together), self._most_blocks))
        kernel((blocks,), (together * LANES,), arguments)

    @property
    def _most_blocks(self) -> int:
        return self.processors * 64

    # The interface `arcloom.engine.gpu.interface.Device`

    def take_pieces(self, step: NDArray[np.int64], runs: Runs, *, soon: bool) -> None:
        """Try or make states: one kernel per op, many of them side by side."""
        kernels = np.empty((len(runs.op), 4), np.int64)
        kernels[:, 0] = self._search_functions[runs.halves, runs.op]
        warps = -(-runs.pieces // (1 + runs.halves))
        kernels[:, 1] = np.minimum(-(-warps // WARPS_PER_BLOCK), self._most_blocks)
        kernels[:, 2] = np.cumsum(runs.pieces) - runs.pieces
        kernels[:, 3] = runs.pieces
        streams = self._streams[self.cupy.cuda.get_current_stream().ptr]
        streams.launch(kernels, step, WARPS_PER_BLOCK * LANES, soon=soon)

    @cached_property
    def _search_functions(self) -> NDArray[np.int64]:
        """The driver's addresses of the search kernels, for whole warps and for half warps."""
        every = np.zeros((len(SEARCHES), len(op_numbers())), np.int64)
        for row, source, names in zip(every, SEARCHES, search_kernels(), strict=True):
            for op in op_numbers().values():
                if _taking(op) in names:
                    row[op] = self.kernel(source, _taking(op)).kernel.ptr
        return every

    @contextmanager
    def on_stream(self, place: int) -> Iterator[None]:
        """Give the calling thread the GPU at one of ABREAST places.

        Each place keeps its stream, because CuPy reuses freed memory only on the same stream.
        """
        with self.device, self._own[place].own:
            yield

    def look_at_states(self, look: NDArray[np.int64]) -> None:
        """Compare states with the outputs."""
        states = int(look[LOOK_STATES])
        self.launch(self.kernel("canvas", "look_at_states"), states, self.cupy.asarray(look))

    # The interface `arcloom.engine.gpu.batt.BattDevice`

    @property
    def batt_warps(self) -> int:
        """As many as the multiprocessors hold at the same time."""
        return self.processors * BATT_BLOCKS * BATT_WARPS

    @property
    def begun(self) -> bool:
        """Whether a kernel for bytecode is loaded."""
        return any(source.startswith("batt") for source, _ in self._kernels)

    def run_batt(self, run: Any, tile_ops: bool) -> None:
        """Run bytecode."""
        kernel = self.kernel("batt_tiles" if tile_ops else "batt", "run_batt")
        self.launch(kernel, self.batt_warps, run, together=BATT_WARPS)

    def fetch(self, array: Any) -> Callable[[], NDArray[Any]]:
        """Copy an array to the host after the work before it. Calling the result waits for that."""
        pinned = self.room(array.shape, array.dtype)
        array.get(out=pinned, blocking=False)
        # A blocking event: other threads may use the core during the wait.
        copied = self.cupy.cuda.Event(block=True, disable_timing=True)
        copied.record()

        def wait() -> NDArray[Any]:
            copied.synchronize()
            return pinned

        return wait

    def room(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """An array in pinned memory, which a GPU reads and writes while the host continues."""
        size = int(np.prod(shape))
        memory = self.cupy.cuda.alloc_pinned_memory(max(1, size * np.dtype(dtype).itemsize))
        return np.frombuffer(memory, dtype, size).reshape(shape)

    def send(self, array: NDArray[Any], to: Any) -> None:
        """Copy an array made by `room` while the host continues."""
        to.data.copy_from_host_async(array.ctypes.data, array.nbytes)

    # Both interfaces

    def address(self, array: Any) -> int:
        """The address of an array in the device's memory."""
        return int(array.data.ptr)

    def to_host(self, array: Any) -> NDArray[Any]:
        """A copy in the host's memory.

        It waits before copying, so that other Python threads continue meanwhile.
        """
        self.cupy.cuda.get_current_stream().synchronize()
        return np.asarray(self.cupy.asnumpy(array))

    def new_table(self) -> HashTable:
        """An empty table of hashes."""
        return HashTable(self)

    def launch_threads(self, kernel: Any, threads: int, *arguments: Any) -> None:
        """Run a kernel that has work for `threads` threads."""
        blocks = min(-(-threads // THREADS), self.processors * 32)
        kernel((max(1, blocks),), (THREADS,), arguments)

    @property
    def free_memory(self) -> int:
        """Bytes that are free or held for reuse."""
        with self.device:
            free, _ = self.cupy.cuda.runtime.memGetInfo()
            return int(free) + int(self.cupy.get_default_memory_pool().free_bytes())

    def call(self, calls: Calls, tiles: Tiles, *, halves: bool = False) -> Made:
        """Run calls, one warp each, or half a warp each if no tile is larger than 16x16."""
        with self.device:
            given = self.cupy.asarray(tiles)
            parts = [
                self._call(calls, slice(at, at + MOST_CALLS), given, halves)
                for at in range(0, len(calls.first), MOST_CALLS)
            ]
        return Made(
            np.concatenate([part.tiles for part in parts]),
            np.concatenate([part.count for part in parts]),
        )

    def _call(self, calls: Calls, which: slice, tiles: Any, halves: bool) -> Made:
        first, count = calls.first[which], calls.count[which]
        rows = np.empty((len(first), 4), np.int32)
        rows[:, 0], rows[:, 1] = op_numbers()[calls.op], calls.arg
        rows[:, 2], rows[:, 3] = first, count
        out = self.cupy.empty((len(rows), MOST_PARTS, WORDS), np.uint32)
        made = self.cupy.empty(len(rows), np.int32)
        kernel = self.kernel("calls" + HALVES if halves else "calls", "call_ops")
        warps = -(-len(rows) // 2) if halves else len(rows)
        self.launch(kernel, warps, self.cupy.asarray(rows), np.int64(len(rows)), tiles, out, made)
        counts: NDArray[np.int32] = self.cupy.asnumpy(made)
        kept = self.cupy.arange(MOST_PARTS)[None, :] < made[:, None]
        return Made(self.cupy.asnumpy(out[kept]), counts)


class HashTable:
    """The hashes seen so far, in a table with open addressing."""

    def __init__(self, gpu: Gpu) -> None:
        self._gpu, self._xp = gpu, gpu.cupy
        self._held = self._xp.zeros((), np.int64)
        self._most = 0  # an upper bound of the held hashes, as far as the host knows
        self._places = self._xp.zeros(LEAST_TABLE, np.uint64)

    def take(self, hashes: Any, met: Any) -> Any:
        """Which hashes among those with `met` are new. Of equal ones, only the first is new."""
        gpu, n = self._gpu, len(hashes)
        if _places_for(self._most + n) > len(self._places):
            held, more = gpu.to_host(self._xp.stack([self._held, met.sum()])).tolist()
            self._most = held + more
            self._make_room(_places_for(self._most))
        else:
            self._most += n
        found = self._xp.empty(n, bool)
        table = self._places, np.uint64(len(self._places) - 1), hashes
        gpu.launch_threads(gpu.kernel("canvas", "meet_hashes"), n, *table, met, np.int64(n), found)
        gpu.launch_threads(gpu.kernel("canvas", "find_new"), n, *table, np.int64(n), found)
        self._held += found.sum()
        return found

    def _make_room(self, places: int) -> None:
        size = len(self._places)
        if places <= size:
            return
        grown = self._xp.zeros(1 << (places - 1).bit_length(), np.uint64)
        kernel, mask = self._gpu.kernel("canvas", "move_hashes"), np.uint64(len(grown) - 1)
        self._gpu.launch_threads(kernel, size, self._places, np.int64(size), grown, mask)
        self._places = grown


def _places_for(hashes: int) -> int:
    """The least size of a table. At least a quarter stays free, so that lookups are short."""
    return hashes * 4 // 3
