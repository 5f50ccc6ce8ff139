"""Compiles calls of ops, for the types at hand.

A value of one type may stand for another: a tuple of places for a patch, rows for a grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from arcloom.engine.gpu.function_calls import FUNCTION, FunctionCompiler
from arcloom.engine.gpu.instructions import NoFormError, Value
from arcloom.engine.gpu.op_table import filled_in, forms, match
from arcloom.engine.gpu.types import KINDS, element, halves, is_list, pair_of, set_of, tuple_of

_ARITHMETIC: Final = frozenset(("add", "subtract", "multiply", "divide"))
_TRUTHS: Final = frozenset(("flip", "both", "either", "branch"))
_TUPLES_AS_PATCHES: Final = frozenset(
    (
        *("fill", "underfill", "cover", "paint", "underpaint", "toobject"),
        *("recolor", "shift", "normalize", "corners", "box", "inbox", "outbox", "backdrop"),
        *("ulcorner", "urcorner", "llcorner", "lrcorner"),
        *("uppermost", "lowermost", "leftmost", "rightmost"),
        *("hmatching", "vmatching", "bordering", "adjacent", "manhattan"),
    )
)
"""Ops that treat a tuple of places or cells as a patch. Other ops treat it as a grid."""
_CELLS_AS_OBJECTS: Final = frozenset(("delta", "surroundings"))
"""Ops that treat a tuple of cells as an object, and have no answer for one of places."""


@dataclass
class CallCompiler(FunctionCompiler):
    """Compiles calls. Registers know nothing of types, so values carry them."""

    def _call(self, op: str, args: list[Value]) -> Value:
        if op in _TRUTHS:
            args = [self._truth(args[0]), *args[1:]]
        if op == "identity":
            return args[0]
        if any(FUNCTION in a.type for a in args):
            return self._of_functions(op, args)
        if op in _ARITHMETIC and {a.type for a in args} == {"I", "P"}:
            args = [a if a.type == "P" else self._one("on_both", a, "P") for a in args]
        if op in _TUPLES_AS_PATCHES:
            args = [self._as_patch(a) for a in args]
        if op in _CELLS_AS_OBJECTS and args[0].type in ("(C)", "~(O)"):
            args = [self._as_patch(args[0])]
        found = self._form(op, args) or self._composed(op, args)
        found = found or self._form(op, [self._as_grid(a) for a in args])
        found = found or self._with_rows(op, args)
        found = found or self._form(op, [self._as_place(a) for a in args])
        if found is None:
            raise NoFormError(f"{op}({', '.join(a.type for a in args)})")
        if op == "combine" and all(a.register in self.lengths for a in args):
            self.lengths[found.register] = sum(self.lengths[a.register] for a in args)
        if op == "interval":
            self._note_length(found, args)
        return found

    def _note_length(self, interval: Value, args: list[Value]) -> None:
        """The length of an interval of constants."""
        numbers = {register: a for (a, _), register in self.constants.items()}
        if all(a.register in numbers for a in args):
            start, stop, step = (numbers[a.register] for a in args)
            self.lengths[interval.register] = len(range(start, stop, step)) if step else 0

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
            return self._call("difference", [args[1], self._one("patch_if_place", args[0], "M")])
        if op == "remove" and args[1].type in "MO":
            return self._call("difference", [args[1], self._call("initset", [args[0]])])
        if op == "other" and args[0].type in "MO":
            return self._call("first", [self._call("remove", [args[1], args[0]])])
        if op == "merge" and is_list(args[0].type):
            return self._merged(args[0])
        if op == "astuple":
            pair = self._emit("two_words", [a.register for a in args])
            type_ = pair_of(args[0].type, args[1].type)
            if type_[0] == "(":
                self.lengths[pair] = 2
            return Value(pair, type_)
        if op == "branch":
            return self._patch_of_two(args)
        if op == "pair" and all(is_list(a.type) for a in args):
            pairs = self._emit("pairs", [a.register for a in args], 2)
            return Value(pairs, tuple_of(pair_of(*(element(a.type) for a in args))))
        if op == "color" and args[0].type == "(C)":
            return self._call("first", [self._call("first", args)])
        if op in ("first", "last") and args[0].type[0] == "<":
            side = int(op == "last")
            return self._one("one_of_two", args[0], halves(args[0].type)[side], side)
        return None

    # Values of other types

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
        if value.type in ("~M", "~O"):
            return Value(value.register, value.type[1])
        if value.type not in natives:
            return value
        native, type_ = natives[value.type]
        return self._one(native, value, type_, 1)

    def _patch_of_two(self, args: list[Value]) -> Value | None:
        """One of two that are patches of different kinds: `~M` or `~O`, which only ops that take
        either know."""
        types = {a.type for a in args[1:]}
        if types in ({"M", "O"}, {"~(M)", "M"}, {"~(O)", "O"}):
            ways = [self._as_patch(a) for a in args[1:]]
            if types == {"M", "O"}:
                ways = [self._one("toindices", w, "M") if w.type == "O" else w for w in ways]
            made = self._emit("branch", [a.register for a in (args[0], *ways)])
            return Value(made, "~" + ways[0].type)
        return None

    def _with_rows(self, op: str, args: list[Value]) -> Value | None:
        """The op on grids, taken as tuples of rows."""
        rows = [self._as_rows(a) for a in args]
        return self._form(op, rows) or self._composed(op, rows)

    def _laid_out(self, value: Value) -> Value:
        """The elements of sets in a tuple, one after the other."""
        if value.type not in ("~(M)", "~(O)"):
            return value
        cells = value.type == "~(O)"
        return self._one("laid_out", value, "(C)" if cells else "(P)", int(cells))

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
