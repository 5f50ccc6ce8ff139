"""Bare answers in a library: replaced as a whole, in their order, and merged."""

import pytest

from arcloom.library import Library, StoredBareAnswer
from arcloom.tasks import Grid


def vote(cell, votes, *, task="content", origin="network", test=0, bits=1.5):
    return StoredBareAnswer(task, "a", origin, test, Grid([[cell]]), votes, 16, bits)


def shown(library):
    return [
        (a.task, a.origin, a.test_index, a.grid.tolist(), a.votes) for a in library.bare_answers()
    ]


def test_what_is_stored_comes_back_and_is_replaced_as_a_whole(address):
    with Library.open(address) as library:
        run = library.start_run("solve")
        before = library.revision
        first = [vote(1, 9), vote(2, 7, bits=None), vote(3, 1, test=1), vote(4, 0, origin="b")]
        library.record([], run, bare={"content": first, "other": [vote(5, 3, task="other")]})
        assert library.revision > before
        assert [(a.votes, a.bits, a.run) for a in library.bare_answers("content")] == [
            (0, 1.5, run),
            (9, 1.5, run),
            (7, None, run),
            (1, 1.5, run),
        ]
        library.record([], run, bare={"content": [vote(6, 16)]})
        assert shown(library) == [
            ("content", "network", 0, [[6]], 16),
            ("other", "network", 0, [[5]], 3),
        ]
        assert library.integrity() == []


def test_merging_takes_what_is_not_there(tmp_path):
    with Library.open(tmp_path / "one.db") as one, Library.open(tmp_path / "two.db") as two:
        one.record([], bare={"content": [vote(1, 9)]})
        two.record([], bare={"content": [vote(2, 8)], "other": [vote(3, 4, task="other")]})
        for _ in range(2):
            one.merge(two)
            assert shown(one) == [
                ("content", "network", 0, [[1]], 9),
                ("other", "network", 0, [[3]], 4),
            ]


@pytest.mark.parametrize("change", ["votes = 17", "bits = -1.0", "grid = '[]'", "test_index = -1"])
def test_what_cannot_be_is_told(tmp_path, change):
    from sqlalchemy import text

    path = tmp_path / "lib.db"
    with Library.open(path) as library:
        library.record([], bare={"content": [vote(1, 9)]})
        with library._database.write() as connection:
            connection.execute(text("PRAGMA ignore_check_constraints = ON"))
            connection.execute(text(f"UPDATE bare_answers SET {change}"))
        assert len(library.integrity()) >= 1
