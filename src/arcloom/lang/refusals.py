"""Refusals: what is wrong with a program file, each at its place, reported as one line."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from arcloom.errors import InputError

_LINE_END: Final = re.compile(r"\r\n|\r|\n")  # what Python takes for one
_LOOP: Final = "use apply, mapply or sfilter over a container, or power to repeat a function"
_BUILD: Final = "build the function with compose, chain, rbind, lbind or fork"
_MODULE: Final = "a program file holds imports of the dsl and functions"

# What to say of Python that is not part of the language: what it is called, and what to do instead.
_FOREIGN: Final[dict[type[ast.AST], tuple[str, str]]] = {
    ast.Lambda: ("a lambda", _BUILD),
    ast.ListComp: ("a comprehension", f"use apply or sfilter; {_BUILD}"),
    ast.SetComp: ("a comprehension", f"use apply or sfilter; {_BUILD}"),
    ast.DictComp: ("a comprehension", f"use apply or sfilter; {_BUILD}"),
    ast.GeneratorExp: ("a generator", f"use apply or sfilter; {_BUILD}"),
    ast.JoinedStr: ("an f-string", "values are numbers, tuples, sets and functions"),
    ast.Subscript: ("indexing with [ ]", "use get_nth, first, last or index"),
    ast.BinOp: ("an arithmetic operator", "use add, subtract, multiply or divide"),
    ast.UnaryOp: ("an operator on an expression", "use invert or flip"),
    ast.BoolOp: ("'and' / 'or'", "use both or either"),
    ast.Compare: ("a comparison", "use equality, greater or contained"),
    ast.IfExp: ("'if' in an expression", "use branch"),
    ast.NamedExpr: ("':='", "assign on a line of its own"),
    ast.Starred: ("'*'", "give each argument by itself"),
    ast.List: ("a list", "use a tuple"),
    ast.Dict: ("a dictionary", "use a tuple of pairs"),
    ast.While: ("a 'while' loop", _LOOP),
    ast.For: ("a 'for' loop", _LOOP),
    ast.If: ("an 'if' statement", "use branch to choose a value"),
    ast.With: ("a 'with' statement", _MODULE),
    ast.ClassDef: ("a class", _MODULE),
    ast.FunctionDef: ("a function in a function", _BUILD),
    ast.AsyncFunctionDef: ("an async function", "write a plain 'def'"),
    ast.Try: ("a 'try' statement", "an op without an answer is Undefined by itself"),
    ast.Import: ("an import", "the only imports are 'from arcloom.dsl import *' and its like"),
    ast.ImportFrom: ("an import in a function", "put it at the top of the file"),
    ast.AugAssign: ("an assignment with an operator", "write x = add(x, ...)"),
    ast.Pass: ("'pass'", "a program ends with 'return'"),
    ast.Delete: ("'del'", "leave the variable alone"),
    ast.Global: ("'global'", "variables live in their function"),
    ast.Nonlocal: ("'nonlocal'", "variables live in their function"),
    ast.Raise: ("'raise'", "an op without an answer is Undefined by itself"),
    ast.Assert: ("'assert'", "an op without an answer is Undefined by itself"),
    ast.Expr: ("an expression whose value goes nowhere", "assign it to a variable or remove it"),
    ast.Assign: ("an assignment outside a function", _MODULE),
    ast.AnnAssign: ("a declaration without a value", "write x = ..."),
}


Message = str | Callable[[], str]
"""What is wrong. A function, where the words take work: only the first mistake needs them."""


class _Refusal(NamedTuple):
    line: int
    offset: int
    """In bytes from 0, as Python counts; it orders what is in one line."""
    column: int
    message: str


class Refusals:
    """Keeps the first of what is wrong with one source text, in the order of the file, and a count.

    A file may have tens of thousands of mistakes: each but the first costs next to nothing.
    """

    def __init__(self, text: str, filename: str) -> None:
        self.filename = filename
        self._lines = _LINE_END.split(text)
        self._count = 0
        self._first: _Refusal | None = None

    def __bool__(self) -> bool:
        return self._count > 0

    def at(self, node: ast.AST, message: Message) -> None:
        """Note what is wrong at a node of the syntax tree."""
        line, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        if not self._is_first(line, offset):
            return
        # Python counts columns in bytes from 0; people count characters from 1.
        source = self._lines[line - 1] if line <= len(self._lines) else ""
        before = source.encode(errors="replace")[:offset].decode(errors="replace")
        text = message if isinstance(message, str) else message()
        self._first = _Refusal(line, offset, len(before) + 1, text)

    def place(self, line: int, column: int, message: str) -> None:
        """Note what is wrong at a line and column, both counted from 1."""
        if self._is_first(line, column - 1):
            self._first = _Refusal(line, column - 1, column, message)

    def _is_first(self, line: int, offset: int) -> bool:
        """Count one more, and say whether it is to be told, not the one that was until now."""
        self._count += 1
        # Of two at one place the one noted first; a missing return is noted last.
        return self._first is None or (line, offset) < self._first[:2]

    def foreign(self, node: ast.AST) -> None:
        """Note a piece of Python that is not part of the language."""
        what, remedy = _describe(node)
        self.at(node, f"{what} is not part of the language; {remedy}")

    def raise_first(self) -> None:
        """Raise the first of what was found, in the order of the file, if there is any."""
        if self._first is not None:
            line, _, column, message = self._first
            more = self._count - 1
            tail = f" (and {more} more error{'s' * (more > 1)} in this file)" if more else ""
            raise InputError(f"{message}{tail}", place=f"{self.filename}:{line}:{column}")


def _describe(node: ast.AST) -> tuple[str, str]:
    if isinstance(node, ast.Attribute):
        return f"the attribute '.{node.attr}'", "call ops by their plain names"
    if isinstance(node, ast.Constant):
        kind = "..." if node.value is ... else f"a {type(node.value).__name__}"
        return kind, "values are integers, True, False, None, tuples and frozensets"
    unknown = f"this use of Python ({type(node).__name__})"
    return _FOREIGN.get(type(node), (unknown, "write assignments of op calls and a return"))
