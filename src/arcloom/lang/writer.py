"""The writer: programs become Python source, which reads back as the same programs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from arcloom.lang import values
from arcloom.lang.constants import CODES, CONSTANTS
from arcloom.lang.program import Node, Program, check_name
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import lookup

HEADER: Final = "from arcloom.dsl import *\n"

MAX_INLINE: Final = 1_000
"""Up to this many characters, inlining repeats shared parts; beyond, they are assigned once."""

MAX_NESTING: Final = 60
"""How deep inlined calls may nest; Python's own parser gives up at some 200 parentheses."""

_NAMES: Final = {
    values.token(value): name for name, value in CONSTANTS.items() if name not in CODES
}
_CODE_NAMES: Final = {value: name for name, value in CODES.items()}


def source(program: Program, name: str | None = None, inline: bool = False) -> str:
    """The program as a Python function: an assignment a line, or nested into its return."""
    head = f"def {check_name(name or program.name)}({', '.join(program.params)}):"
    lines = _inlined(program.nodes) if inline else _assigned(program.nodes)
    return "\n    ".join([head, *lines]) + "\n"


def step_names(program: Program) -> list[str]:
    """What each node is called in the source with an assignment a line.

    Inputs, constants and ops used as values stand for themselves; the other nodes are `x1`, `x2`,
    ... and the result is `O`.
    """
    return _variables(program.nodes)


def write_programs(
    programs: Mapping[str, Program] | Iterable[Program],
    path: str | os.PathLike[str],
    inline: bool = False,
) -> None:
    """Write programs to a file, under the mapping's names or their own.

    Of programs that are equal and have one name, one is written; different ones of one name are
    told apart by a number.
    """
    named = programs.items() if isinstance(programs, Mapping) else ((p.name, p) for p in programs)
    written: dict[str, Program] = {}
    for name, program in named:
        written.setdefault(_free_name(name, program, written), program)
    texts = [source(program, name, inline) for name, program in written.items()]
    Path(path).write_text("\n\n".join([HEADER, *texts]), encoding="utf-8")


def _free_name(name: str, program: Program, taken: Mapping[str, Program]) -> str:
    free, number = name, 1
    while taken.get(free, program) != program:
        number += 1
        free = f"{name}_{number}"
    return free


def constant_spelling(value: values.Value) -> tuple[str, str, str]:
    """A constant in three spellings: in hashes, in source, and as a code ("" if it is no code)."""
    node = Node("const", value)
    return values.token(value), _leaf(node), _code_name(node) or ""


def op_spelling(name: str) -> tuple[str, int]:
    """An op's name, and which of its parameters are codes, as bits."""
    params = lookup(name).params
    return name, sum(1 << k for k, param in enumerate(params) if param.type is TYPES["Code"])


def _assigned(nodes: Sequence[Node]) -> list[str]:
    names = _variables(nodes)
    steps = [
        f"{name} = {_expression(node, nodes, names)}"
        for name, node in zip(names, nodes, strict=True)
        if node.args
    ]
    if not nodes[-1].args:
        steps = [f"O = {names[-1]}"]
    return [*steps, "return O"]


def _variables(nodes: Sequence[Node]) -> list[str]:
    names: list[str] = []
    count = 0
    for node in nodes:
        count += bool(node.args)
        names.append(f"x{count}" if node.args else _leaf(node))
    if nodes[-1].args:
        names[-1] = "O"
    return names


def _inlined(nodes: Sequence[Node]) -> list[str]:
    repeat_shared = _inlined_length(nodes) <= MAX_INLINE
    uses = Counter(arg for node in nodes for arg in node.args)
    lines: list[str] = []
    texts: list[str] = []
    depths: list[int] = []
    for number, node in enumerate(nodes):
        text = _expression(node, nodes, texts) if node.args else _leaf(node)
        depth = 1 + max((depths[arg] for arg in node.args), default=0)
        shared = uses[number] > 1 and not repeat_shared
        if node.args and uses[number] and (shared or depth >= MAX_NESTING):
            name = f"x{len(lines) + 1}"
            lines.append(f"{name} = {text}")
            text, depth = name, 0
        texts.append(text)
        depths.append(depth)
    return [*lines, f"return {texts[-1]}"]


def _inlined_length(nodes: Sequence[Node]) -> int:
    """Roughly how many characters the result has when everything is nested into it."""
    lengths: list[int] = []
    for node in nodes:
        own = len(str(node.payload)) + 2 * len(node.args)
        # Shared parts double at every step, so the figure is kept from growing without bound.
        lengths.append(min(own + sum(lengths[arg] for arg in node.args), MAX_INLINE + 1))
    return lengths[-1]


def _expression(node: Node, nodes: Sequence[Node], texts: Sequence[str]) -> str:
    if node.kind == "apply":
        function, *args = (texts[arg] for arg in node.args)
        return f"{function}({', '.join(args)})"
    op = lookup(node.payload)
    args = [
        _code_name(nodes[arg]) or texts[arg] if param.type is TYPES["Code"] else texts[arg]
        for param, arg in zip(op.params, node.args, strict=True)
    ]
    return f"{op.name}({', '.join(args)})"


def _code_name(node: Node) -> str | None:
    """The name of a constant that is used as a code. A boolean has none: it would change."""
    if node.kind != "const" or type(node.payload) is not int:
        return None
    return _CODE_NAMES.get(node.payload)


def _leaf(node: Node) -> str:
    if node.kind != "const":
        return str(node.payload)
    return _NAMES.get(values.token(node.payload)) or values.literal(node.payload)
