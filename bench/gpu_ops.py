"""Tile ops a second on a GPU: chains of mixed ops, and each op by itself; results are checked.

    python bench/gpu_ops.py [--json FILE] [--only mixed]

A warp takes a grid of arc1-train through eight ops in registers. Time is taken by device events;
medians. What the CPU makes of the same chains is compared with what the GPU made, bit for bit.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

import arcloom as al
from arcloom import _core
from arcloom.engine.gpu import Gpu, op_numbers
from arcloom.engine.tiles import WORDS, Calls, call_on_cpu, to_tiles

LENGTH = 8
WARPS = 1 << 20
SHARING = 1 << 10
"""Warps in a row that take the same chain, as in a search, where many states take one action."""
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


class Bench:
    """Runs chains on the device and, a part of them, on the CPU."""

    def __init__(self, rounds: int = ROUNDS) -> None:
        self.rounds = rounds
        grids = [s.input for task in al.load("arc1-train").values() for s in task.samples]
        self.tiles = to_tiles(grids)
        self.gpu = Gpu()
        self.names = list(op_numbers())
        self.kernel = self.gpu.kernel("chains", "run_chains")

    def run(
        self, steps: np.ndarray, warps: int, sharing: int, apart: bool
    ) -> tuple[list[float], bool]:
        """Seconds of each launch, and whether the results are the CPU's."""
        cupy = self.gpu.cupy
        first = np.random.default_rng(1).integers(0, len(self.tiles), warps).astype(np.int32)
        out = cupy.full((warps, WORDS), 0xDEAD, np.uint32)
        arguments = (
            cupy.asarray(steps),
            np.int32(steps.shape[1]),
            np.int64(warps),
            np.int32(sharing),
            cupy.asarray(self.tiles),
            np.int32(len(self.tiles)),
            cupy.asarray(first),
            np.int32(apart),
            out,
        )
        times = []
        for _ in range(self.rounds + 1):  # the first warms up
            begun, ended = cupy.cuda.Event(), cupy.cuda.Event()
            begun.record()
            self.gpu.launch(self.kernel, warps, *arguments)
            ended.record()
            ended.synchronize()
            times.append(cupy.cuda.get_elapsed_time(begun, ended) / 1000)
        checked = np.random.default_rng(2).integers(0, warps, CHECKED)
        wanted = self._on_cpu(steps[checked // sharing], first[checked], apart)
        return times[1:] or times, bool(np.array_equal(cupy.asnumpy(out[checked]), wanted))

    def _on_cpu(self, steps: np.ndarray, first: np.ndarray, apart: bool) -> np.ndarray:
        now = self.tiles[first]
        total = np.zeros_like(now)
        for k in range(steps.shape[1]):
            if apart:
                now = self.tiles[(first + k) % len(self.tiles)]
            now = self._step(steps[:, k], now)
            total ^= now
        return total if apart else now

    def _step(self, steps: np.ndarray, tiles: np.ndarray) -> np.ndarray:
        out = tiles.copy()
        for op, arg in np.unique(steps, axis=0):
            which = np.flatnonzero((steps == (op, arg)).all(axis=1))
            given = np.ascontiguousarray(tiles[which])
            made = call_on_cpu(Calls.on_each(self.names[op], int(arg), len(which)), given)
            out[which[made.count > 0]] = made.tiles
        return out

    def mixed(self, steps: np.ndarray, sharing: int = SHARING) -> dict[str, Any]:
        """Chains of steps drawn from a set."""
        random = np.random.default_rng(0)
        drawn = steps[random.integers(0, len(steps), (WARPS // sharing, LENGTH))]
        row = self._row(drawn, WARPS, sharing, apart=False)
        return row | {"steps": len(steps), "sharing": sharing}

    def single(self, op: int, arg: int) -> dict[str, Any]:
        """One op again and again, each time on another grid."""
        warps = WARPS // 4
        steps = np.full((1, LENGTH, 2), (op, arg), np.int32)
        row = self._row(steps, warps, warps, apart=True)
        return row | {"op": self.names[op], "arg": int(arg)}

    def _row(self, steps: np.ndarray, warps: int, sharing: int, apart: bool) -> dict[str, Any]:
        times, right = self.run(steps, warps, sharing, apart)
        rate = warps * LENGTH / float(np.median(times)) / 1e9
        return {"giga_ops": rate, "spread": max(times) / min(times), "right": right}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=("mixed", "single"))
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="timed launches of each")
    options = parser.parse_args()
    bench = Bench(options.rounds)
    content: dict[str, Any] = {"device": bench.gpu.name}
    if options.only != "single":
        for name, names in (("plain", set(PLAIN)), ("all", None)):
            for sharing in (SHARING, 1):
                content[f"{name}/{sharing}"] = row = bench.mixed(map_steps(names), sharing)
                print(name, row)
    if options.only != "mixed":
        content["single"] = [bench.single(op, arg) for op, arg in map_steps()]
        for row in sorted(content["single"], key=lambda row: row["giga_ops"]):
            print(f"{row['op']:16} {row['arg']:3} {row['giga_ops']:7.2f} {row['right']}")
    if options.json is not None:
        options.json.write_text(json.dumps(content, indent=1))


if __name__ == "__main__":
    main()
