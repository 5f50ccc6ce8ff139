"""Sizes: guesses of the output's size for every input of a task, tests included.

A guess is a constant, or the size of what a chain of moves makes of the input, times a small
factor, plus a small offset. If no chain has both sides, each side is guessed by itself, from any
side of what a chain makes. Each guess is right on all demos.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcloom.search.placed.moves import Move
from arcloom.tasks.task import Task

LARGEST: Final = 30
"""The longest side that an answer may have."""
_MOST_FACTOR: Final = 5
_MOST_OFFSET: Final = 3

Pair = tuple[int, int]


@dataclass(frozen=True)
class SideGuess:
    """A side: that of what a chain makes of the input, times a factor, plus an offset."""

    chain: tuple[Move, ...]
    axis: int
    """0 for its height, 1 for its width"""
    factor: int = 1
    offset: int = 0


@dataclass(frozen=True)
class SizeGuess:
    """A size for each input: a constant, or by what chains make of the input."""

    sizes: tuple[Pair, ...]
    sides: tuple[SideGuess, SideGuess] | None
    """its height and its width; None for a constant"""

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What to measure on an input: both sides of one grid, or a side of each of two."""
        if self.sides is None:
            return ()
        height, width = self.sides
        if height.chain == width.chain and (height.axis, width.axis) == (0, 1):
            factor, offset = (height.factor, width.factor), (height.offset, width.offset)
            factors = None if factor == (1, 1) else factor
            return (Measure("shape", height.chain, factors, None if offset == (0, 0) else offset),)
        return tuple(
            Measure(
                ("height", "width")[side.axis],
                side.chain,
                None if side.factor == 1 else side.factor,
                side.offset or None,
            )
            for side in self.sides
        )


class Measure(NamedTuple):
    """An op that measures what a chain makes, then a factor and an offset if there are any."""

    op: str
    chain: tuple[Move, ...]
    factor: int | Pair | None
    offset: int | Pair | None


def own_sizes(task: Task) -> SizeGuess:
    """The inputs' own sizes."""
    sizes = tuple(_shape(sample.input.shape) for sample in task.samples)
    return SizeGuess(sizes, (SideGuess((), 0), SideGuess((), 1)))


def plain_guesses(task: Task, most: int) -> list[SizeGuess]:
    """Guesses from the inputs' own sizes, likely ones first."""
    inputs = [_shape(sample.input.shape) for sample in task.samples]
    wanted = [_shape(output.shape) for _, output in task.pairs]
    return _distinct([*_constant(wanted, len(inputs)), *_scaled(inputs, (), wanted)], most)


def shape_guesses(
    task: Task, shapes: Sequence[tuple[Sequence[Move], Sequence[Pair]]], most: int
) -> list[SizeGuess]:
    """Guesses from the sizes that chains give, simplest chains first."""
    wanted = [_shape(output.shape) for _, output in task.pairs]
    guesses = (guess for chain, sizes in shapes for guess in _scaled(sizes, tuple(chain), wanted))
    return _distinct(guesses, most) or list(_side_by_side(shapes, wanted))


def _shape(shape: tuple[int, ...]) -> Pair:
    height, width = shape
    return height, width


def _constant(wanted: Sequence[Pair], inputs: int) -> Iterator[SizeGuess]:
    if len(set(wanted)) == 1:
        yield SizeGuess((wanted[0],) * inputs, None)


def _scaled(
    sizes: Sequence[Pair], chain: tuple[Move, ...], wanted: Sequence[Pair]
) -> Iterator[SizeGuess]:
    """The smallest factor and offset for each side; nothing if there is none."""
    height, width = (_side(sizes, chain, axis, wanted, axis) for axis in (0, 1))
    if height is not None and width is not None:
        yield from _guess(height, width)


def _side_by_side(
    shapes: Sequence[tuple[Sequence[Move], Sequence[Pair]]], wanted: Sequence[Pair]
) -> Iterator[SizeGuess]:
    """Each side by the simplest chain that has it, along the same axis or across."""
    height, width = (
        next(
            (
                side
                for chain, sizes in shapes
                for axis in (goal, 1 - goal)
                if (side := _side(sizes, tuple(chain), axis, wanted, goal)) is not None
            ),
            None,
        )
        for goal in (0, 1)
    )
    if height is not None and width is not None:
        yield from _guess(height, width)


Made = tuple[SideGuess, NDArray[np.int64]]
"""A side, and how long it is for each input."""


def _side(
    sizes: Sequence[Pair], chain: tuple[Move, ...], axis: int, wanted: Sequence[Pair], goal: int
) -> Made | None:
    """The side `goal` of the outputs by the side `axis` of what a chain makes."""
    given = np.array(sizes)[:, axis]
    found = _linear(given, np.array(wanted)[:, goal])
    return None if found is None else (SideGuess(chain, axis, *found), given * found[0] + found[1])


def _guess(height: Made, width: Made) -> Iterator[SizeGuess]:
    """The guess of two sides, unless it is out of bounds for an input."""
    made = np.stack([height[1], width[1]], axis=1)
    if made.min() >= 1 and made.max() <= LARGEST:
        found = tuple((int(rows), int(columns)) for rows, columns in made)
        yield SizeGuess(found, (height[0], width[0]))


def _linear(given: NDArray[np.int64], goal: NDArray[np.int64]) -> Pair | None:
    """The factor and offset that lead from the first sizes to all goals, small ones first."""
    known = given[: len(goal)]
    for factor in range(1, _MOST_FACTOR + 1):
        offset = int(goal[0] - factor * known[0])
        if abs(offset) <= _MOST_OFFSET and bool((known * factor + offset == goal).all()):
            return factor, offset
    return None


def _distinct(guesses: Iterable[SizeGuess], most: int) -> list[SizeGuess]:
    """The first guesses that differ in a size."""
    met: set[tuple[Pair, ...]] = set()

    def new(guess: SizeGuess) -> bool:
        known = guess.sizes in met
        met.add(guess.sizes)
        return not known

    return list(islice(filter(new, guesses), most))
