"""The conformance vectors as Python values and as programs; vectors/README.md has their format."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from arcloom import dsl
from arcloom.lang import Program, ProgramBuilder

HERE = Path(__file__).parent
VECTORS = HERE / "vectors"
BEGIN = '{"op":"'
Vector = dict[str, Any]


def ops_with_vectors() -> list[str]:
    """All ops that have vectors."""
    return list(_lines())


def vectors_of(op: str) -> list[Vector]:
    """The op's vectors. They are decoded when a test asks: all at once would take a gigabyte."""
    return [json.loads(line) for line in _lines()[op]]


@cache
def _lines() -> dict[str, list[str]]:
    """The vectors as they stand in the files, by op. Each begins with its op's name."""
    packed = [gzip.decompress(path.read_bytes()) for path in sorted(VECTORS.glob("*.jsonl.gz"))]
    found: dict[str, list[str]] = {}
    for content in (*packed, (HERE / "additions.jsonl").read_bytes()):
        for line in content.decode().splitlines():
            assert line.startswith(BEGIN)
            found.setdefault(line[len(BEGIN) : line.index('"', len(BEGIN))], []).append(line)
    return found


def value(encoded: Any) -> Any:
    """A plain Python value; callables are ops of `arcloom.dsl` and what its builders give."""
    if not isinstance(encoded, dict):
        return encoded
    [(kind, content)] = encoded.items()
    if kind == "g":
        return tuple(map(tuple, content))
    if kind == "f":
        return _function(content)
    items = [value(item) for item in content]
    return tuple(items) if kind == "t" else frozenset(items)


def _function(expression: Any) -> Any:
    if "name" in expression:
        return getattr(dsl, expression["name"])
    return getattr(dsl, expression["call"])(*map(_argument, expression["args"]))


def _argument(encoded: Any) -> Any:
    return _function(encoded) if _is_expression(encoded) else value(encoded)


def _is_expression(encoded: Any) -> bool:
    return isinstance(encoded, dict) and ("name" in encoded or "call" in encoded)


def program(vector: Vector, builder: ProgramBuilder) -> Program:
    """The vector's call as a program, which needs none of its inputs."""
    args = [_node(arg, builder) for arg in vector["args"]]
    result = builder.call(vector["op"], *args)
    if "apply" in vector:
        result = builder.apply(result, *(_node(arg, builder) for arg in vector["apply"]))
    return builder.build(result)


def _node(encoded: Any, builder: ProgramBuilder) -> int:
    """Constants are constants; callables, and containers that hold some, are built by ops."""
    if not _holds_callables(encoded):
        return builder.const(value(encoded))
    if _is_expression(encoded):
        return _function_node(encoded, builder)
    [(kind, content)] = encoded.items()
    if kind == "f":
        return _function_node(content, builder)
    items = [_node(item, builder) for item in content]
    return _tuple_node(items, builder) if kind == "t" else _set_node(items, builder)


def _holds_callables(encoded: Any) -> bool:
    if not isinstance(encoded, dict):
        return False
    if _is_expression(encoded) or "f" in encoded:
        return True
    return "g" not in encoded and any(map(_holds_callables, *encoded.values()))


def _function_node(expression: Any, builder: ProgramBuilder) -> int:
    if "name" in expression:
        return builder.opref(expression["name"])
    args = [_node(arg, builder) for arg in expression["args"]]
    return builder.call(expression["call"], *args)


def _tuple_node(items: list[int], builder: ProgramBuilder) -> int:
    one = builder.const(1)
    return _joined([builder.call("repeat", item, one) for item in items], builder)


def _set_node(items: list[int], builder: ProgramBuilder) -> int:
    return _joined([builder.call("initset", item) for item in items], builder)


def _joined(parts: list[int], builder: ProgramBuilder) -> int:
    """All parts in one; from the left, so that callables are created in the order listed."""
    joined, *rest = parts
    for part in rest:
        joined = builder.call("combine", joined, part)
    return joined


def outline(found: Any) -> Any:
    """The value with callables spelled out, so that equally built ones are equal."""
    if isinstance(found, tuple):
        return tuple(map(outline, found))
    if isinstance(found, frozenset):
        return frozenset(map(outline, found))
    if callable(found):
        return ("callable", found.__name__, *map(outline, getattr(found, "args", ())))
    return found
