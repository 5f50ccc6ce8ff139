"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DatasetArgument = Annotated[
    str,
    typer.Argument(
        metavar="DATASET",
        help="arc1-train, arc1-eval, arc2-train, arc2-eval, a folder of task JSON, a task file "
        "or a Kaggle challenges file.",
    ),
]
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
