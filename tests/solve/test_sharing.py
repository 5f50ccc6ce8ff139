"""Several datasets in one library: each goes on where it was, and equal ids share nothing."""

import shutil
from pathlib import Path

from arcloom.library import Library
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.solve.config import SolveConfig
from arcloom.solve.run import SolveRun
from arcloom.tasks import Dataset, Task
from tests.solve.small import riddle_task, small_tasks

FIXTURES = Path(__file__).parents[1] / "library" / "fixtures"
FUEL = 100_000_000
FIRST = 20_000_000


def solve(library, tasks, fuel=FUEL):
    config = SolveConfig(fuel=fuel, threads=1, device="cpu")
    run = SolveRun(tasks, config, library=library)
    return run.run(), run


def other_tasks():
    """The same ids as the small tasks, and none of their grids."""
    doubled = Task("mirror", [([[1, 2]], [[1, 2, 1, 2]]), ([[3]], [[3, 3]])], [[[5, 6]]])
    first = Task("turn", [([[7, 2]], [[7]]), ([[3, 8]], [[3]])], [[[5, 9]]])
    none = Task("riddle", [([[1, 2]], [[5, 0, 7, 1]]), ([[2, 1]], [[4], [9]])], [[[3, 3]]])
    return Dataset("other", [doubled, first, none])


def outcome(answers):
    return {
        task_id: [found.program.hash for found in answer.evidence.known]
        for task_id, answer in answers.items()
    }


def test_a_then_b_then_a_again(tmp_path):
    """A goes on where it was: what it has done is not done again, and more fuel goes further."""
    a, b = small_tasks(), other_tasks()
    with Library(tmp_path / "lib.db") as library:
        before, first = solve(library, a, FIRST)
        solve(library, b, FIRST)
        again, same = solve(library, a, FIRST)
        assert again.figures.fuel == before.figures.fuel > 0
        assert outcome(again) == outcome(before)
        assert all(not state.tallies for state in same.states)
        _, further = solve(library, a)
        levels = {state.task.id: state.level for state in first.states}
        assert all(state.level >= levels[state.task.id] > 0 for state in further.states)
        assert any(state.level > levels[state.task.id] for state in further.states)
        # And B is where it was, although A was solved after it.
        _, b_again = solve(library, b, FIRST)
        assert all(not state.tallies and state.level == 1 for state in b_again.states)


def test_a_subset_begins_at_the_level_that_was_reached(tmp_path):
    with Library(tmp_path / "lib.db") as library:
        _, whole = solve(library, small_tasks(), FIRST)
        reached = {state.task.id: state.level for state in whole.states}
        _, part = solve(library, Dataset("part", [riddle_task()]), 1)
        assert part.states[0].level == reached["riddle"] > 0


def test_equal_ids_and_other_grids_share_nothing(tmp_path):
    with Library(tmp_path / "both.db") as both, Library(tmp_path / "one.db") as one:
        solve(both, other_tasks(), FIRST)
        first, _ = solve(one, small_tasks(), FIRST)
        second, run = solve(both, small_tasks(), FIRST)
        fits = {i: a.program is not None for i, a in first.items()}
        assert {i: a.program is not None for i, a in second.items()} == fits
        for task in (*small_tasks().values(), *other_tasks().values()):
            kept = [k.program.parse() for k in both.best(task) if k.score.fits]
            for program in kept:
                assert all(program(given, S=task).same(wanted) for given, wanted in task.pairs)
        assert {state.level for state in run.states} == {1}
        assert both.integrity() == []


def test_evolve_does_not_breed_from_another_task_of_the_same_id(tmp_path):
    config = EvolveConfig(generations=1, children=4, islands=1)
    with Library(tmp_path / "lib.db") as library:
        Evolution(other_tasks(), library, config, threads=1).run()
        assert any(library.best(task) for task in other_tasks().values())
        run = Evolution(small_tasks(), library, config, threads=1)
        assert all(run.population.rows(task.key) == [] for task in small_tasks().values())


def test_scores_of_an_older_version_go_to_the_task_they_are_of(tmp_path):
    """They are filed by id; a task of that id gets those that behave on its grids as they say."""
    path = shutil.copy(FIXTURES / "v0003.db", tmp_path / "lib.db")
    with Library(tmp_path / "new.db") as library:
        solve(library, small_tasks(), FIRST)
        scores = library.scores()
    assert scores
    with Library(tmp_path / "new.db") as library, library._database.write() as connection:
        keys = {task.key: task.id for task in small_tasks().values()}
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        for key, task_id in keys.items():
            for table, column in (("tasks", "key"), ("scores", "task"), ("answers", "task")):
                connection.exec_driver_sql(
                    f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (task_id, key)
                )
    with Library(tmp_path / "new.db") as library:
        assert library.integrity() == []
        old = {(s.task_id, s.program) for s in library.scores()}
        assert {s.task for s in library.scores()} <= {"mirror", "turn", "riddle"}
        solve(library, other_tasks(), 1)
        assert {(s.task_id, s.program) for s in library.scores() if s.task == s.task_id} == old
        solve(library, small_tasks(), 1)
        adopted = {(s.task_id, s.program) for s in library.scores() if s.task in keys}
        assert adopted >= old
        assert library.integrity() == []
    with Library(path) as library:
        solve(library, small_tasks(), 1)
        assert library.integrity() == []
