"""Writes what the search over placed grids found as ordinary programs.

A placed grid is the pair (grid, place). As a value on `I`, the two are kept as separate nodes as
long as no op needs the pair. As a function of a grid, for tables that are learnt from the demos, a
chain is composed from one function per step.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from arcloom.engine.enumeration import FitKind
from arcloom.lang.program import Program, ProgramBuilder
from arcloom.search.enumerate.chains import Chains
from arcloom.search.placed.moves import TO_ORIGIN, Move, PlacedForm
from arcloom.search.placed.sizes import Measure, SizeGuess

ORIGIN: Final = (0, 0)


class LaidAt(IntEnum):
    """Where a state is laid on the canvas. The numbers are native."""

    AS_IT_IS = 0
    ORIGIN = 1
    PLACE = 2


class Layer(NamedTuple):
    """A state on the canvas: its chain, and how it is laid."""

    chain: tuple[Move, ...]
    piled: bool
    """whether it is a list that is put together first"""
    at: LaidAt
    colour: int
    """painted in this colour, unless it is 0"""


class _Node(NamedTuple):
    """A placed grid as two nodes, or as one; a list as one."""

    grid: int | None
    place: int | None
    whole: int | None = None


class PlacedWriter:
    """Writes layers into one builder. `ground` is the colour that the search sees as 0."""

    def __init__(self, ground: int, sizes: Sequence[SizeGuess]) -> None:
        self._builder = ProgramBuilder()
        self._chains = Chains(self._builder, ground)
        self._sizes = sizes

    def program(self, kind: FitKind, roles: Sequence[int], layers: Sequence[Layer]) -> Program:
        """A layer, a stack of layers and masks, or a table of what layers show."""
        build, chains = self._builder.build, self._chains
        if kind is FitKind.MAP:
            return build(chains.table([self.function(layer) for layer in layers]))
        return build(chains.turned(chains.stack(roles, list(map(self.value, layers)))))

    # Values on I.

    def value(self, layer: Layer) -> int:
        """The node of a layer's grid on `I`."""
        b = self._builder
        state = self._state(layer.chain)
        if layer.piled:
            state = self._whole(b.call("put_together", self._pair(state), b.const(0)))
        grid = self._grid(state)
        if layer.at is not LaidAt.AS_IT_IS:
            placed = state if layer.at is LaidAt.PLACE else _Node(grid, b.const(ORIGIN))
            size = self._size_value(len(self._sizes) - 1)
            grid = b.call("first", b.call("fit_to", self._pair(placed), size, b.const(0)))
        return b.call("recolour", grid, b.const(layer.colour)) if layer.colour else grid

    def _whole(self, node: int) -> _Node:
        return _Node(None, None, node)

    def _grid(self, node: _Node) -> int:
        if node.grid is not None:
            return node.grid
        assert node.whole is not None
        return self._builder.call("first", node.whole)

    def _pair(self, node: _Node) -> int:
        if node.whole is not None:
            return node.whole
        assert node.grid is not None
        assert node.place is not None
        return self._builder.call("astuple", node.grid, node.place)

    def _state(self, chain: Sequence[Move]) -> _Node:
        node = _Node(self._chains.turned(self._builder.input("I")), self._builder.const(ORIGIN))
        for move in chain:
            node = self._after(move, node)
        return node

    def _after(self, move: Move, node: _Node) -> _Node:
        b = self._builder
        if move.each:
            return self._whole(b.call("apply", self._step(move), self._pair(node)))
        if move.op == TO_ORIGIN:
            return _Node(self._grid(node), b.const(ORIGIN))
        if move.form is None:
            place = node.place
            if node.whole is not None:
                place = b.call("last", node.whole)
            return _Node(b.call(move.op, self._grid(node), *self._constants(move)), place)
        if move.form is PlacedForm.FIT:
            size = self._size_value(move.size)
            return self._whole(b.call(move.op, self._pair(node), size, *self._constants(move)))
        return self._whole(b.call(move.op, self._pair(node), *self._constants(move)))

    def _size_value(self, number: int) -> int:
        b, guess = self._builder, self._sizes[number]
        if guess.sides is None:
            return b.const(guess.sizes[0])
        measured = list(map(self._measured, guess.measures))
        return measured[0] if len(measured) == 1 else b.call("astuple", *measured)

    def _measured(self, measure: Measure) -> int:
        b = self._builder
        node = b.call(measure.op, self._grid(self._state(measure.chain)))
        if measure.factor is not None:
            node = b.call("multiply", node, b.const(measure.factor))
        return node if measure.offset is None else b.call("add", node, b.const(measure.offset))

    # Functions of a grid.

    def function(self, layer: Layer) -> int:
        """The layer's grid as a function of the input."""
        b = self._builder
        made = self._state_function(layer.chain)
        if layer.piled:
            made = self._compose(self._bound("put_together", 0), made)
        if layer.at is LaidAt.ORIGIN:
            made = self._compose(self._moved(), made)
        if layer.at is not LaidAt.AS_IT_IS:
            made = self._fitted(made, len(self._sizes) - 1, self._bound("fit_to", 0))
        made = self._compose(b.opref("first"), made)
        return self._compose(self._bound("recolour", layer.colour), made) if layer.colour else made

    def _state_function(self, chain: Sequence[Move]) -> int:
        """From the grid to the placed grid, or the list."""
        b = self._builder
        made = b.call("rbind", b.opref("astuple"), b.const(ORIGIN))
        view = self._chains.function(())
        if b.node(view).payload != "identity":
            made = self._compose(made, view)
        for move in chain:
            step = self._step(move)
            if move.form is PlacedForm.FIT:
                made = self._fitted(made, move.size, step)
            elif move.each:
                made = self._compose(b.call("lbind", b.opref("apply"), step), made)
            else:
                made = self._compose(step, made)
        return made

    def _fitted(self, made: int, size: int, step: int) -> int:
        b, guess = self._builder, self._sizes[size]
        if guess.sides is None:
            return self._compose(b.call("rbind", step, b.const(guess.sizes[0])), made)
        measuring = list(map(self._measuring, guess.measures))
        both = measuring[0]
        if len(measuring) == 2:
            both = b.call("fork", b.opref("astuple"), *measuring)
        return b.call("fork", step, made, both)

    def _measuring(self, measure: Measure) -> int:
        b = self._builder
        grid = self._compose(b.opref("first"), self._state_function(measure.chain))
        shown = self._compose(b.opref(measure.op), grid)
        if measure.factor is not None:
            shown = self._compose(self._bound("multiply", measure.factor), shown)
        if measure.offset is not None:
            shown = self._compose(self._bound("add", measure.offset), shown)
        return shown

    def _step(self, move: Move) -> int:
        """The move as a function of a placed grid or of a list; of each element if it says so."""
        b = self._builder
        if move.op == TO_ORIGIN:
            return self._moved()
        op = b.opref(move.op)
        if move.arg is not None:
            op = b.call("rbind", op, b.const(move.arg))
        if move.form is not None:
            return op
        on_grid = self._compose(op, b.opref("first"))
        return b.call("fork", b.opref("astuple"), on_grid, b.opref("last"))

    def _moved(self) -> int:
        b = self._builder
        put = b.call("rbind", b.opref("astuple"), b.const(ORIGIN))
        return self._compose(put, b.opref("first"))

    def _bound(self, op: str, value: int | tuple[int, int]) -> int:
        return self._builder.call("rbind", self._builder.opref(op), self._builder.const(value))

    def _compose(self, outer: int, inner: int) -> int:
        return self._builder.call("compose", outer, inner)

    def _constants(self, move: Move) -> list[int]:
        return [] if move.arg is None else [self._builder.const(move.arg)]
