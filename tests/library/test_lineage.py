"""Lineage: a bred program tells its ancestors, also those that have left the library."""

import pytest

from arcloom.library import Library
from tests.library.samples import program, scored


def bred(number, *parents, **more):
    return scored(number, **more)._replace(parents=tuple(program(p).hash for p in parents))


def line(library, number):
    """The numbers of the ancestors, nearest first, and whether each is still stored."""
    numbers = {program(n).hash: n for n in range(1, 60)}
    return [(numbers[one.program], one.stored) for one in library.lineage(program(number).hash)]


def test_a_program_tells_its_ancestors(address):
    with Library.open(address) as library:
        library.add_programs({"first": program(1), "second": program(2)})
        library.record([bred(3, 1, score=1100)])
        library.record([bred(4, 3, 2, score=1200)])
        assert line(library, 4) == [(4, True), (3, True), (2, True), (1, True)]
        assert line(library, 1) == [(1, True)]
        assert library.integrity() == []


def test_an_ancestor_that_has_left_still_tells_its_source(address):
    with Library.open(address, keep=1) as library:
        library.record([scored(1, score=1000)])
        library.record([bred(2, 1, score=1100)])
        library.record([bred(3, 2, score=1200)])
        assert line(library, 3) == [(3, True), (2, False), (1, False)]
        told = [one.source for one in library.lineage(program(3).hash)]
        assert told == [program(n).source() for n in (3, 2, 1)]


def test_ancestors_of_nobody_are_forgotten(address):
    with Library.open(address, keep=1) as library:
        library.record([scored(1, score=1000)])
        library.record([bred(2, 1, score=1100)])
        library.record([bred(3, 2, score=1200)])
        library.record([scored(4, score=1300)])
        held = [one for n in (1, 2, 3) for one in library.lineage(program(n).hash)]
        assert [one.source for one in held] == [None, None, None]
        assert all(not one.parents for one in held)


def test_one_that_comes_again_keeps_its_first_parents(address):
    with Library.open(address, keep=1) as library:
        library.record([bred(2, 1, score=1100)])
        library.record([bred(3, 2, score=1200)])
        library.record([bred(2, 3, task="u")])  # else the two would be ancestors of each other
        assert line(library, 3) == [(3, True), (2, True), (1, False)]


def test_a_merge_takes_the_lines_with_it(address, other_address):
    with Library.open(address, keep=1) as library, Library.open(other_address) as other:
        library.record([scored(1, score=1000)])
        library.record([bred(2, 1, score=1100)])
        library.record([bred(3, 2, score=1200), bred(9, 8, task="u")])
        other.merge(library)
        assert line(other, 3) == [(3, True), (2, False), (1, False)]
        assert line(other, 9) == [(9, True), (8, False)]


@pytest.mark.parametrize("generations", [150])
def test_a_long_line_is_cut(tmp_path, generations):
    with Library.open(tmp_path / "lib.db", keep=1) as library:
        for n in range(2, generations):
            library.record([bred(n, n - 1, score=1000 + n)])
        assert len(library.lineage(program(generations - 1).hash)) == 100
