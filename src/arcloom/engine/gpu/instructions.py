"""The bytecode of a device: its ops, instructions and registers, and what writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from arcloom import _core
from arcloom.engine.gpu.op_table import TILE_OPS

_DEVICE: Final = _core.numbers()["device"]
MOST_REGISTERS: Final = _DEVICE["registers"]
MOST_INSTRUCTIONS: Final = 1 << 15
"""The most registers and instructions of a program. Numbers of instructions are 16 bits wide."""
LOOP_WEIGHT: Final = 32
_MOST_CONSTANT: Final = 1 << 20
_PAIRS: Final = _core.numbers()["device_way"]["pairs"]
_LANES: Final = 32


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
        weight, times = 0, [1]
        for op, *_, way, _ in self.instructions:
            if op == op_numbers()["loop"]:
                times.append(times[-1] * _loop_weight(way))
            elif op == op_numbers()["end_loop"]:
                times.pop()
            weight += times[-1]
        return weight


def _loop_weight(way: int) -> int:
    """How often we expect a loop's body to run one after the other."""
    each = LOOP_WEIGHT**2 if way % _DEVICE["by_lanes"] == _PAIRS else LOOP_WEIGHT
    return max(1, each // _LANES) if way >= _DEVICE["by_lanes"] else each


@cache
def op_numbers() -> dict[str, int]:
    """The numbers of the device's ops."""
    return {name: number for number, name in enumerate(_names())}


@cache
def _names() -> list[str]:
    return [name for name, _ in _core.device_ops()]


@dataclass
class Emitter:
    """Writes instructions. Each has a register of its own for its result."""

    instructions: list[tuple[int, ...]] = field(default_factory=list)
    constants: dict[tuple[int, int], int] = field(default_factory=dict)
    next_register: int = 1
    lengths: dict[int, int] = field(default_factory=dict)
    """How many words the lists in some registers have, where that is known."""
    soft: bool = False
    """Whether the current node may fail without failing the program."""

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

    def _one(self, native: str, arg: Value, type_: str, number: int = 0) -> Value:
        return Value(self._emit(native, [arg.register], number), type_)


def constant_words(value: Any) -> tuple[tuple[int, int], str]:
    """A constant as two numbers, and its type."""
    if isinstance(value, int) and abs(value) < _MOST_CONSTANT:
        return (int(value), 0), "I"
    pair = isinstance(value, tuple) and len(value) == 2
    if pair and all(isinstance(v, int) and abs(v) < _MOST_CONSTANT for v in value):
        return (int(value[0]), int(value[1])), "P"
    raise NoFormError("a constant that is neither a number nor a pair of numbers")
