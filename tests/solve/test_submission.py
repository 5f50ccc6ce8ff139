"""Submissions: complete, whole at any moment, and refused where they are wrong."""

import json

import pytest

from arcloom.errors import InputError
from arcloom.solve.evidence import Evidence
from arcloom.solve.odds import attempts
from arcloom.solve.report import read_report
from arcloom.solve.score import score
from arcloom.solve.submission import SubmissionFile, read_submission
from arcloom.tasks import Dataset, Grid, Task
from tests.solve.small import small_tasks

TASKS = small_tasks()
RIGHT = {
    "mirror": [{"attempt_1": [[9, 8, 7]], "attempt_2": [[0]]}],
    "turn": [{"attempt_1": [[0]], "attempt_2": [[5], [6]]}],
    "riddle": [
        {"attempt_1": [[0]], "attempt_2": [[1]]},
        {"attempt_1": [[0]], "attempt_2": [[0, 0]]},
    ],
}


def guessed():
    return {task.id: attempts(Evidence(task), 2) for task in TASKS.values()}


def changed(task_id, entry):
    return {**RIGHT, task_id: entry}


def test_it_is_complete_from_the_start(tmp_path):
    SubmissionFile(tmp_path / "s.json", guessed()).begin()
    content = json.loads((tmp_path / "s.json").read_text())
    assert {task_id: len(entry) for task_id, entry in content.items()} == {
        "mirror": 1,
        "turn": 1,
        "riddle": 2,
    }
    assert all(set(test) == {"attempt_1", "attempt_2"} for e in content.values() for test in e)


def test_it_is_rewritten_when_something_changed(tmp_path):
    path = tmp_path / "s.json"
    file = SubmissionFile(path, guessed())
    file.begin()
    first = path.stat().st_ino
    file.flush()
    assert path.stat().st_ino == first
    file.update("mirror", ((Grid([[9, 8, 7]]), Grid([[0]])),))
    file.flush(at_most_every=1000)
    assert path.stat().st_ino == first
    file.flush()
    assert read_submission(path, TASKS)["mirror"][0][0].tolist() == [[9, 8, 7]]
    assert list(tmp_path.iterdir()) == [path]


def test_what_an_earlier_run_left_stays_until_there_is_something_better(tmp_path):
    path = tmp_path / "s.json"
    path.write_text(json.dumps(RIGHT))
    file = SubmissionFile(path, guessed(), keep=TASKS)
    file.begin()
    assert json.loads(path.read_text()) == RIGHT
    file.flush()
    assert json.loads(path.read_text()) != RIGHT
    path.write_text(json.dumps({"mirror": RIGHT["mirror"]}))
    SubmissionFile(path, guessed(), keep=TASKS).begin()
    assert len(read_submission(path, TASKS)) == len(TASKS)


def test_scores_by_attempts(tmp_path):
    path = tmp_path / "s.json"
    path.write_text(json.dumps(RIGHT))
    found = score(read_submission(path, TASKS), TASKS)
    assert found.tasks == {1: 1, 2: 2}
    assert found.outputs == {1: 1, 2: 3}
    assert (found.total_tasks, found.total_outputs, found.hidden) == (3, 4, 0)
    assert found.solved == {"mirror", "turn"}


def test_attempts_go_by_their_number(tmp_path):
    entry = {f"attempt_{n}": [[0]] for n in (10, 2, 1)} | {"attempt_3": [[9, 8, 7]]}
    path = tmp_path / "s.json"
    path.write_text(json.dumps(changed("mirror", [entry])))
    assert score(read_submission(path, TASKS), TASKS).tasks == {1: 0, 2: 1, 3: 2, 4: 2}


def test_tasks_without_known_outputs_are_not_counted():
    open_task = Task("open", [([[1]], [[1]])], [[[1]]])
    tasks = Dataset("two", [TASKS["mirror"], open_task])
    found = score({task_id: ((Grid([[9, 8, 7]]),),) for task_id in tasks}, tasks)
    assert (found.tasks, found.total_tasks, found.hidden) == ({1: 1, 2: 1}, 1, 1)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ([], "a submission is a JSON object"),
        ({}, "3 of the 3 tasks are missing, the first is mirror"),
        ({"mirror": RIGHT["mirror"]}, "2 of the 3 tasks are missing, the first is turn"),
        (changed("turn", {}), "task turn: must list as many entries as there are tests: 1"),
        (
            changed("riddle", RIGHT["turn"]),
            "riddle: must list as many entries as there are tests: 2",
        ),
        (changed("turn", [[[1]]]), "task turn, test 1: must be an object"),
        (changed("turn", [{"attempt_2": [[1]]}]), "task turn, test 1: must be an object"),
        (changed("turn", [{"attempt_1": [[1]], "best": [[1]]}]), "'best' is no attempt"),
        (changed("turn", [{"attempt_1": [[10]]}]), "task turn, test 1, attempt_1, row 1, column 1"),
        (changed("turn", [{"attempt_1": [[1], [1, 2]]}]), "ragged"),
        (changed("turn", [{"attempt_1": None}]), "not null"),
        (changed("turn", [{"attempt_1": [[0] * 31]}]), "1x31 is over 30x30"),
    ],
)
def test_what_is_no_submission(tmp_path, content, problem):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError) as caught:
        read_submission(path, TASKS)
    assert str(caught.value).startswith(str(path))
    assert problem in str(caught.value)


def test_a_number_of_thousands_of_digits(tmp_path):
    path = tmp_path / "s.json"
    task = Task("t", [([[1]], [[2]])], [[[3]]])
    path.write_text(json.dumps({"t": [{"attempt_1": [[1]], "attempt_" + "9" * 5000: [[1]]}]}))
    with pytest.raises(InputError, match="is no attempt") as caught:
        read_submission(path, {"t": task})
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "content",
    [
        3,
        {"per_task": {"t": 3}},
        {"per_task": {"t": {"alone": 3}}},
        {"configuration": 3, "per_task": {}},
        {"configuration": {"strategies": 3}, "per_task": {}},
    ],
)
def test_what_is_no_report(tmp_path, content):
    path = tmp_path / "r.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match="not a report of a run"):
        read_report(path, {"t": Task("t", [([[1]], [[2]])], [[[3]]])})
