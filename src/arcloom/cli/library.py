"""`arcloom library`: what a library holds, and keeping it in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

import typer
from rich.console import Group
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from arcloom.cli.library_front import front_table
from arcloom.cli.library_learn import learn
from arcloom.cli.library_starter import starter
from arcloom.cli.options import Json, LibraryOption
from arcloom.cli.output import console, print_json
from arcloom.cli.stored import program_content, score_content
from arcloom.errors import InputError
from arcloom.library import Library, StoredProgram, StoredScore
from arcloom.library.front import front_of
from arcloom.library.odds import percent, stored_probabilities
from arcloom.library.records import TaskSummary

HELP: Final = (
    "Show and maintain a library. Each command takes --library LIBRARY and --json; starter, which "
    "shows the programs that come with Arcloom, takes no library."
)
DAMAGED: Final = 1
_LISTED: Final = 10
_MOST_KEPT: Final = 2**31 - 1
"""More than any library has; larger numbers do not fit its columns."""

Wanted = Annotated[
    str,
    typer.Argument(
        metavar="PROGRAM|TASK", help="A program's name, the beginning of its hash, or a task id."
    ),
]
TaskFilter = Annotated[
    list[str] | None,
    typer.Option(
        "--task", metavar="ID", help="List only tasks whose ids begin so; may be given repeatedly."
    ),
]
Fitted = Annotated[
    bool | None,
    typer.Option("--fitted/--unfitted", help="List only tasks with, or without, a fit."),
]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=0, help="List at most N tasks.")
]
Keep = Annotated[
    int,
    typer.Option("--keep", min=1, max=_MOST_KEPT, metavar="N", help="Programs per task."),
]
Others = Annotated[list[str], typer.Argument(metavar="OTHER...", help="Libraries to add.")]


def list_(
    library: LibraryOption,
    task: TaskFilter = None,
    fitted: Fitted = None,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """List the tasks that have programs, each with its best, and the last runs.

    The counts below the list are of the whole library, whatever is listed.
    """
    with Library.open(library, create=False, readonly=True) as opened:
        tasks = opened.tasks()
        stored = stored_probabilities(opened)
        chances = {t.best.task: stored.get(t.best.task) for t in tasks if t.best.fits}
        listed = [t for t in tasks if _wanted(t, task or [], fitted)][:limit]
        content: dict[str, Any] = {
            "programs": opened.count(),
            "differs": opened.count("differ"),
            "keep": opened.keep,
            "fitted": len(chances),
            "expected": sum(chance or 0.0 for chance in chances.values()),
            "judged": sum(chance is not None for chance in chances.values()),
            "total_tasks": len(tasks),
            "tasks": [
                {
                    **score_content(t.best),
                    "programs": t.programs,
                    "probability": chances.get(t.best.task),
                }
                for t in listed
            ],
            "runs": [run.content() for run in opened.runs()],
        }
    if as_json:
        print_json(content)
        return
    out = console()
    if listed:
        likely = [percent(chances.get(t.best.task)) for t in listed]
        labels = [t.task_id for t in listed]
        out.print(_score_table("task", [t.best for t in listed], labels, likely))
    if len(listed) < len(tasks):
        out.print(f"{len(listed)} of {len(tasks)} tasks listed")
    for run in content["runs"][-_LISTED:]:
        out.print(Text(_run_line(run), style="dim"))
    out.print(
        f"{content['programs']} programs and {content['differs']} differs; "
        f"{content['fitted']} of {len(tasks)} tasks have one that fits all demos"
        f"{_expected(content)}; "
        f"{content['keep']} are kept per task"
    )


def _expected(content: dict[str, Any]) -> str:
    """How many of the fitted tasks are probably right, as far as a run has judged them."""
    judged, fitted = content["judged"], content["fitted"]
    if not judged:
        return ""
    of = "them" if judged == fitted else f"the {judged} that a run has judged"
    return f", {content['expected']:.0f} of {of} expected right"


def _wanted(task: TaskSummary, beginnings: list[str], fitted: bool | None) -> bool:
    named = not beginnings or any(task.task_id.startswith(text) for text in beginnings)
    return named and fitted in (None, task.best.fits)


def _run_line(run: dict[str, Any]) -> str:
    """When a run began, what it did on which dataset, and how it ended."""
    configuration = run["configuration"] if isinstance(run["configuration"], dict) else {}
    dataset = (configuration.get("dataset") or {}).get("name", "")
    began = run["started"][:19].replace("T", " ")
    return f"{began} UTC  {run['command']}{f' {dataset}' if dataset else ''}: {run['state']}"


def show(wanted: Wanted, library: LibraryOption, as_json: Json = False) -> None:
    """Show a program with its scores, or the programs that a task keeps."""
    with Library.open(library, create=False, readonly=True) as opened:
        kept = opened.best(wanted)
        found = [] if kept else opened.find(wanted)
        if not kept and not found:
            raise InputError(
                f"no program and no task '{wanted}'",
                place=library,
                remedy="'arcloom library list' lists the tasks, 'arcloom export' all programs",
            )
        if len(found) > 1:
            raise InputError(
                f"'{wanted}' could mean any of {len(found)} programs",
                place=library,
                remedy=f"one is {found[0].hash}",
            )
        scores = [score for p in found for score in opened.scores(p.hash)]
    front = front_of(kept)
    if as_json:
        shown = found or [program for _, program in kept]
        print_json(
            {
                "programs": [program_content(program) for program in shown],
                "scores": [score_content(s) for s in scores or [score for score, _ in kept]],
                "front": [one.program.hash for one in front],
            }
        )
    elif found:
        console().print(_program(found[0], scores))
    else:
        names = [program.name for _, program in kept]
        console().print(_score_table("program", [score for score, _ in kept], names))
        console().print(front_table(front))


def prune(library: LibraryOption, keep: Keep, as_json: Json = False) -> None:
    """Keep N programs per task, now and in future. Imported programs stay.

    The space of the others is given back to the disk.
    """
    with Library.open(library, create=False) as opened:
        removed = opened.prune(keep).replaced
        freed = opened.give_back_space()
        content = {
            "removed": removed,
            "programs": opened.count(),
            "keep": keep,
            "bytes_freed": freed,
        }
    if as_json:
        print_json(content)
        return
    saved = freed or 0
    told = f"; the file is {saved / 1e6:.1f} MB smaller" if saved >= 50_000 else ""
    console().print(f"{removed} programs removed, {content['programs']} are left{told}")


def merge(others: Others, library: LibraryOption, as_json: Json = False) -> None:
    """Add other libraries to this one, which is created if needed. The others do not change."""
    for name in others:  # first, so that a wrong one leaves no half merged library behind
        Library.open(name, create=False, readonly=True).close()
    with Library.open(library) as opened:
        stored = known = replaced = 0
        for name in others:
            with Library.open(name, create=False, readonly=True) as other:
                counts = opened.merge(other)
            stored, known = stored + counts.stored, known + counts.known
            replaced += counts.replaced
        content = {"stored": stored, "known": known, "replaced": replaced}
        content["programs"] = opened.count()
    if as_json:
        print_json(content)
    else:
        console().print(
            f"{stored} programs added, {known} known already, {replaced} replaced; "
            f"{content['programs']} in the library now"
        )


def check(library: LibraryOption, as_json: Json = False) -> None:
    """Check the database, every program, and what each task keeps."""
    with Library.open(library, create=False, readonly=True) as opened:
        problems = opened.integrity()
        count = opened.count() + opened.count("differ")
    if as_json:
        print_json({"ok": not problems, "programs": count, "problems": problems})
    else:
        console().print("\n".join(problems) or f"all is well with {count} programs")
    if problems:
        raise typer.Exit(DAMAGED)


COMMANDS: Final[dict[str, Callable[..., None]]] = {
    "list": list_,
    "show": show,
    "prune": prune,
    "merge": merge,
    "check": check,
    "learn": learn,
    "starter": starter,
}


def _score_table(
    heading: str, scores: list[StoredScore], labels: list[str], likely: list[str] | None = None
) -> Table:
    """A row per score; `likely` says how likely the answer to each task is right."""
    table = Table(heading, box=None, pad_edge=False)
    shown = [[text] for text in likely] if likely is not None else [[]] * len(scores)
    for column in ("demos", *(["right with"] * (likely is not None)), "score", "fuel", "nodes"):
        table.add_column(column, justify="right")
    table.add_column("hash")
    for label, score, chance in zip(labels, scores, shown, strict=True):
        table.add_row(
            label,
            f"{score.demos_matched}/{score.demos_total}",
            *chance,
            f"{score.shown_score}",
            f"{score.fuel:,}",
            f"{score.nodes:,}",
            score.program[:8],
            style="green" if score.fits else "",
        )
    return table


def _program(program: StoredProgram, scores: list[StoredScore]) -> Group:
    names = ", ".join(program.names) or program.name
    origin = "imported" if program.imported else "found by a run"
    head = Text(f"{names}: {program.hash}, {program.nodes} nodes, {origin}", style="bold")
    table = _score_table("task", scores, [score.task_id for score in scores])
    source = Syntax(program.text(program.name), "python", background_color="default")
    return Group(head, source, *([table] if scores else []))
