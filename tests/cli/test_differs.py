"""Differs in program files: one that gives a grid is refused, with its place."""

import pytest

from arcloom.library import Library

GOOD = "def differ(S, I, C):\n    return multiply(TEN, size(palette(C)))\n"
BAD = {
    "a grid": ("    return rot90(C)\n", ":2:5:", "Grid"),
    "an input": ("    return C\n", ":2:5:", "Grid"),
    "another input": ("    return I\n", ":2:5:", "Grid"),
    "a set": ("    x = C\n    return palette(x)\n", ":3:5:", "IntegerSet"),
    "a function": ("    return rbind(shift, C)\n", ":2:5:", "Callable"),
}
MAYBE = ("    return first(C)\n", "    return FIVE\n", "    return equality(I, C)\n")


@pytest.mark.parametrize("case", BAD)
def test_what_is_refused(arcloom, write, tmp_path, case):
    body, place, type_name = BAD[case]
    file = write("differ.py", f"def differ(S, I, C):\n{body}")
    library = tmp_path / "lib.db"
    result = arcloom("import", file, "--library", library)
    assert result.exit_code == 2
    assert f"{file}{place}" in result.stderr
    assert f"of type {type_name}" in result.stderr
    assert not library.exists()


def test_the_others_are_imported(arcloom, write, tmp_path):
    bad = write("bad.py", f"def differ(S, I, C):\n{BAD['a grid'][0]}")
    good = write("good.py", GOOD)
    result = arcloom("import", bad, good, "--library", tmp_path / "lib.db")
    assert result.exit_code == 1
    with Library.open(tmp_path / "lib.db") as library:
        assert (library.count(), library.count("differ")) == (0, 1)


@pytest.mark.parametrize("body", MAYBE)
def test_what_may_be_a_number_passes(arcloom, write, tmp_path, body):
    file = write("differ.py", f"def differ(S, I, C):\n{body}")
    assert arcloom("import", file, "--library", tmp_path / "lib.db").exit_code == 0


def test_a_program_that_does_not_look_at_the_output_is_none(arcloom, write, tmp_path):
    file = write("wide.py", "def solve(S, I, C):\n    return rot90(I)\n")
    assert arcloom("import", file, "--library", tmp_path / "lib.db").exit_code == 0
