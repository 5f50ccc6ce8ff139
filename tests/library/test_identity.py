"""Tasks are known by their grids, searches do not erase each other, and dead runs show as dead."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from arcloom.errors import InputError
from arcloom.library import Library, heartbeat
from arcloom.library.reached import Reached
from arcloom.library.records import Scoring
from arcloom.tasks import Task
from tests.library.samples import hashes, scored

ONE = Task("same", [([[1]], [[2]])], [[[3]]])
OTHER = Task("same", [([[1]], [[4]])], [[[3]]])


def keyed(number, task, **kinds):
    return scored(number, task.id, **kinds)._replace(task=task.key)


def test_a_key_is_of_the_grids_alone():
    assert ONE.key == Task("another id", [([[1]], [[2]])], [[[3]]]).key
    assert ONE.key != OTHER.key
    assert ONE.key != Task("same", [([[1]], [[2]])], [[[3]], [[3]]]).key


def test_equal_ids_with_other_grids_share_nothing(library):
    library.record([keyed(1, ONE, demos=3, score=3000, answers=(None,)), keyed(2, OTHER)])
    assert hashes(library.best(ONE)) == [keyed(1, ONE).program.hash]
    assert hashes(library.best(OTHER)) == [keyed(2, OTHER).program.hash]
    assert len(library.answers(ONE)) == 1
    assert library.answers(OTHER) == []
    assert [task.task_id for task in library.tasks()] == ["same", "same"]
    with pytest.raises(InputError, match="2 tasks have the id 'same'"):
        library.best("same")
    assert hashes(library.best(ONE.key)) == hashes(library.best(ONE))
    assert library.integrity() == []


def test_a_task_that_was_renamed_keeps_its_programs(library):
    """Whoever records first: a library depends on what was recorded, not on the order."""
    renamed = Task("earlier", [([[1]], [[2]])], [[[3]]])
    library.record([keyed(1, ONE)])
    library.record([keyed(2, renamed)])
    library.record([keyed(3, ONE)])
    assert len(library.best(renamed)) == len(library.best(ONE)) == 3
    assert [task.task_id for task in library.tasks()] == ["earlier"]


def test_two_writers_see_what_the_other_keeps(address):
    """A task keeps three: who does not notice that the other has filled it would keep more."""
    with Library.open(address, keep=3) as one, Library.open(address) as two:
        for round_ in range(6):
            writer = (one, two)[round_ % 2]
            writer.record([keyed(10 + round_, ONE, fuel=100 - round_), keyed(1, OTHER)])
        assert [kept.score.fuel for kept in one.best(ONE)] == [95, 96, 97]
        assert one.integrity() == []


def test_a_shelf_is_read_again_only_if_it_has_changed(library, address):
    library.record([keyed(1, ONE), keyed(2, OTHER)])
    with Library.open(address) as second:
        second.record([keyed(3, ONE)])
    seen = library._shelves._rows
    with library._change({}) as (_, _, _):
        assert (OTHER.key, "program") in seen
        assert (ONE.key, "program") not in seen


def test_scores_say_how_they_were_made(library):
    made = Scoring(500_000, 500_000, 2**28, ("abc",))
    library.record([keyed(1, ONE)._replace(scoring=made), keyed(2, OTHER)])
    known, unknown = library.best(ONE)[0].score, library.best(OTHER)[0].score
    assert library.scorings()[known.scoring] == made
    assert unknown.scoring is None
    anew = Scoring(500_000, 500_000, 2**28, ())
    library.rescore([(OTHER.key, unknown.program, 2000)], anew, {})
    changed = library.best(OTHER)[0].score
    assert (changed.score, library.scorings()[changed.scoring]) == (2000, anew)


def test_progress_of_one_search_stays_when_another_writes(library):
    def row(search, task, level, strategy=""):
        state = {"exhausted": False, "memory": 3} if strategy else {"known": 0}
        return Reached(search, task, strategy, "way", level, 10 * level, state)

    first = [row("a", ONE.key, 2), row("a", ONE.key, 5, "fit")]
    library.record([], reached=first)
    library.record([], reached=[row("b", OTHER.key, 1)])
    library.record([], reached=[row("a", ONE.key, 3)])
    assert library.reached("a") == [row("a", ONE.key, 3), first[1]]
    assert library.levels("way") == {ONE.key: (3, 30), OTHER.key: (1, 10)}
    assert library.levels("another way") == {}


def test_a_run_that_died_is_shown_as_dead(library):
    run, silent = library.start_run("solve"), library.start_run("evolve")
    assert [one.state for one in library.runs()] == ["running", "running"]
    long_ago = datetime.now(UTC) - timedelta(seconds=2 * heartbeat.DEAD_AFTER)
    with library._database.write() as connection:
        connection.execute(text(f"UPDATE runs SET heartbeat = '{long_ago.isoformat()}'"))
    library.record([scored(1)], run)
    states = {one.id: one.state for one in library.runs()}
    assert states == {run: "running", silent: "dead"}
    library.record([scored(2)], silent)  # it was stopped, and goes on
    assert {one.state for one in library.runs()} == {"running"}
    library.finish_run(run)
    assert {one.id: one.state for one in library.runs()}[run] == "finished"
