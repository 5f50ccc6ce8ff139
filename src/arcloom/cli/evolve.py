"""`arcloom evolve`: breed programs for the tasks of a dataset, and keep the best in a library."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Annotated, Final

import typer

from arcloom.budget import parse_budget
from arcloom.cli import BEGUN
from arcloom.cli.evolve_display import progress_text, timing_table, watching
from arcloom.cli.inputs import SOME_REFUSED, close, load_tasks
from arcloom.cli.options import (
    DatasetArgument,
    Json,
    LibraryOption,
    Progress,
    Starter,
    Tasks,
    Threads,
)
from arcloom.cli.output import console, message, print_json
from arcloom.cli.signals import INTERRUPTED
from arcloom.cli.trace import TraceFile
from arcloom.errors import InputError
from arcloom.library import Library, StoredProgram
from arcloom.library.starter import DEFAULT, NONE, starters_for
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.search.evolve.figures import EvolveFigures
from arcloom.solve.kept import KeptOdds
from arcloom.tasks import Dataset

DEFAULT_BUDGET: Final = "10m"
SELDOM: Final = 100_000
"""New objects between two passes of Python's garbage collector. Rounds make few cycles."""

Budget = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="TIME",
        help=f"Time limit: 90, 30s, 10m, 2h. {DEFAULT_BUDGET} by default.",
    ),
]
Generations = Annotated[
    int | None,
    typer.Option(
        "--generations", metavar="N", min=0, help="Limit of generations, instead of time."
    ),
]
Hand = Annotated[int, typer.Option("--hand", metavar="K", min=1, help="Programs dealt per task.")]
Children = Annotated[
    int,
    typer.Option("--children", metavar="N", min=1, help="Children per task and generation."),
]
Islands = Annotated[
    int,
    typer.Option(
        "--islands",
        metavar="N",
        min=1,
        help="Populations of a task that breed apart.",
    ),
]
Migrate = Annotated[
    int,
    typer.Option(
        "--migrate",
        metavar="N",
        min=1,
        help="Copies of the best go to the next island every N generations.",
    ),
]
Size = Annotated[
    int, typer.Option("--population", metavar="N", min=1, help="Programs that an island holds.")
]
Parents = Annotated[
    str,
    typer.Option(
        "--selection",
        metavar="NAME",
        help="How parents are picked: lexicase (one demo or differ after another), or best.",
    ),
]
NoRules = Annotated[
    bool, typer.Option("--no-rules", help="Do not start from programs that learn a rule.")
]
NoSearches = Annotated[
    bool,
    typer.Option(
        "--no-searches",
        help="Breed only: do not search tasks by enumerate, placed, rules and views.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of all random choices.")]
FreezePrograms = Annotated[
    bool, typer.Option("--freeze-programs", help="Score the imported programs, breed none.")
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
    typer.Option("--keep", metavar="N", min=1, help="Programs to keep per task, from now on."),
]
Timing = Annotated[bool, typer.Option("--timing", help="Show the time of each stage.")]
Profile = Annotated[
    Path | None,
    typer.Option("--profile", metavar="FILE", help="Write a trace for Perfetto or speedscope."),
]


