"""Views: a task turned and recoloured. The network learns all of them and answers under many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from arcloom.tasks import Grid, Task
from arcloom.tasks.grid import COLOURS

TURNS: Final = 8
Cells = npt.NDArray[np.uint8]
Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True)
class ShownView:
    """One way to show a task."""

    turn: int
    """0 to 3 are quarter turns, 4 to 7 the same after a transposition"""
    colours: tuple[int, ...]
    """what each colour is shown as"""
    told: bool
    """whether the network is told what each shown colour was"""

    def show(self, grid: npt.ArrayLike) -> Cells:
        """The grid as this view shows it."""
        return np.asarray(self.colours, np.uint8)[turned(np.asarray(grid, np.uint8), self.turn)]

    def back(self, shown: Cells) -> Cells:
        """The grid that this view shows so."""
        return turned_back(np.argsort(self.colours).astype(np.uint8)[shown], self.turn)


def turned(cells: npt.NDArray[Kind], turn: int) -> npt.NDArray[Kind]:
    """A grid, or any array whose first two axes are rows and columns, turned."""
    return np.rot90(cells.swapaxes(0, 1) if turn >= 4 else cells, turn % 4)


def turned_back(cells: npt.NDArray[Kind], turn: int) -> npt.NDArray[Kind]:
    """Undoes `turned`."""
    straight = np.rot90(cells, -(turn % 4))
    return straight.swapaxes(0, 1) if turn >= 4 else straight


def free_colours(inputs: Iterable[Grid], outputs: Iterable[Grid]) -> tuple[int, ...]:
    """The colours that views of a task permute.

    0 stays, since it is the background nearly everywhere. A colour that only outputs have stays
    too: nothing in a permuted input would say what has become of it.
    """
    seen = {int(colour) for grid in inputs for colour in np.unique(np.asarray(grid))}
    made = {int(colour) for grid in outputs for colour in np.unique(np.asarray(grid))}
    return tuple(colour for colour in range(1, COLOURS) if colour not in made - seen)


def free_colours_of(task: Task, more: Sequence[tuple[Grid, Grid]] = ()) -> tuple[int, ...]:
    """The colours that views of this task permute; `more` are pairs beside its demos."""
    pairs = [*task.pairs, *more]
    inputs = [given for given, _ in pairs] + [sample.input for sample in task.tests]
    return free_colours(inputs, [wanted for _, wanted in pairs])


def permuted(free: Sequence[int], rng: np.random.Generator) -> Cells:
    """What each colour is shown as, where the free ones are permuted."""
    colours = np.arange(COLOURS, dtype=np.uint8)
    colours[list(free)] = rng.permutation(np.asarray(free, dtype=np.uint8))
    return colours


def views_of(free: Sequence[int], count: int, seed: Sequence[int], told: float) -> list[ShownView]:
    """The first `count` views of a task: turns in order, every second one told of its colours."""
    rng = np.random.default_rng(list(seed))
    views = []
    for number in range(count):
        tell = told >= 1 or (told > 0 and (number + number // TURNS) % 2 == 0)
        colours = tuple(int(colour) for colour in permuted(free, rng))
        views.append(ShownView(number % TURNS, colours, tell))
    return views
