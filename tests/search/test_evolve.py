"""Evolution: what a run leaves behind depends on the seed and the library alone."""

import pytest

from arcloom._core import BreedJob, Selection
from arcloom.errors import InputError
from arcloom.lang import read_source
from arcloom.library import Library
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.figures import STAGES
from arcloom.search.evolve.founders import founders
from arcloom.search.evolve.population import Population
from arcloom.tasks import Dataset, Task
from tests.library.samples import scored
from tests.search.small import OTHERS, SOLVED, TASKS, evolution, export, new_library


def test_what_is_known_and_fitted(library, tasks):
    figures = evolution(library, tasks=tasks).run()
    assert set(SOLVED) <= set(library.solved())
    assert figures.fitted == len(library.solved())
    assert figures.tasks == 10
    assert figures.candidates > 500
    assert figures.stored > 25
    assert figures.stop == "generations"
    assert library.integrity() == []
    (run,) = library.runs()
    assert run.state == "finished"
    assert run.figures["candidates"] == figures.candidates


def test_the_population_is_what_the_library_keeps(library, tasks):
    run = evolution(library, tasks=tasks)
    run.run()
    keys = [tasks[task_id].key for task_id in TASKS]
    fresh = Population(new_breeder(Mutations()), library, keys)
    for task in keys:
        assert run.population.rows(task) == fresh.rows(task)
        assert run.population.related(task) == fresh.related(task)
    assert list(run.population.imported)[: len(fresh.imported)] == list(fresh.imported)


@pytest.mark.parametrize("config", [{}, {"children": 1024, "generations": 2}])
def test_scores_are_a_function_of_task_and_program(library, tasks, config):
    """Also the behaviour, in which the tests' inputs have a part: the library relies on that."""
    evolution(library, tasks=tasks, **config).run()
    breeder = new_breeder(Mutations())
    # As in the run, a program that does not hold in a guise that it is asked for loses score.
    asked = EvolveConfig()
    breeder.set_selection(
        Selection(capacity=1, lexicase=False, elites=False, patience=0),
        asked.generalise,
        recoloured=asked.recoloured,
        turned=asked.turned,
    )
    numbers = {p.hash: breeder.add_program(*p.parse().encode()) for p in library.programs()}
    breeder_tasks = {
        t.id: breeder.add_task(t.pairs, [sample.input for sample in t.tests])
        for t in tasks.values()
    }
    scores = library.scores()
    assert len(scores) > 50
    for score in scores:
        job = BreedJob(breeder_tasks[score.task_id], [numbers[score.program]], as_they_are=True)
        (child,) = breeder.step([job], 1, True, None).children
        assert (child.matched, child.score) == (score.demos_matched, score.score)
        assert (child.fuel, child.nodes, child.fits) == (score.fuel, score.nodes, score.fits)
        assert f"{child.behaviour:016x}" == score.behaviour


@pytest.mark.parametrize("config", [{}, {"focus": True, "generations": 8}], ids=["all", "focus"])
def test_threads_play_no_part(tmp_path, tasks, config):
    exports = []
    for threads in (1, 2, 3):
        with new_library(tmp_path / f"{threads}.db") as library:
            evolution(library, tasks=tasks, threads=threads, **config).run()
            exports.append(export(library))
    assert exports[0] == exports[1] == exports[2]


def test_the_seed_does(tmp_path, tasks):
    exports = []
    for seed in (1, 2):
        with new_library(tmp_path / f"{seed}.db") as library:
            evolution(library, tasks=tasks, seed=seed).run()
            exports.append(export(library))
    assert exports[0] != exports[1]


@pytest.mark.parametrize("focus", [False, True])
def test_a_run_in_parts_is_the_run_at_once(tmp_path, tasks, focus):
    with new_library(tmp_path / "whole.db") as whole:
        evolution(whole, tasks=tasks, generations=9, focus=focus).run()
        wanted = export(whole)
    new_library(tmp_path / "parts.db").close()
    for generations in (0, 1, 4, 9):
        # Opened anew each time: nothing may live on in memory.
        with Library.open(tmp_path / "parts.db") as parts:
            evolution(parts, tasks=tasks, generations=generations, focus=focus).run()
            found = export(parts)
    assert found == wanted


