"""`arcloom evolve`: breed programs for the tasks of a dataset, and keep the best in a library."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Annotated, Final

import typer

from arcloom.cli import BEGUN
from arcloom.cli.evolving import timing_table, watching
from arcloom.cli.guard import INTERRUPTED
from arcloom.cli.inputs import close, load_tasks
from arcloom.cli.options import DatasetArgument, Json, Progress, Threads
from arcloom.cli.output import console, message, print_json
from arcloom.cli.stored import LibraryOption
from arcloom.cli.trace import TraceFile
from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.search.evolve import Evolution, EvolveConfig, Figures
from arcloom.solve.budget import parse_budget
from arcloom.tasks import Dataset

DEFAULT_BUDGET: Final = "10m"
SELDOM: Final = 100_000
"""New objects between two passes of Python's garbage collector. Rounds make few cycles."""

Budget = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="TIME",
        help=f"How long: 90, 30s, 10m, 2h. {DEFAULT_BUDGET} if nothing is said.",
    ),
]
Generations = Annotated[
    int | None,
    typer.Option(
        "--generations", metavar="N", min=0, help="How many generations, instead of how long."
    ),
]
Hand = Annotated[int, typer.Option("--hand", metavar="K", min=1, help="Programs dealt to a task.")]
Children = Annotated[
    int,
    typer.Option("--children", metavar="N", min=1, help="Bred for a task in a generation."),
]
Islands = Annotated[
    int, typer.Option("--islands", metavar="N", min=1, help="Populations that rarely mix.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Decides every draw.")]
FreezePrograms = Annotated[
    bool, typer.Option("--freeze-programs", help="Score the library's programs, breed none.")
]
FreezeDiffers = Annotated[
    bool,
    typer.Option("--freeze-differs", help="Breed no differs; those of the library still score."),
]
NoDiffers = Annotated[
    bool, typer.Option("--no-differs", help="No partial credit: only matched demos count.")
]
Keep = Annotated[
    int | None,
    typer.Option(
        "--keep", metavar="N", min=1, help="Programs a task keeps, from now on; else as before."
    ),
]
Timing = Annotated[bool, typer.Option("--timing", help="Say what each stage took.")]
Profile = Annotated[
    Path | None,
    typer.Option("--profile", metavar="FILE", help="Write a trace for Perfetto or speedscope."),
]


def command(
    dataset: DatasetArgument,
    library: LibraryOption,
    budget: Budget = None,
    generations: Generations = None,
    hand: Hand = EvolveConfig.hand,
    children: Children = EvolveConfig.children,
    islands: Islands = EvolveConfig.islands,
    seed: Seed = EvolveConfig.seed,
    threads: Threads = None,
    freeze_programs: FreezePrograms = False,
    freeze_differs: FreezeDiffers = False,
    no_differs: NoDiffers = False,
    keep: Keep = None,
    timing: Timing = False,
    profile: Profile = None,
    progress: Progress = 10.0,
    as_json: Json = False,
) -> None:
    """Evolve programs: deal, mutate, cross, weave, evaluate, score, store, again.

    Ctrl-C ends the run with everything kept, and the same command goes on from there. With a seed
    and --generations the result is the same on any number of threads.
    """
    config = EvolveConfig(
        hand=hand,
        children=children,
        islands=islands,
        seed=seed,
        generations=generations,
        seconds=_seconds(budget, generations),
        freeze_programs=freeze_programs,
        freeze_differs=freeze_differs,
        use_differs=not no_differs,
    )
    tasks = load_tasks(dataset)
    with Library.open(library, create=False) as opened:
        if keep is not None and keep != opened.keep:
            opened.prune(keep)
        figures = _run(tasks, opened, config, threads, profile, progress)
    figures = _whole(figures)
    if as_json:
        print_json(figures.content())
    else:
        _show(figures, timing, library)
    if figures.stop == "interrupted":
        message("interrupted; the same command goes on from here")
        raise typer.Exit(INTERRUPTED)
    close(tasks)


def _seconds(budget: str | None, generations: int | None) -> float | None:
    if budget is not None and generations is not None:
        raise InputError("--budget and --generations exclude each other", remedy="give one of them")
    if generations is not None:
        return None
    return parse_budget(budget if budget is not None else DEFAULT_BUDGET)


def _run(
    tasks: Dataset,
    library: Library,
    config: EvolveConfig,
    threads: int | None,
    profile: Path | None,
    every: float,
) -> Figures:
    gc.freeze()  # loaded modules live to the end: the collector need not look at them again
    gc.set_threshold(SELDOM)
    trace = TraceFile(profile) if profile is not None else None
    with watching(every, config.seconds) as watch:
        figures = Evolution(
            tasks,
            library,
            config,
            threads=threads,
            watch=watch,
            trace=trace.add if trace is not None else None,
        ).run()
    if trace is not None:
        trace.write()
    return figures


def _whole(figures: Figures) -> Figures:
    """The figures, with the start and the end of the command added to `other`."""
    seconds = perf_counter() - BEGUN
    around = seconds - figures.seconds
    stages = {**figures.stages, "other": figures.stages["other"] + around}
    return replace(figures, seconds=seconds, stages=stages)


def _show(figures: Figures, timing: bool, library: str) -> None:
    out = console()
    if timing:
        out.print(timing_table(figures))
    out.print(
        f"{figures.candidates:,} candidates in {figures.seconds:.1f} s on {figures.threads} "
        f"threads ({figures.rate:,.0f}/s); {figures.stored:,} stored in {library}, "
        f"{figures.known:,} known before; {figures.fitted} of {figures.tasks} tasks have a "
        f"program that fits all demos; best partial score {figures.best_partial:.0f} of 1000"
    )
