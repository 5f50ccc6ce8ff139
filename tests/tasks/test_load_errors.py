"""Bad input: one clear line that says where, what and what to do."""

import json
import os
import re
import threading
from pathlib import Path

import pytest

from arcloom.errors import InputError
from arcloom.tasks import Dataset, Task
from arcloom.tasks.load import load


def message_of(source):
    """The error's message, after the checks that hold for all of them."""
    with pytest.raises(InputError) as caught:
        load(source)
    message = str(caught.value)
    assert "\n" not in message
    assert caught.value.remedy
    assert caught.value.remedy in message
    return message


BIG = [[0] * 31 for _ in range(31)]

SPOILED = {
    "ragged": ([[1, 2], [3]], r"demo 2 output, row 2: ragged rows: 1 cells here, 2 in row 1"),
    "ten": ([[1, 10]], r"demo 2 output, row 1, column 2: colour 10 is outside 0\.\.9"),
    "negative": ([[1], [-1]], r"demo 2 output, row 2, column 1: colour -1 is outside 0\.\.9"),
    "empty": ([], r"demo 2 output: empty grid"),
    "big": (BIG, r"demo 2 output: a grid of 31x31 is over 30x30"),
    "tall": (BIG[0:1] * 31, r"demo 2 output: a grid of 31x31 is over 30x30"),
    "wide": ([[0] * 31], r"demo 2 output: a grid of 1x31 is over 30x30"),
    "null": (None, r"demo 2 output: a grid is a list of rows, not null"),
}


@pytest.mark.parametrize(("grid", "expected"), SPOILED.values(), ids=SPOILED)
def test_a_malformed_grid_is_placed(write, content, grid, expected):
    content["train"][1]["output"] = grid
    path = write("t.json", content)
    assert re.match(rf"{re.escape(str(path))}, task t, {expected}; ", message_of(path))


@pytest.mark.parametrize("key", ["input", "output"])
def test_malformed_tests_are_placed(write, content, key):
    content["test"][0][key] = [[10]]
    assert f"test 1 {key}, row 1, column 1: colour 10" in message_of(write("t.json", content))


def test_30x30_is_not_too_large(write, content):
    content["train"][0]["input"] = [[0] * 30 for _ in range(30)]
    assert load(write("t.json", content))["t"].demos[0].input.shape == (30, 30)


def test_not_json_is_placed_by_line_and_column(write):
    path = write("t.json", '{"train": [],\n "test" 1}')
    assert message_of(path).startswith(f"{path}, line 2, column 9: not JSON: ")


def test_a_task_that_stands_twice_in_a_file(write, content):
    task = json.dumps(content)
    for name in ("x_challenges.json", "x_solutions.json"):
        path = write("x_challenges.json", {"a": content})
        twice = path.with_name(name)
        twice.write_text(f'{{"a": {task}, "b": {task}, "a": {task}}}')
        assert message_of(path).startswith(f"{twice}: the key 'a' stands there twice; ")


def test_a_part_of_a_task_that_stands_twice(write, content):
    path = write("task.json", content)
    train = json.dumps(content["train"])
    path.write_text(f'{{"train": {train}, "test": {train}, "train": {train}}}')
    assert message_of(path).startswith(f"{path}: the key 'train' stands there twice; ")


def test_two_tasks_of_one_id():
    task = Task("one", [([[1]], [[1]])], [[[1]]])
    with pytest.raises(InputError, match="two tasks have the id 'one'"):
        Dataset("both", [task, task])


def test_not_json_within_a_folder_names_the_file_once(write, tmp_path):
    path = write("t.json", "nope")
    assert message_of(tmp_path).startswith(f"{path}, line 1, column 1: not JSON: ")


ODD_TEXT = {
    "empty file": "",
    "deep": "[" * 100_000,
    "long integer": '{"train": ' + "1" * 5000 + "}",
}


@pytest.mark.parametrize("text", ODD_TEXT.values(), ids=ODD_TEXT)
def test_odd_json_is_refused(write, text):
    assert "t.json" in message_of(write("t.json", text))


def test_binary_data_is_refused(tmp_path):
    path = tmp_path / "t.json"
    path.write_bytes(b"\x89PNG\xff")
    assert f"{path}: not UTF-8 text" in message_of(path)


