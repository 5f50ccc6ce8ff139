"""`arcloom run`: a file of programs as one batt on a dataset, with figures for each program."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Group, RenderableType
from rich.table import Table

from arcloom.cli.inputs import close, load_tasks
from arcloom.cli.options import DatasetArgument, Device, Json, Tasks, Threads
from arcloom.cli.output import console, message, print_json
from arcloom.cli.progress import progress
from arcloom.cli.stages import Stages
from arcloom.engine import Batt, RunResult, weave
from arcloom.engine.figures import cut_by_fuel, undefined_shares
from arcloom.engine.gpu.run import DeviceShare
from arcloom.lang import read_programs
from arcloom.tasks import Dataset

Timing = Annotated[bool, typer.Option("--timing", help="Show the time of each stage.")]
BattFile = Annotated[Path, typer.Argument(metavar="BATT.py", help="A file of programs.")]


def command(
    batt_file: BattFile,
    dataset: DatasetArgument,
    task: Tasks = None,
    timing: Timing = False,
    threads: Threads = None,
    device: Device = "cpu",
    as_json: Json = False,
) -> None:
    """Weave the programs of a file into one batt and run it on every sample of a dataset.

    Shows per program: demos matched, tasks fitted, the share of samples on which it is Undefined,
    and its fuel. A GPU counts no fuel. Test outputs are not used.
    """
    stages = Stages()
    stages.end("start")
    tasks = load_tasks(dataset, task)
    programs = read_programs(batt_file)
    stages.end("read")
    batt = weave(programs.values())
    picked = batt.pick(device, tasks.samples(), threads)
    if picked.why:
        message(f"running on the CPU: {picked.why}")
    stages.end("weave")
    unit = picked.unit or "cpu"
    with progress("running", len(tasks.samples())) as report:
        result = batt.run(tasks.samples(), threads=threads, progress=report, device=unit)
    stages.end("run")
    rows = _rows(list(programs), tasks, result)
    content = _content(rows, batt, tasks, result)
    table = _table(content)
    stages.end("report")
    if as_json:
        print_json({**content, "timing": stages.seconds if timing else None})
    else:
        shown = [table, *_details(stages, result)] if timing else [table]
        console().print(Group(*shown))
    close(tasks)


def _rows(names: list[str], tasks: Dataset, result: RunResult) -> list[dict[str, Any]]:
    """One row per program. Only demos have an output to match."""
    fitted = np.zeros(len(names), dtype=np.int64)
    first = 0
    for task in tasks.values():
        fitted += result.matches[:, first : first + len(task.demos)].all(axis=1)
        first += len(task.samples)
    demos = result.matches.sum(axis=1)
    undefined = undefined_shares(result)
    return [
        {
            "name": name,
            "demos": int(demos[p]),
            "fitted": int(fitted[p]),
            "undefined": float(undefined[p]),
            "fuel": result.fuel_of(p),
        }
        for p, name in enumerate(names)
    ]


def _content(
    rows: list[dict[str, Any]], batt: Batt, tasks: Dataset, result: RunResult
) -> dict[str, Any]:
    return {
        "tasks": len(tasks),
        "samples": len(result.samples),
        "demos": sum(len(task.demos) for task in tasks.values()),
        "nodes": batt.node_count,
        "nodes_unshared": batt.program_nodes,
        "nodes_shared": batt.shared,
        "seconds": result.seconds,
        "threads": result.threads,
        "cut_by_fuel": cut_by_fuel(result),
        "device": None if result.device is None else asdict(result.device),
        "programs": rows,
    }


def _table(content: dict[str, Any]) -> RenderableType:
    table = Table("program", box=None, pad_edge=False)
    for heading in ("demos", "tasks fitted", "undefined", "fuel"):
        table.add_column(heading, justify="right")
    for row in content["programs"]:
        table.add_row(
            row["name"],
            f"{row['demos']:,}",
            f"{row['fitted']:,}",
            f"{row['undefined']:.1%}",
            "" if row["fuel"] is None else f"{row['fuel']:,}",
        )
    total = (
        f"{len(content['programs'])} programs, {content['nodes_unshared']:,} nodes woven into "
        f"{content['nodes']:,}, on {content['samples']:,} samples in {content['seconds']:.2f} s "
        f"on {content['threads']} threads"
    )
    return Group(table, total)


def _details(stages: Stages, result: RunResult) -> list[RenderableType]:
    if result.device is None:
        return [_timing(stages)]
    return [_device_line(result.device, len(result.batt.programs)), _timing(stages)]


def _device_line(share: DeviceShare, programs: int) -> str:
    return (
        f"{share.programs} of {programs} programs on the GPU, {share.pairs:,} pairs with samples, "
        f"{share.bailed_share:.1%} of them finished by the CPU"
    )


def _timing(stages: Stages) -> Table:
    table = Table("stage", box=None, pad_edge=False)
    table.add_column("seconds", justify="right")
    for name, seconds in stages.seconds.items():
        table.add_row(name, f"{seconds:.3f}", style="bold" if name == "total" else "")
    return table
