"""The woven graph for compilers written in Python: nodes, loops and the order of evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final, NamedTuple

from arcloom import _core

_NODES: Final = _core.numbers()["node_kind"]
_LOOPS: Final = _core.numbers()["loop_kind"]


class NodeKind(IntEnum):
    """The kind of a woven node."""

    INPUT = _NODES["input"]
    CONST = _NODES["const"]
    OP_VALUE = _NODES["op_value"]
    CALL = _NODES["call"]
    CALL_VALUE = _NODES["call_value"]
    PARAM = _NODES["param"]
    LOOP = _NODES["loop"]


class LoopKind(IntEnum):
    """What a loop does with the values of its body."""

    ORDER = _LOOPS["order"]
    VALMAX = _LOOPS["valmax"]
    VALMIN = _LOOPS["valmin"]
    ARGMAX = _LOOPS["argmax"]
    ARGMIN = _LOOPS["argmin"]
    SFILTER = _LOOPS["sfilter"]
    MFILTER = _LOOPS["mfilter"]
    EXTRACT = _LOOPS["extract"]
    APPLY = _LOOPS["apply"]
    MAPPLY = _LOOPS["mapply"]
    PAPPLY = _LOOPS["papply"]
    MPAPPLY = _LOOPS["mpapply"]
    PRAPPLY = _LOOPS["prapply"]
    GET_RANK = _LOOPS["get_rank"]
    INPUT_ONLY = _LOOPS["input_only"]
    OUTPUT_ONLY = _LOOPS["output_only"]
    ON_INPUTS = _LOOPS["on_inputs"]
    ON_OUTPUTS = _LOOPS["on_outputs"]
    MPRAPPLY = _LOOPS["mprapply"]
    TWO_GREATEST = _LOOPS["two_greatest"]
    TWO_LEAST = _LOOPS["two_least"]
    OTHER_ELEMENT = _LOOPS["other_element"]
    OTHER_KEY = _LOOPS["other_key"]


class WovenNode(NamedTuple):
    """A woven node. `op` is the number of its op, constant, loop or input, by its kind."""

    kind: NodeKind
    op: int
    level: int
    args: tuple[int, ...]


class WovenLoop(NamedTuple):
    """A loop over an inlined body."""

    kind: LoopKind
    power: bool
    product: bool
    params: tuple[int, ...]
    root: int
    guards: tuple[int, ...]
    plain: int
    """For a fused loop, the plain node that it replaces; otherwise -1."""


class WovenDag:
    """The graph that a batt's core wove. It shows fused loops as the plain nodes they replace."""

    def __init__(self, core: _core.Batt) -> None:
        nodes, loops, self.constants, self.roots = core.lowered()
        self.nodes = [WovenNode(NodeKind(k), op, level, tuple(a)) for k, op, level, a in nodes]
        self.loops = [_loop(*row) for row in loops]
        self._captured: dict[int, list[int]] = {}

    def plain(self, id_: int) -> int:
        """The node itself or, for a fused loop, the node that it replaces."""
        node = self.nodes[id_]
        while node.kind == NodeKind.LOOP and self.loops[node.op].plain >= 0:
            plain = self.loops[node.op].plain
            if plain == id_:
                break
            id_, node = plain, self.nodes[plain]
        return id_

    def level_of(self, loop: WovenLoop) -> int:
        """The nesting level of a loop's body."""
        return self.nodes[loop.params[0]].level

    def captured(self, id_: int) -> list[int]:
        """The nodes that a loop's body takes from outside."""
        if id_ not in self._captured:
            loop = self.loops[self.nodes[id_].op]
            level = self.level_of(loop)
            met = self._walk(loop.root, level)
            self._captured[id_] = [n for n in met if self.nodes[n].level < level]
        return self._captured[id_]

    def needs(self, id_: int) -> list[int]:
        """The nodes that a node needs, in order: its arguments and what a loop captures."""
        node = self.nodes[id_]
        if node.kind == NodeKind.PARAM:
            return []
        if node.kind != NodeKind.LOOP:
            return [self.plain(a) for a in node.args]
        guards = self.loops[node.op].guards
        return [*(self.plain(a) for a in (*node.args, *guards)), *self.captured(id_)]

    def walk(self, root: int, level: int) -> list[int]:
        """The root and the nodes it needs from this level up, in the order of evaluation."""
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
        """The nodes in `order` that must have a value for the root to have one."""
        found = {self.plain(root)}
        for id_ in reversed(order):
            node = self.nodes[id_]
            if id_ not in found or node.kind == NodeKind.PARAM:
                continue
            guards = self.loops[node.op].guards if node.kind == NodeKind.LOOP else ()
            found.update(self.plain(a) for a in (*node.args, *guards))
        return found

    def everything(self, root: int) -> Iterator[int]:
        """All nodes that a root needs, including the bodies of loops."""
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
) -> WovenLoop:
    return WovenLoop(LoopKind(kind), power, product, tuple(params), root, tuple(guards), plain)
