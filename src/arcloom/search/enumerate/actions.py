"""Actions: the steps that enumeration may take on a task.

An action is a tile op, its argument, and the way it is used: on a grid, on a list, on each element
of a list, or together with the task's input. A colour to look for is offered only if the inputs
show it, a colour to paint with only if the outputs show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from arcloom import _core
from arcloom.engine.enumeration import Mode
from arcloom.tasks.task import Task


class TileOpForm(StrEnum):
    """What a tile op takes and gives."""

    MAP = "map"
    COMBINE = "combine"
    SPLIT = "split"
    PICK = "pick"
    SELECT = "select"


class PriorStep(NamedTuple):
    """What the prior knows about an action."""

    key: str
    """its op and mode, and its argument unless that is a colour"""
    takes_list: bool
    gives_list: bool
    """whether it gives a list of grids instead of a grid"""


@dataclass(frozen=True, slots=True)
class Action:
    """A step: an op of the vocabulary, its argument if it has one, and the way it is used."""

    op: str
    arg: int | None
    mode: Mode
    form: TileOpForm
    step: PriorStep = field(init=False, compare=False, repr=False)
    spelt: tuple[str, int, int] = field(init=False, compare=False, repr=False)
    """as the native enumerator takes it"""

    def __post_init__(self) -> None:
        colour = self.op in _SEEKS or self.op in _PAINTS
        arg = "" if self.arg is None or colour else f"/{self.arg}"
        each = self.mode in (Mode.EACH, Mode.EACH_ON_INPUT)
        takes_list = each or self.form in (TileOpForm.PICK, TileOpForm.SELECT)
        gives_list = each or self.form in (TileOpForm.SPLIT, TileOpForm.SELECT)
        step = PriorStep(f"{self.op}{arg}{_WAYS[self.mode]}", takes_list, gives_list)
        object.__setattr__(self, "step", step)
        object.__setattr__(self, "spelt", (self.op, self.arg or 0, int(self.mode)))


_WAYS: Final = {
    Mode.PLAIN: "",
    Mode.WITH_INPUT: "+I",
    Mode.ON_INPUT: "I+",
    Mode.EACH: "*",
    Mode.EACH_ON_INPUT: "*I",
}
# Ops that look for a colour in the grid, and ops that paint with a colour.
_SEEKS: Final = frozenset({"crop_colour", "keep_colour", "drop_colour"})
_PAINTS: Final = frozenset(
    [
        "recolour",
        "negative",
        "fill_holes",
        "holes",
        "halo",
        "halo4",
        "hull",
        "box_rest",
        "box_frame",
        "frame",
        "surround",
        "outside",
        "all_of",
        "any_of",
        "odd_of",
        "none_of",
        "tally",
    ]
)
# Binary ops worth trying with the input on one side, on the other side, and for each element.
_WITH_INPUT: Final = frozenset(
    [
        "kron",
        "agree",
        "hconcat",
        "vconcat",
        "repeat_to",
        "paint_with",
        "flood_over",
        "mask_by",
        "mask_out",
        "overlay",
    ]
)
_ON_INPUT: Final = frozenset(
    ["mask_by", "mask_out", "crop_to", "kron", "hconcat", "vconcat", "overlay"]
)
_EACH_ON_INPUT: Final = frozenset({"mask_by", "crop_to"})


@cache
def _ops() -> tuple[tuple[str, TileOpForm, int, int, int], ...]:
    return tuple(
        (name, TileOpForm(form), args, low, high)
        for name, form, args, low, high in _core.tile_ops()
    )


def actions_on(seen: Sequence[int], painted: Sequence[int]) -> list[Action]:
    """The actions worth trying, in a fixed order, given the colours of inputs and outputs."""
    out: list[Action] = []
    for name, form, args, low, high in _ops():
        if name in _SEEKS:
            choices: Iterable[int | None] = seen
        elif name in _PAINTS:
            choices = painted
        else:
            choices = range(low, high + 1) if args else (None,)
        for arg in choices:
            out += _uses(name, form, arg)
    return out


@cache
def _uses(name: str, form: TileOpForm, arg: int | None) -> tuple[Action, ...]:
    """An op with an argument, in all its modes. Made once, because tasks share most of them."""
    return tuple(Action(name, arg, mode, form) for mode in _modes(name, form))


def _modes(name: str, form: TileOpForm) -> Sequence[Mode]:
    if form is TileOpForm.MAP:
        return (Mode.PLAIN, Mode.EACH)
    if form is not TileOpForm.COMBINE:
        return (Mode.PLAIN,)
    return [
        mode
        for mode, names in (
            (Mode.WITH_INPUT, _WITH_INPUT),
            (Mode.ON_INPUT, _ON_INPUT),
            (Mode.EACH_ON_INPUT, _EACH_ON_INPUT),
        )
        if name in names
    ]


def colours_of(task: Task, ground: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The colours of the inputs and of the outputs, as the search sees them, without the ground."""
    inputs = {int(c) for s in task.samples for c in np.unique(s.input)}
    outputs = {int(c) for _, out in task.pairs for c in np.unique(out)}
    return _viewed(inputs, ground), _viewed(outputs, ground)


def _viewed(colours: set[int], ground: int) -> tuple[int, ...]:
    return tuple(sorted(ground if c == 0 else c for c in colours if c != ground))
