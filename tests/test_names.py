"""Names say what differs: no two public classes share one, and no module is another's twin."""

import ast
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src/arcloom"
MODULES = sorted(ROOT.rglob("*.py"))
ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing", "ion")
"""What makes one word of another: device and devices, enumerate and enumerating."""


def module_name(path):
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)


def public_classes(path):
    """The names of the classes that a module defines at its top and does not hide."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return [name for name in classes if not name.startswith("_")]


def stems(word):
    """The word, and what is left of it without an ending, an `e` or a doubled consonant."""
    yield word
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            yield stem
            yield f"{stem}e"
            if stem[-1] == stem[-2]:
                yield stem[:-1]


def are_twins(one, other):
    return bool(set(stems(one)) & set(stems(other)))


def names_in(folder):
    """The modules and packages that lie in a package, without the underscores of `import_`."""
    modules = [path.stem for path in folder.glob("*.py")]
    packages = [path.parent.name for path in folder.glob("*/__init__.py")]
    return sorted({name.strip("_") for name in modules + packages} - {"init"})


@pytest.mark.parametrize(
    ("one", "other", "twins"),
    [
        ("evolve", "evolving", True),
        ("fit", "fitting", True),
        ("device", "devices", True),
        ("enumerate", "enumerating", True),
        ("record", "recorder", True),
        ("deal", "deal", True),
        ("grid", "ground", False),
        ("run", "rules", False),
        ("page", "pages_html", False),
    ],
)
def test_what_twins_are(one, other, twins):
    assert are_twins(one, other) == are_twins(other, one) == twins


def test_no_two_public_classes_share_a_name():
    places = defaultdict(list)
    for path in MODULES:
        for name in public_classes(path):
            places[name].append(module_name(path))
    assert len(places) > 50
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_two_modules_of_a_package_are_twins():
    packages = [path.parent for path in MODULES if path.name == "__init__.py"]
    assert len(packages) > 5
    found = {
        module_name(folder): pairs
        for folder in packages
        if (pairs := [pair for pair in combinations(names_in(folder), 2) if are_twins(*pair)])
    }
    assert found == {}
