"""Sizes: guesses of the output's size for every input of a task, tests included.

A guess is a constant, or the size of what a chain of moves makes of the input, times a small
factor, plus a small offset. Each guess is right on all demos.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

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
class SizeGuess:
    """A size for each input: a constant, or by what a chain makes of the input."""

    sizes: tuple[Pair, ...]
    chain: tuple[Move, ...] | None
    """None for a constant"""
    factor: Pair = (1, 1)
    offset: Pair = (0, 0)


def plain_guesses(task: Task, most: int) -> list[SizeGuess]:
    """Guesses from the inputs' own sizes, likely ones first."""
    inputs = [_shape(sample.input.shape) for sample in task.samples]
    wanted = [_shape(output.shape) for _, output in task.pairs]
    return _distinct([*_constant(wanted, len(inputs)), *_scaled(inputs, (), wanted)], most)


def shape_guesses(
    task: Task, shapes: Iterable[tuple[Sequence[Move], Sequence[Pair]]], most: int
) -> list[SizeGuess]:
    """Guesses from the sizes that chains give, simplest chains first."""
    wanted = [_shape(output.shape) for _, output in task.pairs]
    guesses = (guess for chain, sizes in shapes for guess in _scaled(sizes, tuple(chain), wanted))
    return _distinct(guesses, most)


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
    given, goal = np.array(sizes), np.array(wanted)
    rows, columns = (_linear(given[:, axis], goal[:, axis]) for axis in (0, 1))
    if rows is None or columns is None:
        return
    factor, offset = (rows[0], columns[0]), (rows[1], columns[1])
    made = given * factor + offset
    if made.min() >= 1 and made.max() <= LARGEST:
        found = tuple((int(height), int(width)) for height, width in made)
        yield SizeGuess(found, chain, factor, offset)


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
