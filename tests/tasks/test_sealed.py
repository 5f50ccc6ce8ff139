"""Test outputs are sealed: nothing shows them, and only scoring may open them."""

import ast
from pathlib import Path

import arcloom
from arcloom.draw.png import pairs_png
from arcloom.draw.svg import pairs_svg
from arcloom.tasks.load import load
from arcloom.tasks.sealed import Sealed, reveal

SOURCE = Path(arcloom.__file__).parent
MAY_IMPORT = (
    "net/lessons.py",
    "solve/check.py",
    "solve/score.py",
    "solve/uncover.py",
    "tasks/read.py",
    "tasks/task.py",
)


def test_reveal_is_the_door(write, content):
    task = load(write("t.json", content))["t"]
    assert [grid.to_tuple() for grid in reveal(task)] == [((9, 8, 7),)]


def test_reveal_gives_none_where_the_data_has_no_output(write, content):
    del content["test"][0]["output"]
    content["test"].append({"input": [[1]], "output": None})
    assert reveal(load(write("t.json", content))["t"]) == (None, None)


def test_samples_of_tests_have_no_output():
    dataset = load("arc1-train")
    assert all((s.output is None) == (s.kind == "test") for s in dataset.samples())
    assert all(grid is not None for task in dataset.values() for grid in reveal(task))


def test_the_seal_shows_nothing(write, content):
    sealed = load(write("t.json", content))["t"].sealed
    assert (repr(sealed), str(sealed), f"{sealed}") == ("<sealed>",) * 3
    assert not hasattr(sealed, "__dict__")
    assert not hasattr(Sealed, "__iter__")


def test_drawings_do_not_depend_on_what_is_sealed(write, content):
    known = load(write("a/t.json", content))["t"]
    del content["test"][0]["output"]
    unknown = load(write("b/t.json", content))["t"]
    for draw in (pairs_svg, pairs_png):
        assert draw(known.drawn()) == draw(unknown.drawn())
    assert known.to_html() == unknown.to_html()
    assert repr(known) == repr(unknown)


def test_only_scoring_imports_the_door():
    importers = {_relative(path) for path in SOURCE.rglob("*.py") if _names_the_seal(path)}
    strangers = {name for name in importers if not name.startswith(MAY_IMPORT)}
    assert strangers == {"tasks/sealed.py"}


def _relative(path):
    return path.relative_to(SOURCE).as_posix()


def _names_the_seal(path):
    """Whether a file imports the seal's module, or reaches for the attribute behind it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or ""
            names = [f"{module}.{alias.name}" for alias in node.names]
            if any("tasks.sealed" in name for name in names):
                return True
        if isinstance(node, ast.Attribute) and node.attr in ("_sealed_outputs", "sealed"):
            return True
    return False