def command(
    dataset: DatasetArgument,
    library: LibraryOption,
    task: Tasks = None,
    budget: Budget = None,
    generations: Generations = None,
    hand: Hand = EvolveConfig.hand,
    children: Children = EvolveConfig.children,
    islands: Islands = EvolveConfig.islands,
    migrate: Migrate = EvolveConfig.migrate,
    population: Size = EvolveConfig.population,
    selection: Parents = EvolveConfig.selection,
    seed: Seed = EvolveConfig.seed,
    threads: Threads = None,
    starter: Starter = DEFAULT,
    freeze_programs: FreezePrograms = False,
    freeze_differs: FreezeDiffers = False,
    no_differs: NoDiffers = False,
    no_rules: NoRules = False,
    no_searches: NoSearches = False,
    keep: Keep = None,
    timing: Timing = False,
    profile: Profile = None,
    progress: Progress = 10.0,
    as_json: Json = False,
) -> None:
    """Breed programs for the tasks of a dataset, and keep the best.

    Ctrl-C ends the run and keeps everything stored; the same command continues from there. With a
    seed and --generations, the result is the same on any number of threads.
    """
    config = EvolveConfig(
        hand=hand,
        children=children,
        islands=islands,
        migrate=migrate,
        population=population,
        selection=selection,
        seed=seed,
        generations=generations,
        seconds=_seconds(budget, generations),
        freeze_programs=freeze_programs,
        freeze_differs=freeze_differs,
        use_differs=not no_differs,
        starter=starter,
        rules=not no_rules,
        searches=not no_searches,
    )
    config.check()
    _check_library(library)
    tasks = load_tasks(dataset, task)
    with Library.open(library) as opened:
        begin = starters_for(config.starter, tasks.values())
        if not opened.count() and not begin:
            message(f"{opened.place} has no programs; evolution starts from single ops")
        if keep is not None and keep != opened.keep:
            opened.prune(keep)
        figures = _run(tasks, opened, config, threads, profile, progress, begin)
        held = opened.count() if not figures.problem else None
    figures = _whole(figures)
    if as_json:
        print_json({**figures.content(), "programs": held})
    else:
        _show(figures, timing, library, held)
    if figures.problem:
        message(figures.problem)
        if figures.stop != "interrupted":
            raise typer.Exit(SOME_REFUSED)
    if figures.stop == "interrupted":
        message("interrupted; the same command goes on from here")
        raise typer.Exit(INTERRUPTED)
    close(tasks)


def _check_library(library: str) -> None:
    if library == NONE:
        raise InputError(
            "evolve keeps its programs in a library",
            remedy="name a file; --starter none begins without the starter programs",
        )


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
    starter: Sequence[StoredProgram],
) -> EvolveFigures:
    gc.freeze()  # what is loaded lives to the end, and need not be looked at again
    gc.set_threshold(SELDOM)
    trace = TraceFile(profile) if profile is not None else None
    with watching(every, config.seconds) as watch:
        evolution = Evolution(
            tasks,
            library,
            config,
            threads=threads,
            watch=watch,
            trace=trace.add if trace is not None else None,
            judge=KeptOdds(tasks, threads),
            starter=starter,
        )
        if evolution.left_out:
            message(evolution.left_out)
        figures = evolution.run()
    if trace is not None:
        trace.write()
    return figures


def _whole(figures: EvolveFigures) -> EvolveFigures:
    """The figures with the start and the end of the command in them, as a part of `other`."""
    seconds = perf_counter() - BEGUN
    around = seconds - figures.seconds
    stages = {**figures.stages, "other": figures.stages["other"] + around}
    return replace(figures, seconds=seconds, stages=stages)


def _show(figures: EvolveFigures, timing: bool, library: str, held: int | None) -> None:
    out = console()
    if timing:
        out.print(timing_table(figures))
    # Better programs may have taken the place of some of the new ones since.
    holds = "" if held is None else f", which holds {held:,} now"
    expected = figures.expected
    likely = "" if expected is None else f", {expected:.0f} of them expected right"
    out.print(
        f"{figures.candidates:,} candidates in {figures.seconds:.1f} s on {figures.threads} "
        f"threads ({figures.rate:,.0f}/s); {figures.stored:,} new programs stored in "
        f"{library}{holds}; {figures.fitted} of {figures.tasks} tasks have a program that fits all "
        f"demos{likely}; {progress_text(figures)}"
    )
    if not figures.rounds and figures.stop == "generations":
        message(
            f"nothing was left to do: generation {figures.generation} had been reached before; "
            "ask for more --generations, or for another --seed"
        )
