"""Searches a task over placed grids: infers the output's size, then enumerates and composes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from arcloom import _core
from arcloom.engine.enumeration import FitKind, NativeFit, StepCosts
from arcloom.search.enumerate.actions import colours_of
from arcloom.search.enumerate.prior import costs_of
from arcloom.search.enumerate.task_search import bits_of, fits_tiles, ground_of, viewed
from arcloom.search.placed.moves import Move, moves_on
from arcloom.search.placed.placed_prior import placed_bits
from arcloom.search.placed.sizes import SizeGuess, own_sizes, plain_guesses, shape_guesses
from arcloom.search.placed.writer import LaidAt, Layer, PlacedWriter
from arcloom.search.trial import Candidate
from arcloom.tasks.task import Task

MOST_COST: Final = 600
SHAPE_SHARE: Final = 0.15
"""The share of the fuel that may go into looking for the output's size."""

Stop = Callable[[], bool]


@dataclass(frozen=True)
class PlacedResult:
    """The programs that fit, as far as the search shows, and what it spent.

    Where none fits all demos, or only tables do, there may be some that fit most demos.
    """

    candidates: tuple[Candidate, ...]
    fuel: int
    """steps"""
    exhausted: bool
    chains: tuple[tuple[Move, ...], ...] = ()
    """the chains behind the simplest program that fits all demos"""


@lru_cache(maxsize=64)
def _table(
    seen: tuple[int, ...], painted: tuple[int, ...], sizes: int
) -> tuple[list[Move], list[tuple[str, int, bool, int]], StepCosts]:
    moves = moves_on(seen, painted, sizes)
    return moves, [move.spelt for move in moves], _costs_for(len(seen), len(painted), sizes)


@lru_cache(maxsize=32)
def _costs_for(seen: int, painted: int, sizes: int) -> StepCosts:
    """The costs of moves with so many colours. All colours cost the same."""
    moves = moves_on(range(1, seen + 1), range(1, painted + 1), sizes)
    return StepCosts(costs_of(moves, placed_bits))


class _View:
    """A task as the search sees it."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.ground = ground_of(task)
        self.colours = colours_of(task, self.ground)
        self.inputs = [viewed(sample.input, self.ground) for sample in task.samples]
        self.outputs = [viewed(output, self.ground) for _, output in task.pairs]
        self.input_size = own_sizes(task)

    def run(
        self, sizes: Sequence[SizeGuess], known: bool, fuel: int, memory: int, stop: Stop | None
    ) -> tuple[_core.PlacedEnumerator, Sequence[Move], bool]:
        moves, spelt, costs = _table(*self.colours, len(sizes))
        native = _core.PlacedEnumerator(
            *(self.inputs, self.outputs, spelt, costs.of, costs.order),
            [guess.sizes for guess in sizes],
            known,
        )
        return native, moves, native.run(fuel, memory, MOST_COST, stop)

    def guesses(self, fuel: int, memory: int, stop: Stop | None) -> tuple[list[SizeGuess], int]:
        """Up to two guesses of the output's size, and the steps that looking for them took."""
        guesses = plain_guesses(self.task, 2)
        if guesses:
            return guesses, 0
        share = int(fuel * SHAPE_SHARE)
        native, moves, _ = self.run([self.input_size], False, share, memory, stop)
        shapes = [([moves[k] for k in trace], sizes) for trace, _, sizes in native.shapes()]
        return shape_guesses(self.task, shapes, 2), native.fuel_used


def search_placed(
    task: Task,
    fuel: int,
    memory: int = 256 << 20,
    stop: Stop | None = None,
    most: int = 24,
    *,
    sizes: bool = True,
    kinds: Collection[FitKind] = frozenset(FitKind),
) -> PlacedResult:
    """Search a task for programs, within `fuel` steps and `memory` bytes.

    Without `sizes`, the size of the output is not inferred. Only `kinds` of fits are written.
    """
    if not fits_tiles(task):
        return PlacedResult((), 0, True)
    view = _View(task)
    guesses, spent = view.guesses(fuel, memory, stop) if sizes else ([], 0)
    found: list[Candidate] = []
    chains: tuple[tuple[Move, ...], ...] = ()
    exhausted = True
    parts: list[SizeGuess | None] = [*guesses] or [None]
    for number, guess in enumerate(parts):
        # The first guess is right more often than all others together.
        left = fuel - spent
        share = left if number == len(parts) - 1 else left * 3 // 4
        distinct = guess is not None and guess.sizes != view.input_size.sizes
        known = [view.input_size, *([guess] if guess is not None and distinct else [])]
        native, moves, done = view.run(known, guess is not None, share, memory, stop)
        spent += native.fuel_used
        exhausted &= done
        fits = [fit for fit in native.fits(most) if fit[0] in kinds]
        found += _written(native, moves, view.ground, known, fits, number)
        best = next((states for kind, *_, states in fits if kind != FitKind.NEAR), ())
        chains = chains or tuple(_layer(native, moves, state).chain for state in best)
    return PlacedResult(tuple(found), spent, exhausted, chains)


GUESS_BITS: Final = 4.0
"""What a further guess of the size costs."""


def _layer(native: _core.PlacedEnumerator, moves: Sequence[Move], number: int) -> Layer:
    trace, piled, at, colour = native.layer(number)
    return Layer(tuple(moves[k] for k in trace), piled, LaidAt(at), colour)


def _written(
    native: _core.PlacedEnumerator,
    moves: Sequence[Move],
    ground: int,
    sizes: Sequence[SizeGuess],
    fits: Sequence[NativeFit],
    guess: int,
) -> Iterator[Candidate]:
    write = PlacedWriter(ground, sizes)
    met: set[str] = set()
    for fit in fits:
        kind, _, _, roles, states = fit
        layers = [_layer(native, moves, state) for state in states]
        program = write.program(FitKind(kind), roles, layers)
        if program.hash not in met:
            met.add(program.hash)
            yield Candidate(program, bits_of(fit) + GUESS_BITS * guess)
