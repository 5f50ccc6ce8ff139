"""Tile ops a second on a GPU: chains of mixed ops, and each op by itself; results are checked.

    python bench/gpu_ops.py [--json FILE] [--only mixed]

A warp takes a grid of arc1-train through eight ops, or eight times through one, in registers. Time
is taken by device events; medians. What the CPU makes of the same is compared, bit for bit.
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
WARPS = 1 << 21
SHARING = 1 << 14
"""Warps in a row that take the same chain, as in a search, where many states take one action."""
TOGETHER = {"chains": 16, "singles": 4}
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


Run = tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]


class Bench:
    """Runs chains on the device and, a part of them, on the CPU."""

    def __init__(self, rounds: int) -> None:
        grids = [s.input for task in al.load("arc1-train").values() for s in task.samples]
        self.rounds = rounds
        self.tiles = to_tiles(grids)
        self.gpu = Gpu()
        self.names = list(op_numbers())

    def mixed(self, steps: np.ndarray, sharing: int) -> dict[str, Any]:
        """Chains of steps drawn from a set."""
        random = np.random.default_rng(0)
        chains = steps[random.integers(0, len(steps), (WARPS // sharing, LENGTH))]
        given = (
            self.gpu.cupy.asarray(chains),
            np.int32(LENGTH),
            np.int64(WARPS),
            np.int32(sharing),
        )
        which, first, out, row = self._run("chains", "run_chains", given)
        now = self.tiles[first]
        for k in range(LENGTH):
            now = self._step(chains[which // sharing, k], now)
        return row | {"right": bool(np.array_equal(out, now)), "sharing": sharing}

    def single(self, op: int, arg: int) -> dict[str, Any]:
        """One op again and again."""
        step = np.array([op, arg], np.int32)
        given = (step.view(np.int64)[0], np.int32(LENGTH), np.int64(WARPS))
        which, first, out, row = self._run("singles", "repeat_step", given)
        made = self._step(np.broadcast_to(step, (len(which), 2)), self.tiles[first])
        total = np.zeros_like(made)
        for _ in range(LENGTH):
            total = (total << np.uint32(1)) ^ made
        right = bool(np.array_equal(out, total))
        return {"op": self.names[op], "arg": int(arg)} | row | {"right": right}

    def _run(self, source: str, name: str, given: tuple[Any, ...]) -> Run:
        """Time launches; some warps' numbers, first tiles and results, and the figures."""
        cupy, kernel = self.gpu.cupy, self.gpu.kernel(source, name)
        first = np.random.default_rng(1).integers(0, len(self.tiles), WARPS).astype(np.int32)
        out = cupy.full((WARPS, WORDS), 0xDEAD, np.uint32)
        arguments = (*given, cupy.asarray(self.tiles), cupy.asarray(first), out)
        times = []
        for _ in range(self.rounds + 1):
            begun, ended = cupy.cuda.Event(), cupy.cuda.Event()
            begun.record()
            self.gpu.launch(kernel, WARPS, *arguments, together=TOGETHER[source])
            ended.record()
            ended.synchronize()
            times.append(cupy.cuda.get_elapsed_time(begun, ended) / 1000)
        timed = times[1:] or times  # the first warms up
        rate = WARPS * LENGTH / float(np.median(timed)) / 1e9
        which = np.random.default_rng(2).integers(0, WARPS, CHECKED)
        row = {"giga_ops": rate, "spread": max(timed) / min(timed)}
        return which, first[which], cupy.asnumpy(out[which]), row

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
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="timed launches of each")
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
    main()
