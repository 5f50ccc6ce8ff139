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
from arcloom.cli.plugins import with_strategies
from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.solve.answers import Answers
from arcloom.solve.config import BUDGET, MEMORY, SolveConfig
from arcloom.solve.display import LINES, watching
from arcloom.solve.figures import SolveFigures
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
        help="Start from this library, and store findings in it: a SQLite file, created if "
        "needed, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.",
    ),
]
Out = Annotated[
    Path, typer.Option("--out", metavar="FILE", help="The submission, complete from the start.")
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
AttemptsOption = Annotated[
    int, typer.Option("--attempts", metavar="K", help="Answers per test input.")
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
    strategy: StrategyFiles = None,
    attempts: AttemptsOption = 2,
    progress: Progress = LINES,
    as_json: Json = False,
) -> None:
    """Find programs that fit the demos of each task, and answer every test input.

    The submission is complete from the start and improves during the run. Ctrl-C or a kill leaves
    the best answers so far. With a library, the next run continues from what this one found.
    """
    chosen = with_strategies(strategies, strategy or [])
    config = SolveConfig.of(budget, fuel, memory, seed, threads, device, chosen, attempts)
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
        run = SolveRun(
            tasks, config, name=tasks.name, library=opened, out=out, watch=watch, begun=BEGUN
        )
        if config.plan.device == "cpu" and config.plan.why:
            message(f"searching on the CPU: {config.plan.why}")
        answers = run.run()
    if report_file is not None:
        try:
            report_file.write(run)
        except InputError as error:  # a full disk, say: the summary is told all the same
            run.figures.failures.append(
                {"task_id": "", "strategy": "report", "problem": str(error)}
            )
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
