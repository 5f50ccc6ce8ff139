"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from arcloom.tasks.load import NAMED


def dataset_names(incomplete: str) -> list[str]:
    """The named datasets that begin so, for the completion of a shell."""
    return [name for name in NAMED if name.startswith(incomplete)]


DatasetArgument = Annotated[
    str,
    typer.Argument(
        metavar="DATASET",
        help="arc1-train, arc1-eval, arc2-train, arc2-eval, a folder of task JSON, a task file "
        "or a Kaggle challenges file. DATASET/ID is one task of it.",
        autocompletion=dataset_names,
    ),
]
Tasks = Annotated[
    list[str] | None,
    typer.Option(
        "--task", metavar="ID", help="Only this task of the dataset; may be given several times."
    ),
]
Out = Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="The file to write.")]
Programs = Annotated[
    list[Path],
    typer.Option("--programs", metavar="FILE", help="A program file; may be given several times."),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", min=1, metavar="N", help="Number of threads; all cores by default."),
]
Device = Annotated[
    str,
    typer.Option(
        "--device",
        metavar="auto|cpu|gpu",
        help="Where to run: on the CPU, on a GPU, or on what is faster.",
    ),
]


def library_option(help_text: str) -> Any:
    """The option that names a library; commands differ in what they do with it."""
    return typer.Option("--library", metavar="LIBRARY", envvar="ARCLOOM_LIBRARY", help=help_text)


LibraryOption = Annotated[
    str,
    library_option("A library: a SQLite file, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE."),
]
Starter = Annotated[
    str,
    typer.Option(
        "--starter",
        metavar="default|none",
        help="Whether to begin with the programs that come with Arcloom. Those that were found on "
        "tasks of the run alone are left out.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]
Progress = Annotated[
    float,
    typer.Option(
        "--progress",
        metavar="SECONDS",
        min=0,
        help="Seconds between progress lines if there is no terminal.",
    ),
]
