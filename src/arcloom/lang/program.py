"""Program: a DAG of ops, immutable, in one canonical form whose hash is its identity.

Two programs are equal when they compute the same expression: names, the order of statements and
whether subexpressions are assigned or nested play no part. Nodes stand in post-order from the
result, arguments left to right, equal nodes once; the result is the last node.

    builder = ProgramBuilder()
    turned = builder.call("rot90", builder.input("I"))
    program = builder.build(builder.call("hconcat", builder.input("I"), turned))
    program.source()
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.lang import values
from arcloom.lang.node import Node, check_name
from arcloom.lang.runtime import Step, evaluator
from arcloom.lang.vocabulary import Op, code_of, lookup
from arcloom.lang.writer import source_of

PARAMS: Final = (("I",), ("S", "I"), ("S", "I", "C"))
"""The parameter lists that a program can have."""

INPUT_CODES: Final = {"I": -1, "S": -2, "C": -3}
CONST_CODE: Final = -4
OPREF_CODE: Final = -5
APPLY_CODE: Final = -6

MAX_ARGUMENTS: Final = 255
"""How many arguments a call may have."""


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Program:
    """A program: made by `ProgramBuilder` or the reader, equal by `hash`."""

    name: str
    params: tuple[str, ...]
    nodes: tuple[Node, ...]
    hash: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash", _digest(self.nodes))

    def __reduce__(self) -> Any:
        # Programs travel with every job of a cluster, and plain tuples are quick to pickle.
        return _travelled, (self.name, self.params, tuple(map(tuple, self.nodes)), self.hash)

    def __call__(self, grid: Any, S: Any = None, C: Any = None) -> Any:  # noqa: N803
        """Run the program on a grid; `S` are the task's demos, `C` the output a differ looks at."""
        return evaluator().call(self, grid, S, C)

    def steps(self, grid: Any, S: Any = None, C: Any = None) -> Sequence[Step]:  # noqa: N803
        """Run the program on a grid and give the value of every node."""
        return evaluator().steps(self, grid, S, C)

    def source(self, name: str | None = None, inline: bool = False) -> str:
        """The program as Python source: one assignment per line, or one nested expression."""
        return source_of(name or self.name, self.params, self.nodes, inline)

    def encode(self) -> tuple[bytes, tuple[values.Value, ...]]:
        """The program as int32 words, for each node `code, count, args...`, and its constants.

        Codes from 0 on are ops; the negative ones are the inputs, a constant (its argument is the
        position among the constants), an op as a value (its argument is the op's code) and apply.
        """
        words = array("i")
        constants: list[values.Value] = []
        for kind, payload, args in self.nodes:
            if kind == "call":
                words.extend((code_of(payload), len(args), *args))
            elif kind == "apply":
                words.extend((APPLY_CODE, len(args), *args))
            elif kind == "input":
                words.extend((INPUT_CODES[payload], 0))
            elif kind == "opref":
                words.extend((OPREF_CODE, 1, code_of(payload)))
            else:
                words.extend((CONST_CODE, 1, len(constants)))
                constants.append(payload)
        return words.tobytes(), tuple(constants)

    def __len__(self) -> int:
        return len(self.nodes)

    def __eq__(self, other: object) -> bool:
        return self.hash == other.hash if isinstance(other, Program) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<Program {self.name}({', '.join(self.params)}) {self.hash[:8]}, {len(self)} nodes>"

    def _repr_html_(self) -> str:
        from arcloom.draw.html import title_html
        from arcloom.lang.highlight import source_html

        facts = f"{self.hash[:8]}, {len(self)} nodes"
        return title_html(self.name, facts) + source_html(self.source())


def _travelled(
    name: str, params: tuple[str, ...], nodes: tuple[tuple[Any, ...], ...], known: str
) -> Program:
    """A program that comes from another process, where its hash was computed."""
    program = object.__new__(Program)
    parts = (name, params, tuple(map(Node._make, nodes)), known)
    for field_name, value in zip(Program.__slots__, parts, strict=True):
        object.__setattr__(program, field_name, value)
    return program


def check_program(given: object) -> Program:
    """What is given, if it is a program."""
    if not isinstance(given, Program):
        raise InputError(
            f"{type(given).__name__} is no program", remedy="read it with read_program"
        )
    return given