@pytest.mark.parametrize("key", ["train", "test"])
def test_a_missing_key_of_the_task(write, content, key):
    del content[key]
    assert f'task t: the key "{key}" is missing' in message_of(write("t.json", content))


@pytest.mark.parametrize("key", ["input", "output"])
def test_a_missing_key_of_a_demo(write, content, key):
    del content["train"][0][key]
    assert f'task t, demo 1: the key "{key}" is missing' in message_of(write("t.json", content))


@pytest.mark.parametrize("value", [[], {}, None, 3, [3]])
def test_samples_of_the_wrong_kind(write, content, value):
    content["train"] = value
    assert "task t" in message_of(write("t.json", content))


@pytest.mark.parametrize("value", [{}, [], 3, "text", None])
def test_a_file_without_tasks(write, value):
    path = write("t.json", value if value != "text" else '"text"')
    assert f"{path}: holds no tasks" in message_of(path)


def test_kaggle_errors_name_the_task(write, content):
    path = write("arc-agi_x_challenges.json", {"good": content, "bad": 3})
    assert f"{path}, task bad: a task must be a JSON object" in message_of(path)


def test_a_solutions_file_is_not_a_dataset(write):
    assert "give the challenges file" in message_of(write("x_solutions.json", {"a": [[[1]]]}))


def test_solutions_must_fit_their_challenges(write, content):
    path = write("x_challenges.json", {"a": content})
    write("x_solutions.json", {"a": [[[1]], [[2]]]})
    assert "the solutions file must list as many outputs as there are tests: 1" in message_of(path)
    write("x_solutions.json", [1])
    assert "x_solutions.json: this is not a solutions file" in message_of(path)


def test_a_kaggle_file_among_task_files(write, content, tmp_path):
    write("x_challenges.json", {"a": content})
    assert "load it by its own path" in message_of(tmp_path)


def test_a_folder_without_tasks(tmp_path):
    assert message_of(tmp_path).startswith(f"{tmp_path}: this folder holds no tasks; ")


def test_a_folder_of_folders_names_them(write, content, tmp_path):
    write("training/a.json", content)
    write("evaluation/b.json", content)
    assert "one of its folders: evaluation, training" in message_of(tmp_path)


@pytest.mark.parametrize("name", ["arc3-train", "missing/folder", "missing.json"])
def test_an_unknown_name_lists_the_known_ones(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    message = message_of(name)
    for known in ("arc1-train", "arc1-eval", "arc2-train", "arc2-eval"):
        assert known in message


def test_an_empty_name_is_not_this_folder(monkeypatch, tmp_path, content):
    (tmp_path / "a.json").write_text(json.dumps(content))
    monkeypatch.chdir(tmp_path)
    assert message_of("").startswith("an empty text names no dataset; give arc1-train, ")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_no_file_can_have(name):
    assert message_of(name)


def test_an_unreadable_file(write, content, monkeypatch):
    path = write("t.json", content)

    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert f"{path}: cannot be read: Permission denied" in message_of(path)


def test_hostile_names_cannot_break_the_line(write, content):
    content["train"] = []
    path = write("x_challenges.json", {"a\nb\x1b[2J": content})
    assert "\x1b" not in message_of(path)


SMALL = {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]]}]}


@pytest.mark.parametrize("task_id", ["\ud800", "a\x00b", "a\nb", "\x1b[2J"])
def test_an_id_that_is_no_text(tmp_path, task_id):
    """It could be stored nowhere, and would steer a terminal."""
    path = tmp_path / "challenges.json"
    path.write_text(json.dumps({task_id: SMALL, "good": SMALL}))
    dataset = load(path, strict=False)
    assert list(dataset) == ["good"]
    (error,) = dataset.refused.values()
    assert "its id has a character that is no text" in str(error)
    assert str(error).isprintable()


def test_a_file_name_that_is_no_text(tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json"))
    try:
        path.write_text(json.dumps(SMALL))
    except OSError:
        pytest.skip("this file system takes only names that are text")
    with pytest.raises(InputError, match="no text"):
        load(tmp_path)


def test_a_home_that_is_not_there():
    with pytest.raises(InputError, match="no such user"):
        load("~there-is-no-such-user/tasks")


def test_a_source_without_end():
    with pytest.raises(InputError, match="not a regular file"):
        load("/dev/full")


def test_a_pipe_can_be_read(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=[json.dumps(SMALL)])
    writer.start()
    assert len(load(path)) == 1
    writer.join()
