"""`arcloom show`: a task, a program, or a program's every step, drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from arcloom.cli.inputs import keep_apart
from arcloom.cli.options import Json, dataset_names, library_option
from arcloom.cli.output import console, print_json
from arcloom.cli.show_target import SEPARATOR, ShowPlace, ShowTarget, find_show_target
from arcloom.cli.values import draw, to_json
from arcloom.draw.layout import Pair
from arcloom.draw.palette import COLOURS, NAMES
from arcloom.draw.png import pairs_png
from arcloom.draw.svg import pairs_svg
from arcloom.draw.terminal import pairs_table
from arcloom.engine import Undefined
from arcloom.engine.rules import RuleDescription, rule_of
from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.lang import Program, Step
from arcloom.tasks import Grid, Sample, Task

PNG: Final = ".png"
PICTURES: Final[dict[str, Callable[[Sequence[Pair]], str | bytes]]] = {
    PNG: pairs_png,
    ".svg": pairs_svg,
}
"""What draws a picture, by the ending of its name."""

What = Annotated[
    str,
    typer.Argument(
        metavar="TASK|PROGRAM",
        help="A task id, DATASET/ID, a task file, a program's name, FILE::name, or FILE.",
    ),
]
DatasetOption = Annotated[
    str | None,
    typer.Option(
        "--dataset",
        metavar="DATASET",
        help="Where to look for the task: arc1-train by default, or the library's datasets.",
        autocompletion=dataset_names,
    ),
]
LibraryName = Annotated[
    str | None,
    library_option("Where to look for the program: by its name or hash, or a task's best one."),
]
Programs = Annotated[
    list[Path] | None,
    typer.Option("--programs", metavar="FILE", help="Where to look for the program."),
]
TaskOption = Annotated[
    str | None,
    typer.Option(
        "--task",
        metavar="ID",
        help="The task to run the program on; by default, the one that its name ends in.",
    ),
]
Steps = Annotated[bool, typer.Option("--steps", help="Show every value that the program computes.")]
Demo = Annotated[
    int, typer.Option("--demo", min=1, metavar="K", help="The demo for --steps, counted from 1.")
]
Png = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--out",
        "--png",
        metavar="FILE",
        help="Write a picture: FILE ends in .png or .svg.",
    ),
]


def command(
    what: What,
    dataset: DatasetOption = None,
    library: LibraryName = None,
    programs: Programs = None,
    task_id: TaskOption = None,
    steps: Steps = False,
    demo: Demo = 1,
    png: Png = None,
    as_json: Json = False,
) -> None:
    """Draw a task, a program, or every step of a program.

    A program runs on --task, or on the task that its name ends in (solve_00d62c1b). Test outputs
    are never shown. With a program, its own answers take their place.
    """
    place = ShowPlace(dataset, tuple(programs or ()), library)
    target = find_show_target(what, place, task_id, steps or png is not None)
    if steps and target.program is None:
        name = what if target.task is None else target.task.id
        raise InputError(
            f"{what} is a task; steps are a program's",
            remedy=f"name one as FILE::name, or give --programs with one that ends in _{name}",
        )
    sample = _demo(target.task, demo) if steps and target.task is not None else None
    walked = _walk(target, sample)
    keep_apart([png], [what.partition(SEPARATOR)[0], dataset, library, *(programs or [])])
    drawing = None if png is None else _drawing(png)
    if png is not None and drawing is not None and target.task is not None:
        write_atomically(png, drawing(target.task.drawn(_answers(target))))
    if as_json:
        print_json(_content(target, sample, walked))
    else:
        _print(console(), target, sample, walked)


def _demo(task: Task, number: int) -> Sample:
    if number > len(task.demos):
        raise InputError(
            f"task {task.id} has {len(task.demos)} demos", remedy=f"there is no --demo {number}"
        )
    return task.demos[number - 1]


def _walk(target: ShowTarget, sample: Sample | None) -> list[Step]:
    if sample is None or target.program is None:
        return []
    return list(target.program.steps(sample.input, sample.task.pairs))


def _answers(target: ShowTarget) -> list[Grid | None]:
    """What the program gives for the task's tests; None where that is no grid."""
    if target.program is None or target.task is None:
        return []
    task = target.task
    values = (target.program(test.input, task.pairs) for test in task.tests)
    return [value if isinstance(value, Grid) else None for value in values]


