"""A GPU: the tile kernels compiled for it at run time, and calls of them on many tiles at once.

The sources are those of the native core. They are put together to one text before they are
compiled, so that CuPy's cache of compiled kernels, which goes by the text, is never stale.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arcloom import _core
from arcloom.engine.tiles import MOST_PARTS, WORDS, Calls, Made, Tiles

SOURCES: Final = Path(str(import_module("arcloom._core_baseline").__file__)).parent / "native"
"""They lie beside the compiled core."""
OPTIONS: Final = ("--std=c++20", "--device-as-default-execution-space")
WARPS_A_BLOCK: Final = 4
LANES: Final = 32
MOST_CALLS: Final = 1 << 17
"""Calls in one launch: the room for their results is 16 KiB each."""

_INCLUDE: Final = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)
_ONCE: Final = re.compile(r"^#pragma once\n", re.MULTILINE)


def source_text(path: Path) -> str:
    """A source with all that it includes of ours, each file once."""
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


class Gpu:
    """One device, by its number."""

    def __init__(self, number: int = 0) -> None:
        import cupy  # type: ignore[import-not-found,unused-ignore]

        self.cupy: Any = cupy
        self.device: Any = cupy.cuda.Device(number)
        self.number = number
        self._kernels: dict[tuple[str, str], Any] = {}

    @property
    def name(self) -> str:
        """What the maker calls it."""
        properties = self.cupy.cuda.runtime.getDeviceProperties(self.number)
        return str(properties["name"].decode())

    @property
    def processors(self) -> int:
        """How many multiprocessors it has."""
        return int(self.device.attributes["MultiProcessorCount"])

    def kernel(self, source: str, name: str) -> Any:
        """A kernel of a source in native/gpu, compiled at first use."""
        if (source, name) not in self._kernels:
            text = source_text(SOURCES / "gpu" / f"{source}.cu")
            with self.device:
                module = self.cupy.RawModule(code=text, options=OPTIONS)
                self._kernels[source, name] = module.get_function(name)
        return self._kernels[source, name]

    def launch(self, kernel: Any, warps: int, *arguments: Any) -> None:
        """Run a kernel that has work for so many warps."""
        blocks = min(-(-warps // WARPS_A_BLOCK), self.processors * 64)
        kernel((blocks,), (WARPS_A_BLOCK * LANES,), arguments)

    def call(self, calls: Calls, tiles: Tiles) -> Made:
        """Run calls, a warp each."""
        with self.device:
            given = self.cupy.asarray(tiles)
            parts = [
                self._call(calls, slice(at, at + MOST_CALLS), given)
                for at in range(0, len(calls.first), MOST_CALLS)
            ]
        return Made(
            np.concatenate([part.tiles for part in parts]),
            np.concatenate([part.count for part in parts]),
        )

    def _call(self, calls: Calls, which: slice, tiles: Any) -> Made:
        first, count = calls.first[which], calls.count[which]
        rows = np.empty((len(first), 4), np.int32)
        rows[:, 0], rows[:, 1] = op_numbers()[calls.op], calls.arg
        rows[:, 2], rows[:, 3] = first, count
        out = self.cupy.empty((len(rows), MOST_PARTS, WORDS), np.uint32)
        made = self.cupy.empty(len(rows), np.int32)
        kernel = self.kernel("calls", "call_ops")
        self.launch(
            kernel, len(rows), self.cupy.asarray(rows), np.int64(len(rows)), tiles, out, made
        )
        counts: NDArray[np.int32] = self.cupy.asnumpy(made)
        kept = self.cupy.arange(MOST_PARTS)[None, :] < made[:, None]
        return Made(self.cupy.asnumpy(out[kept]), counts)
