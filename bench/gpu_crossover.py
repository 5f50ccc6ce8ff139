"""From how many grids on a GPU is faster than one core: calls of one op, transfers included.

python bench/gpu_crossover.py [--json FILE]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

import arcloom as al
from arcloom.engine.gpu import Gpu
from arcloom.engine.tiles import Calls, call_on_cpu, to_tiles

OPS = (
    ("recolour", 1),
    ("rot90", 0),
    ("fill_holes", 3),
    ("keep_largest", 1),
    ("continue_tiling", 0),
)
SIZES = [4**k for k in range(2, 9)]
ROUNDS = 5


def median(work: Callable[[], object]) -> float:
    """Seconds; the first call warms up."""
    times = []
    for _ in range(ROUNDS + 1):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return float(np.median(times[1:]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    inputs = to_tiles([s.input for task in al.load("arc1-train").values() for s in task.samples])
    gpu = Gpu()
    rows = []
    for op, arg in OPS:
        for n in SIZES:
            tiles = inputs[np.arange(n) % len(inputs)]
            calls = Calls.on_each(op, arg, n)
            cpu = median(lambda c=calls, t=tiles: call_on_cpu(c, t))  # type: ignore[misc]
            device = median(lambda c=calls, t=tiles: gpu.call(c, t))  # type: ignore[misc]
            rows.append({"op": op, "arg": arg, "n": n, "cpu": cpu, "gpu": device})
            print(f"{op:16} {n:6} grids: core {cpu * 1e3:8.3f} ms, GPU {device * 1e3:8.3f} ms")
    if options.json is not None:
        options.json.write_text(json.dumps({"device": gpu.name, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
