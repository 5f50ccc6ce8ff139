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
        save(task, path)
    return path


def save(task, path):
    content = {
        "train": [{"input": a.tolist(), "output": b.tolist()} for a, b in task.pairs],
        "test": [{"input": test.input.tolist()} for test in task.tests],
    }
    path.mkdir(exist_ok=True)
    (path / f"{task.id}.json").write_text(json.dumps(content))


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


def stored(library):
    """The tasks that a library has a fitting program for, while a run may be writing to it."""
    with Library.open(library, readonly=True) as opened:
        return set(opened.solved())


def test_killed_at_any_moment(folder, tasks, tmp_path):
    """The submission is whole and complete, the library too, and nothing that fitted is lost.

    The first kill waits until something is stored, which is not at once.
    """
    rng = random.Random(4)
    out, library = tmp_path / "s.json", tmp_path / "lib.db"
    command = ("solve", folder, "--budget", "60s", "--out", out, "--library", library)
    fitted = set()
    for _ in range(KILLS):
        process = start(*command)
        while not out.exists() or not stored(library):
            assert process.poll() is None
            time.sleep(0.1)
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
    assert fitted
    done = arcloom("solve", folder, "--budget", "2s", "--out", out, "--library", library, "--json")
    assert done.returncode == 0, done.stderr
    assert fitted <= stored(library)


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
    done = arcloom("solve", folder, "--budget", "2s", "--out", tmp_path / "s.json", "--json")
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    assert content["stop"] == "budget"
    assert content["seconds"] >= 2


# It solves 67a3c6ac, and holds some 14 MB while it does.
LARGE = """
def large(I):
    x1 = repeat(I, 1800000)
    x2 = greater(size(x1), ONE)
    return branch(x2, vmirror(I), I)
"""


@pytest.mark.parametrize(("memory", "fitted"), [("512M", 0), ("8G", 1)])
def test_a_program_that_needs_more_than_its_share_of_memory_is_not_run(tmp_path, memory, fitted):
    """With a budget of fuel a program may hold a 16th of what is left after 320 MiB."""
    save(load("arc1-train")["67a3c6ac"], tmp_path / "tasks")
    (tmp_path / "large.py").write_text(LARGE)
    library, out = tmp_path / "lib.db", tmp_path / "s.json"
    assert arcloom("import", tmp_path / "large.py", "--library", library).returncode == 0
    done = arcloom(
        *("solve", tmp_path / "tasks", "--fuel", 100_000_000, "--strategies", "transfer"),
        *("--library", library, "--memory", memory, "--out", out, "--json"),
        *("--starter", "none"),
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["fitted"] == fitted
    assert len(read_submission(out, load(tmp_path / "tasks"))) == 1


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
