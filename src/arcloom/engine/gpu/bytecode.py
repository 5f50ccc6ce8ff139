"""Compiles a woven program to bytecode for a device, or says why it stays with the CPU.

The compiler reads the lowered graph. There callables are gone, and ops that apply a callable are
loops. The compiler knows the type of every register. If the device has no version of a node for its
types, the whole program stays with the CPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from arcloom import _core
from arcloom.engine.functions import BUILTIN
from arcloom.engine.gpu.op_table import TILE_OPS, filled_in, forms, match
from arcloom.engine.gpu.types import (
    KINDS,
    element,
    halves,
    holds,
    is_list,
    pair_of,
    set_of,
    tuple_of,
)
from arcloom.engine.gpu.woven import LoopKind, NodeKind, WovenDag

_DEVICE: Final = _core.numbers()["device"]
MOST_REGISTERS: Final = _DEVICE["registers"]
MOST_LOOPS: Final = _DEVICE["loops"]
"""The most registers of a program, and how deep its loops may nest."""
_WAYS: Final = _core.numbers()["device_way"]
EACH, IN_STEP, PAIRS, UNTIL = (_WAYS[way] for way in ("each", "in_step", "pairs", "until"))
BY_LANES: Final = _DEVICE["by_lanes"]
MOST_LANE_REGISTERS: Final = _DEVICE["lane_registers"]
"""The ways to loop; the mark of a loop that gives each element to one lane; and how many registers
a lane has."""
FUNCTION: Final = "F"
"""The type of a function. Its value holds the function's number instead of a register."""
_BUILDERS: Final = frozenset(("branch", "rbind", "lbind", "matcher", "fork", "compose", "chain"))
_ARITHMETIC: Final = frozenset(("add", "subtract", "multiply", "divide"))
_TRUTHS: Final = frozenset(("flip", "both", "either", "branch"))
_TUPLES_AS_PATCHES: Final = frozenset(
    (
        *("fill", "underfill", "cover", "paint", "underpaint", "toobject"),
        *("recolor", "shift", "normalize", "corners", "box", "inbox", "outbox", "backdrop"),
        *("ulcorner", "urcorner", "llcorner", "lrcorner"),
        *("uppermost", "lowermost", "leftmost", "rightmost"),
        *("hmatching", "vmatching", "bordering"),
    )
)
"""Ops that treat a tuple of places or cells as a patch. Other ops treat it as a grid."""
LOOP_WEIGHT: Final = 32
_MOST_CONSTANT: Final = 1 << 20
_MOST_INSTRUCTIONS: Final = 1 << 15
"""Numbers of instructions are 16 bits wide."""
_MOST_FUNCTION_CALLS: Final = 500
"""Calls of functions that are values. If each calls another twice, their number doubles every time,
though none needs a register."""


class NoFormError(Exception):
    """The device has no version of a node. The text says of which."""


class Value(NamedTuple):
    """A register and the type of its content."""

    register: int
    type: str


@dataclass(frozen=True)
class Code:
    """A program's instructions, eight numbers each, and the constants it starts with."""

    instructions: list[tuple[int, ...]]
    constants: list[tuple[int, int]]
    result: int

    @property
    def has_tile_ops(self) -> bool:
        """Whether it needs the kernels of tile ops."""
        return any(_names()[op].startswith(TILE_OPS) for op, *_ in self.instructions)

    @property
    def weight(self) -> int:
        """A rough estimate of its time: its instructions, those in loops counted many times."""
        weight, depth = 0, 0
        for op, *_ in self.instructions:
            depth += (op == op_numbers()["loop"]) - (op == op_numbers()["end_loop"])
            weight += LOOP_WEIGHT**depth
        return weight


@cache
def op_numbers() -> dict[str, int]:
    """The numbers of the device's ops."""
    return {name: number for number, name in enumerate(_names())}


@cache
def _names() -> list[str]:
    return _core.device_ops()


def compile_output(dag: WovenDag, root: int) -> Code:
    """The bytecode that computes a node; NoFormError if the device cannot compute it."""
    return _Compiler(dag).compile(root)


