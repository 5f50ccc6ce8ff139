"""Programs as the native core writes and reads them: the same as the language has them."""

import pytest

from arcloom.lang import read_program
from arcloom.lang.encoding import decode
from arcloom.lang.program import digest
from arcloom.library.records import canonical_source
from arcloom.search.evolve.breeder import Mutations, new_breeder
from tests.search.small import evolution

ODD = {
    "a leaf": "def solve(I):\n    return I\n",
    "a tuple": "def solve(I):\n    return shift(asobject(I), (7, -12))\n",
    "a set": "def solve(I):\n    return fill(I, 3, frozenset({(1, 2), (0, 5)}))\n",
    "codes and numbers": "def solve(I):\n    return mir_rot(canvas(3, pair(3, True)), 3)\n",
    "a call of a value": "def solve(I):\n    f = compose(rot90, rot90)\n    return f(f(I))\n",
    "an op called and passed": "def solve(I):\n    return first(order(apply(size, I), size))\n",
    "a differ": "def differ(S, I, C):\n    return multiply(TEN, size(palette(C)))\n",
}


def check(program):
    breeder = new_breeder(Mutations())
    number = breeder.add_program(*program.encode())
    source = breeder.source(number)
    assert source == canonical_source(program)
    read = breeder.add_source(source)
    if read is None:  # left to the reader
        return False
    assert digest(read[1]) == program.hash
    assert decode(*breeder.program(read[0])) == program
    return True


@pytest.mark.parametrize("case", ODD)
def test_odd_programs(case):
    assert check(read_program(ODD[case]))


def test_bred_programs(library, tasks):
    """What the library stores was spelled natively, and is what the language would have written."""
    evolution(library, tasks=tasks).run()
    stored = library.programs()
    assert len(stored) > 80
    for program in stored:
        assert program.source == canonical_source(program.parse())
        assert check(program.parse())


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def solve(I):\n    return O\n",
        "def solve(I):\n    O = rot90(I, I)\n    return O\n",
        "def solve(I):\n    O = nothing(I)\n    return O\n",
        "def solve(I):\n    O = rot90(x1)\n    return O\n",
        "def solve(I):\n    O = rot90()\n    return O\n",
        "def solve(I):\n    O = rot90(I\n    return O\n",
        "def solve(I):\n    x1 = rot90(I)\n    x1 = rot90(x1)\n    return O\n",
    ],
)
def test_what_is_left_to_the_reader(source):
    assert new_breeder(Mutations()).add_source(source) is None


def test_numbers_of_forgotten_programs_are_given_out_again():
    breeder = new_breeder(Mutations())
    source = "def solve(I):\n    O = rot90(I)\n    return O\n"
    first, _ = breeder.add_source(source)
    breeder.forget(first)
    with pytest.raises(IndexError):
        breeder.source(first)
    assert breeder.add_source(source)[0] == first
    assert breeder.size == 1
