"""The native module: what it holds is what the table and the stub say it does."""

import ast
from pathlib import Path

import pytest

import arcloom
from arcloom import _core
from arcloom.lang import OPS

STUB = ast.parse((Path(arcloom.__file__).parent / "_core.pyi").read_text())


def test_ops_stand_in_the_order_of_the_vocabulary():
    assert _core.op_names() == list(OPS)


def test_ops_take_as_many_arguments_as_the_vocabulary_says():
    native = {name: _core.op_arity(number) for number, name in enumerate(_core.op_names())}
    assert native == {name: op.arity for name, op in OPS.items()}


def test_the_stub_names_what_the_compiled_module_has():
    compiled = public(vars(_core._module)) - {"cpu_has_v3"}  # asked before a build is picked
    assert declared(STUB.body) == compiled | {"INSTRUCTION_SET"}
    assert all(getattr(_core, name) is getattr(_core._module, name) for name in compiled)


@pytest.mark.parametrize(
    "stub", [node for node in STUB.body if isinstance(node, ast.ClassDef)], ids=lambda n: n.name
)
def test_the_stub_names_what_a_class_gives(stub: ast.ClassDef):
    assert declared(stub.body) == public(vars(getattr(_core, stub.name)))


def declared(body: list[ast.stmt]) -> set[str]:
    """The public names that a stub's body declares, without its aliases of types."""
    found = {n.name for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    found |= {ast.unparse(n.target) for n in body if isinstance(n, ast.AnnAssign)}
    return {name for name in found if not name.startswith("_")}


def public(names) -> set[str]:
    return {name for name in names if not name.startswith("_")}
