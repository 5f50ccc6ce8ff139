"""`arcloom card`: a hand of a library's programs, mutated and crossed, as a file for `run`."""

from __future__ import annotations

import random
from typing import Annotated, Any, Final

import typer

from arcloom.cli.inputs import load_tasks
from arcloom.cli.options import Json, LibraryOption, Out, dataset_names
from arcloom.cli.output import console, message, print_json
from arcloom.engine import weave
from arcloom.errors import InputError
from arcloom.files import write_atomically
from arcloom.lang import Program
from arcloom.lang.program_file import HEADER
from arcloom.library import Library
from arcloom.library.datasets import tasks_of
from arcloom.search.evolve.card import Card, draw_card
from arcloom.tasks import Dataset, Task
from arcloom.tasks.selection import did_you_mean

Hand = Annotated[int, typer.Option("--hand", metavar="K", min=1, help="Programs to deal.")]
Count = Annotated[
    int | None,
    typer.Option("--count", metavar="N", min=1, help="Children to breed; K by default."),
]
TaskOption = Annotated[
    str | None,
    typer.Option("--task", metavar="ID", help="The task; by default, the seed draws one."),
]
DatasetOption = Annotated[
    str | None,
    typer.Option(
        "--dataset",
        metavar="DATASET",
        help="Where to look for the task. By default, the datasets of the library's runs.",
        autocompletion=dataset_names,
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of all random choices.")]
FreezePrograms = Annotated[
    bool, typer.Option("--freeze-programs", help="Write the hand itself, breed nothing.")
]

_WIDTH: Final = 96


def command(
    library: LibraryOption,
    out: Out,
    hand: Hand = 32,
    count: Count = None,
    task: TaskOption = None,
    dataset: DatasetOption = None,
    seed: Seed = 0,
    freeze_programs: FreezePrograms = False,
    as_json: Json = False,
) -> None:
    """Deal a hand of programs, mutate and cross them, and write the children as a batt.

    `arcloom run` and `arcloom import` read the file. The library does not change. The same library
    and seed give the same file.
    """
    with Library.open(library, create=False, readonly=True) as opened:
        tasks = load_tasks(dataset) if dataset is not None else tasks_of(opened).dataset
        chosen = _choose(tasks, task, seed)
        card = draw_card(
            opened,
            chosen,
            hand=hand,
            count=count or hand,
            seed=seed,
            freeze_programs=freeze_programs,
        )
        place = opened.place
    if not card.programs:
        raise InputError("no child of this hand gives a grid", remedy="try another --seed")
    if not freeze_programs and len(card.programs) < (count or hand):
        message(f"only {len(card.programs)} children with outputs of their own were found")
    nodes = weave(card.programs).node_count
    write_atomically(out, card_source(card, place, seed))
    _tell(card, nodes, seed, str(out), as_json)


def _choose(tasks: Dataset, wanted: str | None, seed: int) -> Task:
    if not len(tasks):
        raise InputError(f"no task in {tasks.name}")
    if wanted is None:
        return tasks[random.Random(seed).choice(sorted(tasks))]
    if wanted not in tasks:
        near = did_you_mean(wanted, tasks)
        raise InputError(
            f"no task '{wanted}' in {tasks.name}", remedy=near or "name its dataset with --dataset"
        )
    return tasks[wanted]


def card_source(card: Card, library: str, seed: int) -> str:
    """The file: where the programs come from as comments, then the programs."""
    parents = ["# the hand:", *_wrapped([program.name for program in card.hand])]
    frozen = card.programs == card.hand
    what = "dealt" if frozen else "bred from a hand dealt"
    head = [
        f"# {len(card.programs)} programs, {what} by `arcloom card`",
        f"# library: {library}",
        f"# task: {card.task}",
        f"# seed: {seed}",
        *([] if frozen else parents),
    ]
    # Names come from files; a comment ends where a line does.
    lines = [line.encode("unicode_escape").decode() for line in head]
    texts = [program.source(name) for name, program in _unique(card.programs)]
    return "\n".join(lines) + "\n\n" + "\n\n".join([HEADER, *texts])


def _wrapped(names: list[str]) -> list[str]:
    lines, line = [], "#  "
    for name in names:
        if len(line) + len(name) > _WIDTH and line.strip("# "):
            lines.append(line)
            line = "#  "
        line += f" {name}"
    return [*lines, line]


def _unique(programs: tuple[Program, ...]) -> list[tuple[str, Program]]:
    """Gives each program a name of its own: a library may hold several of one name."""
    seen: set[str] = set()
    named = []
    for program in programs:
        free = program.name if program.name not in seen else f"{program.name}_{program.hash[:8]}"
        seen.add(free)
        named.append((free, program))
    return named


def _tell(card: Card, nodes: int, seed: int, file: str, as_json: bool) -> None:
    unshared = sum(len(program) for program in card.programs)
    content: dict[str, Any] = {
        "task": card.task,
        "seed": seed,
        "hand": [program.name for program in card.hand],
        "programs": len(card.programs),
        "nodes": nodes,
        "nodes_unshared": unshared,
        "file": file,
    }
    if as_json:
        print_json(content)
    else:
        console().print(
            f"{len(card.programs)} programs for task {card.task}, {unshared:,} nodes that weave "
            f"into {nodes:,}, written to {file}"
        )
