"""Subroutines: what programs share, what they save, and that they are programs like any other."""

import pytest

from arcloom.lang import read_program, read_source
from arcloom.library import Library
from arcloom.library.starter import starter_programs
from arcloom.library.subroutines import PREFIX, learn_subroutines

SHARED = """
def one(I):
    return hmirror(subgrid(first(objects(I, T, F, T)), I))

def two(I):
    x = rot90(I)
    return rot270(subgrid(first(objects(x, T, F, F)), x))

def three(I):
    y = trim(I)
    return upscale(subgrid(first(objects(y, T, F, T)), y), TWO)

def four(I):
    return hconcat(I, vmirror(I))
"""


@pytest.fixture(scope="module")
def shared():
    return list(read_source(SHARED).values())


def test_what_programs_share_is_found_whatever_its_grid_and_constants_are(shared):
    found = learn_subroutines(shared, 10)
    [one] = found.subroutines
    assert (one.programs, one.uses) == (3, 3)
    wanted = read_program("def solve(I): return subgrid(first(objects(I, T, F, T)), I)")
    assert one.program.hash == wanted.hash  # with the constants of two of the three
    # In each program two of three steps go, and the subroutine has three of its own.
    assert one.saved == 3 * 2 - 3
    assert found.before == sum(map(len, shared))
    assert found.after == found.before - one.saved


def test_the_order_of_programs_and_repeats_change_nothing(shared):
    first = learn_subroutines(shared, 10)
    assert learn_subroutines([*reversed(shared), *shared], 10) == first


def test_a_part_is_made_of_one_grid():
    """What is made of `trim(I)` and `I` is a part of `I`. Of `trim(I)` alone it is none."""
    a = read_program("def a(I): return rot90(hconcat(rot90(trim(I)), hmirror(I)))")
    b = read_program("def b(I): return trim(hconcat(rot90(trim(I)), hmirror(I)))")
    [one] = learn_subroutines([a, b], 10).subroutines
    wanted = read_program("def solve(I): return hconcat(rot90(trim(I)), hmirror(I))")
    assert one.program.name == f"{PREFIX}{wanted.hash[:8]}"
    assert one.program.hash == wanted.hash


def test_what_another_step_uses_is_not_saved():
    """`trim(I)` stays in both programs: a subroutine would have two steps and save none."""
    a = read_program("def a(I): return hconcat(rot90(trim(I)), trim(I))")
    b = read_program("def b(I): return vconcat(rot90(trim(I)), trim(I))")
    assert learn_subroutines([a, b], 10).subroutines == ()


def test_subroutines_are_programs_of_the_library(tmp_path, shared):
    found = learn_subroutines(shared, 10).subroutines
    programs = [one.program for one in found]
    texts = {(one.program.name, one.program.hash): one.text for one in found}
    with Library(tmp_path / "lib.db") as library:
        library.add_programs(programs, texts=texts)
        [stored] = library.find(programs[0].name)
        assert stored.imported
        assert stored.parse().hash == programs[0].hash
        assert '"""Learnt: 3 programs have these steps."""' in stored.text(stored.name)


def test_the_starter_programs_share_something():
    found = learn_subroutines([one.stored().parse() for one in starter_programs()], 64)
    assert len(found.subroutines) > 5
    assert found.after < found.before
    savings = [one.saved for one in found.subroutines]
    assert savings == sorted(savings, reverse=True)
