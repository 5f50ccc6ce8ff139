"""`arcloom doctor`: what is installed, and whether it works."""

from __future__ import annotations

import platform
from importlib.metadata import version
from typing import Any

import typer
from rich.table import Table

from arcloom.cli.options import Json
from arcloom.cli.output import console, message, print_json
from arcloom.cli.progress import progress
from arcloom.engine import info, weave
from arcloom.engine.batt import check_threads
from arcloom.errors import InputError
from arcloom.lang import read_program
from arcloom.search.enumerate.calibrate import measure_once, plan_for
from arcloom.search.net.config import why_not
from arcloom.tasks import Task
from arcloom.tasks.load import NAMED, load

_SELF_TEST = "def solve(S, I): return mir_rot(I, a_mr(S))"
UNHEALTHY = 1


def command(as_json: Json = False) -> None:
    """Check the installation: versions, instruction set, cores, datasets, GPU, native core."""
    content = examine()
    if as_json:
        print_json(content)
    else:
        console().print(_table(content))
    if not content["ok"]:
        raise typer.Exit(UNHEALTHY)


def examine() -> dict[str, Any]:
    """Everything the command reports; `ok` says whether Arcloom can work here."""
    engine = info()
    datasets = _datasets()
    self_test = _self_test()
    return {
        "arcloom": engine.pop("version"),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "platform": platform.platform(),
        **engine,
        "datasets": datasets,
        "gpu": _gpu(),
        "network": _network(),
        "self_test": self_test,
        "ok": self_test == "passed" and all(isinstance(d, int) for d in datasets.values()),
    }


def _datasets() -> dict[str, int | str]:
    found: dict[str, int | str] = {}
    with progress("loading datasets", len(NAMED)) as report:
        for name in NAMED:
            found[name] = _dataset(name)
            report(len(found))
    return found


def _dataset(name: str) -> int | str:
    """How many tasks a dataset has, or why it cannot be loaded."""
    try:
        return len(load(name))
    except InputError as error:
        return str(error)


def _gpu() -> str:
    """What `--device auto` would come to."""
    try:
        measure_once(message)
    except InputError as error:
        return f"none used: {error}"
    plan = plan_for("auto", check_threads(None))
    return plan.why if plan.devices else f"none used: {plan.why}"


def _network() -> str:
    """Whether the strategy `net` can run here."""
    problem = why_not("auto")
    return "can be trained here" if problem is None else f"none: {problem}"


def _self_test() -> str:
    """Runs a program that learns a mirror from demos and applies it, with and without threads."""
    task = Task("self-test", demos=[([[1, 2, 3]], [[3, 2, 1]])], tests=[[[4, 5]]])
    program = read_program(_SELF_TEST)
    result = weave([program]).run(task.samples, threads=2)
    answer = result.value(0, 1)
    if not result.matches[0, 0]:
        return "failed: a demo's output is not matched"
    if getattr(answer, "tolist", lambda: answer)() != [[5, 4]]:
        return f"failed: the answer is {answer!r}"
    return "passed"


def _table(content: dict[str, Any]) -> Table:
    table = Table("", "", box=None, pad_edge=False, show_header=False)
    for key, value in content.items():
        if key == "datasets":
            for name, tasks in value.items():
                table.add_row(name, f"{tasks} tasks" if isinstance(tasks, int) else tasks)
        elif key == "memory":
            table.add_row("memory per sample", f"{value // 2**20} MiB")
        elif key != "ok":
            shown = f"{value:,}" if isinstance(value, int) else str(value)
            table.add_row(key.replace("_", " "), shown)
    return table
