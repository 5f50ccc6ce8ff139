"""Whole batts on a GPU: which share of the programs runs there, and how long a batt takes.

    python bench/gpu_batt.py solvers.py [--order FILE]

First, all programs run on every sample of the dataset, on the GPU and on the CPU. Matches, reasons
and hashes are compared. Then the batt of `arcloom bench` (1,076 nodes, 3,000 samples) is timed on
both. Times are medians. Those of the GPU include converting grids to tiles, transfers, the kernel,
and what the CPU finishes. `--order` names a file with one program name per line; a second batt of
the same size takes the programs in this order.
"""

from __future__ import annotations

import argparse
import json
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

import arcloom as al
from arcloom.cli.guard import guarded
from arcloom.engine.batt import Batt
from arcloom.engine.bench.measure import BATT_NODES, BATT_SAMPLES, batt_of_size, dealt_order
from arcloom.engine.gpu.choose import choose_devices

ROUNDS = 15


def main() -> None:
    """Measure, and print a line of JSON for each part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="a file of programs")
    parser.add_argument("--dataset", default="arc1-train")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--order", type=Path, help="a file of names, for a second batt")
    args = parser.parse_args()
    named = al.read_programs(args.programs)
    programs = list(named.values())
    samples = al.load(args.dataset).samples()
    gpu = choose_devices("gpu").gpus[0]
    begun = perf_counter()
    al.weave(programs[:1]).run(samples[:1], device=gpu)
    print(json.dumps({"device": gpu.name, "first_run": round(perf_counter() - begun, 2)}))
    compare(al.weave(programs), samples, gpu, args.threads)
    orders = [dealt_order(len(programs))]
    if args.order:
        orders.append([list(named).index(name) for name in args.order.read_text().split()])
    for order in orders:
        batt = al.weave([programs[p] for p in batt_of_size(programs, BATT_NODES, order)])
        measure(batt, list(islice(cycle(samples), BATT_SAMPLES)), gpu, args.threads)


def compare(batt: Batt, samples: list[al.Sample], gpu: object, threads: int | None) -> None:
    """The whole library on both, array by array."""
    cpu = batt.run(samples, threads=threads)
    ours = batt.run(samples, threads=threads, device=gpu)
    share = ours.device
    content = {
        "programs": len(batt.programs),
        "on_device": share.programs,
        "pairs": share.pairs,
        "bailed": round(share.bailed_share, 4),
        "cpu_seconds": round(cpu.seconds, 3),
        "gpu_seconds": round(ours.seconds, 3),
        "differing": {
            name: int((getattr(cpu, name) != getattr(ours, name)).sum())
            for name in ("matches", "reasons", "hashes")
        },
    }
    print(json.dumps(content))


def measure(batt: Batt, samples: list[al.Sample], gpu: object, threads: int | None) -> None:
    """One batt on many samples."""
    cpu = [batt.run(samples, threads=threads) for _ in range(ROUNDS)]
    ours = [batt.run(samples, threads=threads, device=gpu) for _ in range(ROUNDS)]
    share = ours[0].device
    content = {
        "programs": len(batt.programs),
        "nodes": batt.node_count,
        "samples": len(samples),
        "threads": cpu[0].threads,
        "on_device": share.programs,
        "bailed": round(share.bailed_share, 4),
        "cpu_seconds": round(median(r.seconds for r in cpu), 4),
        "gpu_seconds": round(median(r.seconds for r in ours), 4),
        "gpu_least": round(min(r.seconds for r in ours), 4),
        "same": bool(np.array_equal(cpu[0].hashes, ours[0].hashes)),
    }
    print(json.dumps(content))
    only = al.weave([batt.programs[p] for p in batt.on_device().programs])
    cpu = [only.run(samples, threads=threads) for _ in range(ROUNDS)]
    ours = [only.run(samples, threads=threads, device=gpu) for _ in range(ROUNDS)]
    content = {
        "only_programs_on_device": len(only.programs),
        "nodes": only.node_count,
        "bailed": round(ours[0].device.bailed_share, 4),
        "cpu_seconds": round(median(r.seconds for r in cpu), 4),
        "gpu_seconds": round(median(r.seconds for r in ours), 4),
    }
    print(json.dumps(content))


if __name__ == "__main__":
    guarded(main)()
