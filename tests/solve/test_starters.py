"""Runs begin with the starter programs: on any workers, when resumed, and not if told otherwise."""

import pytest

import arcloom as al
from arcloom.library.starter import starter_programs, starters_for
from tests.library.samples import program, scored
from tests.solve.small import small_tasks

FUEL = 60_000_000
ONLY = {"strategies": "transfer", "fuel": FUEL, "progress": False}


@pytest.fixture(scope="module")
def training():
    return al.load("arc1-train")


def test_a_run_without_a_library_begins_with_them():
    answers = al.solve(small_tasks(), **ONLY)
    assert answers.figures.starters == len(starter_programs())
    assert answers["mirror"].fitted
    assert answers["mirror"].program.name.startswith("starter_")


@pytest.mark.parametrize("nothing", [{"starter": None}, {"starter": "none"}, {"library": "none"}])
def test_nothing_is_a_choice(nothing):
    answers = al.solve(small_tasks(), **ONLY, **nothing)
    assert answers.figures.starters == 0
    assert not answers["mirror"].fitted


def test_settings_at_once_know_the_word_too():
    config = al.SolveConfig(strategies="transfer", fuel=FUEL, starter=None)
    assert not al.solve(small_tasks(), config=config, progress=False)["mirror"].fitted
    config = al.SolveConfig(strategies="transfer", fuel=FUEL)
    assert config.content()["starter"] == "default"
    assert not al.solve(small_tasks(), config=config, library="none", progress=False).programs
    with pytest.raises(al.InputError, match="config excludes other settings"):
        al.solve(small_tasks(), config=config, starter=None)
    with pytest.raises(al.InputError, match="no starter programs 'mine'"):
        al.SolveConfig(starter="mine")


def test_a_training_task_is_not_solved_by_its_own_program(training):
    """Programs that were found on this task alone would prove nothing about it."""
    one = next(one for one in starter_programs() if len(one.tasks) == 1 and one.nodes > 4)
    task = training[one.tasks[0]]
    answers = al.solve(task, **ONLY)
    assert answers.figures.starters < len(starter_programs())
    known = {found.program.hash for found in answers[task.id].evidence.known}
    assert one.hash not in known
    assert al.solve(training[:400], fuel=1, progress=False).figures.starters == 0


def test_workers_have_them_too(training):
    tasks = training[:4]
    by_threads = al.solve(tasks, **ONLY, threads=1)
    by_processes = al.solve(tasks, **ONLY, threads=1, workers="processes")
    assert by_threads.figures.starters == by_processes.figures.starters > 0
    for task_id in tasks:
        mine, theirs = by_threads[task_id], by_processes[task_id]
        assert [f.program.hash for f in mine.evidence.known] == [
            f.program.hash for f in theirs.evidence.known
        ]


def test_a_resumed_run_goes_on_from_the_same_programs(tmp_path, training):
    """The library has stored some of them by then. They count once."""
    tasks = training[:6]
    whole = al.solve(tasks, **{**ONLY, "fuel": 4 * FUEL})
    al.solve(tasks, **ONLY, library=tmp_path / "lib.db")
    resumed = al.solve(tasks, **{**ONLY, "fuel": 4 * FUEL}, library=tmp_path / "lib.db")
    assert resumed.figures.starters == whole.figures.starters
    for task_id in tasks:
        pairs = zip(whole[task_id].attempts, resumed[task_id].attempts, strict=True)
        assert all(a.same(b) for test in pairs for a, b in zip(*test, strict=True))


def test_evolution_begins_with_them(tmp_path):
    tasks = small_tasks()
    evolved = al.evolve(tasks, tmp_path / "a.db", generations=0, progress=False)
    assert evolved.programs["mirror"].hash in {p.hash for p in starters_for("default", [])}
    none = al.evolve(tasks, tmp_path / "b.db", generations=0, starter=None, progress=False)
    again = al.evolve(tasks, tmp_path / "c.db", generations=0, starter="none", progress=False)
    assert none.figures.candidates == again.figures.candidates < evolved.figures.candidates
    with pytest.raises(
        al.InputError, match="config excludes budget, generations, seed and starter"
    ):
        al.evolve(tasks, tmp_path / "d.db", starter=None, config=al.EvolveConfig())


def test_the_lineage_of_a_child_leads_to_starters(tmp_path):
    """A library need not store a starter. Its source is known all the same."""
    starter = starter_programs()[0]
    with al.Library(tmp_path / "lib.db") as library:
        library.record([scored(1)._replace(parents=(starter.hash,))])
        child, ancestor = library.lineage(program(1).hash)
    assert child.stored
    assert (ancestor.program, ancestor.stored) == (starter.hash, False)
    assert ancestor.source.splitlines()[1:] == starter.source.splitlines()[1:]  # but for its name


def test_evolution_that_is_interrupted_and_resumed_gives_the_same_library(tmp_path):
    tasks = small_tasks()
    settings = {"seed": 7, "progress": False}
    with al.Library(tmp_path / "whole.db") as whole, al.Library(tmp_path / "parts.db") as parts:
        al.evolve(tasks, whole, generations=3, **settings)
        al.evolve(tasks, parts, generations=1, **settings)
        al.evolve(tasks, parts, generations=3, **settings, threads=1)
        assert [(s.task, s.program, s.score) for s in whole.scores()] == [
            (s.task, s.program, s.score) for s in parts.scores()
        ]


def test_evolve_needs_a_library_and_says_so(tmp_path):
    from typer.testing import CliRunner

    from arcloom.cli.main import app

    result = CliRunner().invoke(app, ["evolve", "arc1-train", "--library", "none"])
    assert result.exit_code == 2
    assert "--starter none begins without the starter programs" in result.stderr