class ProgramBuilder:
    """Collects nodes, each distinct one once, and cuts programs out of them.

    Methods give the node's number. What could never be a program (an unknown op, a wrong number
    of arguments, a call of a number) is refused with an InputError.
    """

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._known: dict[tuple[str, Any, tuple[int, ...]], int] = {}

    def input(self, name: str) -> int:
        """The input `I`, `S` or `C`."""
        if name not in INPUT_CODES:
            raise InputError(f"'{name}' is no input of a program; the inputs are I, S and C")
        return self._add(Node("input", name), name)

    def const(self, value: values.Value) -> int:
        """A constant."""
        values.check(value)
        return self._add(Node("const", value), values.token(value))

    def opref(self, name: str) -> int:
        """An op used as a value."""
        name = lookup(name).name
        return self._add(Node("opref", name), name)

    def call(self, name: str, *args: int) -> int:
        """An op called with the values of other nodes."""
        op = lookup(name)
        if len(args) != op.arity:
            raise InputError(arity_message(op, len(args)))
        return self._add(Node("call", op.name, args), op.name)

    def apply(self, function: int, *args: int) -> int:
        """A call of a function that is itself the value of a node."""
        kind, payload, _ = self._nodes[function]
        if kind == "opref":
            return self.call(payload, *args)
        if kind in ("const", "input"):
            raise InputError("only functions can be called; this is a value")
        if not args:
            raise InputError("a function takes at least one argument; none is given")
        if len(args) >= MAX_ARGUMENTS:
            raise InputError(f"a call has at most {MAX_ARGUMENTS - 1} arguments; give fewer")
        return self._add(Node("apply", None, (function, *args)), None)

    def node(self, number: int) -> Node:
        """The node of that number."""
        return self._nodes[number]

    def build(
        self, result: int, name: str = "solve", params: tuple[str, ...] | None = None
    ) -> Program:
        """The program that computes the node `result`, with the fewest parameters that it needs."""
        check_name(name)
        nodes = tuple(self._canonical(result))
        return Program(name, _check_params(nodes, params), nodes)

    def _add(self, node: Node, identity: Any) -> int:
        key = (node.kind, identity, node.args)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = len(self._nodes)
            self._nodes.append(node)
        return known

    def _canonical(self, result: int) -> Iterator[Node]:
        """The nodes below `result` in post-order; a loop, since DAGs may be thousands deep."""
        position: dict[int, int] = {}
        pending = [result]
        while pending:
            number = pending[-1]
            kind, payload, args = self._nodes[number]
            missing = [arg for arg in args if arg not in position]
            if missing:
                pending.extend(reversed(missing))
                continue
            pending.pop()
            if number not in position:
                position[number] = len(position)
                yield Node(kind, payload, tuple([position[arg] for arg in args]))


def arity_message(op: Op, given: int) -> str:
    """What to say of a call with a wrong number of arguments."""
    takes = f"{op.arity} argument{'s' * (op.arity != 1)}"
    return f"'{op.name}' takes {takes}, {given} given; it is {op.signature}"


def _check_params(nodes: Sequence[Node], params: tuple[str, ...] | None) -> tuple[str, ...]:
    used = {node.payload for node in nodes if node.kind == "input"}
    if params is None:
        return next(known for known in PARAMS if used.issubset(known))
    if params not in PARAMS:
        raise InputError(f"parameters are (I), (S, I) or (S, I, C), not ({', '.join(params)})")
    if not used.issubset(params):
        missing = ", ".join(sorted(used - set(params)))
        raise InputError(f"the program uses {missing}, which is not among its parameters")
    return params


def _digest(nodes: Sequence[Node]) -> str:
    """The hash of the canonical form. Ops go by name, so that new ops do not change old hashes."""
    lines = (
        f"{kind} {values.token(payload) if kind == 'const' else payload} {args}"
        for kind, payload, args in nodes
    )
    return digest("\n".join(lines).encode())


def digest(text: bytes) -> str:
    """The hash of a program whose canonical form is spelled out."""
    return blake2b(text, digest_size=16).hexdigest()
