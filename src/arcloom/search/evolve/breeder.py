"""Sets up the native breeder: each op's types, and how often breeding chooses it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from arcloom import _core
from arcloom.engine.limits import Limits
from arcloom.errors import InputError
from arcloom.lang import read_program
from arcloom.lang.encoding import op_of
from arcloom.lang.types import ANY, TYPES
from arcloom.lang.vocabulary import OPS, code_of
from arcloom.lang.writer import constant_spelling, op_spelling
from arcloom.library.records import StoredProgram
from arcloom.library.starter import beside_starters
from arcloom.library.statistics import statistics_of
from arcloom.search.learn.candidates import FIT_LIMITS

if TYPE_CHECKING:  # workers do without SQLAlchemy, whose import takes as long as all else
    from arcloom.library.store import Library

LEARNING_FUEL: Final = FIT_LIMITS.node_fuel
"""The fuel of learning a rule, which is done once for all samples and all relatives."""
SEARCH_LIMITS: Final = Limits(node_fuel=500_000, program_fuel=500_000, memory=256 * 2**20)
"""Less than programs get elsewhere: of ten thousand children most are wrong, and some are slow."""

_ATOMS: Final = sorted({atom for type_ in TYPES.values() for atom in type_.atoms})
_BITS: Final = {atom: 1 << k for k, atom in enumerate(_ATOMS)}
_NAMED: Final = ("bool", "int", "code", "pair", "grid", "callable", "samples")


@dataclass(frozen=True)
class Mutations:
    """How likely each change is, relative to the others, and how many are made at once."""

    argument: float = 3.0
    """replace an argument by another node of a fitting type"""
    op: float = 3.0
    """replace an op by another one with a fitting signature"""
    constant: float = 2.0
    """replace a constant by another one of its kind"""
    insert: float = 2.0
    """insert a step between two nodes, or on top; its other arguments are filled"""
    remove: float = 2.0
    """remove a step"""
    cross: float = 3.0
    """take a part of another program of the hand"""
    derive: float = 1.0
    """derive a colour or a view from the demos"""
    chain: float = 1.0
    """run another program of the hand on the result"""
    learn: float = 0.5
    """prepare the grid by an op or two, or by a rule, then apply a rule learnt from demos so
    prepared"""
    more: float = 0.3
    """the probability of one more change, tested after each change"""
    max_nodes: int = 120
    weights: Mapping[str, float] = field(default_factory=dict)
    """how likely each op is chosen; ops that are not listed have the weight `other_ops`"""
    other_ops: float = 1.0

    def changes(self) -> list[float]:
        """The weights of the changes, in the native core's order."""
        return [
            self.argument,
            self.op,
            self.constant,
            self.insert,
            self.remove,
            self.cross,
            self.derive,
            self.chain,
            self.learn,
        ]


def new_breeder(
    mutations: Mutations, limits: Limits = SEARCH_LIMITS, learning_fuel: int = LEARNING_FUEL
) -> _core.Breeder:
    """A breeder without tasks and programs."""
    ops = [
        (
            [_mask(param.type.accepts) for param in op.params],
            _mask(op.result.atoms),
            float(mutations.weights.get(name, mutations.other_ops)),
        )
        for name, op in OPS.items()
    ]
    kinds = [*(_BITS[atom] for atom in _NAMED), _mask(ANY.atoms)]
    return _core.Breeder(
        ops,
        kinds,
        mutations.changes(),
        mutations.more,
        mutations.max_nodes,
        [
            limits.node_fuel,
            limits.program_fuel,
            limits.memory,
            max(limits.node_fuel, learning_fuel),
        ],
        _Words(),
    )


def learnt(
    mutations: Mutations, library: Library, starter: Sequence[StoredProgram] = ()
) -> Mutations:
    """The same mutations with op weights from the library, unless weights are given.

    The more the imported and the starter programs use an op, the more likely it is chosen. No op
    is impossible. Programs that a run adds do not count, so a resumed run has the weights that it
    began with.
    """
    if mutations.weights:
        return mutations
    imported = (stored for stored in library.programs("program") if stored.imported)
    return weighted(mutations, (one.source for one in beside_starters(starter, imported)))


def weighted(mutations: Mutations, sources: Iterable[str]) -> Mutations:
    """The same mutations with ops weighted by their use in these programs."""
    uses = statistics_of(sources).uses
    total = max(sum(uses.values()), 1)
    return replace(mutations, weights={op: 1 + 400 * n / total for op, n in uses.items()})


class _Words:
    """Answers the native core's questions about the language, one word at a time.

    With the answers the core writes and reads sources itself.
    """

    def spell_op(self, code: int) -> tuple[str, int]:
        return op_spelling(op_of(code))

    def spell_constant(self, value: object) -> tuple[str, str, str]:
        return constant_spelling(value)

    def find_op(self, name: str) -> int:
        return code_of(name) if name in OPS else -1

    def read_constant(self, text: str) -> tuple[object, ...]:
        """The constant in a tuple of one; an empty tuple if the text is not a constant."""
        return _read_constant(text)


@lru_cache(maxsize=4096)
def _read_constant(text: str) -> tuple[object, ...]:
    """As the core asks: it asks for the same few texts in many programs."""
    try:
        node = read_program(f"def solve(I):\n    return {text}\n").nodes[-1]
    except InputError:
        return ()
    return (node.payload,) if node.kind == "const" else ()


def _mask(atoms: frozenset[str]) -> int:
    return sum(_BITS[atom] for atom in atoms)
