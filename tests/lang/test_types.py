"""The subtype relation that mutation and search go by."""

import pytest

from arcloom.lang.types import TYPES, compatible, is_subtype


@pytest.mark.parametrize(
    ("actual", "wanted"),
    [
        ("Boolean", "Integer"),
        ("Code", "Integer"),
        ("Integer", "Numerical"),
        ("IntegerTuple", "Numerical"),
        ("Object", "Patch"),
        ("Indices", "Patch"),
        ("Patch", "Piece"),
        ("Element", "Piece"),
        ("Grid", "TupleTuple"),
        ("Grid", "Tuple"),
        ("Grids", "TupleTuple"),
        ("Grids", "Tuple"),
        ("Objects", "ContainerContainer"),
        ("IndicesSet", "FrozenSet"),
        ("Tuple", "Container"),
        ("Callable", "Any"),
    ],
)
def test_subtype(actual: str, wanted: str) -> None:
    assert is_subtype(TYPES[actual], TYPES[wanted])
    assert not is_subtype(TYPES[wanted], TYPES[actual])
    assert compatible(TYPES[actual], TYPES[wanted])


@pytest.mark.parametrize(
    ("actual", "wanted"),
    [
        ("Integer", "Boolean"),
        ("Integer", "Code"),
        ("Integer", "IntegerTuple"),
        ("Grid", "Patch"),
        ("Grid", "Grids"),
        ("Object", "Indices"),
        ("Callable", "Container"),
        ("Samples", "Grid"),
        ("Tuple", "FrozenSet"),
    ],
)
def test_incompatible(actual: str, wanted: str) -> None:
    assert not compatible(TYPES[actual], TYPES[wanted])


@pytest.mark.parametrize(
    ("actual", "wanted"), [("Any", "Grid"), ("Container", "Object"), ("Patch", "Element")]
)
def test_a_general_result_may_be_what_is_wanted(actual: str, wanted: str) -> None:
    assert compatible(TYPES[actual], TYPES[wanted])
    assert not is_subtype(TYPES[actual], TYPES[wanted])


def test_every_type_fits_itself_and_any() -> None:
    for kind in TYPES.values():
        assert is_subtype(kind, kind)
        assert is_subtype(kind, TYPES["Any"])
