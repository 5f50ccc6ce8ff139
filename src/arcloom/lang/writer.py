"""The writer: nodes become Python source, which reads back as the same program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from arcloom.lang import values
from arcloom.lang.constants import CODES, CONSTANTS
from arcloom.lang.node import Node, check_name
from arcloom.lang.types import TYPES
from arcloom.lang.vocabulary import lookup

MAX_INLINE: Final = 1_000
"""Up to this many characters, inlining repeats shared parts; beyond, they are assigned once."""

MAX_NESTING: Final = 60
"""How deep inlined calls may nest; Python's own parser gives up at some 200 parentheses."""

_NAMES: Final = {
    values.token(value): name for name, value in CONSTANTS.items() if name not in CODES
}
_CODE_NAMES: Final = {value: name for name, value in CODES.items()}


def source_of(name: str, params: Sequence[str], nodes: Sequence[Node], inline: bool = False) -> str:
    """Nodes as a Python function: one assignment per line, or all nested into its return."""
    head = f"def {check_name(name)}({', '.join(params)}):"
    lines = _inlined(nodes) if inline else _assigned(nodes)
    return "\n    ".join([head, *lines]) + "\n"


def step_names(nodes: Sequence[Node]) -> list[str]:
    """What each node is called in the source with one assignment per line.

    Inputs, constants and ops used as values stand for themselves; the other nodes are `x1`, `x2`,
    ... and the result is `O`.
    """
    return _variables(nodes)


def constant_spelling(value: values.Value) -> tuple[str, str, str]:
    """A constant as hashes have it, as source has it, and where a code is wanted ("": no other)."""
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
    """About how many characters the result has with everything nested into it."""
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
