"""Compiles functions that are values, and lists of them: both are known when a program is compiled.

A function has no register. It is the op, or what it was built of, so a call of it becomes calls of
ops. A list of functions is a Python list; what is done with each of them is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from arcloom.engine.gpu.instructions import Emitter, NoFormError, Value, op_numbers
from arcloom.engine.gpu.types import tuple_of
from arcloom.lang.vocabulary import OPS

FUNCTION: Final = "F"
"""The type of a function. Its value holds the function's number instead of a register."""
FUNCTIONS: Final = ("(F)", "{F}")
"""The types of lists of functions. Such a value holds the number of the list."""
BUILDERS: Final = frozenset(
    ("branch", "rbind", "lbind", "matcher", "fork", "compose", "chain", "power")
)
_NUMBERS: Final = {name: number for number, name in enumerate(OPS)}
_MOST_FUNCTION_CALLS: Final = 500
"""Calls of functions that are values. If each calls another twice, their number doubles every time,
though none needs a register."""


@dataclass
class FunctionCompiler(Emitter):
    """Compiles calls of functions and what makes them."""

    functions: list[tuple[str, tuple[Value, ...]]] = field(default_factory=list)
    """An op, or what one was built of."""
    lists: list[list[Value]] = field(default_factory=list)
    function_calls: int = 0

    def _call(self, op: str, args: list[Value]) -> Value:
        raise NotImplementedError

    def _as_grid(self, value: Value) -> Value:
        raise NotImplementedError

    def _as_set(self, value: Value) -> Value:
        raise NotImplementedError

    def _applied(self, op: str, function: Value, container: Value) -> Value:
        """`apply` or `mapply` with a function that is a value."""
        raise NotImplementedError

    def _repeated(self, state: Value, count: Value, body: Callable[[Value], Value]) -> Value:
        """A body applied a number of times."""
        raise NotImplementedError

    def _function(self, op: str, parts: Sequence[Value] = ()) -> Value:
        self.functions.append((op, tuple(parts)))
        return Value(len(self.functions) - 1, FUNCTION)

    def _called(self, function: Value, args: list[Value]) -> Value:
        """A call. Which function is called may be known only when the program runs."""
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
        if op == "power" and len(args) == 1:
            return self._power(parts, args[0])
        raise NoFormError(f"a call of {op}")

    def _power(self, parts: Sequence[Value], state: Value) -> Value:
        """A power fails when it is built, which is before this: only the CPU knows the reason."""
        soft, self.soft = self.soft, True
        made = self._repeated(state, parts[1], lambda value: self._called(parts[0], [value]))
        self.soft = soft
        return made

    def _either(self, condition: Value, ways: Sequence[Value], args: list[Value]) -> Value:
        """Call one of two functions. The program skips the instructions of the other."""
        to = self._register()
        types, copies = [], []
        for way, skipped_if in zip(ways, (0, 1), strict=True):
            at = len(self.instructions)
            self.instructions.append(())
            made = self._as_grid(self._called(way, args))
            types.append(made.type)
            copies.append(len(self.instructions))
            self.instructions.append(
                (op_numbers()["copy"], to, made.register, 0, 0, 0, 0, int(self.soft))
            )
            behind = len(self.instructions)
            skip = (op_numbers()["skip"], 0, condition.register, 0, 0, 0, skipped_if, behind)
            self.instructions[at] = skip
        if sorted(types) == ["M", "O"]:  # a patch, of which only the places are used
            at = copies[types.index("O")]
            self.instructions[at] = (op_numbers()["toindices"], *self.instructions[at][1:])
            return Value(to, "~M")
        if types[0] != types[1] or FUNCTION in types[0]:
            raise NoFormError(f"one of {' and '.join(sorted(types))}")
        return Value(to, types[0])

    # Lists of functions

    def _of_functions(self, op: str, args: list[Value]) -> Value:
        """A call with functions, or lists of them, among its arguments."""
        types = [a.type for a in args]
        if op in ("apply", "mapply") and types[0] == FUNCTION:
            return self._applied(op, args[0], args[1])
        if op in ("astuple", "initset") and set(types) == {FUNCTION}:
            return self._functions(args, is_set=op == "initset")
        if op == "insert" and types == [FUNCTION, "{F}"]:
            return self._functions([args[0], *self.lists[args[1].register]], is_set=True)
        if op == "combine" and types in (["(F)"] * 2, ["{F}"] * 2):
            both = [f for a in args for f in self.lists[a.register]]
            return self._functions(both, is_set=types[0] == "{F}")
        if op == "totuple" and types[0] in FUNCTIONS:
            return Value(args[0].register, "(F)")
        if op in ("first", "last") and types[0] in FUNCTIONS:
            return self.lists[args[0].register][-1 if op == "last" else 0]
        if op == "rapply" and types[0] in FUNCTIONS and len(args) == 2:
            images = [self._called(f, [args[1]]) for f in self.lists[args[0].register]]
            return self._collected(images, is_set=types[0] == "{F}")
        if op in BUILDERS and not any(t in FUNCTIONS for t in types):
            return self._function(op, args)
        raise NoFormError(f"{op} of a function")

    def _rank(self, function: Value) -> tuple[bool, int]:
        """The canonical order: ops by number, then what was built, in the order of building."""
        op, parts = self.functions[function.register]
        return (True, function.register) if parts else (False, _NUMBERS[op])

    def _functions(self, functions: Sequence[Value], *, is_set: bool) -> Value:
        if is_set:
            functions = [f for _, f in sorted({self._rank(f): f for f in functions}.items())]
        self.lists.append(list(functions))
        return Value(len(self.lists) - 1, "{F}" if is_set else "(F)")

    def _pairs_of_functions(self, first: Value, second: Value) -> list[tuple[Value, Value]]:
        """All pairs of two lists, in the order of the set that they are."""
        firsts, seconds = (
            [f for _, f in sorted({self._rank(f): f for f in self.lists[a.register]}.items())]
            for a in (first, second)
        )
        return [(f, g) for f in firsts for g in seconds]

    def _collected(self, images: list[Value], *, is_set: bool) -> Value:
        """Values as a list or a set."""
        types = {image.type for image in images}
        if types == {FUNCTION}:
            return self._functions(images, is_set=is_set)
        if len(types) != 1 or "~" in min(types) or FUNCTION in min(types):
            raise NoFormError(f"a list of {' and '.join(sorted(types))}")
        made = self._emit("single", [images[0].register])
        for image in images[1:]:
            made = self._emit("join_lists", [made, self._emit("single", [image.register])])
        listed = Value(made, tuple_of(images[0].type))
        self.lengths[made] = len(images)
        return self._as_set(listed) if is_set else listed
