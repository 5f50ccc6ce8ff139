"""The starter programs: where they come from, what a run begins with, that none is a copy."""

import os
from pathlib import Path

import pytest

import arcloom as al
from arcloom.errors import InputError
from arcloom.library import starter
from arcloom.library.starter import demos_of, starter_programs, starter_text, starters_for
from arcloom.search.evolve.breeder import Mutations, new_breeder

ROOT = Path(__file__).parents[2]
OTHERS = "ARCLOOM_OTHER_PROGRAMS"
"""The environment variable that names files of other repositories' programs, as PATH does."""


@pytest.fixture(scope="module")
def training():
    return al.load("arc1-train")


def test_each_program_says_where_it_comes_from(training):
    programs = starter_programs()
    assert 150 < len(programs) < 500
    for one in programs:
        assert one.tasks, one.name
        assert set(one.tasks) <= set(training)
        assert [demos_of(training[task_id]) for task_id in one.tasks] == list(one.demos)
        assert one.strategy
        assert one.origin.command
        assert one.origin.version
        assert one.origin.date


def test_each_program_is_what_its_hash_says():
    for one in starter_programs():
        stored = one.stored()
        program = stored.parse()
        assert len(program) == one.nodes
        assert program.source("solve") == stored.source
        assert stored.text(one.name) == one.source


def test_the_programs_solve_their_tasks(training):
    """A few that learn nothing: those are quick to run."""
    plain = [one for one in starter_programs() if f"{one.name}(I):" in one.source][::10]
    assert len(plain) > 10
    for one in plain:
        tasks = training.filter(list(one.tasks))
        assert set(al.check(tasks, one.stored().parse()).solvers) == set(one.tasks)


def test_each_program_can_be_bred_from():
    breeder = new_breeder(Mutations())
    for one in starter_programs():
        assert breeder.add_program(*one.stored().parse().encode()) >= 0


def test_they_are_small():
    file = Path(starter.__file__).with_name(starter.FILE)
    assert file.stat().st_size < 100_000


def test_the_file_reads_back_as_it_was_written(training):
    text = Path(starter.__file__).with_name(starter.FILE).read_text()
    assert starter_text(starter_programs(), training) == text


def test_what_people_wrote_is_the_example_file():
    written = {one.hash for one in starter_programs() if one.strategy == "written"}
    examples = al.read_programs(ROOT / "examples/programs.py").values()
    assert written
    assert written <= {program.hash for program in examples}


@pytest.mark.skipif(OTHERS not in os.environ, reason=f"{OTHERS} names no files to compare with")
def test_no_program_is_another_repositorys():
    others = {
        program.hash: f"{name} of {path}"
        for path in os.environ[OTHERS].split(os.pathsep)
        for name, program in al.read_programs(path).items()
    }
    assert others
    equal = {one.name: others[one.hash] for one in starter_programs() if one.hash in others}
    assert equal == {}


def hashes_for(*tasks):
    return {stored.hash for stored in starters_for("default", tasks)}


def test_a_run_begins_without_what_was_found_on_its_own_tasks(training):
    assert len(hashes_for()) == len(starter_programs())
    assert hashes_for(*training.values()) == set()
    for one in starter_programs():
        first, *others = (training[task_id] for task_id in one.tasks)
        assert one.hash not in hashes_for(first, *others)
        if others:  # the other tasks would have given it too
            assert one.hash in hashes_for(first)


def test_a_task_in_another_form_does_not_bring_a_program_back(training):
    """Under another id, with a demo less, or with a demo as its test."""
    one = next(one for one in starter_programs() if len(one.tasks) == 1)
    task = training[one.tasks[0]]
    pairs, tests = task.pairs, [test.input for test in task.tests]
    forms = [
        al.Task("another", pairs, tests),
        al.Task(task.id, pairs[1:], tests),
        al.Task(task.id, pairs[1:], [pairs[0][0]]),
    ]
    for form in forms:
        assert one.hash not in hashes_for(form)


def test_none_is_a_choice_and_other_words_are_refused():
    assert starters_for(starter.check_starter("none"), []) == []
    assert starters_for(starter.check_starter(None), []) == []
    with pytest.raises(InputError, match=r"no starter programs 'mine\.py'; write default or none"):
        starter.check_starter("mine.py")
