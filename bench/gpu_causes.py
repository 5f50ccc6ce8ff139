"""What a device leaves to the CPU, and why: pairs that bail out, by cause and by op.

    python bench/gpu_causes.py solvers.py [--played MODULE] [--every 5] [--threads 16]

All programs run on every fifth sample, on a GPU or on a device that the CPU plays. `--played` names
that device's module, which `make build-tests` compiles: build/*/_played*.so. A pair is a program on
a sample. Its work is the fuel that the CPU counts for it. Programs without bytecode come first,
then the causes, then the ops at which pairs end, each with the programs where that happens most.
Matches, reasons and hashes are compared with the CPU's. The time limit of a pair depends on the
threads that share the CPU's part, so their number is an option.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

import arcloom as al
from arcloom.cli.guard import guarded
from arcloom.engine.gpu.batt import BAILED, BailOut
from arcloom.engine.gpu.choose import choose_devices
from arcloom.engine.gpu.instructions import op_numbers
from arcloom.engine.gpu.played import PlayedDevice


def main() -> None:
    """Run, compare, count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="a file of programs")
    parser.add_argument("--dataset", default="arc1-train")
    parser.add_argument("--played", type=Path, help="the module of a played device; else a GPU")
    parser.add_argument("--every", type=int, default=5, help="take every n-th sample")
    parser.add_argument("--threads", type=int, default=16, help="threads that share the CPU's part")
    parser.add_argument("--ops", type=int, default=40, help="how many ops to print")
    args = parser.parse_args()
    named = al.read_programs(args.programs)
    names = list(named)
    samples = al.load(args.dataset).samples()[:: args.every]
    batt = al.weave(named.values())
    cpu = batt.run(samples)
    total = int(cpu.fuel.sum())
    on_device = batt.on_device()
    print(f"programs {len(names)}, samples {len(samples)}, on the device {len(on_device.programs)}")
    for number, why in on_device.refusals.items():
        print(f"  {names[number]}: {why}; {cpu.fuel[number].sum() / total:.2%} of the work")
    device = played(args.played) if args.played else choose_devices("gpu").gpus[0]
    columns = np.arange(len(samples))
    kinds = (np.uint8, np.uint8, np.int64, np.uint64)
    arrays = [np.zeros((len(names), len(samples)), kind) for kind in kinds]
    run = batt._core.begin(1, *arrays)
    started = on_device.start(on_device.prepare(device, run, columns, 0, args.threads))
    matches, reasons, hashes = started.finish()
    works, rows = started.works(), on_device.programs
    left = reasons == BAILED
    ours = {"matches": matches, "reasons": reasons, "hashes": hashes}
    differing = {k: int(((getattr(cpu, k)[rows] != a) & ~left).sum()) for k, a in ours.items()}
    print(f"differing: {differing}")
    fuel = cpu.fuel[rows]
    show = Shares(left.size, total)
    print(f"left to the CPU: {show.text(int(left.sum()), int(fuel[left].sum()))}")
    ops = {number: name for name, number in op_numbers().items()}
    by_cause, by_op = defaultdict(list), defaultdict(list)
    for row, column in zip(*np.nonzero(left), strict=True):
        cause, instruction = BailOut.of(int(works[row, column]))
        program = int(rows[row])
        op = ops[on_device.codes[program].instructions[instruction][0]]
        pair = (names[program], int(fuel[row, column]))
        by_cause[cause].append(pair)
        by_op[f"{cause}: {op}"].append(pair)
    for table, most in ((by_cause, len(by_cause)), (by_op, args.ops)):
        print()
        for key, pairs in sorted(table.items(), key=lambda item: -len(item[1]))[:most]:
            print(f"{key:42} {show.of(pairs)}  {_programs(pairs)}")


def played(file: Path) -> Any:
    """The device that a module plays."""
    spec = spec_from_file_location(
        "_played", file, loader=ExtensionFileLoader("_played", str(file))
    )
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return PlayedDevice(module.play_batt)


class Shares:
    """Shares of all pairs, and of all work."""

    def __init__(self, pairs: int, work: int) -> None:
        self._pairs, self._work = pairs, work

    def text(self, pairs: int, work: int) -> str:
        """Both as text."""
        return f"{pairs / self._pairs:7.2%} of pairs, {work / self._work:7.2%} of the work"

    def of(self, pairs: list[tuple[str, int]]) -> str:
        """The shares of some pairs, each with its work."""
        return self.text(len(pairs), sum(work for _, work in pairs))


def _programs(pairs: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{n} {k}" for n, k in Counter(name for name, _ in pairs).most_common(3))


if __name__ == "__main__":
    guarded(main)()
