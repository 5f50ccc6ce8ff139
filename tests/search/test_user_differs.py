"""Differs of the user's own: they score beside the built-in ones, and are bred."""

import pytest

from arcloom._core import BreedJob, JudgeJob, Selection
from arcloom.lang import read_program, read_source
from arcloom.library import Library
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.differs import BRED_IN_JURY, choose_scorers, set_scorers
from arcloom.tasks import Grid
from tests.search.small import evolution, export, new_library

DIFFERS = """
def differ_colours(S, I, C):
    return branch(equality(numcolors(C), numcolors(I)), 1000, ZERO)

def differ_height(S, I, C):
    return multiply(TEN, height(C))
"""


def add_differs(library):
    library.add_programs(read_source(DIFFERS))


@pytest.fixture
def judging(library):
    """A library with differs."""
    add_differs(library)
    return library


def score(output, wanted, *differs):
    """What a program gets that gives `output` on a demo, where these differs score too."""
    breeder = new_breeder(Mutations())
    set_scorers(breeder, [f"def differ(S, I, C):\n    return {text}\n" for text in differs])
    program = read_program(f"def solve(I):\n    return {output}\n")
    number = breeder.add_program(*program.encode())
    breeder_task = breeder.add_task([(Grid([[0]]), Grid(wanted))], [])
    job = BreedJob(breeder_task, [number], as_they_are=True)
    (child,) = breeder.step([job], 1, True, None).children
    return child.score


@pytest.mark.parametrize(
    ("differs", "said"),
    [
        (("height(C)",), [1]),
        (("multiply(height(C), 700)", "width(I)"), [700, 1]),
        (("multiply(TEN, 1000)",), [1000]),
        (("subtract(height(C), TEN)",), [0]),
        (("first(palette(first(C)))",), [0]),
        (("branch(equality(C, I), C, 900)",), [900]),
    ],
)
def test_the_score_is_the_mean_of_all(differs, said):
    """Numbers beyond the range are cut, what is no number counts as 0."""
    builtin = [750, 500, 1000, 500, 1000, 1000, 1000]
    asked = [f"branch(equality(C, C), {text}, ZERO)" for text in differs]
    assert score("((5, 5),)", [[5, 5], [5, 5]], *asked) == sum(builtin + said) // (7 + len(said))


def test_what_is_right_is_right_whatever_a_differ_says():
    assert score("((5, 5),)", [[5, 5]], "subtract(ZERO, height(C))") == 1000


def worths(*differs):
    """What differs are worth on a demo that one program matches and two others do not."""
    breeder = new_breeder(Mutations())
    breeder_task = breeder.add_task([(Grid([[1, 2]]), Grid([[2, 1]]))], [])
    programs = ["vmirror(I)", "I", "canvas(FIVE, TWO_BY_TWO)"]
    numbers = [
        breeder.add_program(*read_program(f"def solve(I):\n    return {text}\n").encode())
        for text in programs
    ]
    judges = [
        breeder.add_program(*read_program(f"def differ(S, I, C):\n    return {text}\n").encode())
        for text in differs
    ]
    judged = breeder.judge([JudgeJob(breeder_task, numbers, [1, 0, 0])], judges, 1)
    return [differ.score for differ in judged]


def test_a_differ_is_worth_the_order_it_makes():
    right = "branch(equality(vmirror(C), I), 900, 100)"
    wrong = "branch(equality(vmirror(C), I), 100, 900)"
    level = "branch(equality(C, C), 500, ZERO)"
    half = "branch(equality(height(C), TWO), 100, 900)"
    assert worths(right, wrong, level, half) == [1000, 0, 500, 750]


def test_differs_are_bred_judged_and_kept(judging, tasks):
    figures = evolution(judging, tasks=tasks, generations=4).run()
    assert figures.differs > 5
    bred = [program for program in judging.programs("differ") if not program.imported]
    assert bred
    for program in bred:
        assert "C" in program.parse().params
    scores = judging.scores(kind="differ")
    assert {score.demos_matched for score in scores} == {0}
    assert judging.integrity() == []


def test_frozen_differs_score_and_are_not_bred(judging, tasks):
    figures = evolution(judging, tasks=tasks, generations=4, freeze_differs=True).run()
    assert figures.differs == 0
    assert judging.count("differ") == 2
    check_scores(judging, tasks, choose_scorers(judging))


def check_scores(library, tasks, jury):
    """The stored scores are those that the jury and the built-in differs give."""
    breeder = new_breeder(Mutations())
    config = EvolveConfig()
    held = Selection(capacity=config.population, lexicase=True, elites=True, patience=0)
    breeder.set_selection(held, config.generalise, recoloured=config.recoloured)
    if jury is not None:
        set_scorers(breeder, jury)
    for task in tasks.values():
        breeder_task = breeder.add_task(task.pairs, [sample.input for sample in task.tests])
        for stored, program in library.best(task.id):
            number = breeder.add_program(*program.parse().encode())
            job = BreedJob(breeder_task, [number], as_they_are=True)
            (child,) = breeder.step([job], 1, jury is not None, None).children
            assert child.score == stored.score


def test_other_differs_score_anew_what_is_kept(library, tasks):
    evolution(library, tasks=tasks, generations=1).run()
    check_scores(library, tasks, [])
    add_differs(library)
    evolution(library, tasks=tasks, generations=1, seed=8).run()
    check_scores(library, tasks, choose_scorers(library)[:2])
    evolution(library, tasks=tasks, generations=1, seed=9, use_differs=False).run()
    check_scores(library, tasks, None)
    assert library.integrity() == []


def test_what_was_bred_scores_in_the_next_run(judging, tasks):
    before = choose_scorers(judging)
    evolution(judging, tasks=tasks, generations=4).run()
    after = choose_scorers(judging)
    assert len(before) == 2
    assert before == after[:2]
    assert 2 < len(after) <= 2 + BRED_IN_JURY


def test_a_run_in_parts_is_the_run_at_once(tmp_path, tasks):
    exports = []
    for name, parts, threads in (("whole", (9,), 1), ("parts", (3, 4, 5, 9), 2)):
        with new_library(tmp_path / f"{name}.db") as library:
            add_differs(library)
        for generations in parts:
            with Library.open(tmp_path / f"{name}.db") as library:
                evolution(library, tasks=tasks, threads=threads, generations=generations).run()
                last = export(library)
        exports.append(last)
    assert exports[0] == exports[1]
