"""Every refusal: one line that says where, what, and what to do."""

from difflib import get_close_matches
from pathlib import Path

import pytest

from arcloom.errors import InputError
from arcloom.lang import lowering, read_file, read_programs, read_source


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_source(text, "p.py")
    message = str(caught.value)
    assert "\n" not in message
    return message


def body(*lines: str) -> str:
    return "def f(I):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("import os\n", "1:1", "'import os' is refused"),
        ("from os import path\n", "1:1", "'from os import path' is refused"),
        ("from .dsl import *\n", "1:1", "is refused"),
        ("import dsl\n", "1:1", "from arcloom.dsl import *"),
        ("from dsl import vmiror\n", "1:17", "did you mean 'vmirror'"),
        ("from dsl import vmirror as v\n", "1:17", "without 'as'"),
        ("X = 3\n", "1:1", "an assignment outside a function"),
        ("class A:\n    pass\n", "1:1", "a class"),
        ("if 1:\n    pass\n", "1:1", "an 'if' statement"),
        ("print(1)\n", "1:1", "an expression whose value goes nowhere"),
        ("async def f(I):\n    return I\n", "1:1", "an async function"),
        ("@cache\ndef f(I):\n    return I\n", "1:2", "a decorator"),
        ("def f(G):\n    return G\n", "1:1", "(I), (S, I) or (S, I, C)"),
        ("def f(*I):\n    return I\n", "1:1", "(I), (S, I) or (S, I, C)"),
        ("def f(I, S):\n    return I\n", "1:1", "(I), (S, I) or (S, I, C)"),
        ("def f(S, I=1):\n    return I\n", "1:1", "(I), (S, I) or (S, I, C)"),
        ("def f(I: eval('1')):\n    return I\n", "1:10", "type name"),
        ("def f(I) -> os.path:\n    return I\n", "1:13", "type name"),
        ("def fill(I):\n    return I\n", "1:1", "'fill' belongs to the vocabulary"),
        (
            "def f(I):\n  return I\ndef f(I):\n  return 1\n",
            "3:1",
            "'f' is defined already in line 1",
        ),
        ("", "1:1", "no program in this file"),
        ('"""Only words."""\n', "1:1", "no program in this file"),
        ("def f(I:\n", "1:6", "not valid Python"),
        ("def f(I):\n  return '\n", "2:10", "not valid Python"),
        ("x = \0", "1:5", "null byte"),
    ],
)
def test_file_level(text: str, place: str, words: str) -> None:
    message = refusal(text)
    assert message.startswith(f"p.py:{place}: ")
    assert words in message


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("while 1: pass", 5, "a 'while' loop"),
        ("for x in I: pass", 5, "a 'for' loop"),
        ("if I: return I", 5, "an 'if' statement"),
        ("with I: pass", 5, "a 'with' statement"),
        ("def g(x): return x", 5, "a function in a function"),
        ("import os", 5, "an import"),
        ("x += ONE", 5, "write x = add(x, ...)"),
        ("x, y = I", 5, "one plain name"),
        ("x = y = I", 5, "one plain name"),
        ("x.y = I", 5, "one plain name"),
        ("x: Grid", 5, "without a value"),
        ("rot90(I)", 5, "goes nowhere"),
        ("pass", 5, "'pass'"),
        ("x = I.__class__", 9, "'.__class__'"),
        ("x = I.__class__.__bases__()", 9, "'.__bases__'"),
        ("x = lambda y: y", 9, "compose, chain, rbind, lbind or fork"),
        ("x = [y for y in I]", 9, "compose, chain, rbind, lbind or fork"),
        ("x = frozenset(y for y in I)", 18, "compose, chain, rbind, lbind or fork"),
        ("x = f'{I}'", 9, "an f-string"),
        ("x = 'text'", 9, "a str"),
        ("x = 1.5", 9, "a float"),
        ("x = ...", 9, "..."),
        ("x = [I]", 9, "a list"),
        ("x = {1: 2}", 9, "a dictionary"),
        ("x = I[0]", 9, "get_nth"),
        ("x = 1 + 2", 9, "use add"),
        ("x = -I", 9, "use invert"),
        ("x = I == I", 9, "use equality"),
        ("x = I and I", 9, "use both"),
        ("x = I if I else I", 9, "use branch"),
        ("x = (y := I)", 10, "':='"),
        ("x = rot90(*I)", 15, "'*'"),
        ("x = rot90(**I)", 15, "'**'"),
        ("x = vmiror(I)", 9, "unknown op 'vmiror'; did you mean 'vmirror'?"),
        ("x = eval(I)", 9, "unknown op 'eval'"),
        ("x = __import__(I)", 9, "unknown op '__import__'"),
        ("x = apply(vmiror, I)", 15, "undefined variable 'vmiror'; did you mean 'vmirror'?"),
        ("x = rot90(y)", 15, "undefined variable 'y'"),
        ("x = rot90(x)", 15, "'x' is used before it is assigned"),
        ("x = rot90(S)", 15, "'S' is not a parameter"),
        ("x = fill(I, ONE)", 9, "'fill' takes 3 arguments, 2 given"),
        ("x = rot90()", 9, "'rot90' takes 1 argument, 0 given"),
        ("x = fill(I, value=ONE)", 9, "'fill' takes 3 arguments, 2 given"),
        ("x = fill(I, ONE, colour=I)", 22, "argument 'colour' does not fit"),
        ("x = fill(I, ONE, I, grid=I)", 25, "argument 'grid' does not fit"),
        ("x = ONE(I)", 9, "'ONE' is not a function"),
        ("x = I(I)", 9, "'I' is not a function"),
        ("x = (1, 2)(I)", 9, "is not a function"),
        ("x = rbind(add, ONE)()", 9, "at least one argument"),
        ("x = rbind(add, ONE)(a=I)", 9, "give no argument names"),
        ("x = 18446744073709551616", 9, "within 60 bits"),
        ("x = frozenset(I, I)", 9, "takes one container"),
        ("return I; x = I", 15, "code after 'return'"),
        ("return", 5, "'return' without a value"),
    ],
)
def test_function_level(line: str, column: int, words: str) -> None:
    message = refusal(body(line, "return I"))
    assert message.startswith(f"p.py:2:{column}: ")
    assert words in message


