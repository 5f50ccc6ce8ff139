"""NetConfig: the settings of the strategy `net`, and whether this machine can run it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import asdict, dataclass, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from arcloom.budget import parse_budget
from arcloom.errors import InputError, of_kind

NET: Final = "net"
"""The name of the strategy."""
PRESETS: Final = ("tiny", "small", "base", "large")
"""The sizes of a network; net/presets.py says what they are."""
PRESET: Final = "small"
VIEWS: Final = 16
MOST_VIEWS: Final = 4096
HELD_OUT: Final = 16
"""Demos that a run keeps from the training to measure it, of at most one task in TASKS_PER_DEMO."""
TASKS_PER_DEMO: Final = 25
ANSWERING: Final = (0.125, 0.25, 45.0)
"""The share of a long time that is kept for answering and judging, that of a short one, and the
seconds up to which it is the latter. Answering takes as long after a long training as after a short
one."""
INSTALL: Final = "pip install 'arcloom[net]'"


@dataclass(frozen=True)
class NetConfig:
    """The settings of the network of a run.

    Attributes:
        seconds: Time for the network, such as `600` or `"10m"`: most of it to train, an eighth
            (a quarter of a short time) to answer and judge; its start is not counted. It ends with
            the run in any case. None: until the run ends.
        preset: The size: `tiny`, `small`, `base` or `large`.
        train: Further training sets to learn, by name or path. Tasks of them that hold a grid of
            the run's tasks are refused.
        views: In how many turned and recoloured forms each test is answered.
        held_out: Demos to keep from the training and measure it with. None: 16, or fewer where
            there are less than 400 tasks.
        checkpoint: The file to go on from, and to write while training. None: beside the library
            or the submission.
        pretrained: A file of weights to begin with, which `arcloom net pretrain` wrote. None: the
            network begins with nothing.

    Example:
        ```python
        al.solve(tasks, "30m", strategies="all,net", net=al.NetConfig("25m", preset="base"))
        ```
    """

    seconds: str | float | None = None
    preset: str = PRESET
    train: Sequence[str] = ()
    views: int = VIEWS
    held_out: int | None = None
    checkpoint: str | None = None
    pretrained: str | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            object.__setattr__(self, "seconds", parse_budget(str(self.seconds)))
        train = (self.train,) if isinstance(self.train, str) else tuple(map(str, self.train))
        object.__setattr__(self, "train", train)
        check_preset(self.preset)
        of_kind("views", self.views, int, "an integer")
        of_kind("held_out", self.held_out, int, "an integer", optional=True)
        if not 1 <= self.views <= MOST_VIEWS:
            raise InputError(f"the views must be 1 to {MOST_VIEWS}, not {self.views}")
        if self.held_out is not None and self.held_out < 0:
            raise InputError(f"the held-out demos must be 0 or more, not {self.held_out}")
        if self.pretrained is not None:
            self._check_pretrained(str(self.pretrained))

    def _check_pretrained(self, name: str) -> None:
        """Refuse a file that is not there before a run begins, not when its network starts."""
        object.__setattr__(self, "pretrained", name)
        if not Path(name).is_file():
            raise InputError(
                "there is no such file of pretrained weights",
                place=name,
                remedy="make it with `arcloom net pretrain`",
            )

    def content(self) -> dict[str, Any]:
        """The settings as JSON."""
        return asdict(self)


def check_preset(name: str) -> str:
    """The name, if there is such a size. It is told where PyTorch is not installed, too."""
    if name not in PRESETS:
        raise InputError(
            f"no network preset '{name}'", remedy=f"the presets are {', '.join(PRESETS)}"
        )
    return name


def read_net(given: NetConfig | Mapping[str, Any] | None) -> NetConfig | None:
    """The settings; those that are not given are the usual ones. None: no network is asked for."""
    if given is None or isinstance(given, NetConfig):
        return given
    of_kind("net", given, Mapping, "a NetConfig, or some of its fields")
    known = [one.name for one in fields(NetConfig)]
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise InputError(
            f"no setting '{unknown[0]}' of the network", remedy=f"they are {', '.join(known)}"
        )
    return NetConfig(**given)


def within_budget(config: NetConfig, budget: float | None, fuel: int | None) -> NetConfig:
    """The settings with their seconds, given the limits of the run.

    Raises:
        InputError: The run has no time limit and the network has none either, or the network takes
            longer than the run.
    """
    if config.seconds is None:
        if budget is None:
            raise InputError(
                "the network has no time limit",
                remedy=f"give --net-seconds, since --fuel {fuel} does not bound it",
            )
        return replace(config, seconds=budget)
    if budget is not None and seconds_of(config) > budget:
        raise InputError(
            f"the network takes {seconds_of(config):g} s, and the run ends after {budget:g} s",
            remedy="raise --budget or lower --net-seconds",
        )
    return config


def seconds_of(config: NetConfig) -> float:
    """The seconds of settings that have them."""
    assert config.seconds is not None
    return float(config.seconds)


def training_seconds(seconds: float) -> float:
    """How much of the network's time is for training."""
    least, most, enough = ANSWERING
    return seconds - max(least * seconds, min(most * seconds, enough))


def held_out_of(config: NetConfig, tasks: Sized) -> int:
    """How many demos are held out of these tasks."""
    if config.held_out is not None:
        return config.held_out
    return min(HELD_OUT, len(tasks) // TASKS_PER_DEMO)


def why_not(device: str) -> InputError | None:
    """Why the network cannot run here on this device (`auto`, `cpu`, `gpu`); None if it can.

    `auto` means a GPU: on a CPU a network learns too slowly to be worth its time, unless someone
    asks for it.
    """
    if find_spec("torch") is None:
        return InputError("the network needs PyTorch", remedy=INSTALL)
    if device == "cpu":
        return None
    import torch

    if torch.cuda.is_available():
        return None
    return InputError(
        "the network needs a GPU, and PyTorch finds none",
        remedy="leave out `net`, or run everything on the CPU, slowly: --device cpu",
    )
