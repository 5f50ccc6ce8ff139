"""What the reader accepts, and how it lowers it."""

import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arcloom.errors import InputError
from arcloom.lang import Node, read_program, read_programs, read_source

STYLES = '''"""A file as people write them."""
from dsl import *
from constants import *
from arc_types import Grid, Objects
from arcloom.dsl import fill, THREE


# arc-dsl's style
def solve_a(I):
    x1 = objects(I, T, F, T)  # a comment
    x2 = rbind(bordering, I)
    x3 = compose(flip, x2)
    x4 = mfilter(x1, x3)
    O = fill(I, THREE, x4)
    return O


def verify_a(I: Grid) -> Grid:
    """With annotations."""
    x0: Objects = objects(I, True, False, True)
    x1 = mfilter(x0, compose(flip, rbind(bordering, I)))
    return fill(I, 3, x1)


def differ(S, I, C):
    x = add
    x = x(size(I), size(C))
    return x
'''


def test_styles() -> None:
    programs = read_source(STYLES)
    assert list(programs) == ["solve_a", "verify_a", "differ"]
    assert programs["solve_a"] == programs["verify_a"]
    assert programs["verify_a"].name == "verify_a"
    assert programs["differ"].params == ("S", "I", "C")
    assert programs["differ"] == read_program("def f(S, I, C): return add(size(I), size(C))")


def equal(one: str, other: str) -> bool:
    first, second = (read_program(f"def f(I): return {text}") for text in (one, other))
    return first == second


@pytest.mark.parametrize(
    ("written", "lowered"),
    [
        ("(I, I)", "astuple(I, I)"),
        ("(I,)", "repeat(I, ONE)"),
        ("(I, 1, add)", "combine(astuple(I, ONE), repeat(add, ONE))"),
        ("(I, I, I, I)", "combine(astuple(I, I), astuple(I, I))"),
        ("((0, 1), (2, I))", "astuple(RIGHT, astuple(TWO, I))"),
        ("{I}", "initset(I)"),
        ("frozenset({size, I})", "insert(I, initset(size))"),
        ("frozenset((I, ONE))", "insert(ONE, initset(I))"),
        ("frozenset([1, 2])", "{1, 2}"),
        ("frozenset(I)", "combine(frozenset(), I)"),
        ("fill(patch=I, grid=I, value=ONE)", "fill(I, ONE, I)"),
        ("palette_t(I)", "p_g(I)"),
        ("-1", "NEG_ONE"),
        ("(-1, 0)", "UP"),
    ],
)
def test_lowering(written: str, lowered: str) -> None:
    assert equal(written, lowered)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(1, (T, F))", (1, (True, False))),
        ("()", ()),
        ("frozenset()", frozenset()),
        ("{(0, 1), frozenset({2})}", frozenset({(0, 1), frozenset({2})})),
        ("None", None),
        ("-576460752303423487", -(2**59) + 1),
    ],
)
def test_pure_displays_are_constants(text: str, value: object) -> None:
    assert read_program(f"def f(I): return {text}").nodes == (Node("const", value),)


def test_constants_are_seen_through_variables() -> None:
    program = read_program("def f(I):\n x = ONE\n y = (x, x)\n return shift(I, y)")
    assert program == read_program("def f(I): return shift(I, UNITY)")


def test_locals_shadow_names() -> None:
    program = read_program("def f(I):\n ONE = rot90(I)\n first = vmirror(ONE)\n return first")
    assert program == read_program("def f(I): return vmirror(rot90(I))")


def test_calls_of_values() -> None:
    program = read_program("def f(I):\n g = lbind(fill, I)\n h = g(ONE, I)\n return rbind(g, I)(h)")
    assert [node.kind for node in program.nodes].count("apply") == 2


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"\xef\xbb\xbfdef one(I):\r\n    return I\r\n")
    (tmp_path / "b.py").write_text("def two(I): return I\ndef one(I): return I\n")
    (tmp_path / "notes.txt").write_text("not a program")
    assert list(read_programs(tmp_path)) == ["one", "two"]
    assert list(read_programs(str(tmp_path / "a.py"))) == ["one"]
    assert list(read_programs([tmp_path / "b.py", tmp_path / "a.py"])) == ["two", "one"]


def test_two_programs_of_one_name(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def one(I): return I\n")
    (tmp_path / "b.py").write_text("def one(I): return rot90(I)\n")
    with pytest.raises(InputError, match=r"b\.py: 'one' is another program in .*a\.py"):
        read_programs(tmp_path)


def test_read_program_wants_one() -> None:
    with pytest.raises(InputError, match="one program was expected, not 2: a, b"):
        read_program("def a(I): return I\ndef b(I): return I")


def test_deep_nesting_within_pythons_limit() -> None:
    nested = "rot90(" * 150 + "I" + ")" * 150
    assert len(read_program(f"def f(I): return {nested}")) == 151


@pytest.fixture
def hurried_threads() -> Iterator[None]:
    """Threads that change all the time, also inside the parser, where garbage is collected."""
    interval, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(5)
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*threshold)


class _Garbage:
    """A circle whose end runs Python code, so that another thread may go on there."""

    def __init__(self) -> None:
        self.circle = self

    def __del__(self) -> None:
        sum(range(10))


def test_many_threads_read_at_once(hurried_threads: None) -> None:
    lines = [f"    x{i} = fork(astuple, vmirror, hmirror)\n" for i in range(40)]
    text = "def solve(I):\n" + "".join(lines) + "    O = vmirror(I)\n    return O\n"

    def read(_: int) -> int:
        programs = []
        for _ in range(15):
            _Garbage()
            programs.append(read_program(text))
        return len(set(programs))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(read, range(16))) == [1] * 16