def test_columns_count_characters() -> None:
    assert refusal(body("é = y", "return é")).startswith("p.py:2:9: undefined variable 'y'")


def test_missing_return() -> None:
    assert "p.py:2:5: 'f' does not return anything" in refusal(body("x = I"))


def test_a_loop_is_named_before_the_return_it_makes_missing():
    assert refusal(body("while True:\n        pass")).startswith("p.py:2:5: a 'while' loop")


def test_the_first_is_reported_and_the_rest_counted() -> None:
    message = refusal(body("x = nope(I)", "y = rot90(x)", "z = rot90(y, x)", "return w"))
    assert message.startswith("p.py:2:9: unknown op 'nope'")
    assert message.endswith("(and 2 more errors in this file)")
    assert refusal("import os\nimport sys").endswith("(and 1 more error in this file)")


def test_one_mistake_counts_once() -> None:
    for line in ("a, b = I", "for a in I: b = a", "a = b = nope(I)"):
        assert "more error" not in refusal(body(line, "return hconcat(a, b)"))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5_000,
        body("return " + "(" * 5_000 + "I" + ")" * 5_000),
        body("return " + "rot90(" * 5_000 + "I" + ")" * 5_000),
        body("return " + "-" * 100_000 + "1"),
        body("return " + "+".join("1" * 100_000)),
        body("return I" + ".a" * 50_000),
        body("return I" + "(I)" * 20_000),
        body("return " + "(" * 120 + "1" + ",)" * 120),
        "".join(" " * depth + "if 1:\n" for depth in range(90)) + " " * 90 + "pass",
    ],
)
def test_absurd_nesting(text: str) -> None:
    assert refusal(text).startswith("p.py:")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "p.py"
    path.write_bytes(b"def f(I):\n    return \xff\n")
    with pytest.raises(InputError, match=r"p\.py:2:12: not UTF-8"):
        read_file(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.py: no such file"):
        read_programs(tmp_path / "gone.py")
    with pytest.raises(InputError, match=r"no \.py file in this folder"):
        read_programs(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_file(tmp_path)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many characters were compared with those of an unknown name, each time."""
    found = []

    def counting(name: str, known: list[str], n: int, cutoff: float) -> list[str]:
        found.append(len(name) * sum(map(len, known)))
        return get_close_matches(name, known, n, cutoff)

    monkeypatch.setattr(lowering, "get_close_matches", counting)
    return found


@pytest.mark.parametrize(
    "text",
    [
        body(*(f"a{number} = b{number}" for number in range(5_000)), "return a0"),
        body(*(f"a{number} = c{number}(I)" for number in range(5_000)), "return a0"),
        f"from dsl import {', '.join(f'a{number}' for number in range(5_000))}\n",
        body(*(f"{'a' * 900}{number} = I" for number in range(200)), f"return {'a' * 900}"),
    ],
    ids=["variables", "ops", "imports", "long names"],
)
def test_a_file_of_unknown_names_is_not_compared_with_itself(
    text: str, compared: list[int]
) -> None:
    refusal(text)
    assert sum(compared) < 1_000_000


def test_the_first_of_many_mistakes_has_its_remedy() -> None:
    text = refusal(body("a = rot900(I)", "b = vmiror(a)", "return hmiror(b)"))
    assert text.startswith("p.py:2:9: unknown op 'rot900'; did you mean 'rot90'?")
    assert text.endswith("(and 2 more errors in this file)")


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_lines_may_end_as_they_like(tmp_path: Path, end: str) -> None:
    path = tmp_path / "p.py"
    path.write_bytes(end.join(["def solve(I):", "    x = nothing(I)", "    return x"]).encode())
    with pytest.raises(InputError, match=r":2:9: unknown op 'nothing'"):
        read_file(path)


def test_a_file_without_end() -> None:
    with pytest.raises(InputError, match="/dev/full: not a regular file"):
        read_file("/dev/full")  # like /dev/zero it never ends, but reading it harms nobody for long


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "p.py"
    with path.open("wb") as file:
        file.truncate(2**40)  # it takes no room on the disk
    with pytest.raises(InputError, match="more than 256 MiB"):
        read_file(path)
