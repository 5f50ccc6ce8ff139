"""Moves: the steps that the search over placed grids may take on a task.

A move is an op on placed grids, a tile op that keeps the place, or the move to the origin. A colour
to look for is offered only if the inputs show it, a colour to paint with only if the outputs do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final

from arcloom import _core
from arcloom.search.enumerate.actions import PriorStep, TileOpForm

TO_ORIGIN: Final = ""
"""Stands for the op of the move to the origin."""


class PlacedForm(IntEnum):
    """What an op on placed grids takes and gives. The numbers are native."""

    MAP = 0
    SPLIT = 1
    PICK = 2
    SELECT = 3
    FIT = 4


@dataclass(frozen=True, slots=True)
class Move:
    """A step: an op, its argument if it has one, and how it is used."""

    op: str
    arg: int | None
    each: bool
    """on the elements of a list, one by one"""
    form: PlacedForm | None
    """None for a tile op and the move to the origin, which leave the list a list"""
    size: int = 0
    """for an op that fits to a size: which of the sizes"""
    step: PriorStep = field(init=False, compare=False, repr=False)
    spelt: tuple[str, int, bool, int] = field(init=False, compare=False, repr=False)
    """as the native enumerator takes it"""

    def __post_init__(self) -> None:
        colour = self.op in _SEEKS or self.op in _PAINTS
        arg = "" if self.arg is None or colour else f"/{self.arg}"
        size = f"@{self.size}" if self.form is PlacedForm.FIT else ""
        takes = self.each or self.form in (PlacedForm.PICK, PlacedForm.SELECT)
        gives = self.each or self.form in (PlacedForm.SPLIT, PlacedForm.SELECT)
        step = PriorStep(f"{self.op or 'to_origin'}{arg}{size}{'*' * self.each}", takes, gives)
        object.__setattr__(self, "step", step)
        object.__setattr__(self, "spelt", (self.op, self.arg or 0, self.each, self.size))


_SEEKS: Final = frozenset({"keep_colour", "drop_colour", "restore", "reveal"})
_PAINTS: Final = frozenset({"negative", "fill_holes", "holes", "halo", "surround"})
_TILE_OPS: Final = (
    *("hmirror", "vmirror", "dmirror", "cmirror", "rot90", "rot180", "rot270"),
    *("upscale", "downscale", "squeeze", "drop_empty", "shrink", "compress"),
    *("keep_colour", "drop_colour", "negative", "keep_common", "to_common", "swap_pair"),
    *("fill_holes", "holes", "halo", "surround", "grow", "spread", "spread8"),
    *("drop_specks", "keep_specks", "ray", "join", "only_lines", "drop_lines"),
    *("mirror_over", "kaleido", "self_tile", "continue_tiling", "fall"),
)


@cache
def _ranges() -> dict[str, tuple[int, int, int]]:
    return {
        name: (args, low, high)
        for name, form, args, low, high in _core.tile_ops()
        if form == TileOpForm.MAP
    }


@cache
def _move(op: str, arg: int | None, each: bool, form: PlacedForm | None, size: int = 0) -> Move:
    """A move. Made once, because tasks share most of them."""
    return Move(op, arg, each, form, size)


def moves_on(seen: Sequence[int], painted: Sequence[int], sizes: int) -> list[Move]:
    """The moves worth trying, in a fixed order, given the colours and the number of sizes."""
    return [*_own(seen, sizes), *_of_tiles(seen, painted)]


def _own(seen: Sequence[int], sizes: int) -> Iterator[Move]:
    for name, number, low, high in _core.placed_ops():
        form = PlacedForm(number)
        for arg in (0, *seen) if name in _SEEKS else range(low, high + 1):
            if form is PlacedForm.FIT:
                yield from (_move(name, arg, False, form, size) for size in range(sizes))
                continue
            yield _move(name, arg, False, form)
            if form is PlacedForm.MAP:
                yield _move(name, arg, True, form)
    yield _move(TO_ORIGIN, None, False, None)
    yield _move(TO_ORIGIN, None, True, None)


def _of_tiles(seen: Sequence[int], painted: Sequence[int]) -> Iterator[Move]:
    for name in _TILE_OPS:
        args, low, high = _ranges()[name]
        choices: Sequence[int | None] = range(low, high + 1) if args else (None,)
        if name in _SEEKS:
            choices = seen
        elif name in _PAINTS:
            choices = painted
        for arg in choices:
            yield _move(name, arg, False, None)
            yield _move(name, arg, True, None)
