"""`arcloom evolve` as real processes: threads, interruptions, kills, two at once, and its clock."""

import json
import os
import random
import shutil
import signal
import time
from itertools import pairwise

import pytest

from arcloom.library import Library
from arcloom.search.evolve.figures import STAGES
from arcloom.tasks.load import load
from tests.e2e.command import PATIENCE, arcloom, start
from tests.search.small import PROGRAMS, evolution, export, new_library, save_tasks

LONG = 40
"""Generations that take some seconds: long enough to be interrupted in the middle."""
KILLS = 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of ten tasks."""
    return save_tasks(tmp_path_factory.mktemp("small") / "tasks")


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """A library of the example programs, made by the command."""
    path = tmp_path_factory.mktemp("imported") / "lib.db"
    assert arcloom("import", PROGRAMS, "--library", path).returncode == 0
    return path


@pytest.fixture
def library(imported, tmp_path):
    """A copy of it."""
    return shutil.copy(imported, tmp_path / "lib.db")


@pytest.fixture(scope="module")
def history(folder, imported, tmp_path_factory):
    """What a run exports that nothing disturbs: before it, and after each of its rounds."""
    copy = shutil.copy(imported, tmp_path_factory.mktemp("history") / "lib.db")
    with Library.open(copy) as library:
        texts = [export(library)]
        run = evolution(
            library,
            tasks=load(folder),
            generations=LONG,
            focus=True,
            threads=1,
            watch=lambda figures: texts.append(export(library)),
        )
        run.run()
    return texts


def rounds_in(library, history):
    """How many rounds of the history a library has seen: at least and at most."""
    with Library.open(library) as opened:
        assert opened.integrity() == []
        text = export(opened)
    places = [number for number, known in enumerate(history) if known == text]
    assert places, "the library is at no point of the undisturbed run"
    return places[0], places[-1]


def evolving(folder, library, *options):
    """The command of a run that begins with the library's programs alone, as `history` does."""
    begin = ("evolve", folder, "--library", library, "--starter", "none")
    return (*begin, "--seed", 7, "--threads", 2, *options)


def test_one_thread_or_two(folder, imported, tmp_path):
    exports = []
    for threads in (1, 2):
        library = shutil.copy(imported, tmp_path / f"{threads}.db")
        limits = ("--seed", 7, "--generations", 3, "--threads", threads)
        assert arcloom("evolve", folder, "--library", library, *limits).returncode == 0
        file = tmp_path / f"{threads}.py"
        assert arcloom("export", "--library", library, "-o", file).returncode == 0
        exports.append(file.read_bytes())
    assert exports[0] == exports[1]
    assert exports[0].count(b"def ") > 100


def test_interrupted_and_resumed(folder, library, history):
    args = evolving(folder, library, "--generations", LONG, "--progress", 0, "--json")
    process = start(*args)
    for _ in range(5):
        assert process.stderr.readline().startswith("arcloom: stored ")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "arcloom: interrupted; the same command goes on from here"
    content = json.loads(output)
    assert content["stop"] == "interrupted"
    with Library.open(library) as opened:
        assert opened.runs()[-1].state == "interrupted"
    assert 5 <= rounds_in(library, history)[1] < len(history) - 1

    resumed = arcloom(*args)
    assert resumed.returncode == 0
    assert json.loads(resumed.stdout)["stop"] == "generations"
    assert rounds_in(library, history)[1] == len(history) - 1


def test_killed_at_any_moment(folder, imported, history, tmp_path):
    """What was reported as stored is there, nothing is half there, and the run goes on.

    It goes on from its last checkpoint, so it may report again what it had stored before.
    """
    rng = random.Random(20)
    last = len(history) - 1
    done = last
    for number in range(KILLS):
        if done == last:  # over: another one
            library = shutil.copy(imported, tmp_path / f"{number}.db")
            args = evolving(folder, library, "--generations", LONG, "--progress", 0)
            done = 0
        process = start(*args)
        first = process.stderr.readline()
        time.sleep(rng.uniform(0, 0.4))
        process.kill()
        told = [first, *process.communicate()[1].splitlines(keepends=True)]
        told = [line for line in told if line.endswith("\n") and "stored" in line]
        least, most = rounds_in(library, history)
        assert most >= max(done, len(told))
        done = least if most < last else last
    assert arcloom(*args).returncode == 0
    assert rounds_in(library, history)[1] == last


