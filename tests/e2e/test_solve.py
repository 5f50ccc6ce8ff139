"""`arcloom solve` as real processes: threads, kills, Ctrl-C, little memory, its clock."""

import json
import random
import signal
import time

import pytest

from arcloom.library import Library
from arcloom.solve.submission import read_submission
from arcloom.tasks import Dataset
from arcloom.tasks.load import load
from tests.e2e.command import PATIENCE, arcloom, start

KILLS = 3
TASKS = 16


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of training tasks without the tests' outputs: no search may need them."""
    path = tmp_path_factory.mktemp("tasks")
    for task in list(load("arc1-train").values())[:TASKS]:
        content = {
            "train": [{"input": a.tolist(), "output": b.tolist()} for a, b in task.pairs],
            "test": [{"input": test.input.tolist()} for test in task.tests],
        }
        (path / f"{task.id}.json").write_text(json.dumps(content))
    return path


@pytest.fixture(scope="module")
def tasks(folder):
    return load(folder)


def test_one_thread_or_two(folder, tmp_path):
    texts = []
    for threads in (1, 2):
        out = tmp_path / f"{threads}.json"
        done = arcloom(
            *("solve", folder, "--fuel", 90_000_000, "--seed", 3),
            *("--threads", threads, "--out", out, "--json"),
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["stop"] == "fuel"
        texts.append(out.read_bytes())
    assert texts[0] == texts[1]


def test_killed_at_any_moment(folder, tasks, tmp_path):
    """The submission is whole and complete, the library too, and nothing that fitted is lost."""
    rng = random.Random(4)
    out, library = tmp_path / "s.json", tmp_path / "lib.db"
    command = ("solve", folder, "--budget", "60s", "--out", out, "--library", library)
    fitted = set()
    for _ in range(KILLS):
        process = start(*command, "--progress", 0)
        while not out.exists():
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 2))
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert len(read_submission(out, tasks)) == len(tasks)
        with Library.open(library) as opened:
            assert opened.integrity() == []
            now = set(opened.solved())
        assert fitted <= now
        fitted = now
    done = arcloom("solve", folder, "--budget", "5s", "--out", out, "--library", library, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["fitted"] >= len(fitted)


def test_ctrl_c(folder, tasks, tmp_path):
    out = tmp_path / "s.json"
    arguments = ("--out", out, "--progress", 0, "--device", "cpu", "--json")
    process = start("solve", folder, "--budget", "60s", *arguments)
    assert "tasks fitted" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "arcloom: interrupted; the submission is complete"
    assert json.loads(output)["stop"] == "interrupted"
    assert len(read_submission(out, tasks)) == len(tasks)


def test_a_budget_of_time_is_kept(folder, tmp_path):
    done = arcloom("solve", folder, "--budget", "4s", "--out", tmp_path / "s.json", "--json")
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    assert content["stop"] == "budget"
    assert 4 <= content["seconds"] < 20


def test_little_memory(folder, tasks, tmp_path):
    out = tmp_path / "s.json"
    done = arcloom("solve", folder, "--budget", "3s", "--memory", "1G", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["peak_memory"] < 2**30
    assert len(read_submission(out, tasks)) == len(tasks)


def test_kaggle_files(tmp_path):
    """A challenges file as Kaggle gives it, scored where its solutions lie beside it."""
    train = load("arc1-train")
    some = Dataset("some", [train[task_id] for task_id in ("67a3c6ac", "68b16354")])
    challenges = {
        task.id: {
            "train": [{"input": a.tolist(), "output": b.tolist()} for a, b in task.pairs],
            "test": [{"input": test.input.tolist()} for test in task.tests],
        }
        for task in some.values()
    }
    path = tmp_path / "arc-agi_test_challenges.json"
    path.write_text(json.dumps(challenges))
    out = tmp_path / "submission.json"
    done = arcloom("solve", path, "--fuel", 1_000_000, "--out", out)
    assert done.returncode == 0, done.stderr
    attempts = {i: [a["attempt_1"] for a in e] for i, e in json.loads(out.read_text()).items()}
    (tmp_path / "arc-agi_test_solutions.json").write_text(json.dumps(attempts))
    scored = arcloom("score", out, path, "--json")
    assert json.loads(scored.stdout)["tasks"]["1"] == 2