def _drawing(path: Path) -> Callable[[Sequence[Pair]], str | bytes]:
    """What draws the kind of picture that the name asks for: PNG where it has no ending."""
    drawing = PICTURES.get(path.suffix.lower() or PNG)
    if drawing is None:
        raise InputError(
            f"pictures of the kind '{path.suffix}' are not written",
            place=str(path),
            remedy=f"give a name that ends in {' or '.join(PICTURES)}",
        )
    return drawing


def _print(out: Console, target: ShowTarget, sample: Sample | None, walked: list[Step]) -> None:
    if target.task is not None and sample is None:
        drawn = target.task.drawn(_answers(target))
        out.print(pairs_table(f"task {target.task.id}", drawn))
    if target.program is not None:
        source = target.program.source(target.program_name)
        out.print(Syntax(source, "python", background_color="default"))
    if sample is not None and target.task is not None:
        out.print(Text(f"task {target.task.id}, demo {sample.index + 1}", style="bold"))
        sources = _sources(target.program)
        for step in walked:
            _print_step(out, step, sources)
        out.print(_verdict(walked[-1].value, sample))


def _print_step(out: Console, step: Step, sources: dict[str, str]) -> None:
    """A step under its line of the source. The line shows its constants and ops already."""
    if step.name in sources:
        style = "red" if isinstance(step.value, Undefined) else "bold"
        out.print(Text.assemble((step.name, style), f" = {sources[step.name]}"))
    elif step.name == "I":
        out.print(Text("I", style="bold"))
    else:
        return
    rule = rule_of(step.node, step.value)
    out.print(draw(step.value) if rule is None else _coloured(rule))


def _coloured(rule: RuleDescription) -> Text:
    """A rule's words, each colour's name after a square of that colour."""
    text = Text()
    for word in rule.words():
        if word in NAMES:
            text.append("\u25a0 ", style=COLOURS[NAMES.index(word)])
        text.append(word)
    return text


def _sources(program: Program | None) -> dict[str, str]:
    """What each variable of the program's source is assigned."""
    lines = program.source().splitlines() if program is not None else []
    return dict(line.strip().split(" = ", 1) for line in lines if " = " in line)


def _verdict(value: Any, sample: Sample) -> Text:
    if isinstance(value, Grid) and value.same(sample.output):
        return Text("this is the demo's output", style="green")
    return Text("this is not the demo's output", style="red")


def _content(target: ShowTarget, sample: Sample | None, walked: list[Step]) -> dict[str, Any]:
    content: dict[str, Any] = {"task": None, "program": None, "demo": None, "steps": None}
    if target.task is not None:
        content["task"] = _task_content(target.task)
    if target.program is not None:
        content["program"] = _program_content(target.program, target.program_name)
    if target.task is not None and target.program is not None:
        values = (target.program(t.input, target.task.pairs) for t in target.task.tests)
        content["answers"] = [to_json(value) for value in values]
    if sample is not None:
        content["demo"] = sample.index + 1
        sources = _sources(target.program)
        content["steps"] = [
            {
                "name": s.name,
                "source": sources.get(s.name, s.name),
                "value": to_json(s.value),
                "rule": None if (rule := rule_of(s.node, s.value)) is None else rule.to_json(),
            }
            for s in walked
        ]
    return content


def _task_content(task: Task) -> dict[str, Any]:
    return {
        "id": task.id,
        "demos": [{"input": g.tolist(), "output": w.tolist()} for g, w in task.pairs],
        "tests": [{"input": test.input.tolist()} for test in task.tests],
    }


def _program_content(program: Program, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "hash": program.hash,
        "params": list(program.params),
        "nodes": len(program),
        "source": program.source(name),
    }
