"""The options of the network, which `solve` and `net` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from arcloom.search.net.config import PRESET, PRESETS, VIEWS

NAMES: Final = f"{', '.join(PRESETS[:-1])} or {PRESETS[-1]}"

NetSeconds = Annotated[
    str | None,
    typer.Option(
        "--net-seconds",
        metavar="TIME",
        help="Time for the network: 600, 10m. Most of it to train, the rest to answer and judge.",
    ),
]
NetPreset = Annotated[
    str | None,
    typer.Option(
        "--net-preset", metavar="NAME", help=f"Size of the network: {NAMES}; {PRESET} by default."
    ),
]
NetTrain = Annotated[
    list[str] | None,
    typer.Option(
        "--net-train",
        metavar="DATASET",
        help="A further training set for the network; may be given several times. Tasks that hold "
        "a grid of the run's tasks are refused.",
    ),
]
NetViews = Annotated[
    int | None,
    typer.Option(
        "--net-views",
        metavar="N",
        min=1,
        help=f"Turned and recoloured forms in which each test is answered; {VIEWS} by default.",
    ),
]
NetHeldOut = Annotated[
    int | None,
    typer.Option(
        "--net-held-out",
        metavar="N",
        min=0,
        help="Demos to keep from the training and measure it with; 16 by default, or fewer where "
        "there are less than 400 tasks.",
    ),
]
NetCheckpoint = Annotated[
    Path | None,
    typer.Option(
        "--net-checkpoint",
        metavar="FILE",
        help="Where the training is kept; beside the library or the submission by default.",
    ),
]
NetPretrained = Annotated[
    Path | None,
    typer.Option(
        "--net-pretrained",
        metavar="FILE",
        help="Weights for the network to begin with, which `arcloom net pretrain` wrote.",
    ),
]


def net_settings(
    seconds: str | None,
    preset: str | None,
    train: list[str] | None,
    views: int | None,
    held_out: int | None,
    checkpoint: Path | None,
    pretrained: Path | None,
) -> dict[str, object]:
    """The settings that were given."""
    given = {
        "seconds": seconds,
        "preset": preset,
        "train": train or None,
        "views": views,
        "held_out": held_out,
        "checkpoint": None if checkpoint is None else str(checkpoint),
        "pretrained": None if pretrained is None else str(pretrained),
    }
    return {name: value for name, value in given.items() if value is not None}
