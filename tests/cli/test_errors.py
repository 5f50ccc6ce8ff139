"""Bad input: one line that says where and what, exit code 2, never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from arcloom.cli.main import main; main()"]
PROGRAMS = {
    "an import": ("import os\ndef solve(I):\n    return I\n", ":1:1:", "import os"),
    "an attribute": ("def solve(I):\n    return I.__class__\n", ":2:12:", "__class__"),
    "a loop": (
        "def solve(I):\n    while True:\n        I = rot90(I)\n    return I\n",
        ":2:5:",
        "while",
    ),
    "an unknown op": ("def solve(I):\n    return rot91(I)\n", ":2:12:", "'rot91'"),
    "a wrong arity": ("def solve(I):\n    return rot90(I, I)\n", ":2:12:", "'rot90'"),
    "no Python": ("def solve(I:\n", ":1:", "not valid Python"),
    "no program": ("# nothing\n", ":1:1:", "no program"),
}
GOOD = {"input": [[1]], "output": [[1]]}
TASKS = {
    "not JSON": ("{", "not JSON"),
    "ragged rows": ({"train": [{"input": [[1, 2], [3]], "output": [[1]]}]}, "ragged"),
    "colour 10": ({"train": [{"input": [[10]], "output": [[1]]}]}, "colour 10"),
    "colour -1": ({"train": [{"input": [[-1]], "output": [[1]]}]}, "colour -1"),
    "an empty grid": ({"train": [{"input": [], "output": [[1]]}]}, "empty grid"),
    "a 31x31 grid": ({"train": [{"input": [[0] * 31] * 31, "output": [[1]]}]}, "31x31"),
    "a list": ([1, 2], "no tasks"),
}


def refused(result):
    """The one line that a refused command prints."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("arcloom: ")
    return result.stderr


@pytest.mark.parametrize("case", PROGRAMS)
@pytest.mark.parametrize("command", ["check", "run", "show", "bench"])
def test_a_bad_program_file(arcloom, write, tasks, command, case):
    text, place, name = PROGRAMS[case]
    file = write("bad.py", text)
    args = {
        "check": ("check", tasks, "--programs", file),
        "run": ("run", file, tasks),
        "show": ("show", f"{file}::solve"),
        "bench": ("bench", "--programs", file),
    }[command]
    line = refused(arcloom(*args))
    assert f"{file}{place}" in line
    assert name in line


@pytest.mark.parametrize("case", TASKS)
@pytest.mark.parametrize("in_folder", [False, True], ids=["file", "folder"])
def test_a_bad_task_file(arcloom, write, programs, case, in_folder):
    content, problem = TASKS[case]
    if isinstance(content, dict):
        content = {**content, "test": [GOOD]}
    file = write("folder/bad.json", content)
    line = refused(arcloom("check", file.parent if in_folder else file, "--programs", programs))
    assert str(file) in line
    assert problem in line or "a task must be a JSON object" in line


def test_show_refuses_a_bad_task_file(arcloom, write):
    assert "not JSON" in refused(arcloom("show", write("bad.json", "{")))


def test_a_folder_without_tasks(arcloom, tmp_path, programs):
    (tmp_path / "empty").mkdir()
    line = refused(arcloom("check", tmp_path / "empty", "--programs", programs))
    assert "this folder holds no tasks" in line


def test_an_unknown_dataset_lists_the_known_ones(arcloom, programs):
    line = refused(arcloom("run", programs, "arc3-train"))
    for name in ("arc1-train", "arc1-eval", "arc2-train", "arc2-eval"):
        assert name in line


def test_files_that_cannot_be_read(arcloom, tmp_path, tasks):
    assert "no such file" in refused(arcloom("run", tmp_path / "none.py", tasks))
    (tmp_path / "empty").mkdir()
    assert "no .py file" in refused(arcloom("run", tmp_path / "empty", tasks))
    binary = tmp_path / "binary.py"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in refused(arcloom("run", binary, tasks))


def test_a_picture_that_cannot_be_written(arcloom, tmp_path, tasks):
    result = arcloom("show", tasks / "turn.json", "--png", tmp_path)
    assert "cannot be written" in refused(result)


def test_the_rest_of_a_folder_is_checked_all_the_same(arcloom, write, tasks, programs):
    bad = write("tasks/bad.json", "{")
    result = arcloom("check", tasks, "--programs", programs, "--json")
    assert result.exit_code == 1
    assert '"tasks": 3' in result.stdout
    assert f"left out: {bad}" in result.stderr


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["check", "arc1-train", "--programs", ""], "the value of '--programs'"),
        (["solve", "arc1-train", "--out="], "the value of '--out'"),
        (["import", "", "--library", "lib.db"], "an argument"),
        (["library", "show", "", "--library", "lib.db"], "an argument"),
    ],
)
def test_an_empty_argument_is_not_the_current_folder(arcloom, args, what):
    assert f"{what} is empty" in refused(arcloom(*args))


def test_a_full_disk_behind_standard_output_is_one_line():
    with Path("/dev/full").open("w") as full:
        for args in (["ops"], ["ops", "--json"], ["--version"]):
            done = subprocess.run([*COMMAND, *args], stdout=full, stderr=subprocess.PIPE)
            assert done.returncode == 2
            (line,) = done.stderr.decode().splitlines()
            assert line.startswith("arcloom: standard output: cannot be written: No space left")


def test_what_a_command_reads_it_does_not_overwrite(arcloom, tmp_path, tasks):
    task = tasks / "turn.json"
    before = task.read_bytes()
    solve = ["solve", task, "--fuel", "1000", "--library", tmp_path / "lib.db"]
    for args in (["show", task, "-o", task], [*solve, "--out", task], [*solve, "--report", task]):
        assert "is read by this command" in refused(arcloom(*args))
    assert task.read_bytes() == before
    both = tmp_path / "both.json"
    assert "another option" in refused(arcloom(*solve, "--out", both, "--report", both))
