"""Outputs of the run's tests are never read, and training tasks that hold a task are refused."""

import numpy as np
import pytest

from arcloom.errors import InputError
from arcloom.net import Network
from arcloom.net.lessons import lessons_of
from arcloom.tasks import Task
from arcloom.tasks.sealed import Sealed, reveal
from tests.net.made import made


def test_what_is_sealed_changes_nothing():
    task, _ = made("mirror", seed=1)
    lying = Task(
        task.id, task.pairs, [s.input for s in task.tests], Sealed([np.ones((9, 9), int)] * 2)
    )
    bare = Task(task.id, task.pairs, [s.input for s in task.tests])
    answers = []
    for each in (task, lying, bare):
        network = Network.start([each], preset="tiny", device="cpu")
        network.train(steps=3)
        answers.append(network.answer(views=2)[task.id])
    for other in answers[1:]:
        assert [[(v.grid.to_tuple(), v.bits) for v in best] for best in other] == [
            [(v.grid.to_tuple(), v.bits) for v in best] for best in answers[0]
        ]


def test_of_the_run_only_demos_are_learnt_and_of_training_tasks_tests_too():
    task, _ = made("mirror", seed=1)
    training, wanted = made("row", seed=2)
    learnt = lessons_of([task], [training], 0, 0).learnt
    own = [lesson for lesson in learnt if lesson.task == 0]
    assert len(own) == len(task.demos)
    assert sum(lesson.task == 1 for lesson in learnt) == len(training.demos) + len(wanted)


def test_a_leaked_task_with_another_id_is_refused():
    task, _ = made("mirror", seed=1)
    good, _ = made("row", seed=2)
    demos = [(sample.input, right) for sample, right in zip(task.tests, reveal(task), strict=True)]
    leaked = Task("another-id", demos[:1], [good.tests[0].input])
    network = Network.start([task], preset="tiny", device="cpu", extra=[leaked, good])
    assert [(r.task_id, r.reason) for r in network.refused] == [
        ("another-id", "it has the input of test 1 of task mirror")
    ]
    same = lessons_of([task], [good], 0, 0)
    assert lessons_of([task], [leaked, good], 0, 0).identity == same.identity


def test_a_held_out_demo_is_not_learnt():
    task, _ = made("mirror", seed=1)
    lessons = lessons_of([task], [], 1, 0)
    assert len(lessons.held_out) == 1
    assert len(lessons.learnt) == len(task.demos) - 1
    assert not any(lesson.given.same(lessons.held_out[0].given) for lesson in lessons.learnt)


def test_nothing_to_learn_is_one_clear_line():
    with pytest.raises(InputError, match="no tasks to learn"):
        Network.start([], preset="tiny")
    with pytest.raises(InputError, match="no demo to learn"):
        Network.start([Task("t", [], [[[1]]])], preset="tiny")
