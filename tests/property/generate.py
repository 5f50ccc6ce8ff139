"""Random programs over the vocabulary, guided by the values their parts have on a grid.

Choices come from a tape of bytes; a program that was found wrong is made again from its tape.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from arcloom import dsl
from arcloom.lang import OPS, ProgramBuilder
from arcloom.lang.types import TYPES, Type
from tests.property.interpret import UNDEFINED, call, kind_of

T = TypeVar("T")

DEMOS = ((((1, 2), (0, 3)), ((4, 2), (0, 0))), (((1, 2),), ((2, 4),)))
"""What programs see as S."""


class Tape:
    """A finite source of choices; past its end every choice is the first."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, count: int) -> int:
        if count <= 1 or self._at >= len(self._data):
            return 0
        wide = count > 256
        taken = self._data[self._at : self._at + 1 + wide]
        self._at += 1 + wide
        return int.from_bytes(taken, "big") % count

    def choose(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    @property
    def over(self) -> bool:
        return self._at >= len(self._data)


BUILDERS = ("compose", "chain", "matcher", "rbind", "lbind", "power", "fork")
LEARNERS = tuple(name for name in OPS if name.startswith("learn_"))
TASK_OPS = ("c_iz", "c_zo", "a_mr", "on_inputs", "on_outputs", *LEARNERS)
# Their results grow or take long to compute in Python, and say little about lowering.
PLAIN = [op for op in OPS.values() if op.name not in (*BUILDERS, *TASK_OPS, "canvas", "upscale")]
VALUE_OPS = [op for op in PLAIN if all(p.type.name != "Callable" for p in op.params)]
UNARY = [op for op in VALUE_OPS if op.arity == 1]
BINARY = [op for op in VALUE_OPS if op.arity == 2]
_FAVOURED = """
product product merge merge first last astuple combine intersection difference insert remove
totuple shift recolor toindices objects initset pair repeat dedupe interval asindices asobject
ofcolor branch neighbors identity size other
"""
FAVOURED = [OPS[name] for name in _FAVOURED.split()]
_MAPPING = """
apply mapply sfilter mfilter apply mapply sfilter mfilter argmax argmin valmax valmin order extract
papply prapply mpapply prapply rapply get_rank c_iz c_zo on_inputs on_outputs
"""
MAPPING = _MAPPING.split()
CONSTANTS: list[Any] = [0, 1, 2, 3, -1, True, False, (0, 1), (1, 1), (-1, 0), (), frozenset()]
CONSTANTS += [(1, 2, 3), (0, 0, 1), frozenset({1, 2}), frozenset({0, 3, 5}), ((1, 2), (2, 1))]
CONSTANTS += [frozenset({(0, 0), (0, 1), (2, 1)}), frozenset({(1, (0, 0)), (2, (1, 1))}), 10]


# Larger values are not built upon: plain Python would take too long.
MAX_WEIGHT = 200
MAX_IMAGE = 500


class Generator:
    """Grows nodes in one builder; knows what each of them is worth on one grid."""

    def __init__(self, tape: Tape, grid: tuple[tuple[int, ...], ...]) -> None:
        self.tape = tape
        self.builder = ProgramBuilder()
        self.values: dict[int, Any] = {}
        self.pool: list[int] = []
        self._keep(self.builder.input("I"), grid)
        self.demos = self._keep(self.builder.input("S"), DEMOS)
        self._read_grid()

    def grow(self) -> int:
        """One more value, made from those before: a node that programs may end in."""
        makers = [self._mapped, self._mapped, self._called, self._op, self._applied, self._merged]
        node = self.tape.choose(makers)()
        if self.values[node] is UNDEFINED:  # a second chance
            node = self.tape.choose(makers)()
        self._offer(node)
        return node

    def _read_grid(self) -> None:
        """What programs begin with: parts and measures of the grid."""
        grid = self.pool[0]
        flags = [self._const(bool(self.tape.below(2))) for _ in range(3)]
        objects = self._call("objects", grid, *flags)
        self._offer(objects)
        for name in (
            "asindices",
            "asobject",
            "palette",
            "height",
            "shape",
            "dedupe",
            "fgpartition",
        ):
            self._offer(self._call(name, grid))
        self._offer(self._call("first", objects))
        for color in (0, 8):  # 8 is in no grid: an empty set that weaving knows nothing of
            self._offer(self._call("ofcolor", grid, self._const(color)))

    def _offer(self, node: int) -> None:
        """Let others use the node, unless it is undefined or large."""
        value = self.values[node]
        if value is not UNDEFINED and weight(value) <= MAX_WEIGHT:
            self.pool.append(node)

    # Nodes with their values

    def _keep(self, node: int, value: Any) -> int:
        self.values[node] = value
        self.pool.append(node)
        return node

    def _const(self, value: Any) -> int:
        node = self.builder.const(value)
        self.values[node] = value
        return node

    def _opref(self, name: str) -> int:
        node = self.builder.opref(name)
        self.values[node] = getattr(dsl, name)
        return node

    def _call(self, name: str, *args: int) -> int:
        node = self.builder.call(name, *args)
        if node not in self.values:
            self.values[node] = call(getattr(dsl, name), [self.values[arg] for arg in args])
        return node

    def _apply(self, function: int, *args: int) -> int:
        node = self.builder.apply(function, *args)
        if node not in self.values:
            self.values[node] = call(self.values[function], [self.values[arg] for arg in args])
        return node

    # Values

    def _pick(self, wanted: Type) -> int:
        """A value of the type wanted; now and then of any."""
        if self.tape.below(24) == 23:
            return self.tape.choose(self.pool)
        fitting = [node for node in self.pool if fits(self.values[node], wanted)]
        constants = [value for value in CONSTANTS if fits(value, wanted)]
        if constants and (not fitting or self.tape.below(6) == 5):
            return self._const(self.tape.choose(constants))
        return self.tape.choose(fitting or self.pool)

    def _op(self) -> int:
        op = self.tape.choose(FAVOURED if self.tape.below(2) else VALUE_OPS)
        return self._call(op.name, *(self._pick(param.type) for param in op.params))

    def _called(self) -> int:
        """A built function called: what weaving inlines outright."""
        x = self.tape.choose(self.pool)
        function = self.function(self.values[x], 3)
        if self.builder.node(function).kind in ("const", "input"):
            return self._call("apply", function, x)
        return self._apply(function, x)

    def _mapped(self) -> int:
        """A mapping op over some container."""
        container = self._pick(TYPES["Container"])
        if self.tape.below(4) == 3:
            container = self._call("product", container, self._pick(TYPES["Container"]))
        return self._map(container, self.values[container])

    def _map(self, container: int, value: Any) -> int:
        name = self.tape.choose(MAPPING)
        element = some_element(value, self.tape)
        if name in TASK_OPS:
            return self._call(name, self.demos, self.function(DEMOS[0][0], 2))
        if name in ("papply", "mpapply", "prapply"):
            other = self._pick(TYPES["Container"])
            return self._call(name, self.function2(element), container, other)
        function = self.function(element, 3)
        if name in ("apply", "mapply"):
            return self._call(name, function, container)
        if name == "rapply":
            more = self.function(element, 2)
            both = self.tape.choose(["astuple", "pair", "insert"])
            if both == "insert":
                functions = self._call("insert", function, self._call("initset", more))
            else:
                functions = self._call("astuple", function, more)
            return self._call("rapply", functions, container)
        if name == "get_rank":
            return self._call(name, container, function, self._pick(TYPES["Integer"]))
        return self._call(name, container, function)

    def _applied(self) -> int:
        """A value out of what a mapping op gave."""
        return self._call(self.tape.choose(["first", "last", "size", "totuple"]), self._mapped())

    def _merged(self) -> int:
        """The union of images: what weaving makes one loop of."""
        container = self._pick(TYPES["Container"])
        if self.tape.below(2):
            container = self._call("product", container, self._pick(TYPES["Container"]))
        element = some_element(self.values[container], self.tape)
        function = self.function(element, 2)
        image = call(self.values[function], [element])
        if not isinstance(image, tuple | frozenset):
            function = self._call("compose", self._opref("initset"), function)
        return self._call("merge", self._call("apply", function, container))

    # Functions, made for an argument of which one value is known

    def function(self, x: Any, depth: int) -> int:
        """A node whose value is a function that may well take x."""
        if self.tape.below(48) == 47:
            return self.tape.choose(self.pool)
        for _ in range(3):
            made = self._any_function(x, depth)
            image = call(self.values[made], [x])
            if x is UNDEFINED or (image is not UNDEFINED and weight(image) <= MAX_IMAGE):
                return made
        return self._opref("identity")

    def _any_function(self, x: Any, depth: int) -> int:
        if depth == 0:
            return self._bound(x, 0) if self.tape.below(3) == 2 else self._simple(x)
        makers = [
            self._simple, self._bound, self._composed, self._forked, self._matched,
            self._chained, self._powered, self._closure, self._closure, self._inner_map,
            self._inner_map, self._chosen, self._of_pair,
        ]  # fmt: skip
        return self.tape.choose(makers)(x, depth - 1)

    def function2(self, x: Any) -> int:
        """A function of two arguments."""
        which = self.tape.below(8)
        if which == 6:
            three = self.tape.choose([op for op in VALUE_OPS if op.arity == 3])
            return self._call("rbind", self._opref(three.name), self._pick(three.params[2].type))
        if which == 7:
            return self._call("lbind", self._opref("branch"), self._pick(TYPES["Boolean"]))
        fitting = [op for op in BINARY if fits(x, op.params[0].type)] or BINARY
        return self._opref(self.tape.choose(fitting).name)

    def _simple(self, x: Any, depth: int = 0) -> int:
        fitting = [op for op in UNARY if fits(x, op.params[0].type)] or UNARY
        return self._opref(self.tape.choose(fitting).name)

    def _bound(self, x: Any, depth: int) -> int:
        left = self.tape.below(2)
        here, there = (1, 0) if left else (0, 1)
        fitting = [op for op in BINARY if fits(x, op.params[here].type)] or BINARY
        op = self.tape.choose(fitting)
        fixed = self._pick(op.params[there].type)
        return self._call("lbind" if left else "rbind", self._opref(op.name), fixed)

    def _composed(self, x: Any, depth: int) -> int:
        inner = self.function(x, depth)
        y = call(self.values[inner], [x])
        return self._call("compose", self.function(y, depth), inner)

    def _chained(self, x: Any, depth: int) -> int:
        f = self.function(x, depth)
        y = call(self.values[f], [x])
        g = self.function(y, depth)
        z = call(self.values[g], [y])
        return self._call("chain", self.function(z, depth), g, f)

    def _forked(self, x: Any, depth: int) -> int:
        left, right = self.function(x, depth), self.function(x, depth)
        outer = self.function2(call(self.values[left], [x]))
        return self._call("fork", outer, left, right)

    def _matched(self, x: Any, depth: int) -> int:
        f = self.function(x, depth)
        y = call(self.values[f], [x])
        hit = is_constant(y) and self.tape.below(2)
        return self._call("matcher", f, self._const(y) if hit else self._pick(TYPES["Any"]))

    def _powered(self, x: Any, depth: int) -> int:
        f = self.function(x, depth)
        image = call(self.values[f], [x])
        # What is empty stays so under `product`, whose power of others has no end.
        unknown = x is UNDEFINED or image is UNDEFINED or x in ((), frozenset())
        if unknown or weight(image) > weight(x):
            return self._call("power", f, self._const(self.tape.choose([1, 2, 0])))
        times = self.tape.choose([1, 2, 3, 9, 12])
        n = self._const(times) if self.tape.below(3) else self._pick(TYPES["Integer"])
        return self._call("power", f, n)

    def _chosen(self, x: Any, depth: int) -> int:
        """A function that is data: branch decides, or it stands in a tuple."""
        f, g = self.function(x, depth), self.function(x, depth)
        if self.tape.below(2):
            return self._call("branch", self._pick(TYPES["Any"]), f, g)
        return self._call(self.tape.choose(["first", "last"]), self._call("astuple", f, g))

    def _of_pair(self, x: Any, depth: int) -> int:
        """Works on the halves of a pair, as over a product."""
        halves = x if isinstance(x, tuple) and len(x) == 2 else (x, x)
        f = self._call("compose", self.function(halves[0], depth), self._opref("first"))
        g = self._call("compose", self.function(halves[1], depth), self._opref("last"))
        return self._call("fork", self.function2(call(self.values[f], [x])), f, g)

    def _inner_map(self, x: Any, depth: int) -> int:
        """A mapping op as the function: x is a container itself."""
        name = self.tape.choose([m for m in MAPPING if OPS[m].arity == 2 and m != "rapply"])
        f = self.function(some_element(x, self.tape), depth)
        side = "lbind" if OPS[name].params[0].type.name == "Callable" else "rbind"
        return self._call(side, self._opref(name), f)

    def _closure(self, x: Any, depth: int) -> int:
        """x to a mapping op over something else, with a function that x is bound in."""
        name = self.tape.choose([m for m in MAPPING if OPS[m].arity == 2 and m != "rapply"])
        container = self.demos if name in TASK_OPS else self._pick(TYPES["Container"])
        element = some_element(self.values[container], self.tape)
        if name in TASK_OPS:
            element = DEMOS[0][0]
        made = self._binder(x, element, depth)
        first = OPS[name].params[0].type.name == "Callable"
        if self.tape.below(4) == 3:
            # The container comes from x too.
            source = self.function(x, 0)
            pair = (made, source) if first else (source, made)
            return self._call("fork", self._opref(name), *pair)
        over = self._call("rbind" if first else "lbind", self._opref(name), container)
        return self._call("compose", over, made)

    def _binder(self, x: Any, element: Any, depth: int) -> int:
        """x to a function that x is bound in: lbind(lbind, shift) and the like."""
        left = self.tape.below(2)
        mine, other = (0, 1) if left else (1, 0)
        fitting = [
            op
            for op in BINARY
            if fits(x, op.params[mine].type) and fits(element, op.params[other].type)
        ]
        side = self._opref("lbind" if left else "rbind")
        made = self._call("lbind", side, self._opref(self.tape.choose(fitting or BINARY).name))
        compose = self._opref("compose")
        extra = self.tape.below(5)
        if extra in (1, 3):
            before = self._call("rbind", compose, self.function(element, min(depth, 1)))
            made = self._call("compose", before, made)
        if extra in (2, 3):
            after = self._call("lbind", compose, self.function(element, min(depth, 1)))
            made = self._call("compose", after, made)
        if extra == 4:
            target = self._call("lbind", self._opref("matcher"), self.function(element, 0))
            return target
        return made


def fits(value: Any, wanted: Type) -> bool:
    """Whether the value is of the type; an unknown value fits anywhere."""
    if wanted.name == "Any" or value is UNDEFINED:
        return True
    return not kind_of(value).isdisjoint(wanted.accepts)


def weight(value: Any) -> int:
    """How many numbers and functions it holds; a large number is heavy, as a size or a count."""
    if isinstance(value, tuple | frozenset):
        return 1 + sum(map(weight, value))
    return 1 if not isinstance(value, int) or abs(value) < 100 else abs(value)


def is_constant(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return len(value) < 20 and all(map(is_constant, value))
    return value is None or (isinstance(value, int) and abs(value) < 1 << 40)


def some_element(container: Any, tape: Tape) -> Any:
    if not isinstance(container, tuple | frozenset) or not container:
        return UNDEFINED
    items = dsl.totuple(container)
    return items[tape.below(min(len(items), 3))]
