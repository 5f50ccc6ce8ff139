"""`arcloom bench`: the speed that the project claims, measured, with the peer in the same run."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Annotated, Final

import typer
from rich.table import Table

from arcloom.cli.options import Json, Threads
from arcloom.cli.output import console, print_json
from arcloom.cli.progress import progress
from arcloom.engine.bench.measure import BenchPlan, BenchRow, measure, plan, standard_programs
from arcloom.engine.bench.peer import PeerTimes, time_peer
from arcloom.engine.bench.tiles import measure_tiles
from arcloom.errors import InputError
from arcloom.lang import read_programs
from arcloom.tasks.load import load

DATASET: Final = "arc1-train"
SAMPLES: Final = 25
PEER_SAMPLES: Final = 5  # CPython needs more than a second for some hundred programs on a sample

Programs = Annotated[
    list[Path] | None,
    typer.Option(
        "--programs", metavar="FILE", help="A program file; by default, seeded chains of ops."
    ),
]
Peer = Annotated[
    Path | None,
    typer.Option(
        "--peer",
        metavar="DIR",
        help="A checkout of arc-dsl, to time the same work in CPython. This executes the "
        "program file.",
    ),
]
Samples = Annotated[
    int | None,
    typer.Option(
        "--samples",
        min=1,
        metavar="N",
        help=f"Samples to average over: {SAMPLES}, or {PEER_SAMPLES} with a peer.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Seed that chooses samples and hands.")]


def command(
    programs: Programs = None,
    peer: Peer = None,
    samples: Samples = None,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Measure the speed that the project claims, on the ARC-AGI-1 training tasks."""
    if peer is not None and not programs:
        raise InputError("a peer needs programs to run", remedy="give a file with --programs")
    read = read_programs(programs) if programs else standard_programs(seed=seed)
    count = samples or (SAMPLES if peer is None else PEER_SAMPLES)
    planned = plan(read, load(DATASET).samples(), count, seed)
    peer_times = _time_peer(peer, programs, planned) if peer and programs else None
    with progress("all programs on all samples", len(planned.samples)) as report:
        rows = measure(planned, peer_times, threads, report)
    rows.append(measure_tiles([sample.input for sample in planned.samples]))
    if as_json:
        print_json([row.content() for row in rows])
    else:
        console().print(_table(rows))


def _time_peer(folder: Path, files: list[Path], planned: BenchPlan) -> PeerTimes:
    grids = [sample.input for sample in planned.chosen]
    with progress("the peer, on its samples", len(grids)) as report:
        return time_peer(folder, files, list(planned.programs), grids, report)


def _table(rows: list[BenchRow]) -> Table:
    table = Table("work", box=None, pad_edge=False)
    for heading in ("Arcloom", "peer", "ratio"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for row in rows:
        peer = "-" if row.peer is None else f"{row.peer:,.1f} {row.unit}"
        ratio = "-" if row.ratio is None else f"{row.ratio:,.0f}x"
        table.add_row(row.name, f"{row.value:.3f} {row.unit}", peer, ratio, _remark(row))
    return table


def _remark(row: BenchRow) -> str:
    parts = []
    if "cut_by_fuel" in row.notes:
        parts.append(f"cut by fuel: {row.notes['cut_by_fuel']:.4%}")
    if "peer_extrapolated_from" in row.notes:
        parts.append(f"peer extrapolated from {row.notes['peer_extrapolated_from']} samples")
    if "ratios" in row.notes:
        ratios = row.notes["ratios"]
        spread = f"{ratios[0]:,.0f} to {ratios[-1]:,.0f}x, median {median(ratios):,.0f}x"
        parts.append(f"{len(ratios)} hands: {spread}")
    if "shares" in row.notes:
        shares = sorted(row.notes["shares"].items(), key=lambda item: -item[1])
        parts.append(", ".join(f"{name} {share:.0%}" for name, share in shares if share >= 0.03))
    if row.notes.get("peer_pairs_left_out"):
        parts.append(f"{row.notes['peer_pairs_left_out']} unfinished pairs left out")
    return ", ".join(parts)
