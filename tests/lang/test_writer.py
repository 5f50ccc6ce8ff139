"""What the writer writes."""

from pathlib import Path

import pytest

from arcloom.errors import InputError
from arcloom.lang import read_program, read_programs, step_names, write_programs

MIRROR = "def mirror(I):\n    x1 = vmirror(I)\n    O = hconcat(I, x1)\n    return O\n"


def rewritten(expression: str, inline: bool = True) -> str:
    source = read_program(f"def f(S, I, C): return {expression}").source(inline=inline)
    return source.removeprefix("def f(S, I, C):\n    ").removeprefix("return ").rstrip()


def test_an_assignment_a_line() -> None:
    program = read_program(MIRROR)
    assert program.source() == MIRROR
    assert program.source(inline=True) == "def mirror(I):\n    return hconcat(I, vmirror(I))\n"
    assert program.source("renamed").startswith("def renamed(I):")
    assert step_names(program.nodes) == ["I", "x1", "O"]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("objects(I, True, False, 1)", "objects(I, T, F, ONE)"),
        ("add(10, -2)", "add(TEN, NEG_TWO)"),
        ("add(11, -3)", "add(11, -3)"),
        ("shift(I, (0, 1))", "shift(I, RIGHT)"),
        ("shift(I, (0, True))", "shift(I, (0, True))"),
        ("mir_rot(I, 3)", "mir_rot(I, R3)"),
        ("mir_rot(I, True)", "mir_rot(I, T)"),
        ("o_g(I, 9)", "o_g(I, NINE)"),
        ("{(3, 4), (1, 2), 5}", "frozenset({5, (1, 2), (3, 4)})"),
        ("(7,)", "(7,)"),
        ("rbind(add, 1)(I)", "rbind(add, ONE)(I)"),
        ("palette_t(I)", "p_g(I)"),
        ("size", "size"),
        ("None", "None"),
    ],
)
def test_expressions(written: str, printed: str) -> None:
    assert rewritten(written) == printed


def test_a_leaf_alone() -> None:
    assert rewritten("I", inline=False) == "O = I\n    return O"


def test_inlining_assigns_what_would_blow_up() -> None:
    lines = [f"    I = hconcat(I, I)  # {step}" for step in range(40)]
    program = read_program("\n".join(["def f(I):", *lines, "    return I"]))
    text = program.source(inline=True)
    assert len(text) < 2_000
    assert text.splitlines()[-1] == "    return hconcat(x39, x39)"
    assert read_program(text) == program


def test_files(tmp_path: Path) -> None:
    one, two = read_program(MIRROR), read_program("def mirror(I): return rot90(I)")
    write_programs([one, two, one], tmp_path / "out.py")
    text = (tmp_path / "out.py").read_text()
    assert text.startswith("from arcloom.dsl import *\n\n\ndef mirror(I):\n")
    assert read_programs(tmp_path / "out.py") == {"mirror": one, "mirror_2": two}
    write_programs({"a": one, "b": one}, tmp_path / "out.py", inline=True)
    assert read_programs(tmp_path / "out.py") == {"a": one, "b": one}


def test_no_such_name() -> None:
    with pytest.raises(InputError, match="'a b' cannot name a program"):
        read_program(MIRROR).source("a b")
