"""Decoding: the native core's words become programs again. `Program.encode` is the way there."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from arcloom.lang.node import Node
from arcloom.lang.program import (
    APPLY_CODE,
    CONST_CODE,
    INPUT_CODES,
    OPREF_CODE,
    PARAMS,
    Program,
)
from arcloom.lang.vocabulary import OPS, USER_CODES, user_op_of

_INPUTS: Final = {code: name for name, code in INPUT_CODES.items()}
_NAMES: Final = list(OPS)


def decode(code: bytes, constants: Sequence[Any], name: str = "solve") -> Program:
    """The program of an encoding. The encoding must be canonical; the native core's always are."""
    words = array("i")
    words.frombytes(code)
    nodes: list[Node] = []
    at = 0
    while at < len(words):
        count = words[at + 1]
        nodes.append(_node(words[at], tuple(words[at + 2 : at + 2 + count]), constants))
        at += 2 + count
    used = {node.payload for node in nodes if node.kind == "input"}
    params = next(known for known in PARAMS if used.issubset(known))
    return Program(name, params, tuple(nodes))


def _node(code: int, args: tuple[int, ...], constants: Sequence[Any]) -> Node:
    if code >= 0:
        return Node("call", op_of(code), args)
    if code == CONST_CODE:
        return Node("const", constants[args[0]])
    if code == OPREF_CODE:
        return Node("opref", op_of(args[0]))
    if code == APPLY_CODE:
        return Node("apply", None, args)
    return Node("input", _INPUTS[code])


def op_of(code: int) -> str:
    """The name of the op that a code stands for."""
    return _NAMES[code] if code < USER_CODES else user_op_of(code)
