"""The woven dag as Python sees it, for compilers: nodes, loops, and the order of evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

from arcloom import _core


class NodeKind(IntEnum):
    """As native/batt/dag.hpp has them."""

    INPUT = 0
    CONST = 1
    OP_VALUE = 2
    CALL = 3
    CALL_VALUE = 4
    PARAM = 5
    LOOP = 6


class LoopKind(IntEnum):
    """As native/ops/traits.hpp has them."""

    ORDER = 0
    VALMAX = 1
    VALMIN = 2
    ARGMAX = 3
    ARGMIN = 4
    SFILTER = 5
    MFILTER = 6
    EXTRACT = 7
    APPLY = 8
    MAPPLY = 9
    PAPPLY = 10
    MPAPPLY = 11
    PRAPPLY = 12
    GET_RANK = 13
    INPUT_ONLY = 14
    OUTPUT_ONLY = 15
    ON_INPUTS = 16
    ON_OUTPUTS = 17
    MPRAPPLY = 18
    TWO_GREATEST = 19
    TWO_LEAST = 20
    OTHER_ELEMENT = 21
    OTHER_KEY = 22


class Node(NamedTuple):
    """A woven node; `op` is the op's number, the constant's, the loop's or the input's."""

    kind: NodeKind
    op: int
    level: int
    args: tuple[int, ...]


class Loop(NamedTuple):
    """A loop over an inlined body."""

    kind: LoopKind
    power: bool
    product: bool
    params: tuple[int, ...]
    root: int
    guards: tuple[int, ...]
    plain: int
    """The node that it stands for where it was fused out of others, or -1."""


class Dag:
    """What a batt's core has woven. Fused loops are seen as the plain ones they stand for."""

    def __init__(self, core: _core.Batt) -> None:
        nodes, loops, self.constants, self.roots = core.lowered()
        self.nodes = [Node(NodeKind(k), op, level, tuple(a)) for k, op, level, a in nodes]
        self.loops = [_loop(*row) for row in loops]
        self._captured: dict[int, list[int]] = {}

    def plain(self, id_: int) -> int:
        """The node itself, or the one that a fused loop stands for."""
        node = self.nodes[id_]
        while node.kind == NodeKind.LOOP and self.loops[node.op].plain >= 0:
            plain = self.loops[node.op].plain
            if plain == id_:
                break
            id_, node = plain, self.nodes[plain]
        return id_

    def level_of(self, loop: Loop) -> int:
        """How deep the body of a loop lies."""
        return self.nodes[loop.params[0]].level

    def captured(self, id_: int) -> list[int]:
        """What the body of a loop takes from outside."""
        if id_ not in self._captured:
            loop = self.loops[self.nodes[id_].op]
            level = self.level_of(loop)
            met = self._walk(loop.root, level)
            self._captured[id_] = [n for n in met if self.nodes[n].level < level]
        return self._captured[id_]

    def needs(self, id_: int) -> list[int]:
        """The nodes that one needs, in order: arguments, and what a loop binds and captures."""
        node = self.nodes[id_]
        if node.kind == NodeKind.PARAM:
            return []
        if node.kind != NodeKind.LOOP:
            return [self.plain(a) for a in node.args]
        guards = self.loops[node.op].guards
        return [*(self.plain(a) for a in (*node.args, *guards)), *self.captured(id_)]

    def walk(self, root: int, level: int) -> list[int]:
        """What the root needs and it, in the order of evaluation; nothing from below the level."""
        return [id_ for id_ in self._walk(root, level) if self.nodes[id_].level >= level]

    def _walk(self, root: int, level: int) -> list[int]:
        order: list[int] = []
        entered: set[int] = set()
        done: set[int] = set()
        open_ = [self.plain(root)]
        while open_:
            id_ = open_[-1]
            if id_ in entered:
                open_.pop()
                if id_ not in done:
                    order.append(id_)
                done.add(id_)
                continue
            entered.add(id_)
            if self.nodes[id_].level >= level:
                open_.extend(reversed(self.needs(id_)))
        return order

    def decisive(self, root: int, order: list[int]) -> set[int]:
        """Those nodes of an order without whose value the root has none."""
        found = {self.plain(root)}
        for id_ in reversed(order):
            node = self.nodes[id_]
            if id_ not in found or node.kind == NodeKind.PARAM:
                continue
            guards = self.loops[node.op].guards if node.kind == NodeKind.LOOP else ()
            found.update(self.plain(a) for a in (*node.args, *guards))
        return found

    def everything(self, root: int) -> Iterator[int]:
        """All nodes that a root needs, bodies of loops included."""
        met: set[int] = set()
        open_ = [self.plain(root)]
        while open_:
            id_ = open_.pop()
            if id_ in met:
                continue
            met.add(id_)
            yield id_
            open_.extend(self.needs(id_))
            if self.nodes[id_].kind == NodeKind.LOOP:
                open_.append(self.plain(self.loops[self.nodes[id_].op].root))


def _loop(
    kind: int, power: bool, product: bool, params: Any, root: int, guards: Any, plain: int
) -> Loop:
    return Loop(LoopKind(kind), power, product, tuple(params), root, tuple(guards), plain)
