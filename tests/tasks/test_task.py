"""Task, Sample and Dataset: their shape, their order and that they hold still."""

import dataclasses
import pickle

import pytest

from arcloom.tasks import Dataset, Task


@pytest.fixture
def task():
    return Task("flip", demos=[([[1, 2]], [[2, 1]]), ([[3]], [[3]])], tests=[[[4, 5]]])


def test_samples_know_their_task_and_place(task):
    assert [(s.task_id, s.kind, s.index) for s in task.samples] == [
        ("flip", "demo", 0),
        ("flip", "demo", 1),
        ("flip", "test", 0),
    ]
    assert all(sample.task is task for sample in task.samples)
    assert [s.input.to_tuple() for s in task.samples] == [((1, 2),), ((3,),), ((4, 5),)]


def test_pairs_are_the_demos(task):
    assert [(a.to_tuple(), b.to_tuple()) for a, b in task.pairs] == [
        (((1, 2),), ((2, 1),)),
        (((3,),), ((3,),)),
    ]


def test_tasks_and_samples_are_frozen(task):
    with pytest.raises(dataclasses.FrozenInstanceError):
        task.id = "other"
    with pytest.raises(dataclasses.FrozenInstanceError):
        task.demos[0].index = 5


def test_reprs_are_short(task):
    assert repr(task) == "Task(flip: 2 demos, 1 tests)"
    assert repr(task.demos[0]) == "Sample(flip demo 0: 1x2 -> 1x2)"
    assert repr(task.tests[0]) == "Sample(flip test 0: 1x2 -> ?)"


def test_pickle_keeps_the_ring_of_task_and_samples(task):
    twin = pickle.loads(pickle.dumps(task))
    assert twin.demos[1].task is twin
    assert twin.tests[0].input.same([[4, 5]])


def test_a_dataset_is_an_ordered_mapping(task):
    other = Task("a", [([[1]], [[1]])], [[[1]], [[2]]])
    dataset = Dataset("two", [task, other])
    assert list(dataset) == ["flip", "a"]
    assert dataset["a"] is other
    assert len(dataset) == 2
    assert dataset.samples() == [*task.samples, *other.samples]
    assert repr(dataset) == "Dataset('two': 2 tasks, 6 samples)"
    with pytest.raises(KeyError):
        dataset["b"]