@dataclass
class _Compiler:
    dag: WovenDag
    instructions: list[tuple[int, ...]] = field(default_factory=list)
    constants: dict[tuple[int, int], int] = field(default_factory=dict)
    values: dict[int, Value] = field(default_factory=dict)
    next_register: int = 1
    soft: bool = False
    """Whether the current node may fail without failing the program."""
    depth: int = 0
    functions: list[tuple[str, tuple[Value, ...]]] = field(default_factory=list)
    """An op, or what one was built of."""
    function_calls: int = 0

    def compile(self, root: int) -> Code:
        self._find_constants(root)
        self._scope(root, 0)
        result = self.values[root if root in self.values else self.dag.plain(root)]
        result = self._as_grid(result)
        if result.type != "G":
            raise NoFormError(f"a result of type {result.type}")
        if len(self.instructions) >= _MOST_INSTRUCTIONS:
            raise NoFormError("too many instructions")
        ordered = sorted(self.constants, key=self.constants.__getitem__)
        return Code(self.instructions, ordered, result.register)

    def _find_constants(self, root: int) -> None:
        """Place the constants in the registers right after the input, which is the first."""
        for id_ in self.dag.everything(root):
            node = self.dag.nodes[id_]
            if node.kind == NodeKind.CONST:
                self._constant(*_constant_words(self.dag.constants[node.op])[0])

    def _constant(self, a: int, b: int = 0) -> int:
        if (a, b) not in self.constants:
            self.constants[a, b] = self._register()
        return self.constants[a, b]

    def _register(self) -> int:
        if self.next_register == MOST_REGISTERS:
            raise NoFormError("too many nodes")
        self.next_register += 1
        return self.next_register - 1

    def _emit(self, op: str, args: Sequence[int], number: int = 0) -> int:
        to = self._register()
        padded = [*args, 0, 0, 0, 0][:4]
        self.instructions.append((op_numbers()[op], to, *padded, number, int(self.soft)))
        return to

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
            words, type_ = _constant_words(self.dag.constants[node.op])
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

    # Calls

    def _call(self, op: str, args: list[Value]) -> Value:
        if op in _TRUTHS:
            args = [self._truth(args[0]), *args[1:]]
        if op == "identity":
            return args[0]
        if any(FUNCTION in a.type for a in args):
            if op not in _BUILDERS:
                raise NoFormError(f"{op} of a function")
            return self._function(op, args)
        if op in _ARITHMETIC and {a.type for a in args} == {"I", "P"}:
            args = [a if a.type == "P" else self._one("on_both", a, "P") for a in args]
        if op in _TUPLES_AS_PATCHES:
            args = [self._as_patch(a) for a in args]
        found = self._form(op, args) or self._composed(op, args)
        found = found or self._form(op, [self._as_grid(a) for a in args])
        found = found or self._with_rows(op, args)
        found = found or self._form(op, [self._as_place(a) for a in args])
        if found is None:
            raise NoFormError(f"{op}({', '.join(a.type for a in args)})")
        return found

    # Functions that are values. Which function is called may be known only when the program runs.

    def _function(self, op: str, parts: Sequence[Value] = ()) -> Value:
        self.functions.append((op, tuple(parts)))
        return Value(len(self.functions) - 1, FUNCTION)

    def _called(self, function: Value, args: list[Value]) -> Value:
        self.function_calls += 1
        if self.function_calls > _MOST_FUNCTION_CALLS:
            raise NoFormError("too many calls of functions")
        if function.type != FUNCTION:  # `branch` gave a grid, say: the CPU has the answer
            raise NoFormError(f"a call of a value of type {function.type}")
        op, parts = self.functions[function.register]
        if not parts:
            return self._call(op, args)
        if op == "branch":
            return self._either(parts[0], parts[1:], args)
        if op == "rbind":
            return self._called(parts[0], [*args, parts[1]])
        if op == "lbind":
            return self._called(parts[0], [parts[1], *args])
        if op == "matcher":
            return self._call("equality", [self._called(parts[0], args), parts[1]])
        if op == "fork":
            return self._called(parts[0], [self._called(part, args) for part in parts[1:]])
        if op in ("compose", "chain"):
            for part in reversed(parts):
                args = [self._called(part, args)]
            return args[0]
        raise NoFormError(f"a call of {op}")

    def _either(self, condition: Value, ways: Sequence[Value], args: list[Value]) -> Value:
        """Call one of two functions. The program skips the instructions of the other."""
        to = self._register()
        types = set()
        for way, skipped_if in zip(ways, (0, 1), strict=True):
            at = len(self.instructions)
            self.instructions.append(())
            made = self._as_grid(self._called(way, args))
            types.add(made.type)
            self.instructions.append(
                (op_numbers()["copy"], to, made.register, 0, 0, 0, 0, int(self.soft))
            )
            behind = len(self.instructions)
            skip = (op_numbers()["skip"], 0, condition.register, 0, 0, 0, skipped_if, behind)
            self.instructions[at] = skip
        if len(types) > 1 or FUNCTION in types:
            raise NoFormError(f"one of {' and '.join(sorted(types))}")
        return Value(to, types.pop())

    def _form(self, op: str, args: list[Value]) -> Value | None:
        for form in forms().get(op, ()):
            bound: dict[str, str] = {}
            if len(form.args) != len(args):
                continue
            if not all(match(p, a.type, bound) for p, a in zip(form.args, args, strict=True)):
                continue
            type_ = filled_in(form.result, bound)
            if form.native == "":
                return Value(args[0].register, type_)
            number = KINDS[bound["K"]] if "K" in bound else form.number
            return Value(self._emit(form.native, [a.register for a in args], number), type_)
        return None

    def _composed(self, op: str, args: list[Value]) -> Value | None:
        """An op written with other ops, or one that works for any types."""
        if op == "insert":
            return self._call("combine", [args[1], self._call("initset", [args[0]])])
        if op == "remove" and args[1].type == "M" and args[0].type == "P":
            return self._call("difference", [args[1], self._one("patch_of_place", args[0], "M", 1)])
        if op == "remove" and args[1].type in "MO":
            return self._call("difference", [args[1], self._call("initset", [args[0]])])
        if op == "other" and args[0].type in "MO":
            return self._call("first", [self._call("remove", [args[1], args[0]])])
        if op == "merge" and is_list(args[0].type):
            return self._merged(args[0])
        if op == "astuple":
            pair = self._emit("two_words", [a.register for a in args])
            return Value(pair, pair_of(args[0].type, args[1].type))
        if op == "pair" and all(is_list(a.type) for a in args):
            pairs = self._emit("pairs", [a.register for a in args], 2)
            return Value(pairs, tuple_of(pair_of(*(element(a.type) for a in args))))
        if op == "color" and args[0].type == "(C)":
            return self._call("first", [self._call("first", args)])
        if op in ("first", "last") and args[0].type[0] == "<":
            side = int(op == "last")
            return self._one("one_of_two", args[0], halves(args[0].type)[side], side)
        return None

    def _one(self, native: str, arg: Value, type_: str, number: int = 0) -> Value:
        return Value(self._emit(native, [arg.register], number), type_)

    def _truth(self, value: Value) -> Value:
        if value.type in "MO":
            return self._one("patch_some", value, "I")
        return self._one("list_some", value, "I") if is_list(value.type) else value

    def _as_patch(self, value: Value) -> Value:
        """A tuple of places or cells as a set, even if its elements are not laid out yet."""
        natives = {
            "(P)": ("patch_of_places", "M"),
            "(C)": ("object_of_cells", "O"),
            "~(M)": ("merge_patches", "M"),
            "~(O)": ("merge_objects", "O"),
        }
        if value.type not in natives:
            return value
        native, type_ = natives[value.type]
        return self._one(native, value, type_, 1)

    def _with_rows(self, op: str, args: list[Value]) -> Value | None:
        """The op on grids, taken as tuples of rows."""
        rows = [self._as_rows(a) for a in args]
        return self._form(op, rows) or self._composed(op, rows)

    def _as_grid(self, value: Value) -> Value:
        return self._one("grid_of_rows", value, "G") if value.type == "((I))" else value

    def _as_place(self, value: Value) -> Value:
        """A tuple of two numbers as a place. At run time, a tuple of another length bails out."""
        return self._one("place_of_halves", value, "P") if value.type == "(I)" else value

    def _as_rows(self, value: Value) -> Value:
        return self._one("grid_rows", value, "((I))") if value.type == "G" else value

    def _merged(self, outer: Value) -> Value:
        """The elements of the elements. Of a tuple of sets they are not laid out: `~(M)`."""
        if not is_list(outer.type):  # places and cells have elements too, but no containers
            raise NoFormError(f"merge({outer.type})")
        inner = element(outer.type)
        if inner in ("M", "O"):
            if outer.type[0] == "(":
                return Value(outer.register, "~" + outer.type)
            return self._one("merge_patches" if inner == "M" else "merge_objects", outer, inner)
        if outer.type in ("(~(M))", "(~(O))"):
            return self._one("merge_lists", outer, inner)
        if outer.type == "(G)":
            return self._one("merge_grids", outer, "G")
        if not is_list(inner):
            raise NoFormError(f"merge({outer.type})")
        flat = self._one("merge_lists", outer, tuple_of(element(inner)))
        return flat if outer.type[0] == "(" else self._as_set(flat)

    def _as_set(self, value: Value) -> Value:
        """The elements of a tuple as a set."""
        inner = element(value.type)
        if inner in ("P", "C"):
            return self._as_patch(value)
        if inner not in KINDS:
            raise NoFormError(f"a set of {inner}")
        return self._one("make_set", value, set_of(inner), KINDS[inner])

    # Loops

    def _loop(self, id_: int, operands: list[Value]) -> Value:
        loop = self.dag.loops[self.dag.nodes[id_].op]
        if loop.power or self.depth == MOST_LOOPS:
            raise NoFormError(
                "power with a count that is not a constant" if loop.power else "loops too deep"
            )
        kind = loop.kind
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
            return images if kind == LoopKind.PAPPLY else self._merged(images)
        items = self._elements(operands[0])
        if kind == LoopKind.EXTRACT:
            return self._run(id_, UNTIL, [items], loop.params[:1])
        made = self._run(id_, EACH, [items], loop.params[:1])
        return self._finished(kind, operands[0], items, made)

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

    def _run(self, id_: int, way: int, lists: list[Value], params: Sequence[int]) -> Value:
        """The loop's results as a tuple; for `UNTIL`, the element that was found."""
        loop = self.dag.loops[self.dag.nodes[id_].op]
        made = self._register()
        first = self.next_register
        outer = dict(self.values)
        shown = [self._register() for _ in lists]
        for param, register, list_ in zip(params, shown, lists, strict=False):
            self.values[param] = Value(register, element(list_.type))
        at = len(self.instructions)
        self.instructions.append(())
        self.depth += 1
        if len(params) > len(lists):  # the loop takes the two halves of places
            for param, half in zip(params, ("first_half", "second_half"), strict=True):
                self.values[param] = Value(self._emit(half, shown), "I")
        self._scope(loop.root, self.dag.level_of(loop))
        image = self.values[self.dag.plain(loop.root)]
        tests = (LoopKind.SFILTER, LoopKind.MFILTER, LoopKind.EXTRACT)
        image = self._truth(image) if loop.kind in tests else image
        if loop.kind in (LoopKind.MAPPLY, LoopKind.MPAPPLY, LoopKind.MPRAPPLY):
            image = self._as_patch(image)  # only the union of the images is used
        if image.type[0] in ("~", FUNCTION) or (loop.kind in tests and image.type != "I"):
            raise NoFormError(f"a loop that gives {image.type}")
        self.depth -= 1
        end = len(self.instructions)
        lists_and_params = [lists[0].register, lists[-1].register, shown[0], shown[-1]]
        number = op_numbers()["loop"]
        lanes = BY_LANES if _is_scalar(self.instructions[at + 1 :], shown[0]) else 0
        self.instructions[at] = (number, made, *lists_and_params, way | lanes, end)
        ends = (op_numbers()["end_loop"], 0, image.register, 0, 0, 0, holds(image.type))
        self.instructions.append((*ends, int(self.soft)))
        self.values, self.next_register = outer, first
        return Value(made, element(lists[0].type) if way == UNTIL else tuple_of(image.type))

    def _finished(self, kind: LoopKind, container: Value, items: Value, made: Value) -> Value:
        """The result of a looping op, given the values of its loop."""
        is_set = container.type[0] in "{MO"
        key = element(made.type)
        if kind == LoopKind.APPLY:
            if container.type == "P" and key == "I":
                return self._one("place_of_halves", made, "P")
            return self._as_set(made) if is_set else made
        if kind == LoopKind.MAPPLY:
            return self._merged(_unordered(made) if is_set else made)
        if kind in (LoopKind.SFILTER, LoopKind.MFILTER):
            kept = Value(self._emit("keep", [items.register, made.register]), items.type)
            if container.type in "MO":
                kept = self._as_patch(kept)
            return kept if kind == LoopKind.SFILTER else self._merged(kept)
        if key not in ("I", "P"):
            raise NoFormError(f"keys of type {key}")
        number = ~KINDS[key] if kind in (LoopKind.ARGMIN, LoopKind.VALMIN) else KINDS[key]
        if kind in (LoopKind.ARGMAX, LoopKind.ARGMIN):
            best = self._emit("best_element", [items.register, made.register], number)
            return Value(best, element(items.type))
        if kind in (LoopKind.VALMAX, LoopKind.VALMIN):
            return self._one("best_key", made, key, number)
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


def _constant_words(value: Any) -> tuple[tuple[int, int], str]:
    """A constant as two numbers, and its type."""
    if isinstance(value, int) and abs(value) < _MOST_CONSTANT:
        return (int(value), 0), "I"
    pair = isinstance(value, tuple) and len(value) == 2
    if pair and all(isinstance(v, int) and abs(v) < _MOST_CONSTANT for v in value):
        return (int(value[0]), int(value[1])), "P"
    raise NoFormError("a constant that is neither a number nor a pair of numbers")
