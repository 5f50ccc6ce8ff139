"""Stored sources, changed here and there: the native reader takes none that the language's refuses.

It may refuse more, since it reads what the writer writes and leaves all else to the language. What
it takes, it takes for the same program.
"""

import random
from pathlib import Path

import pytest

from arcloom.errors import InputError
from arcloom.lang import read_program, read_programs
from arcloom.lang.program import digest
from arcloom.library.records import canonical_source
from arcloom.search.evolve.breeder import Mutations, new_breeder

PROGRAMS = Path(__file__).parents[2] / "examples/programs.py"
ROUNDS = 4_000
PIECES = (
    *("(", ")", ",", " ", "\n", "\n    ", " = ", "=", "x1", "x2", "O", "I", "S", "C", "T", "F"),
    *("ONE", "ORIGIN", "1", "-1", "01", "1_0", "0x1", "True", "None", "rot90", "compose", "#", '"'),
    *("{", "}", "frozenset({1})", "()", "(1, 2)", "(1,)", "return O", "def ", ":", "\t", "é", "\0"),
)
FAILED = {
    "an unfinished head": "def solve(I)\n    O = rot90(I)\n    return O\n",
    "no head": "\n    O = rot90(I)\n    return O\n",
    "two heads": "def solve(I):\ndef solve(I):\n    O = rot90(I)\n    return O\n",
    "another head": "def solve(S, I, C):\n    O = rot90(I)\n    return O\n",
    "an input that is no parameter": "def solve(I):\n    O = rot90(C)\n    return O\n",
    "a comment's closing parenthesis": "def solve(I):\n    O = rot90(I)#)\n    return O\n",
    "a target that is a call": (
        "def solve(I):\n    x1(I) = rot90(I)\n    O = rot90(I)\n    return O\n"
    ),
    "a target that is an op": "def solve(I):\n    rot90 = rot90(I)\n    O = rot90\n    return O\n",
    "a name used before and after": (
        "def solve(I):\n    x1 = rot90(I)\n    I = rot180(I)\n"
        "    O = hconcat(x1, I)\n    return O\n"
    ),
    "a constant's name, assigned": (
        "def solve(I):\n    ONE = rot90(I)\n    O = fill(I, ONE, asindices(I))\n    return O\n"
    ),
    "a wrong space": "def solve(I):\n    O = hconcat(I,;I)\n    return O\n",
    "brackets of two kinds": "def solve(I):\n    O = shift(I, (1, 2})\n    return O\n",
    "a line that nobody needs": "def solve(I):\n    x1 = !(I)\n    O = rot90(I)\n    return O\n",
    "an op that is not there, unused": (
        "def solve(I):\n    x1 = rot90(I, I)\n    O = rot90(I)\n    return O\n"
    ),
    "a boolean in a tuple": "def solve(I):\n    O = shift(asobject(I), (True, 1))\n    return O\n",
}


def mutated(text: str, r: random.Random, others: list[str]) -> str:
    for _ in range(r.choice((1, 1, 1, 2, 3))):
        at = r.randrange(len(text) + 1)
        to = min(len(text), at + r.choice((0, 1, 1, 2, 5, 12)))
        way = r.randrange(4)
        if way == 0:
            text = text[:at] + text[to:]
        elif way == 1:
            text = text[:at] + r.choice(PIECES) + text[to:]
        elif way == 2:
            text = text[:at] + text[at:to] * 2 + text[to:]
        else:
            lines, other = text.split("\n"), r.choice(others).split("\n")
            lines[r.randrange(len(lines))] = r.choice(other)
            text = "\n".join(lines)
    return text


def compare(breeder, text: str) -> bool:
    """Whether the native reader took the text; then the language has to take it for the same."""
    added = breeder.add_source(text)
    if added is None:
        return False
    number, spelled = added
    breeder.forget(number)
    try:
        program = read_program(text)
    except InputError as error:
        pytest.fail(f"taken natively, refused by the language ({error}): {text!r}")
    assert digest(spelled) == program.hash, text
    return True


@pytest.mark.parametrize("name", FAILED)
def test_what_was_once_read_wrongly(name: str):
    assert not compare(new_breeder(Mutations()), FAILED[name])


def test_mutated_sources():
    sources = [canonical_source(program) for program in read_programs(PROGRAMS).values()]
    breeder, r = new_breeder(Mutations()), random.Random(18)
    assert all(compare(breeder, source) for source in sources if "O = I" not in source)
    taken = sum(compare(breeder, mutated(r.choice(sources), r, sources)) for _ in range(ROUNDS))
    assert taken > ROUNDS / 100  # a name or a number for another one


def test_long_sources_are_left_to_the_language():
    """Breeding compares all pairs of nodes."""
    lines = ["x1 = rot90(I)"] + [f"x{k + 1} = rot90(x{k})" for k in range(1, 50_000)]
    body = "".join(f"    {line}\n" for line in [*lines, "O = rot90(x50000)", "return O"])
    breeder = new_breeder(Mutations())
    assert breeder.add_source(f"def solve(I):\n{body}") is None
    with pytest.raises(ValueError, match="too large to breed"):
        breeder.add_program(*read_program(f"def solve(I):\n{body}").encode())
