"""Every conformance vector, called through `arcloom.dsl` and run as programs."""

import numpy as np
import pytest

from arcloom import _core, dsl
from arcloom.engine import Reason, Undefined, UndefinedError, weave
from arcloom.engine.results import from_native
from arcloom.lang import OPS, ProgramBuilder
from tests.conformance.decode import (
    Vector,
    ops_with_vectors,
    outline,
    program,
    value,
    vectors_of,
)

# What the files have no data for: test_ranks_and_sides.py and test_fitted.py have tests of these,
# tests/tile of the tile ops, tests/search of cell_map.
TILE_OPS = {name for name, *_ in _core.tile_ops()}
WITHOUT_VECTORS = {"get_rank", "c_iz", "c_zo", "apply_rule", "on_inputs", "on_outputs", "cell_map"}
WITHOUT_VECTORS |= {name for name in OPS if name.startswith("learn_")} | TILE_OPS
WITHOUT_VECTORS |= {"normal_form", "from_normal", "normal_demos"}


def test_every_op_has_vectors():
    assert {*ops_with_vectors()} | WITHOUT_VECTORS == OPS.keys()


def test_none_of_the_original_vectors_is_missing():
    assert sum(len(vectors_of(op)) for op in list(OPS)[:160]) == 24_513


@pytest.mark.parametrize("op", ops_with_vectors())
def test_called_directly(op: str):
    vectors = vectors_of(op)
    assert_expected(vectors, [call(vector) for vector in vectors])


@pytest.mark.parametrize("op", ops_with_vectors())
def test_as_programs_of_one_batt(op: str):
    vectors = vectors_of(op)
    assert_expected(vectors, run(vectors))


def call(vector: Vector):
    try:
        result = getattr(dsl, vector["op"])(*map(value, vector["args"]))
        if "apply" in vector:
            result = result(*map(value, vector["apply"]))
    except UndefinedError as error:
        return error.undefined
    return result


def run(vectors: list[Vector]) -> list[object]:
    builder = ProgramBuilder()
    batt = weave(program(vector, builder) for vector in vectors)
    # All values of one run; `Batt.value` would begin anew for each.
    answers = batt._core.evaluate(range(len(vectors)), None, np.zeros((1, 1), np.uint8), None)
    return [from_native(answer, grids=False) for answer in answers]


def assert_expected(vectors: list[Vector], results: list[object]):
    wrong = [
        (vector, result)
        for vector, result in zip(vectors, results, strict=True)
        if not as_expected(vector, result)
    ]
    assert not wrong, f"{len(wrong)} of {len(vectors)} vectors fail, the first: {wrong[0]}"


def as_expected(vector: Vector, result: object) -> bool:
    if isinstance(result, Undefined):
        return "error" in vector and result.code not in (Reason.FUEL, Reason.MEMORY)
    return "error" not in vector and same(result, value(vector["out"]))


def same(result: object, wanted: object) -> bool:
    return result == wanted or outline(result) == outline(wanted)
