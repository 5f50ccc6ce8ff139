"""Compiles a woven program to bytecode for a device, or says why it stays with the CPU.

The compiler reads the lowered graph. There callables are gone, and ops that apply a callable are
loops. The compiler knows the type of every register. If the device has no version of a node for its
types, the whole program stays with the CPU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from arcloom import _core
from arcloom.engine.functions import BUILTIN
from arcloom.engine.gpu.calls import CallCompiler
from arcloom.engine.gpu.function_calls import BUILDERS, FUNCTION, FUNCTIONS
from arcloom.engine.gpu.instructions import (
    MOST_INSTRUCTIONS,
    Code,
    NoFormError,
    Value,
    constant_words,
    op_numbers,
)
from arcloom.engine.gpu.op_table import fails_for_kind
from arcloom.engine.gpu.types import KINDS, element, holds, is_list, pair_of, tuple_of
from arcloom.engine.gpu.woven import LoopKind, NodeKind, WovenDag

_DEVICE: Final = _core.numbers()["device"]
MOST_LOOPS: Final = _DEVICE["loops"]
"""How deep the loops of a program may nest."""
_WAYS: Final = _core.numbers()["device_way"]
EACH, IN_STEP, PAIRS, UNTIL, TIMES = (
    _WAYS[way] for way in ("each", "in_step", "pairs", "until", "times")
)
BY_LANES: Final = _DEVICE["by_lanes"]
MOST_LANE_REGISTERS: Final = _DEVICE["lane_registers"]
"""The ways to loop; the mark of a loop that gives each element to one lane; and how many registers
a lane has."""

_UNIONS: Final = (LoopKind.MAPPLY, LoopKind.MPAPPLY)
_UNROLLED: Final = (LoopKind.APPLY, LoopKind.PAPPLY, *_UNIONS)


class _OtherTypeError(NoFormError):
    """A body that is applied to its own result gives another type than it takes."""


def compile_output(dag: WovenDag, root: int) -> Code:
    """The bytecode that computes a node; NoFormError if the device cannot compute it."""
    return _Compiler(dag=dag).compile(root)


@dataclass(kw_only=True)
class _Compiler(CallCompiler):
    dag: WovenDag
    values: dict[int, Value] = field(default_factory=dict)
    depth: int = 0

    def compile(self, root: int) -> Code:
        self._find_constants(root)
        self._scope(root, 0)
        result = self.values[root if root in self.values else self.dag.plain(root)]
        result = self._as_grid(result)
        if result.type != "G":
            raise NoFormError(f"a result of type {result.type}")
        if len(self.instructions) >= MOST_INSTRUCTIONS:
            raise NoFormError("too many instructions")
        ordered = sorted(self.constants, key=self.constants.__getitem__)
        return Code(self.instructions, ordered, result.register)

    def _find_constants(self, root: int) -> None:
        """Place the constants in the registers right after the input, which is the first."""
        for id_ in self.dag.everything(root):
            node = self.dag.nodes[id_]
            if node.kind == NodeKind.CONST:
                self._constant(*constant_words(self.dag.constants[node.op])[0])

    def _scope(self, root: int, level: int) -> None:
        """Compile all nodes of a level that the root needs, in the order of evaluation."""
        order = self.dag.walk(root, level)
        decisive = self.dag.decisive(root, order)
        outer = self.soft
        for id_ in order:
            if id_ in self.values:
                continue
            self.soft = outer or id_ not in decisive
            self.values[id_] = self._node(id_)
        self.soft = outer

    def _node(self, id_: int) -> Value:
        node = self.dag.nodes[id_]
        if node.kind == NodeKind.INPUT and node.op == 0:
            return Value(0, "G")
        if node.kind == NodeKind.CONST:
            words, type_ = constant_words(self.dag.constants[node.op])
            return Value(self._constant(*words), type_)
        args = [self.values[self.dag.plain(a)] for a in node.args]
        if node.kind == NodeKind.CALL and node.op < len(BUILTIN):
            return self._call(BUILTIN[node.op].__name__, args)
        if node.kind == NodeKind.LOOP:
            return self._loop(id_, args)
        if node.kind == NodeKind.OP_VALUE and node.op < len(BUILTIN):
            return self._function(BUILTIN[node.op].__name__)
        if node.kind == NodeKind.CALL_VALUE and args[0].type == FUNCTION:
            return self._called(args[0], args[1:])
        raise NoFormError(f"a node of kind {node.kind.name.lower()}, which the device cannot run")

    # Loops

    def _loop(self, id_: int, operands: list[Value]) -> Value:
        loop = self.dag.loops[self.dag.nodes[id_].op]
        kind = loop.kind
        if loop.power:
            return self._repeated(operands[0], operands[1], self._body(id_, loop.params[:1]))
        unrolled = self._unrolled(id_, operands)
        if unrolled is not None:
            return unrolled
        if kind == LoopKind.APPLY and operands[0].type == "P" and not loop.product:
            return self._of_halves(id_, operands[0])
        if loop.product:
            return self._over_product(id_, operands)
        if kind in (LoopKind.PRAPPLY, LoopKind.MPRAPPLY):
            lists = [self._elements(operands[1]), self._elements(operands[0])]
            images = self._run(id_, PAIRS, lists, loop.params[::-1])
            if kind == LoopKind.PRAPPLY:
                return self._as_set(images)
            return self._merged(_unordered(images))
        if kind in (LoopKind.PAPPLY, LoopKind.MPAPPLY):
            lists = [self._elements(a) for a in operands]
            images = self._run(id_, IN_STEP, lists, loop.params)
            if all(a.register in self.lengths for a in lists):
                self.lengths[images.register] = min(self.lengths[a.register] for a in lists)
            return images if kind == LoopKind.PAPPLY else self._merged(images)
        items = self._elements(operands[0])
        if kind == LoopKind.EXTRACT:
            return self._run(id_, UNTIL, [items], loop.params[:1])
        made = self._run(id_, EACH, [items], loop.params[:1])
        if kind in (LoopKind.VALMAX, LoopKind.VALMIN):
            return self._best_key(id_, made)
        return self._finished(kind, operands[0], items, made)

    def _best_key(self, id_: int, keys: Value) -> Value:
        """The greatest or least key. Where there is none, the body is given 0."""
        loop = self.dag.loops[self.dag.nodes[id_].op]
        key = element(keys.type)
        if key not in ("I", "P"):
            raise NoFormError(f"keys of type {key}")
        walk = self.dag.walk(loop.root, self.dag.level_of(loop))
        nodes = (self.dag.nodes[node] for node in walk)
        first = next((node for node in nodes if node.kind != NodeKind.PARAM), None)
        fails = (
            first is not None
            and first.kind == NodeKind.CALL
            and fails_for_kind(BUILTIN[first.op].__name__, ("I",))
            and self.dag.plain(first.args[0]) == loop.params[0]
        )
        number = 2 * KINDS[key] + fails
        return self._one("best_key", keys, key, ~number if loop.kind == LoopKind.VALMIN else number)

    def _over_product(self, id_: int, operands: list[Value]) -> Value:
        loop = self.dag.loops[self.dag.nodes[id_].op]
        if all(is_list(a.type) and element(a.type) == "I" for a in operands):
            product = self._call("product", operands)
            items = self._elements(product)
            made = self._run(id_, EACH, [items], loop.params)
            return self._finished(loop.kind, product, items, made)
        if loop.kind not in (LoopKind.APPLY, LoopKind.MAPPLY):
            lists = [self._elements(a) for a in operands]
            types = pair_of(*(element(a.type) for a in lists))
            if not all(a.type[0] in "{MO" for a in operands) or types[0] not in "<(":
                raise NoFormError("a filter of a product of tuples")
            made = self._run(id_, PAIRS, lists, loop.params)
            given = [a.register for a in (*lists, made)]
            kept = Value(self._emit("keep_pairs", given), "{" + types + "}")
            return kept if loop.kind == LoopKind.SFILTER else self._merged(kept)
        images = self._run(id_, PAIRS, [self._elements(a) for a in operands], loop.params)
        if loop.kind == LoopKind.APPLY:
            return self._as_set(images)
        return self._merged(_unordered(images))

    def _elements(self, container: Value) -> Value:
        """A container as a list of words."""
        natives = {
            "M": ("places", "(P)"),
            "O": ("cells", "(C)"),
            "P": ("halves", "(I)"),
            "G": ("grid_rows", "((I))"),
        }
        if container.type in natives:
            native, type_ = natives[container.type]
            return self._one(native, container, type_)
        if not is_list(container.type):
            raise NoFormError(f"a loop over {container.type}")
        return container

    def _body(self, id_: int, params: Sequence[int]) -> Callable[..., Value]:
        """A loop's body as a function of what it is given."""
        loop = self.dag.loops[self.dag.nodes[id_].op]

        def body(*given: Value) -> Value:
            if len(params) > len(given):  # the loop takes the two halves of places
                halves = ("first_half", "second_half")
                given = tuple(self._one(half, given[0], "I") for half in halves)
            self.values.update(zip(params, given, strict=False))
            self._scope(loop.root, self.dag.level_of(loop))
            return self.values[self.dag.plain(loop.root)]

        return body

    def _run(self, id_: int, way: int, lists: list[Value], params: Sequence[int]) -> Value:
        """The loop's results as a tuple; for `UNTIL`, the element that was found."""
        kind = self.dag.loops[self.dag.nodes[id_].op].kind
        return self._written(kind, way, lists, self._body(id_, params))

    def _written(
        self, kind: LoopKind, way: int, lists: list[Value], body: Callable[..., Value]
    ) -> Value:
        """A loop over lists, with what tells a body's image for their elements."""

        def image_of(*shown: Value) -> Value:
            image = body(*shown)
            tests = (LoopKind.SFILTER, LoopKind.MFILTER, LoopKind.EXTRACT)
            image = self._truth(image) if kind in tests else image
            if kind in (LoopKind.MAPPLY, LoopKind.MPAPPLY, LoopKind.MPRAPPLY):
                image = self._as_patch(image)  # only the union of the images is used
            image = self._laid_out(image)
            if image.type[0] in ("~", FUNCTION) or (kind in tests and image.type != "I"):
                raise NoFormError(f"a loop that gives {image.type}")
            return image

        types = [element(list_.type) for list_ in lists]
        made, image = self._loop_of(way, [a.register for a in lists], types, image_of)
        return Value(made, types[0] if way == UNTIL else tuple_of(image.type))

    def _loop_of(
        self,
        way: int,
        given: list[int],
        types: list[str],
        body: Callable[..., Value],
        least: int | None = None,
    ) -> tuple[int, Value]:
        """The register of a loop's result, and the image of one element."""
        if self.depth == MOST_LOOPS:
            raise NoFormError("loops too deep")
        made = self._register()
        first = self.next_register
        outer = dict(self.values)
        shown = [self._register() for _ in types]
        at = len(self.instructions)
        self.instructions.append(())
        self.depth += 1
        image = body(*(Value(r, type_) for r, type_ in zip(shown, types, strict=True)))
        self.depth -= 1
        end = len(self.instructions)
        lists_and_params = [given[0], given[-1], shown[0], shown[-1] if least is None else least]
        number = op_numbers()["loop"]
        scalar = way != TIMES and _is_scalar(self.instructions[at + 1 :], shown[0])
        lanes = BY_LANES if scalar else 0
        self.instructions[at] = (number, made, *lists_and_params, way | lanes, end)
        ends = (op_numbers()["end_loop"], 0, image.register, 0, 0, 0, holds(image.type))
        self.instructions.append((*ends, int(self.soft)))
        self.values, self.next_register = outer, first
        self.lengths = {r: n for r, n in self.lengths.items() if r < first}
        return made, image

    def _repeated(self, state: Value, count: Value, body: Callable[[Value], Value]) -> Value:
        state = self._as_grid(state)
        if count.type != "I" or FUNCTION in state.type or state.type[0] == "~":
            raise NoFormError(f"power of {state.type}, {count.type} times")
        begun = len(self.instructions), self.next_register, self.depth, dict(self.values)
        try:
            return self._times(state, count, body, least=1)
        except _OtherTypeError:
            pass
        # Once the body's result has another type than what it began with, it keeps that.
        del self.instructions[begun[0] :]
        self.next_register, self.depth, self.values = begun[1], begun[2], begun[3]
        soft, self.soft = self.soft, True
        state = self._as_grid(body(state))
        self.soft = soft
        return self._times(state, self._one("decrement_i", count, "I"), body, least=0)

    def _times(
        self, state: Value, count: Value, body: Callable[[Value], Value], least: int
    ) -> Value:
        """A body applied `count` times, at least so often."""

        def next_state(shown: Value) -> Value:
            image = self._as_grid(body(shown))
            if image.type != state.type:
                raise _OtherTypeError(f"power from {state.type} to {image.type}")
            return image

        given = [state.register, count.register]
        made, _ = self._loop_of(TIMES, given, [state.type], next_state, least)
        return Value(made, state.type)

    def _applied(self, op: str, function: Value, container: Value) -> Value:
        kind = LoopKind.APPLY if op == "apply" else LoopKind.MAPPLY
        items = self._elements(container)
        made = self._written(kind, EACH, [items], lambda *shown: self._called(function, [*shown]))
        return self._finished(kind, container, items, made)

    # Loops over functions, or that make some, are written out.

    def _unrolled(self, id_: int, operands: list[Value]) -> Value | None:
        """A loop over lists of known length, where functions are in them or come of it."""
        loop = self.dag.loops[self.dag.nodes[id_].op]
        root = self.dag.nodes[self.dag.plain(loop.root)]
        builds = root.kind == NodeKind.CALL and BUILTIN[root.op].__name__ in BUILDERS - {"branch"}
        if not builds and not any(a.type in FUNCTIONS for a in operands):
            return None
        rows: Sequence[tuple[Value, ...]]
        if loop.product and all(a.type in FUNCTIONS for a in operands):
            rows = self._pairs_of_functions(operands[0], operands[1])
        elif not loop.product:
            rows = list(zip(*(self._known_elements(a) for a in operands), strict=False))
        else:
            raise NoFormError("a product with functions")
        if not rows or loop.kind not in _UNROLLED:
            raise NoFormError(f"a loop of kind {loop.kind.name.lower()} over functions")
        images = []
        for row in rows:
            outer = dict(self.values)
            image = self._body(id_, loop.params[: len(row)])(*row)
            images.append(self._as_patch(image) if loop.kind in _UNIONS else image)
            self.values = outer
        is_set = loop.product or operands[0].type == "{F}"
        if loop.kind not in _UNIONS:
            return self._collected(images, is_set=is_set and loop.kind == LoopKind.APPLY)
        made = self._collected(images, is_set=False)
        return self._merged(_unordered(made) if is_set else made)

    def _of_halves(self, id_: int, place: Value) -> Value:
        """A body applied to both numbers of a place: no loop, so one around it may go by lanes."""
        images = []
        for half in ("first_half", "second_half"):
            outer = dict(self.values)
            param = self.dag.loops[self.dag.nodes[id_].op].params[:1]
            images.append(self._body(id_, param)(self._one(half, place, "I")))
            self.values = outer
        if {image.type for image in images} == {"I"}:
            return Value(self._emit("make_place", [image.register for image in images]), "P")
        return self._collected(images, is_set=False)

    def _known_elements(self, value: Value) -> list[Value]:
        if value.type in FUNCTIONS:
            return self.lists[value.register]
        if value.type[0] == "(" and value.register in self.lengths:
            type_ = element(value.type)
            count = self.lengths[value.register]
            return [self._one("one_of_two", value, type_, k) for k in range(count)]
        raise NoFormError(f"functions made of a list of type {value.type}")

    def _finished(self, kind: LoopKind, container: Value, items: Value, made: Value) -> Value:
        """The result of a looping op, given the values of its loop."""
        is_set = container.type[0] in "{MO"
        key = element(made.type)
        if kind == LoopKind.APPLY:
            if container.type == "P" and key == "I":
                return self._one("place_of_halves", made, "P")
            if not is_set and items.register in self.lengths:
                self.lengths[made.register] = self.lengths[items.register]
            return self._as_set(made) if is_set else made
        if kind == LoopKind.MAPPLY:
            return self._merged(_unordered(made) if is_set else made)
        if kind in (LoopKind.SFILTER, LoopKind.MFILTER):
            kept = Value(self._emit("keep", [items.register, made.register]), items.type)
            if container.type in "MO":
                kept = self._as_patch(kept)
            return kept if kind == LoopKind.SFILTER else self._merged(kept)
        chooses = kind in (LoopKind.ARGMAX, LoopKind.ARGMIN)
        if key not in ("I", "P") and not (chooses and key in ("M", "O")):
            raise NoFormError(f"keys of type {key}")
        number = ~KINDS[key] if kind == LoopKind.ARGMIN else KINDS[key]
        if chooses:
            best = self._emit("best_element", [items.register, made.register], number)
            return Value(best, element(items.type))
        if kind == LoopKind.ORDER:
            ordered = self._emit("order", [items.register, made.register], number)
            return Value(ordered, tuple_of(element(items.type)))
        raise NoFormError(f"a loop of kind {kind.name.lower()}")


@cache
def _scalar_ops() -> frozenset[int]:
    return frozenset(op_numbers()[name] for name in _core.scalar_device_ops())


def _is_scalar(body: Sequence[tuple[int, ...]], first: int) -> bool:
    """Whether one lane can run a loop's body alone. The body's registers start at `first`."""
    for op, to, *_, kind, _ in body:
        if op not in _scalar_ops() or to - first >= MOST_LANE_REGISTERS:
            return False
        if op == op_numbers()["equality"] and kind > KINDS["C"]:
            return False
    return True


def _unordered(images: Value) -> Value:
    """Images as a set in any order, because only their union is used."""
    return Value(images.register, "{" + element(images.type) + "}")
