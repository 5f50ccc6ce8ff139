"""The type names of the language, and which type may stand where another is wanted.

A type is a set of *atoms*, the disjoint kinds of value that its members can be. Union types such as
`Patch` are unions of atoms, so the subtype relation is set inclusion. Nothing enforces types when
a program runs: they document the vocabulary and steer mutation and search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_SCALARS: Final = frozenset({"bool", "int", "code", "nothing"})
_TUPLES: Final = frozenset(
    {"pair", "cell", "grid", "grids", "placed", "placed grids", "tuple of tuples", "tuple"}
)
_SETS: Final = frozenset(
    {"integer set", "object", "objects", "indices", "indices set", "set of containers", "set"}
)
# Containers whose elements are containers themselves.
_NESTED: Final = frozenset(
    {"grid", "grids", "placed", "placed grids", "tuple of tuples", "tuple"}
    | {"object", "objects", "indices", "indices set"}
    | {"set of containers", "set"}
)


@dataclass(frozen=True, slots=True)
class Type:
    """A named set of values; `atoms` are the disjoint kinds it is made of."""

    name: str
    summary: str
    atoms: frozenset[str]

    @property
    def accepts(self) -> frozenset[str]:
        """The atoms that fit where this type is wanted: booleans and codes are numbers too."""
        return self.atoms | {"bool", "code"} if "int" in self.atoms else self.atoms

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Type({self.name})"


def _type(name: str, summary: str, *atoms: str) -> Type:
    return Type(name, summary, frozenset(atoms))


_ROWS: Final = (
    _type("Any", "any value", *_SCALARS, *_TUPLES, *_SETS, "callable", "samples", "rule"),
    _type("Boolean", "true or false", "bool"),
    _type("Integer", "a whole number", "int"),
    _type("IntegerTuple", "a pair of integers: a place, a shape, a direction", "pair"),
    _type("Numerical", "an integer or a pair of integers", "int", "pair"),
    _type("IntegerSet", "a set of integers", "integer set"),
    _type("Grid", "a tuple of rows, each a tuple of colours", "grid"),
    _type("Grids", "a tuple of one or more grids, 32 at most", "grids"),
    _type("Placed", "a grid with its place: (grid, (row, column))", "placed"),
    _type("PlacedGrids", "a tuple of one or more placed grids, 32 at most", "placed grids"),
    _type("Cell", "a colour with its place", "cell"),
    _type("Object", "a set of cells", "object"),
    _type("Objects", "a set of objects", "objects"),
    _type("Indices", "a set of places", "indices"),
    _type("IndicesSet", "a set of sets of places", "indices set"),
    _type("Patch", "an object or a set of places", "object", "indices"),
    _type("Element", "an object or a grid", "object", "grid"),
    _type("Piece", "a grid, an object or a set of places", "grid", "object", "indices"),
    _type("TupleTuple", "a tuple of tuples", "grid", "grids", "tuple of tuples"),
    _type("ContainerContainer", "a container of containers", *_NESTED),
    _type("Callable", "a function: an op, or one built from ops", "callable"),
    _type("Container", "a tuple or a set", *_TUPLES, *_SETS),
    _type("Tuple", "any tuple", *_TUPLES),
    _type("FrozenSet", "any set", *_SETS),
    _type("Samples", "the demo pairs of a task: ((input, output), ...)", "samples"),
    _type("Rule", "what an op learnt from the demos: a tuple of integers", "rule"),
    _type("Code", "a number 0 to 7: a dihedral view, or three flags", "code"),
)

TYPES: Final[dict[str, Type]] = {row.name: row for row in _ROWS}

ANY: Final = TYPES["Any"]


def is_subtype(actual: Type, wanted: Type) -> bool:
    """Whether every value of `actual` is one that `wanted` takes."""
    return actual.atoms <= wanted.accepts


def compatible(actual: Type, wanted: Type) -> bool:
    """Whether some value of `actual` is one that `wanted` takes.

    This is the looser relation, right for op results: `first` gives `Any` and `combine` gives
    `Container`, and both may well be the grid that the next op needs.
    """
    return not actual.atoms.isdisjoint(wanted.accepts)
