"""`arcloom solve`: look for programs for all tasks of a dataset, and write a submission."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from arcloom.cli import BEGUN
from arcloom.cli.guard import INTERRUPTED
from arcloom.cli.inputs import SOME_REFUSED, close, load_tasks
from arcloom.cli.options import DatasetArgument, Device, Json, Progress, Tasks, Threads
from arcloom.cli.output import console, message, print_json
from arcloom.cli.plugins import with_strategies
from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.solve.answers import Answers
from arcloom.solve.config import BUDGET, MEMORY, SolveConfig
from arcloom.solve.display import LINES, watching
from arcloom.solve.figures import SolveFigures
from arcloom.solve.programs_file import ProgramsFile, beside
from arcloom.solve.report import ReportFile
from arcloom.solve.run import SolveRun
from arcloom.solve.strategies import STRATEGIES
from arcloom.tasks import Dataset

Budget = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="TIME",
        help=f"Time limit: 90, 30s, 10m, 2h. {BUDGET} if there is no limit of time or fuel.",
    ),
]
Fuel = Annotated[
    int | None,
    typer.Option(
        "--fuel",
        metavar="N",
        min=1,
        help="Limit of work per task, about a nanosecond per unit. With this limit alone, the "
        "submission is the same on any number of threads.",
    ),
]
Memory = Annotated[
    str, typer.Option("--memory", metavar="SIZE", help="Memory limit of the process: 1G, 8G.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of all random choices.")]
LibraryName = Annotated[
    str | None,
    typer.Option(
        "--library",
        metavar="LIBRARY",
        envvar="ARCLOOM_LIBRARY",
        help="Start from this library, and store findings in it: a SQLite file, created if "
        "needed, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.",
    ),
]
Out = Annotated[
    Path,
    typer.Option("-o", "--out", metavar="FILE", help="The submission, complete from the start."),
]
ProgramsOption = Annotated[
    Path | None,
    typer.Option(
        "--programs",
        metavar="FILE",
        help="Write the best program of each task. Without a library, the default is beside the "
        "submission: submission.programs.py. A file that you wrote or edited is never replaced.",
    ),
]
Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write the findings per task as JSON."),
]
StrategiesOption = Annotated[
    str | None,
    typer.Option("--strategies", metavar="NAMES", help=f"Run only some of {','.join(STRATEGIES)}."),
]
StrategyFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="FILE:CLASS",
        help="Run a strategy of your own too; may be given several times. The file is executed.",
    ),
]
WorkersOption = Annotated[
    str,
    typer.Option(
        "--workers",
        metavar="KIND",
        help="What does the work: threads, processes (of this machine) or ray (a cluster). "
        "auto is threads. With --fuel the submission is the same.",
    ),
]
AddressOption = Annotated[
    str | None,
    typer.Option(
        "--address",
        metavar="ADDRESS",
        help="The address of a Ray cluster: auto, or HOST:PORT. Without one, Ray starts here.",
    ),
]
AttemptsOption = Annotated[
    int, typer.Option("--attempts", metavar="K", help="Answers per test input.")
]

ENDS: Final = {
    "budget": "the time was up",
    "fuel": "the fuel was spent",
    "exhausted": "nothing was left to try",
    "interrupted": "interrupted",
}
"""How a run came to its end, for people."""


def command(
    dataset: DatasetArgument,
    task: Tasks = None,
    budget: Budget = None,
    fuel: Fuel = None,
    memory: Memory = MEMORY,
    seed: Seed = 0,
    threads: Threads = None,
    device: Device = "auto",
    library: LibraryName = None,
    out: Out = Path("submission.json"),
    programs: ProgramsOption = None,
    report: Report = None,
    strategies: StrategiesOption = None,
    strategy: StrategyFiles = None,
    attempts: AttemptsOption = 2,
    workers: WorkersOption = "auto",
    address: AddressOption = None,
    progress: Progress = LINES,
    as_json: Json = False,
) -> None:
    """Find programs that fit the demos of each task, and answer every test input.

    The submission is complete from the start and improves during the run. Ctrl-C or a kill leaves
    the best answers so far. With a library, the next run continues from what this one found.
    """
    chosen = with_strategies(strategies, strategy or [])
    config = SolveConfig.of(
        *(budget, fuel, memory, seed, threads, device, chosen, attempts),
        workers=workers,
        address=address,
    )
    tasks = load_tasks(dataset, task)
    kept = programs if programs is not None or library else beside(out)
    answers = _run(tasks, config, library, out, kept, report, progress)
    figures = answers.figures
    if as_json:
        files = {"out": str(out), "programs": None if kept is None else str(kept)}
        print_json({**figures.content(), **files})
    else:
        _show(answers, out, kept)
    _end(tasks, figures)


def _run(
    tasks: Dataset,
    config: SolveConfig,
    library: str | None,
    out: Path,
    programs: Path | None,
    report: Path | None,
    lines: float,
) -> Answers:
    # If a file cannot be written, the user should learn that before the run.
    programs_file = ProgramsFile(programs) if programs is not None else None
    report_file = ReportFile(report) if report is not None else None
    with ExitStack() as stack:
        opened = None if library is None else stack.enter_context(Library.open(library))
        show = stack.enter_context(watching(lines))

        def watch(run: SolveRun) -> None:
            show(run)
            if programs_file is not None:
                programs_file.write_now_and_then(run.answers())

        run = SolveRun(
            tasks, config, name=tasks.name, library=opened, out=out, watch=watch, begun=BEGUN
        )
        if config.plan.device == "cpu" and config.plan.why:
            message(f"searching on the CPU: {config.plan.why}")
        answers = run.run()
    if programs_file is not None:
        _write(run, "programs", lambda: programs_file.write(answers))
    if report_file is not None:
        _write(run, "report", lambda: report_file.write(run))
    return answers


def _write(run: SolveRun, what: str, write: Callable[[], None]) -> None:
    try:
        write()
    except InputError as error:  # a full disk, say: the summary is told all the same
        run.figures.failures.append({"task_id": "", "strategy": what, "problem": str(error)})


def _show(answers: Answers, out: Path, programs: Path | None) -> None:
    figures = answers.figures
    table = Table("strategy", box=None, pad_edge=False)
    for heading in ("tasks fitted", "by it alone", "seconds"):
        table.add_column(heading, justify="right")
    # Rounded as they are printed, and down, so that the column adds up to the time below it.
    left = round(figures.seconds, 1)
    for name, row in figures.strategies.items():
        seconds = int(10 * figures.stages[name]) / 10
        left -= seconds
        table.add_row(name, f"{row['fitted']}", f"{row['only']}", f"{seconds:.1f}")
    table.add_row("start, ranking, saving", "", "", f"{max(left, 0.0):.1f}", style="dim")
    printed = console()
    printed.print(table)
    kept = "" if programs is None else f", programs to {programs}"
    printed.print(
        f"{figures.fitted} of {figures.tasks} tasks have a program that fits all demos; "
        f"expected right: {figures.expected:.0f} of {figures.tasks}; "
        f"{figures.seconds:.1f} s, {figures.cpu_seconds:.1f} CPU s on {figures.threads} threads "
        f"({figures.device}), {figures.peak_memory / 2**20:.0f} MiB at most; "
        f"{ENDS.get(figures.stop, figures.stop)}; written to {out}{kept}"
    )


def _end(tasks: Dataset, figures: SolveFigures) -> None:
    for failure in figures.failures:
        place = f"task {failure['task_id']}, " if failure["task_id"] else ""
        message(f"{place}{failure['strategy']}: {failure['problem']}")
    if figures.library_faults and not any(f["strategy"] == "library" for f in figures.failures):
        message(f"the library was not available {figures.library_faults} times; all is stored now")
    if figures.stop == "interrupted":
        message("interrupted; the submission is complete")
        raise typer.Exit(INTERRUPTED)
    if figures.failures:
        raise typer.Exit(SOME_REFUSED)
    close(tasks)