def test_a_run_that_died_goes_on_from_what_it_stored(tmp_path, tasks):
    """It finds again what it had recorded since then; so the library is the same in the end."""

    class DiedError(Exception):
        """Ends a run at once, without a chance to store anything more."""

    def die(figures):
        if figures.generation == 3:
            raise DiedError

    with new_library(tmp_path / "whole.db") as whole:
        evolution(whole, tasks=tasks, generations=5).run()
        wanted = export(whole)
    with new_library(tmp_path / "died.db") as library:
        imported = library.count()
        with pytest.raises(DiedError):
            evolution(library, tasks=tasks, generations=5, watch=die).run()
        assert library.count() > imported
    with Library.open(tmp_path / "died.db") as library:
        evolution(library, tasks=tasks, generations=5).run()
        assert export(library) == wanted


def test_rules_are_learnt_beside_what_was_imported(library, tasks):
    evolution(library, tasks=tasks, generations=0, rules=False).run()
    without = set(library.solved())
    evolution(library, tasks=tasks, generations=0).run()
    assert set(library.solved()) > without


def test_what_is_over_stays_over(library, tasks):
    evolution(library, tasks=tasks).run()
    before = export(library)
    assert evolution(library, tasks=tasks).run().candidates == 0
    assert export(library) == before


def test_an_interruption_loses_nothing_that_was_told(library, tasks):
    told = []

    def stop_at_the_third(figures):
        told.append(library.count())
        if len(told) == 3:
            raise KeyboardInterrupt

    figures = evolution(library, tasks=tasks, watch=stop_at_the_third).run()
    assert figures.stop == "interrupted"
    assert library.count() == told[-1]
    assert library.runs()[-1].state == "interrupted"
    assert library.integrity() == []


def test_frozen_programs_are_scored_and_not_bred(library, tasks):
    before = library.count()
    figures = evolution(library, tasks=tasks, freeze_programs=True, rules=False).run()
    assert figures.candidates == before * len(tasks)
    assert library.count() == before
    assert set(SOLVED) <= set(library.solved())


def test_without_differs_only_matches_count(library, tasks):
    evolution(library, tasks=tasks, use_differs=False, generalise=False).run()
    scores = library.scores()
    assert any(score.demos_matched for score in scores)
    for score in scores:
        # A score is kept as its mean over the demos, rounded down.
        assert 0 <= 1000 * score.demos_matched - score.score < score.demos_total


def test_answers_of_what_fits(library, tasks):
    evolution(library, tasks=tasks, freeze_programs=True).run()
    answered = {answer.task_id for answer in library.answers()}
    assert answered == set(library.solved()) >= set(SOLVED)
    assert all(answer.grid is not None for answer in library.answers("a416b8f3"))


def test_stages_add_up(library, tasks):
    figures = evolution(library, tasks=tasks).run()
    assert tuple(figures.stages) == STAGES
    assert sum(figures.stages.values()) == pytest.approx(figures.seconds)
    assert all(seconds >= 0 for seconds in figures.stages.values())


def test_an_empty_library_starts_by_itself(tmp_path, tasks):
    """From single ops, and a resumed run goes on as if it had not stopped."""
    exports = []
    for name, legs in (("whole.db", [4]), ("resumed.db", [2, 4])):
        with Library.open(tmp_path / name) as library:
            for generations in legs:
                figures = evolution(library, tasks=tasks, generations=generations).run()
            exports.append(export(library))
            assert not any(program.imported for program in library.programs())
        assert figures.fitted > 0
    assert exports[0] == exports[1]


def test_the_mean_score_counts_tasks_without_programs(tmp_path):
    """A task for which nothing is kept is not left out of the mean."""
    with Library.open(tmp_path / "lib.db") as library:
        library.record([scored(1, "a", demos=3, score=3000)])
        population = Population(new_breeder(Mutations()), library, ["a", "b"])
        assert population.best_partial() == 500


