"""How likely a task is right by what `evolve` keeps: told by the run, the library and the page."""

import pytest

import arcloom as al
from arcloom.library import Library
from arcloom.solve.given import given, given_probabilities
from arcloom.tasks import Dataset
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from tests.solve.small import mirror_task, riddle_task, small_tasks

TASKS = Dataset("two", [mirror_task(), riddle_task()])
MIRROR = "def solve(I): return vmirror(I)"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "lib.db"


@pytest.fixture
def evolved(path):
    return al.evolve(TASKS, path, generations=1, seed=7, programs=al.read_program(MIRROR))


def test_a_run_says_how_many_of_its_fits_are_expected_right(evolved):
    assert list(evolved.probabilities) == ["mirror"]
    assert 0.5 < evolved.probabilities["mirror"] < 1
    assert evolved.figures.expected == pytest.approx(sum(evolved.probabilities.values()))
    assert repr(evolved) == "Evolved(1 of 2 tasks fitted, 1 expected right)"
    assert "1 expected right" in evolved._repr_html_()
    frame = evolved.to_pandas()
    assert frame.loc["mirror", "probability"] == evolved.probabilities["mirror"]


def test_the_library_keeps_the_answers_and_their_odds(evolved, path):
    with Library.open(path) as library:
        stored = given(library, TASKS["mirror"])
        assert stored.odds.probability == evolved.probabilities["mirror"]
        assert stored.attempts[0][0].tolist() == [[9, 8, 7]]
        assert "learns nothing" in stored.odds.tests[0][0].why
        assert given(library, TASKS["riddle"]) is None
        assert given_probabilities(library, TASKS.values()) == dict(evolved.probabilities)
        assert library.runs()[-1].figures["expected"] == evolved.figures.expected
        assert not library.integrity()
        shown = library._repr_html_()
        assert "1 expected right" in shown
        assert f"{evolved.probabilities['mirror']:.0%}" in shown


def test_the_page_shows_them(evolved, path):
    explorer = Explorer(TASKS, LibraryReader(str(path)))
    chance = evolved.probabilities["mirror"]
    assert explorer.status()["tasks"]["mirror"]["probability"] == chance
    page = explorer.task("mirror")
    assert page["probability"] == chance
    assert page["attempts"][0][0]["probability"] <= chance
    assert page["attempts"][0][0]["name"] == "solve"


def test_a_run_with_nothing_left_to_do_tells_the_same(evolved, path):
    again = al.evolve(TASKS, path, generations=1, seed=7)
    assert again.figures.candidates == 0
    assert again.probabilities == evolved.probabilities


def test_of_the_answers_of_solve_and_evolve_the_likelier_counts(path):
    solved = al.solve(small_tasks(), fuel=20_000_000, library=path)
    bred = al.evolve(small_tasks(), path, generations=1, seed=7)
    with Library.open(path) as library:
        for task in (small_tasks()["mirror"], small_tasks()["turn"]):
            likely = max(solved[task.id].probability, bred.probabilities[task.id])
            assert given(library, task).odds.probability == likely
            assert given_probabilities(library, [task]) == {task.id: likely}
