"""The folders of native/: which may include which, and that each says what it is for."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"
FILES = sorted(p for p in NATIVE.rglob("*") if p.suffix in {".cpp", ".hpp", ".cu"})
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
PYTHON = re.compile(r"^\s*#\s*include [<\"](nanobind/|Python\.h)", re.MULTILINE)

# From the bottom up. An inner folder belongs to the one around it; only ops/support lies below ops.
MAY_INCLUDE = {
    "tile": set(),
    "shape": {"tile"},
    "gpu": {"tile", "shape"},
    "value": {"tile", "shape"},
    "ops/support": {"tile", "shape", "value"},
    "ops": {"tile", "shape", "value", "ops/support"},
    "learn": {"tile", "shape", "value", "ops/support", "ops"},
    "batt": {"tile", "shape", "value", "ops/support", "ops", "learn"},
    "enumerate": {"tile", "shape", "value", "ops/support", "ops", "learn", "batt"},
    "breed": {"tile", "shape", "value", "ops/support", "ops", "learn", "batt"},
}
ALL = set(MAY_INCLUDE)
MAY_INCLUDE |= {"bind": ALL, "tests": ALL}
DEVICE = {"tile", "shape", "gpu"}


def folder_of(file: Path) -> str:
    parts = file.relative_to(NATIVE).parts
    return "ops/support" if parts[:2] == ("ops", "support") else parts[0]


def included_by(file: Path) -> list[Path]:
    """Our files that it includes: beside it, or by the path from native/."""
    found = []
    for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
        beside = (file.parent / name).resolve()
        found.append(beside if beside.exists() else NATIVE / name)
    return found


def test_every_folder_says_what_it_is_for():
    folders = {NATIVE / file.parent.relative_to(NATIVE) for file in FILES}
    silent = [str(f) for f in sorted(folders) if not (f / "README.md").is_file()]
    assert silent == []


@pytest.mark.parametrize("folder", sorted({folder_of(file) for file in FILES}))
def test_a_folder_includes_only_what_lies_below_it(folder):
    wrong = [
        f"{file.relative_to(NATIVE)} includes {other.relative_to(NATIVE)}"
        for file in FILES
        if folder_of(file) == folder
        for other in included_by(file)
        if folder_of(other) not in MAY_INCLUDE[folder] | {folder}
    ]
    assert wrong == []


def test_every_include_is_found_and_none_goes_round():
    graph = {file: included_by(file) for file in FILES}
    missing = [(str(f), str(o)) for f, others in graph.items() for o in others if not o.is_file()]
    assert missing == []
    TopologicalSorter(graph).prepare()  # a CycleError names the files


def test_the_allowed_includes_have_no_cycle():
    TopologicalSorter(MAY_INCLUDE).prepare()


def test_only_the_bindings_know_python():
    knowing = {folder_of(f) for f in FILES if PYTHON.search(f.read_text(encoding="utf-8"))}
    assert knowing == {"bind"}


def test_includes_name_folders_from_native_on():
    """Sources that a GPU's compiler reads include by relative paths: it gets them as one text."""
    relative = [
        str(file.relative_to(NATIVE))
        for file in FILES
        if folder_of(file) not in DEVICE
        and any(".." in name for name in INCLUDE.findall(file.read_text(encoding="utf-8")))
    ]
    assert relative == []


def test_no_one_but_the_table_of_ops_asks_for_ops_by_name():
    """What an op is stands in its row; code elsewhere reads traits or `known_ops()`."""
    asking = re.compile(r'\b(?:op_number|find_op)\("')
    asks = {str(f.relative_to(NATIVE)) for f in FILES if asking.search(f.read_text("utf-8"))}
    assert asks == {"ops/registry.cpp"}
