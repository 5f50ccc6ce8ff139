"""Listing: pages of programs, in SQLite and in PostgreSQL alike."""

from arcloom.library import Library
from arcloom.library.listing import Wanted
from tests.library.samples import program, scored


def test_pages_follow_each_other_in_the_order_that_is_asked_for(address):
    with Library.open(address) as library:
        library.add_programs({"b_second": program(1), "a_first": program(2)})
        run = library.start_run("evolve")
        library.record([scored(n, demos=3, score=2000 + n) for n in (3, 4)], run)
        library.record(
            [scored(4, task="u", demos=3), scored(5, task="u", demos=0, score=2999)], run
        )

        def numbers(**wanted):
            by_hash = {program(n).hash: n for n in range(9)}
            found = library.listing(Wanted(**wanted))
            return [by_hash[one.program.hash] for one in found.listed]

        assert numbers()[:2] == [2, 1]
        assert numbers(order="fitted")[:2] == [4, 3]
        assert numbers(order="score")[0] == 5
        assert numbers(order="score", first=1, count=2) == numbers(order="score")[1:3]
        assert numbers(order="tasks")[0] == 4
        assert numbers(origin="imported") == [2, 1]
        assert sorted(numbers(origin="evolve")) == [3, 4, 5]
        assert numbers(fits=True, order="fitted") == [4, 3]
        assert numbers(text="a_FIRST") == [2]
        assert numbers(text="%") == []
        found = library.listing(Wanted(fits=True, count=1, order="fitted"))
        assert (found.all, found.total) == (5, 2)
        assert [(one.tasks, one.fitted, one.score) for one in found.listed] == [(2, 2, 668)]
        # A score just below the best is not rounded up to it.
        assert library.listing(Wanted(text=program(5).hash)).listed[0].score == 999
