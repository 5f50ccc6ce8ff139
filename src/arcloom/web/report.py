"""The report: the explorer's pages with what they show in one HTML file, which needs no server.

It holds every task, the best programs of each with their outputs, the steps of the best one on each
demo, and all runs. Test outputs are left out unless asked for, and then still covered in the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from arcloom import __version__
from arcloom.engine import weave
from arcloom.errors import InputError
from arcloom.lang import Program, read_program
from arcloom.library import StoredScore
from arcloom.tasks import Task
from arcloom.web.explorer import Explorer, vocabulary
from arcloom.web.page import report_page
from arcloom.web.rows import Content, outputs_content, score_rows
from arcloom.web.stepping import stepped
from arcloom.web.work import Work

PROGRAMS: Final = 6
"""How many of a task's programs are in the report."""

Report = Callable[[int], None]

_LEFT_BY_JAVASCRIPT: Final = "!'()*~"
"""What `encodeURIComponent` does not escape and Python would."""


def report(
    explorer: Explorer,
    *,
    programs: int = PROGRAMS,
    uncovered: bool = False,
    progress: Report = lambda done: None,
) -> str:
    """The report as HTML; `uncovered` puts the outputs of the tests in."""
    content: Content = {
        "about": {"text": _about(explorer)},
        "tasks": explorer.tasks(),
        "status": explorer.status(),
        "vocabulary": vocabulary(),
        "runs": explorer.runs(),
    }
    if uncovered:
        content["verdicts"] = explorer.verdicts()
    scores = _scores_by_program(explorer)
    rows: dict[str, Content] = {}
    for done, task in enumerate(explorer.dataset.values(), 1):
        found = explorer.task(task.id)
        found["kept"] = found["kept"][:programs]
        content[key("task", id=task.id)] = found
        rows.update((row["hash"], row) for row in found["kept"])
        content.update(_runs_of(task, found["kept"]))
        if uncovered:
            content[key("expected", task=task.id)] = explorer.expected(task.id)
        progress(done)
    for row in rows.values():
        worth = score_rows(scores[row["hash"]])
        content[key("program", hash=row["hash"])] = {**row, "scores": worth}
        line = explorer.lineage(row["hash"])
        if len(line["programs"]) > 1:
            content[key("lineage", hash=row["hash"])] = line
        row["tasks"] = len(worth)
        row["fitted"] = sum(one["matched"] == one["of"] for one in worth)
        row["score"] = max((one["score"] for one in worth), default=None)
    for run in content["runs"]["runs"]:
        content[key("run", id=run["id"])] = explorer.run(run["id"])
    names = ("hash", "name", "nodes", "kind", "origin", "run", "tasks", "fitted", "score")
    listed = [
        {name: row[name] for name in names}
        for row in sorted(rows.values(), key=lambda row: (row["name"], row["hash"]))
    ]
    content["programs"] = {"total": len(listed), "all": len(listed), "programs": listed}
    return report_page(content)


def key(resource: str, **query: Any) -> str:
    """What the page asks for a resource by."""
    parts = (
        f"{name}={quote(str(value), safe=_LEFT_BY_JAVASCRIPT)}" for name, value in query.items()
    )
    return f"{resource}?{'&'.join(parts)}"


def _about(explorer: Explorer) -> str:
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    library = f", {explorer.shelf.name}" if explorer.shelf is not None else ""
    return f"{explorer.dataset.name}{library}; Arcloom {__version__}, {made}"


def _scores_by_program(explorer: Explorer) -> dict[str, list[StoredScore]]:
    by_program: dict[str, list[StoredScore]] = defaultdict(list)
    with explorer.reading() as library:
        for score in library.scores():
            by_program[score.program].append(score)
    return by_program


def _runs_of(task: Task, kept: Sequence[Content]) -> Content:
    """The outputs of a task's programs, and the steps of the best on each demo."""
    content: Content = {}
    readable = [(row["hash"], program) for row in kept if (program := _read(row["source"]))]
    batt = weave([program for _, program in readable])
    for number, (program_hash, _) in enumerate(readable):
        outputs = outputs_content(task, batt, Work(), number)
        content[key("outputs", task=task.id, program=program_hash)] = outputs
    for program_hash, program in readable[:1]:
        for demo in task.demos:
            steps = {"error": None, **stepped(program, demo.input, task, demo, Work())}
            content[key("steps", program=program_hash, task=task.id, demo=demo.index)] = steps
    return content


def _read(source: str) -> Program | None:
    """The program; None where it has an op that this version, or this session, does not know."""
    try:
        return read_program(source)
    except InputError:
        return None
