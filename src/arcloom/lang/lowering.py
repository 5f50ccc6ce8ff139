"""Lowering: the syntax tree of one function becomes a program.

Errors do not stop it: they are noted, the value in question counts as lost (None), and what
depends on a lost value is passed over in silence, so that each mistake is counted once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import islice, pairwise
from typing import Final, TypeVar

from arcloom.errors import InputError
from arcloom.lang.node import check_name
from arcloom.lang.plugins import find_installed
from arcloom.lang.program import (
    INPUT_CODES,
    PARAMS,
    Program,
    ProgramBuilder,
    arity_message,
)
from arcloom.lang.refusals import Refusals
from arcloom.lang.vocabulary import CONSTANTS, Op, find, names

T = TypeVar("T")

_LISTED = "'arcloom ops' lists the ops there are"

_MOST_NAMED = 20_000
"""Elements that the constants of a function may get by naming others: a few lines could name
billions of them."""

# Comparing two names takes the product of their lengths.
_MAX_COMPARED: Final = 2_000
_MAX_NAME: Final = 40

_ANNOTATION = (ast.Name, ast.Constant, ast.Subscript, ast.Tuple, ast.BinOp, ast.BitOr, ast.Load)


def lower(function: ast.FunctionDef, refusals: Refusals) -> Program | None:
    """The program that a function describes; None, with the reasons noted, if it is none."""
    try:
        return _Lowering(function, refusals).program()
    except RecursionError:
        refusals.at(function, "expressions nest too deeply; assign parts of them to variables")
        return None


def suggestion(name: str, known: Iterable[str], otherwise: str = _LISTED) -> str:
    """A remedy for an unknown name: the known one that it resembles, if there is one.

    Long names, and those past the first few thousand, are not looked at.
    """
    if len(name) > _MAX_NAME:
        return otherwise
    near = [other for other in islice(known, _MAX_COMPARED) if len(other) <= _MAX_NAME]
    close = get_close_matches(name, near, n=1, cutoff=0.7)
    return f"did you mean '{close[0]}'?" if close else otherwise


class _Lowering:
    def __init__(self, function: ast.FunctionDef, refusals: Refusals) -> None:
        self._function = function
        self._refusals = refusals
        self._builder = ProgramBuilder()
        self._values: dict[str, int | None] = {}
        self._sizes: dict[int, int] = {}  # elements of containers that are constants, by node
        self._named_left = _MOST_NAMED
        # As in Python, a name that is assigned anywhere in the function is a variable everywhere.
        self._variables = _assigned_names(function)

    def program(self) -> Program | None:
        function = self._function
        named = self._check(function, lambda: check_name(function.name))
        params = self._parameters()
        for decorator in function.decorator_list:
            self._refusals.at(decorator, "a decorator is not part of the language; remove it")
        self._annotation(function.returns)
        result = self._body()
        if named is None or params is None or result is None:
            return None
        return self._builder.build(result, function.name, params)

    def _parameters(self) -> tuple[str, ...] | None:
        given = self._function.args
        params = tuple(arg.arg for arg in given.args)
        extra = given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg
        for arg in given.args:
            self._annotation(arg.annotation)
        for name in INPUT_CODES.keys() & set(params):
            self._values[name] = self._builder.input(name)
        if params in PARAMS and not extra and not given.defaults:
            return params
        self._refusals.at(
            self._function,
            f"the parameters of '{self._function.name}' are ({ast.unparse(given)}); "
            "they must be (I), (S, I) or (S, I, C)",
        )
        self._lose(node.arg for node in ast.walk(given) if isinstance(node, ast.arg))
        return None

    def _body(self) -> int | None:
        statements = self._function.body
        if ast.get_docstring(self._function, clean=False) is not None:
            statements = statements[1:]
        for place, statement in enumerate(statements):
            if isinstance(statement, ast.Return):
                if place + 1 < len(statements):
                    after = statements[place + 1]
                    self._refusals.at(after, "code after 'return' never counts; remove it")
                return self._returned(statement)
            self._statement(statement)
        # Noted at the last statement: a mistake before it, such as a loop, is reported instead.
        self._refusals.at(
            statements[-1] if statements else self._function,
            f"'{self._function.name}' does not return anything; end it with 'return'",
        )
        return None

    def _returned(self, statement: ast.Return) -> int | None:
        if statement.value is None:
            self._refusals.at(statement, "'return' without a value; write 'return O'")
            return None
        return self._expression(statement.value)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._values[name] = self._expression(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self._annotation(statement.annotation)
                self._values[name] = self._expression(value)
            case ast.Assign(targets=[target, *_]):
                self._refusals.at(
                    target, "assign to one plain name a line; take tuples apart with first and last"
                )
                self._lose(_assigned_names(statement))
            case _:
                self._refusals.foreign(statement)
                self._lose(_assigned_names(statement))

    def _lose(self, names: Iterable[str]) -> None:
        """Count the names as assigned to lost values, so that using them is no further mistake."""
        self._values |= dict.fromkeys(names)

    def _annotation(self, annotation: ast.expr | None) -> None:
        """Accept type names only. Annotations are never evaluated."""
        if annotation and not all(isinstance(node, _ANNOTATION) for node in ast.walk(annotation)):
            self._refusals.at(annotation, "an annotation must be a type name; write it as one")

    def _expression(self, node: ast.expr) -> int | None:
        match node:
            case ast.Name():
                return self._name(node)
            case ast.Call():
                return self._call(node)
            case ast.Constant(value=bool() | int() | None as value):
                return self._check(node, lambda: self._builder.const(value))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                return self._check(node, lambda: self._builder.const(-value))
            case ast.Tuple(elts=elements):
                return self._display(node, elements, tuple, self._tuple)
            case ast.Set(elts=elements):
                return self._display(node, elements, frozenset, self._set)
        self._refusals.foreign(node)
        return None

    def _name(self, node: ast.Name) -> int | None:
        name = node.id
        if name in self._values:
            return self._values[name]
        if name in self._variables:
            self._refusals.at(node, f"variable '{name}' is used before it is assigned; move it up")
        elif name in CONSTANTS:
            return self._builder.const(CONSTANTS[name])
        elif find(name):
            return self._builder.opref(name)
        elif name in INPUT_CODES:
            self._refusals.at(node, f"'{name}' is not a parameter here; write it into the 'def'")
        elif find_installed(name):
            return self._builder.opref(name)
        else:
            self._refusals.at(node, lambda: self._undefined(name))
        return None

    def _undefined(self, name: str) -> str:
        # The file's own names come last: there may be any number of them.
        known = [*CONSTANTS, *names(), *self._values]
        return f"undefined variable '{name}'; {suggestion(name, known, 'assign it first')}"

    def _call(self, node: ast.Call) -> int | None:
        if not isinstance(node.func, ast.Name):
            return self._apply(node, "this")
        name = node.func.id
        if name in self._values or name in self._variables or name in CONSTANTS:
            return self._apply(node, f"'{name}'")
        if name == "frozenset":
            return self._frozenset(node)
        op = find(name) or find_installed(name)
        if op is not None:
            return self._op_call(node, op)
        self._refusals.at(node.func, lambda: f"unknown op '{name}'; {suggestion(name, names())}")
        # The arguments are read all the same, to find what is wrong in them.
        self._arguments([*node.args, *(keyword.value for keyword in node.keywords)])
        return None

    def _op_call(self, node: ast.Call, op: Op) -> int | None:
        in_order = self._match(node, op) if node.keywords else node.args
        if in_order is None:
            return None
        args = self._arguments(in_order)
        if len(in_order) != op.arity:
            self._refusals.at(node, arity_message(op, len(in_order)))
            return None
        return None if args is None else self._builder.call(op.name, *args)

    def _match(self, node: ast.Call, op: Op) -> list[ast.expr] | None:
        """The arguments in the order of the parameters, those given by name put in place."""
        given = {param.name: arg for param, arg in zip(op.params, node.args, strict=False)}
        for keyword in node.keywords:
            if keyword.arg not in {param.name for param in op.params} - given.keys():
                name = f"argument '{keyword.arg}'" if keyword.arg else "'**'"
                self._refusals.at(keyword, f"{name} does not fit here; it is {op.signature}")
                return None
            given[keyword.arg] = keyword.value
        count = len(node.args) + len(node.keywords)
        if count != op.arity:
            self._refusals.at(node, arity_message(op, count))
            return None
        return [given[param.name] for param in op.params]

    def _apply(self, node: ast.Call, name: str) -> int | None:
        function = self._expression(node.func)
        args = self._arguments(node.args)
        if node.keywords:
            self._refusals.at(node, f"{name} is called by position; give no argument names")
            return None
        if function is None or args is None:
            return None
        if self._builder.node(function).kind in ("const", "input"):
            self._refusals.at(node, f"{name} is not a function; only ops and built functions are")
            return None
        return self._check(node, lambda: self._builder.apply(function, *args))

    def _frozenset(self, node: ast.Call) -> int | None:
        match node:
            case ast.Call(args=[], keywords=[]):
                return self._builder.const(frozenset())
            case ast.Call(
                args=[ast.Set(elts=elements) | ast.Tuple(elts=elements) | ast.List(elts=elements)],
                keywords=[],
            ):
                return self._display(node, elements, frozenset, self._set)
            case ast.Call(args=[container], keywords=[]):
                empty, value = self._builder.const(frozenset()), self._expression(container)
                return None if value is None else self._builder.call("combine", empty, value)
        self._refusals.at(node, "'frozenset' takes one container; write frozenset({...})")
        return None

    def _display(
        self,
        node: ast.expr,
        elements: list[ast.expr],
        kind: type[tuple[int, ...]] | type[frozenset[int]],
        build: Callable[[list[int]], int],
    ) -> int | None:
        """A tuple or set that is written out: a constant if its elements are, else built by ops."""
        items = self._arguments(elements)
        if items is None:
            return None
        nodes = [self._builder.node(item) for item in items]
        if any(item.kind != "const" for item in nodes):
            return build(items)
        sizes = [self._sizes.get(item, 1) for item in items]
        named = (size for element, size in zip(elements, sizes, strict=True) if _is_name(element))
        self._named_left -= sum(named)
        if self._named_left < 0:
            self._refusals.at(node, "constants are too large when written out; build them from ops")
            return None
        value = kind(item.payload for item in nodes)
        made = self._check(node, lambda: self._builder.const(value))
        if made is not None:
            self._sizes[made] = 1 + sum(sizes)
        return made

    def _tuple(self, items: list[int]) -> int:
        build = self._builder
        pairs = [build.call("astuple", a, b) for a, b in list(pairwise(items))[::2]]
        if len(items) % 2:
            pairs.append(build.call("repeat", items[-1], build.const(1)))
        joined = pairs[0]
        for part in pairs[1:]:
            joined = build.call("combine", joined, part)
        return joined

    def _set(self, items: list[int]) -> int:
        joined = self._builder.call("initset", items[0])
        for item in items[1:]:
            joined = self._builder.call("insert", item, joined)
        return joined

    def _arguments(self, nodes: Sequence[ast.expr]) -> list[int] | None:
        """The values of all the expressions, or None if one of them is lost."""
        found = [self._expression(node) for node in nodes]
        kept = [value for value in found if value is not None]
        return kept if len(kept) == len(found) else None

    def _check(self, node: ast.AST, make: Callable[[], T]) -> T | None:
        """What `make` gives. If it refuses, note that at the node and give None."""
        try:
            return make()
        except InputError as error:
            self._refusals.at(node, str(error))
            return None


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name)


def _assigned_names(tree: ast.stmt) -> set[str]:
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return {node.id for node in found if isinstance(node.ctx, ast.Store)}
