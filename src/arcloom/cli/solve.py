"""`arcloom solve`: look for programs for all tasks of a dataset, and write a submission."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from arcloom.cli import BEGUN
from arcloom.cli.guard import INTERRUPTED
from arcloom.cli.inputs import SOME_REFUSED, close, load_tasks
from arcloom.cli.options import DatasetArgument, Device, Json, Progress, Threads
from arcloom.cli.output import console, message, print_json
from arcloom.library import Library
from arcloom.solve.answers import Answers
from arcloom.solve.config import BUDGET, MEMORY, SolveConfig
from arcloom.solve.display import LINES, watching
from arcloom.solve.figures import Figures
from arcloom.solve.report import ReportFile
from arcloom.solve.run import Run
from arcloom.solve.strategies import STRATEGIES
from arcloom.tasks import Dataset

Budget = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="TIME",
        help=f"How long: 90, 30s, 10m, 2h. {BUDGET} if neither time nor fuel is given.",
    ),
]
Fuel = Annotated[
    int | None,
    typer.Option(
        "--fuel",
        metavar="N",
        min=1,
        help="Work for each task, about a nanosecond a unit. The submission is then the same on "
        "any number of threads.",
    ),
]
Memory = Annotated[
    str, typer.Option("--memory", metavar="SIZE", help="What the whole process may hold: 1G, 8G.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Decides every draw.")]
LibraryName = Annotated[
    str | None,
    typer.Option(
        "--library",
        metavar="LIBRARY",
        help="Go on from what it holds and store what is found: a SQLite file, made if there is "
        "none, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.",
    ),
]
Out = Annotated[
    Path, typer.Option("--out", metavar="FILE", help="The submission, complete from the start.")
]
Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write what was found, task by task, as JSON."),
]
StrategiesOption = Annotated[
    str | None,
    typer.Option("--strategies", metavar="NAMES", help=f"Only these, of {','.join(STRATEGIES)}."),
]
AttemptsOption = Annotated[
    int, typer.Option("--attempts", metavar="K", help="Answers for each test input.")
]


def command(
    dataset: DatasetArgument,
    budget: Budget = None,
    fuel: Fuel = None,
    memory: Memory = MEMORY,
    seed: Seed = 0,
    threads: Threads = None,
    device: Device = "auto",
    library: LibraryName = None,
    out: Out = Path("submission.json"),
    report: Report = None,
    strategies: StrategiesOption = None,
    attempts: AttemptsOption = 2,
    progress: Progress = LINES,
    as_json: Json = False,
) -> None:
    """Look for programs that fit the demos of each task, and answer every test input.

    The submission is complete from the start and rewritten as answers improve; Ctrl-C, or a kill,
    leaves the best so far. With a library the next run goes on from what this one found.
    """
    config = SolveConfig.of(budget, fuel, memory, seed, threads, device, strategies, attempts)
    tasks = load_tasks(dataset)
    answers = _run(tasks, config, library, out, report, progress)
    figures = answers.figures
    if as_json:
        print_json({**figures.content(), "out": str(out)})
    else:
        _show(answers, out)
    _end(tasks, figures)


def _run(
    tasks: Dataset,
    config: SolveConfig,
    library: str | None,
    out: Path,
    report: Path | None,
    lines: float,
) -> Answers:
    # If the file cannot be written, the user should learn that before the run.
    report_file = ReportFile(report) if report is not None else None
    with ExitStack() as stack:
        opened = None if library is None else stack.enter_context(Library.open(library))
        watch = stack.enter_context(watching(lines))
        run = Run(tasks, config, name=tasks.name, library=opened, out=out, watch=watch, begun=BEGUN)
        if config.plan.device == "cpu" and config.plan.why:
            message(f"searching on the CPU: {config.plan.why}")
        answers = run.run()
    if report_file is not None:
        report_file.write(run)
    return answers


def _show(answers: Answers, out: Path) -> None:
    figures = answers.figures
    table = Table("strategy", box=None, pad_edge=False)
    for heading in ("tasks fitted", "by it alone", "CPU s"):
        table.add_column(heading, justify="right")
    for name, row in figures.strategies.items():
        table.add_row(name, f"{row['fitted']}", f"{row['only']}", f"{row['seconds']:.1f}")
    printed = console()
    printed.print(table)
    printed.print(
        f"{figures.fitted} of {figures.tasks} tasks have a program that fits all demos; "
        f"{figures.seconds:.1f} s, {figures.cpu_seconds:.1f} CPU s on {figures.threads} threads "
        f"({figures.device}), {figures.peak_memory / 2**20:.0f} MiB at most; ended by "
        f"{figures.stop}; written to {out}"
    )


def _end(tasks: Dataset, figures: Figures) -> None:
    for failure in figures.failures:
        place = f"task {failure['task_id']}, " if failure["task_id"] else ""
        message(f"{place}{failure['strategy']}: {failure['problem']}")
    if figures.stop == "interrupted":
        message("interrupted; the submission is complete")
        raise typer.Exit(INTERRUPTED)
    if figures.failures:
        raise typer.Exit(SOME_REFUSED)
    close(tasks)
