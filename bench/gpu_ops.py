"""Tile ops per second on a GPU: chains of mixed ops, and each op by itself; results are checked.

    python bench/gpu_ops.py [--json FILE] [--only mixed]

A warp applies eight ops, or one op eight times, to a grid of arc1-train in registers. In chains,
half a warp is used if the grid has at most 16x16 cells and no op can enlarge it. Times are medians
by device events. Results are compared with the CPU's, bit for bit.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import arcloom as al
from arcloom import _core
from arcloom.cli.guard import guarded
from arcloom.engine.gpu.choose import choose_devices
from arcloom.engine.gpu.cuda import HALVES, growing_ops, op_numbers
from arcloom.engine.gpu.enumerate.work import HALF
from arcloom.engine.tiles import WORDS, Calls, call_on_cpu, to_tiles

LENGTH = 8
WARPS = 1 << 21
SHARING = 1 << 14
"""Warps in a row that take the same chain, as in a search, where many states take one action."""
CHAIN_WARPS = 16
"""Warps in a block."""
CHECKED = 4000
ROUNDS = 11
PLAIN = [
    "hmirror",
    "vmirror",
    "dmirror",
    "cmirror",
    "rot90",
    "rot180",
    "rot270",
    "keep_colour",
    "drop_colour",
    "recolour",
    "negative",
    "keep_common",
    "to_common",
    "swap_pair",
    "set_ground",
    "flat",
    "keep_largest",
    "fill_holes",
    "holes",
    "outside",
    "fall",
]
"""The kinds of ops that the design was tried with: turns, colours, largest part, holes, gravity."""


def map_steps(names: set[str] | None = None) -> np.ndarray:
    """All ops from grid to grid, with each of their arguments: pairs of number and argument."""
    numbers = op_numbers()
    return np.array(
        [
            (numbers[name], arg)
            for name, form, _, low, high in _core.tile_ops()
            if form == "map" and (names is None or name in names)
            for arg in range(low, high + 1)
        ],
        np.int32,
    )


Timed = tuple[np.ndarray, np.ndarray, dict[str, Any]]


def _filled_up(numbers: np.ndarray, multiple: int) -> np.ndarray:
    """The last one again and again, until there are a multiple of so many."""
    return np.pad(numbers, (0, -len(numbers) % multiple), mode="edge")


class Bench:
    """Runs chains on the device and, a part of them, on the CPU."""

    def __init__(self, rounds: int) -> None:
        grids = [s.input for task in al.load("arc1-train").values() for s in task.samples]
        self.rounds = rounds
        self.tiles = to_tiles(grids)
        self.gpu = choose_devices("gpu").gpus[0]
        self.names = list(op_numbers())

    def mixed(self, steps: np.ndarray, sharing: int) -> dict[str, Any]:
        """Chains of steps drawn from a set."""
        cupy = self.gpu.cupy
        random = np.random.default_rng(0)
        chains = steps[random.integers(0, len(steps), (WARPS // sharing, LENGTH))]
        first, out = self._places()
        tiles = self.tiles[first]
        stays = ~np.isin(chains[:, :, 0], growing_ops()).any(axis=1)
        small = (tiles[:, -2:] <= HALF).all(axis=1) & stays[np.arange(WARPS) // sharing]
        given = (
            cupy.asarray(chains),
            np.int32(LENGTH),
            np.int32(sharing),
            cupy.asarray(self.tiles),
            cupy.asarray(first),
            out,
        )
        parts = []
        for name, which, a_warp in (("chains", ~small, 1), ("chains" + HALVES, small, 2)):
            kernel = self.gpu.kernel(name, "run_chains")
            numbers = _filled_up(np.flatnonzero(which).astype(np.int32), CHAIN_WARPS * a_warp)
            parts.append((kernel, len(numbers) // a_warp, cupy.asarray(numbers)))

        def launch() -> None:
            for kernel, warps, numbers in parts:
                last = (numbers, np.int64(len(numbers)))
                self.gpu.launch(kernel, warps, *given, *last, together=CHAIN_WARPS)

        which, made, row = self._timed(launch, out)
        now = tiles[which]
        for k in range(LENGTH):
            now = self._step(chains[which // sharing, k], now)
        right = bool(np.array_equal(made, now))
        return row | {"right": right, "sharing": sharing, "in_halves": float(small.mean())}

    def single(self, op: int, arg: int) -> dict[str, Any]:
        """One op again and again."""
        step = np.array([op, arg], np.int32)
        first, out = self._places()
        kernel = self.gpu.kernel("singles", "repeat_step")
        tiles, places = self.gpu.cupy.asarray(self.tiles), self.gpu.cupy.asarray(first)
        given = (step.view(np.int64)[0], np.int32(LENGTH), np.int64(WARPS), tiles, places, out)
        which, repeated, row = self._timed(lambda: self.gpu.launch(kernel, WARPS, *given), out)
        made = self._step(np.broadcast_to(step, (len(which), 2)), self.tiles[first[which]])
        total = np.zeros_like(made)
        for _ in range(LENGTH):
            total = (total << np.uint32(1)) ^ made
        right = bool(np.array_equal(repeated, total))
        return {"op": self.names[op], "arg": int(arg)} | row | {"right": right}

    def _places(self) -> tuple[np.ndarray, Any]:
        """Which tile each warp begins with, and where what it makes of it goes."""
        first = np.random.default_rng(1).integers(0, len(self.tiles), WARPS).astype(np.int32)
        return first, self.gpu.cupy.full((WARPS, WORDS), 0xDEAD, np.uint32)

    def _timed(self, launch: Callable[[], None], out: Any) -> Timed:
        """Time launches; some chains' numbers and results, and the figures."""
        cupy = self.gpu.cupy
        times = []
        for _ in range(self.rounds + 1):
            begun, ended = cupy.cuda.Event(), cupy.cuda.Event()
            begun.record()
            launch()
            ended.record()
            ended.synchronize()
            times.append(cupy.cuda.get_elapsed_time(begun, ended) / 1000)
        timed = times[1:] or times  # the first warms up
        rate = WARPS * LENGTH / float(np.median(timed)) / 1e9
        which = np.random.default_rng(2).integers(0, WARPS, CHECKED)
        row = {"giga_ops": rate, "spread": max(timed) / min(timed)}
        return which, cupy.asnumpy(out[which]), row

    def _step(self, steps: np.ndarray, tiles: np.ndarray) -> np.ndarray:
        """A step of each chain on the CPU; where it is Undefined, the tile stays."""
        out = tiles.copy()
        for op, arg in np.unique(steps, axis=0):
            which = np.flatnonzero((steps == (op, arg)).all(axis=1))
            given = np.ascontiguousarray(tiles[which])
            made = call_on_cpu(Calls.on_each(self.names[op], int(arg), len(which)), given)
            out[which[made.count > 0]] = made.tiles
        return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=("mixed", "single"))
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="timed launches per op")
    options = parser.parse_args()
    bench = Bench(options.rounds)
    content: dict[str, Any] = {"device": bench.gpu.name}
    if options.only != "single":
        for name, names in (("plain", set(PLAIN)), ("all", None)):
            for sharing in (SHARING, 1 << 10, 1):
                content[f"{name}/{sharing}"] = row = bench.mixed(map_steps(names), sharing)
                print(name, row)
    if options.only != "mixed":
        content["single"] = [bench.single(op, arg) for op, arg in map_steps()]
        for row in sorted(content["single"], key=lambda row: row["giga_ops"]):
            print(f"{row['op']:16} {row['arg']:3} {row['giga_ops']:7.2f} {row['right']}")
    if options.json is not None:
        options.json.write_text(json.dumps(content, indent=1))


if __name__ == "__main__":
    guarded(main)()