def test_a_program_that_cannot_be_bred_is_left_alone(library, tasks):
    """A call with more arguments than breeding knows stays in the library and is not dealt."""
    wide = "def wide(I):\n    f = lbind(combine, I)\n    return f(I, I, I, I, I, I, I)\n"
    library.add_programs(read_source(wide))
    assert evolution(library, tasks=tasks, generations=1).run().candidates > 0


WRONG = [
    *({name: 0} for name in ("hand", "children", "islands", "population", "migrate")),
    {"islands": 1_000_000},
    {"seconds": -1},
    {"patience": -1},
    {"selection": "worst"},
]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_makes_no_sense(library, tasks, wrong):
    with pytest.raises(InputError):
        evolution(library, tasks=tasks, **wrong)


def test_an_answer_of_any_size_ends_no_run(tmp_path):
    """On the test it gives what would have a hundred million elements, written out."""
    huge = "repeat(repeat(repeat(repeat(I, 100), 100), 100), 100)"
    source = f"def solve(I):\n    return branch(equality(height(I), ONE), I, {huge})\n"
    task = Task("t", demos=[([[1, 2]], [[1, 2]]), ([[3]], [[3]])], tests=[[[1], [2]]])
    with Library.open(tmp_path / "lib.db") as library:
        library.add_programs(read_source(source))
        one = Dataset("one", [task])
        evolution(library, tasks=one, freeze_programs=True, generations=0, rules=False).run()
        assert library.solved()
        assert [answer.grid for answer in library.answers("t")] == [None]


def test_bred_programs_tell_what_they_come_from(tmp_path, tasks):
    with new_library(tmp_path / "lib.db", keep=4) as library:
        evolution(library, tasks=tasks, rules=False, searches=False).run()
        imported = {stored.hash for stored in library.programs() if stored.imported}
        bred = [stored for stored in library.programs() if not stored.imported]
        assert len(bred) > 15
        for stored in bred:
            line = library.lineage(stored.hash)
            assert line[0].program == stored.hash
            assert line[0].parents
            assert all(one.source is not None for one in line)
            ends = {one.program for one in line if not one.parents}
            assert ends
            assert ends <= imported


def test_a_resumed_run_begins_with_what_the_library_has(tmp_path, tasks):
    with new_library(tmp_path / "lib.db") as library:
        evolution(library, tasks=tasks, generations=1).run()
        again = evolution(library, tasks=tasks, generations=2).run()
        run = library.runs()[-1]
        timeline = library.load_state(f"timeline {run.id}")
        first = timeline["points"][0]
        assert 0 < first["fitted"] <= again.fitted
        assert 0 < first["best_partial"] <= again.best_partial + 0.001
        assert len(timeline["fitted"]) == again.fitted


def test_a_run_with_nothing_left_to_do_tells_what_is_fitted(tmp_path, tasks):
    with new_library(tmp_path / "lib.db") as library:
        first = evolution(library, tasks=tasks, generations=1).run()
        again = evolution(library, tasks=tasks, generations=1).run()
        assert again.candidates == 0
        assert again.fitted == first.fitted > 0


class SlowJudge:
    """One that would take an hour."""

    expected = 0.0

    def judge(self, population, again):
        return {}

    def seconds_left(self, population):
        return 3600.0


def test_the_last_judging_belongs_to_the_budget(library, tasks):
    """A run that could not be judged in time breeds nothing more."""
    run = evolution(library, tasks=tasks, generations=None, seconds=3000.0)
    run.progress.judge = SlowJudge()
    figures = run.run()
    assert (figures.stop, figures.candidates) == ("budget", 0)


def test_only_tasks_that_nothing_has_solved_learn_rules(library, tasks):
    """The first rules of all are cheap. A task that one of them solves needs no more of them."""
    plain = evolution(library, tasks=tasks, generations=0, rules=False).run()
    learning = evolution(library, tasks=tasks, generations=0).run()
    assert plain.candidates < learning.candidates
    assert learning.candidates < plain.candidates + len(founders()) * len(OTHERS)
