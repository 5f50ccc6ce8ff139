"""The slot through which programs run: the engine lives above the language and fills it."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from arcloom.lang.node import Node


class Step(NamedTuple):
    """A node of a program that ran: its name in the source, what it is, what it gave."""

    name: str
    node: Node
    value: Any


class Runnable(Protocol):
    """What an evaluator needs of a program."""

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The steps; the last is the result."""

    def encode(self) -> tuple[bytes, tuple[Any, ...]]:
        """The nodes as the native core takes them, and the constants."""


class Evaluator(Protocol):
    """What runs programs. Undefined results are values, never exceptions."""

    def call(self, program: Runnable, grid: Any, demos: Any, candidate: Any, /) -> Any:
        """The program's result for the inputs I, S and C."""

    def steps(self, program: Runnable, grid: Any, demos: Any, candidate: Any, /) -> Sequence[Step]:
        """The value of every node, in the order of `program.nodes`."""


_evaluator: Evaluator | None = None


def set_evaluator(evaluator: Evaluator) -> None:
    """Fill the slot."""
    global _evaluator
    _evaluator = evaluator


def evaluator() -> Evaluator:
    """What runs programs; the engine is imported when it is first needed."""
    if _evaluator is None:
        # By name, because the arrows between packages point from the engine to the language.
        importlib.import_module("arcloom.engine")
    if _evaluator is None:
        raise RuntimeError("arcloom.engine did not set the evaluator")
    return _evaluator