def test_killed_while_it_starts(folder, library, history):
    args = evolving(folder, library, "--generations", 2)
    for delay in (0.2, 0.5, 0.8):
        process = start(*args)
        time.sleep(delay)
        process.kill()
        process.communicate()
        rounds_in(library, history)


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request, tmp_path):
    """A library for two processes."""
    if request.param == "sqlite":
        return str(tmp_path / "shared.db")
    return request.getfixturevalue("postgres_server").new_database()


def test_two_at_once(folder, shared):
    new_library(shared).close()
    seeds = (1, 2)
    processes = [
        start(
            *("evolve", folder, "--library", shared, "--seed", seed),
            *("--starter", "none", "--generations", 12, "--threads", 1, "--json"),
        )
        for seed in seeds
    ]
    outputs = [process.communicate(timeout=PATIENCE) for process in processes]
    for process, (_, errors) in zip(processes, outputs, strict=True):
        assert (process.returncode, errors) == (0, "")
    with Library.open(shared) as library:
        assert library.integrity() == []
        assert [run.state for run in library.runs()] == ["finished", "finished"]
        hashes = [program.hash for program in library.programs()]
        assert len(hashes) == len(set(hashes))
        fitted = len(library.solved())
        kept = library.scores()
    assert fitted >= max(json.loads(output)["fitted"] for output, _ in outputs)
    assert all(a < b for a, b in pairwise((s.task_id, s.program) for s in sorted(kept)))


def test_the_stages_add_up_to_the_seconds_of_the_run(folder, library, tmp_path):
    trace = tmp_path / "trace.json"
    result = arcloom(
        *evolving(folder, library, "--budget", "2s", "--timing", "--json", "--profile", trace)
    )
    content = json.loads(result.stdout)
    assert content["seconds"] >= 2
    assert list(content["stages"]) == list(STAGES)
    assert sum(content["stages"].values()) == pytest.approx(content["seconds"])
    events = json.loads(trace.read_text())["traceEvents"]
    traced = dict.fromkeys(STAGES, 0.0)
    for event in events:
        if event["name"] != "start":
            traced[event["name"]] += event["dur"] / 1e6
    # The rest is between the stages, and no event tells it.
    assert {**traced, "other": 0.0} == pytest.approx({**content["stages"], "other": 0.0}, abs=0.001)


@pytest.mark.parametrize("budget", ["-5", "abc", "0"])
def test_a_bad_budget(folder, library, budget):
    before = library.read_bytes()
    result = arcloom("evolve", folder, "--library", library, "--budget", budget)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"arcloom: '{budget}' is not a budget")
    assert result.stderr.count("\n") == 1
    assert library.read_bytes() == before


def test_a_bad_library(folder, tmp_path):
    text = tmp_path / "text.db"
    text.write_text("no database at all, but long enough to be taken for one\n" * 30)
    nowhere = tmp_path / "no folder" / "lib.db"
    for path in (nowhere, text):
        result = arcloom("evolve", folder, "--library", path, "--generations", "1")
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith(f"arcloom: {path}: ")
        assert result.stderr.count("\n") == 1
    assert not nowhere.parent.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_library_that_may_only_be_read(folder, library):
    library.chmod(0o444)
    library.parent.chmod(0o555)
    try:
        result = arcloom("evolve", folder, "--library", library, "--generations", "1")
    finally:
        library.parent.chmod(0o755)
    assert (result.returncode, result.stdout) == (2, "")
    assert "read-only" in result.stderr
