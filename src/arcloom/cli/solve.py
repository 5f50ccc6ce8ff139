"""`arcloom solve`: look for programs for all tasks of a dataset, and write a submission."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from arcloom.cli import BEGUN
from arcloom.cli.inputs import SOME_REFUSED, close, keep_apart, load_tasks
from arcloom.cli.net_options import (
    NetCheckpoint,
    NetHeldOut,
    NetPreset,
    NetPretrained,
    NetSeconds,
    NetTrain,
    NetViews,
    net_settings,
)
from arcloom.cli.options import (
    DatasetArgument,
    Device,
    Json,
    Progress,
    Starter,
    Tasks,
    Threads,
    library_option,
)
from arcloom.cli.output import console, message, print_json
from arcloom.cli.plugins import with_strategies
from arcloom.cli.signals import INTERRUPTED
from arcloom.errors import InputError
from arcloom.library.starter import DEFAULT, NONE
from arcloom.search.bare_answer import BareAnswer
from arcloom.search.propose.strategy import SECONDS, Proposer
from arcloom.solve.answers import Answers
from arcloom.solve.beside import checkpoint_place
from arcloom.solve.config import BUDGET, MEMORY, SolveConfig, net_lines
from arcloom.solve.display import LINES, training_line, watching
from arcloom.solve.figures import SolveFigures
from arcloom.solve.programs_file import ProgramsFile, beside
from arcloom.solve.report import ReportFile
from arcloom.solve.run import SolveRun
from arcloom.solve.strategies import STRATEGIES
from arcloom.solve.votes_file import read_votes
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
    library_option(
        "Start from this library, and store findings in it: a SQLite file, created if "
        "needed, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE. none: begin from nothing, "
        "without the starter programs too.",
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
    typer.Option(
        "--strategies",
        metavar="NAMES",
        help=f"Run only some of {','.join(STRATEGIES)}; all,net adds the network.",
    ),
]
StrategyFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="FILE:CLASS",
        help="Run a strategy of your own too; may be given several times. The file is executed.",
    ),
]
Propose = Annotated[
    str | None,
    typer.Option(
        "--propose",
        metavar="COMMAND",
        help="Let a command propose programs, such as a language model of yours. It reads a task "
        "as a line of JSON and answers with a line. It is run.",
    ),
]
ProposeSeconds = Annotated[
    float,
    typer.Option(
        "--propose-seconds", metavar="N", min=0.1, help="How long a reply of --propose may take."
    ),
]
NetVotes = Annotated[
    Path | None,
    typer.Option(
        "--net-votes",
        metavar="FILE",
        help="A network's votes, made elsewhere: they count as answers beside those of programs.",
    ),
]
WorkersOption = Annotated[
    str,
    typer.Option(
        "--workers",
        metavar="KIND",
        help="What does the work: threads, processes (of this machine) or ray (a cluster). "
        "auto is threads up to four, and processes beyond. With --fuel the submission is the same.",
    ),
]
MaxTaskMemory = Annotated[
    str | None,
    typer.Option(
        "--max-task-memory",
        metavar="SIZE",
        help="The most that one call of a strategy may hold: 512M, 2G. A worker process that "
        "holds more is ended, and another one does the call again.",
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
    starter: Starter = DEFAULT,
    out: Out = Path("submission.json"),
    programs: ProgramsOption = None,
    report: Report = None,
    strategies: StrategiesOption = None,
    strategy: StrategyFiles = None,
    propose: Propose = None,
    propose_seconds: ProposeSeconds = SECONDS,
    net_seconds: NetSeconds = None,
    net_preset: NetPreset = None,
    net_train: NetTrain = None,
    net_views: NetViews = None,
    net_held_out: NetHeldOut = None,
    net_checkpoint: NetCheckpoint = None,
    net_pretrained: NetPretrained = None,
    net_votes: NetVotes = None,
    attempts: AttemptsOption = 2,
    workers: WorkersOption = "auto",
    address: AddressOption = None,
    max_task_memory: MaxTaskMemory = None,
    progress: Progress = LINES,
    as_json: Json = False,
) -> None:
    """Find programs that fit the demos of each task, and answer every test input.

    The submission is complete from the start and improves during the run. Ctrl-C or a kill leaves
    the best answers so far. With a library, the next run continues from what this one found.
    """
    proposers = [] if propose is None else [Proposer(propose, seconds=propose_seconds)]
    chosen = with_strategies(strategies, strategy or [], proposers)
    net = net_settings(
        *(net_seconds, net_preset, net_train, net_views, net_held_out),
        *(net_checkpoint, net_pretrained),
    )
    config = SolveConfig.of(
        *(budget, fuel, memory, seed, threads, device, chosen, attempts, None, net or None),
        workers=workers,
        address=address,
        starter=NONE if library == NONE else starter,
        max_task_memory=max_task_memory,
    )
    library = None if library == NONE else library
    tasks = load_tasks(dataset, task)
    kept = programs if programs is not None or library else beside(out)
    keep_apart([out, kept, report], [dataset, library, net_votes, net_checkpoint, net_pretrained])
    votes = [] if net_votes is None else read_votes(net_votes, tasks)
    answers = _run(tasks, config, library, out, kept, report, progress, votes)
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
    votes: Sequence[BareAnswer],
) -> Answers:
    # If a file cannot be written, the user should learn that before the run.
    programs_file = ProgramsFile(programs) if programs is not None else None
    report_file = ReportFile(report) if report is not None else None
    with ExitStack() as stack:
        opened = None
        if library is not None:
            from arcloom.library import Library  # here: it brings SQLAlchemy

            opened = stack.enter_context(Library.open(library))
        show = stack.enter_context(watching(lines))

        def watch(run: SolveRun) -> None:
            show(run)
            if programs_file is not None:
                programs_file.write_now_and_then(run.answers)

        run = SolveRun(
            tasks,
            config,
            name=tasks.name,
            library=opened,
            out=out,
            watch=watch,
            begun=BEGUN,
            votes=votes,
            checkpoint=checkpoint_place(config.net, library, out),
        )
        for line in net_lines(config):
            message(line)
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
    if line := _network_line(figures):
        printed.print(line)
    kept = "" if programs is None else f", programs to {programs}"
    printed.print(
        f"{figures.fitted} of {figures.tasks} tasks have a program that fits all demos and is not "
        f"refuted; "
        f"{_answered(figures)}"
        f"expected right: {figures.expected:.0f} of {figures.tasks}; "
        f"{figures.seconds:.1f} s, {figures.cpu_seconds:.1f} CPU s on {figures.threads} threads "
        f"({figures.device}), {figures.peak_memory / 2**20:.0f} MiB at most; "
        f"{ENDS.get(figures.stop, figures.stop)}; written to {out}{kept}"
    )


def _answered(figures: SolveFigures) -> str:
    return f"{figures.answered} have an answer without one; " if figures.answered else ""


def _network_line(figures: SolveFigures) -> str:
    """What the network did, or nothing."""
    numbers, network = figures.training, figures.network
    if network is None:
        return ""
    parts = [f"network ({network['preset']}): {training_line(numbers) or network['phase']}"]
    if network["answered"]:
        parts.append(f"{network['answered']} views answered, {network['judged']} outputs judged")
    for name, said in (("refused", "training tasks refused"), ("known", "tasks not answered")):
        if network[name]:
            first, count = network[name][0], len(network[name])
            parts.append(f"{count} {said}, the first is {first['task_id']}: {first['reason']}")
    return "; ".join(parts)


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
