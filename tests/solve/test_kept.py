"""How likely a task is right by what `evolve` keeps: told by the run, the library and the page."""

import random

import pytest

import arcloom as al
from arcloom.library import Library
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.search.evolve.told import Searched
from arcloom.solve.given import given, given_probabilities
from arcloom.solve.kept import KeptOdds
from arcloom.tasks import Dataset, Task
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


def told_by_searches(task, **by_strategy):
    """What a stage of the searches found: programs by strategy, as text of what they return."""
    programs = {
        name: [al.read_program(f"def solve(S, I): return {text}") for text in texts]
        for name, texts in by_strategy.items()
    }
    return Searched(task.key, 0, programs)


def test_the_best_program_is_the_one_behind_the_likeliest_answer(path):
    """Two kept programs differ on the test. What the searches found agrees with the longer one."""
    task = Task(
        "row", [([[k, 0], [0, k]], [[0, k], [k, 0]]) for k in (1, 2, 3)], [[[4, 5], [6, 7]]]
    )
    tasks = Dataset("one", [task])
    told = told_by_searches(
        task, enumerate=["vmirror(I)", "rot180(hmirror(I))"], views=["dmirror(rot90(I))"]
    )
    with Library.open(path) as library:
        breed = EvolveConfig(generations=1, searches=False, rules=False, children=1)
        evolved = Evolution(tasks, library, breed)
        evolved.run()
        rows = [kept.program.parse() for kept in library.best(task) if kept.score.fits]
        outputs = [program(task.tests[0].input).tolist() for program in rows]
        assert outputs[0] != [[5, 4], [7, 6]]
        assert [[5, 4], [7, 6]] in outputs
        judge = KeptOdds(tasks, 1)
        judge.hear(told)
        for key, state in judge.judge(evolved.population, again=True).items():
            library.save_state(key, state)
        best = library.best(task, 1)[0].program.parse()
        assert best(task.tests[0].input).tolist() == [[5, 4], [7, 6]]
        assert given(library, task).attempts[0][0].tolist() == [[5, 4], [7, 6]]


def cut_task():
    """The lower half, turned: several ways of saying so differ on a test with another height."""
    rng = random.Random(1)
    grids = [[[rng.randrange(10) for _ in range(3)] for _ in range(4)] for _ in range(3)]
    pairs = [(grid, [row[::-1] for row in grid[:1:-1]]) for grid in grids]
    return Task("cut", pairs, [[*grids[0], [1, 2, 3], [4, 5, 6]]])


def test_threads_and_interruptions_do_not_change_which_program_is_the_best(tmp_path):
    def evolved(name, threads, *generations):
        for last in generations:
            al.evolve(
                Dataset("one", [cut_task()]),
                tmp_path / name,
                config=al.EvolveConfig(generations=last, seed=7, rules=False),
                threads=threads,
            )
        with Library.open(tmp_path / name) as library:
            return library.states("likeliest "), library.solved()

    whole = evolved("whole.db", 1, 5)
    assert whole[0]
    assert whole[1]["cut"] in whole[0].values()
    assert evolved("parts.db", 3, 1, 4, 5) == whole


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
