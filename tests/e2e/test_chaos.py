"""Chaos: servers that restart and hang, disks that fill up and clocks that jump, in mid-run.

A run ends by itself, says what happened, and its submission is whole.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time

import pytest

from arcloom.library import Library
from arcloom.solve.submission import read_submission
from arcloom.tasks.load import load
from tests.e2e.command import PATIENCE, arcloom
from tests.search.small import PROGRAMS, export, save_tasks

QUICK = """
import arcloom.solve.saving as saving, arcloom.search.evolve.recorder as recorder
from arcloom.library import Library
Library.open.__func__.__kwdefaults__["timeout"] = {patience}
saving.SAVE_EVERY, saving.PATIENCE_ON_TIME, recorder.AFTER = 0.2, {patience}, {patience}
from arcloom.cli.main import main
main()
"""
"""The command, with pauses that a test can wait for."""
GENERATIONS = 6


def start(*args, patience=1.0, **options):
    """The command, quick to save; it gives a library up after so many seconds."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    script = QUICK.format(patience=patience)
    return subprocess.Popen([sys.executable, "-c", script, *map(str, args)], **pipes, **options)


def ended(process):
    """Exit code, what it printed as JSON, and its messages."""
    output, errors = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors, errors
    return process.returncode, json.loads(output), errors


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of ten tasks."""
    return save_tasks(tmp_path_factory.mktemp("chaos") / "tasks")


def timed(budget, library, out):
    options = ("--device", "cpu", "--threads", 2, "--progress", 0, "--json")
    return ("--budget", budget, "--library", library, "--out", out, *options)


def is_at_work(process):
    """Wait for the run's first line."""
    assert "tasks fitted" in process.stderr.readline()


# PostgreSQL


def test_solve_outlasts_a_restart(postgres_server, folder, tmp_path):
    url, out = postgres_server.new_database(), tmp_path / "s.json"
    process = start("solve", folder, *timed("4s", url, out), patience=PATIENCE / 2)
    is_at_work(process)
    postgres_server.stop()
    time.sleep(1)
    postgres_server.start()
    code, figures, errors = ended(process)
    assert (code, figures["failures"]) == (0, []), errors
    with Library.open(url) as library:
        assert [run.state for run in library.runs()] == ["finished"]
        assert len(library.solved()) == figures["fitted"]


def test_evolve_outlasts_a_restart(postgres_server, folder, tmp_path):
    """And comes to what it would have come to."""
    url = postgres_server.new_database()
    assert arcloom("import", PROGRAMS, "--library", url).returncode == 0
    options = ("--generations", GENERATIONS, "--seed", 0, "--progress", 0, "--json")
    process = start("evolve", folder, "--library", url, *options, patience=PATIENCE / 2)
    assert "stored" in process.stderr.readline()
    postgres_server.stop()
    time.sleep(1)
    postgres_server.start()
    code, figures, errors = ended(process)
    assert (code, figures["problem"]) == (0, ""), errors
    quiet = tmp_path / "lib.db"
    assert arcloom("import", PROGRAMS, "--library", quiet).returncode == 0
    assert arcloom("evolve", folder, "--library", quiet, *options).returncode == 0
    with Library.open(quiet) as one, Library.open(url) as other:
        assert export(one) == export(other)


def test_a_server_that_hangs_does_not_hold_up_a_submission(postgres_server, folder, tmp_path):
    out = tmp_path / "s.json"
    process = start("solve", folder, *timed("3s", postgres_server.new_database(), out))
    try:
        is_at_work(process)
        postgres_server.freeze()
        code, figures, _ = ended(process)
    finally:
        postgres_server.go_on()
    assert code == 1
    assert figures["stop"] == "budget"
    assert "does not answer" in figures["failures"][0]["problem"]
    assert len(read_submission(out, load(folder))) == 10


def test_one_of_two_is_killed(postgres_server, folder):
    """What a killed process held in the database holds up nobody."""
    url = postgres_server.new_database()
    assert arcloom("import", PROGRAMS, "--library", url).returncode == 0
    options = ("--library", url, "--budget", "3s", "--progress", 0, "--json")
    one, other = (start("evolve", folder, *options, "--seed", seed) for seed in (1, 2))
    assert "stored" in one.stderr.readline()
    one.kill()
    one.communicate()
    code, figures, errors = ended(other)
    assert (code, figures["problem"]) == (0, ""), errors
    with Library.open(url) as library:
        assert library.integrity() == []


# Locks, disks, files


def test_a_lock_that_is_held_for_long(folder, tmp_path):
    """A save that fails is not the last one."""
    path, out = tmp_path / "lib.db", tmp_path / "s.json"
    Library.open(path).close()
    process = start("solve", folder, *timed("5s", path, out))
    is_at_work(process)
    other = sqlite3.connect(path, isolation_level=None, timeout=30)
    other.execute("BEGIN IMMEDIATE")
    time.sleep(2.5)
    other.execute("ROLLBACK")
    other.close()
    code, figures, errors = ended(process)
    assert (code, figures["failures"]) == (0, []), errors
    assert figures["library_faults"] > 0
    with Library.open(path) as library:
        assert [run.state for run in library.runs()] == ["finished"]
        assert len(library.solved()) == figures["fitted"]


def test_a_library_that_is_deleted(folder, tmp_path):
    path = tmp_path / "lib.db"
    assert arcloom("import", PROGRAMS, "--library", path).returncode == 0
    options = ("--library", path, "--budget", "20s", "--progress", 0, "--json")
    process = start("evolve", folder, *options)
    assert "stored" in process.stderr.readline()
    path.unlink()
    code, figures, errors = ended(process)
    assert (code, figures["stored"], figures["stop"]) == (1, 0, "library")
    assert "deleted or replaced" in errors


@pytest.fixture
def small_disk(tmp_path):
    """A file system of four megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    if os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root")
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this machine does not allow mounting a small file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(place):
    """Take all of the room that a file system has."""
    with (place / "filler").open("wb", buffering=0) as file:
        for size in (2**16, 2**12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue


def test_a_disk_that_is_full_at_the_end(small_disk, folder):
    """The summary is told, and the submission is the last one that there was room for."""
    out, report = small_disk / "s.json", small_disk / "r.json"
    options = timed("3s", small_disk / "lib.db", out)
    process = start("solve", folder, *options, "--report", report)
    is_at_work(process)
    fill(small_disk)
    code, figures, errors = ended(process)
    assert code == 1
    assert figures["stop"] == "budget"
    assert {failure["strategy"] for failure in figures["failures"]} >= {"library", "report"}
    assert "No space left" in errors
    assert len(read_submission(out, load(folder))) == 10


def test_evolve_on_a_disk_that_is_full(small_disk, folder):
    path = small_disk / "lib.db"
    assert arcloom("import", PROGRAMS, "--library", path).returncode == 0
    options = ("--library", path, "--budget", "20s", "--progress", 0, "--json")
    process = start("evolve", folder, *options)
    assert "stored" in process.stderr.readline()
    fill(small_disk)
    code, figures, errors = ended(process)
    assert (code, figures["stop"]) == (1, "library")
    assert "disk" in errors
    (small_disk / "filler").unlink()
    with Library.open(path) as library:
        assert library.integrity() == []


# Clocks

JUMPS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

/* The time of day jumps by up to a day, forth and back, each time that someone asks for it. */
int clock_gettime(clockid_t which, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    static unsigned calls;
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, at);
    if (which == CLOCK_REALTIME)
        at->tv_sec += (__sync_add_and_fetch(&calls, 1) * 7919u) % 172800u - 86400;
    return result;
}
"""


@pytest.fixture(scope="module")
def jumping_clock(tmp_path_factory):
    """An environment in which clocks are wrong."""
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("no C compiler to build a wrong clock with")
    place = tmp_path_factory.mktemp("clock")
    (place / "jumps.c").write_text(JUMPS)
    made = [compiler, "-shared", "-fPIC", "-o", "jumps.so", "jumps.c", "-ldl"]
    subprocess.run(made, check=True, cwd=place)
    environment = {**os.environ, "LD_PRELOAD": str(place / "jumps.so")}
    said = [sys.executable, "-c", "import time; print(time.time(), time.time())"]
    one, two = subprocess.run(said, env=environment, capture_output=True, text=True).stdout.split()
    if abs(float(one) - float(two)) < 60:
        pytest.skip("this Python's clock cannot be made to jump")
    return environment


def test_a_clock_that_jumps(folder, jumping_clock, tmp_path):
    """Budgets, saving and patience go by a clock that nobody can set."""
    path, out = tmp_path / "lib.db", tmp_path / "s.json"
    options = timed("3s", path, out)
    code, figures, errors = ended(start("solve", folder, *options, env=jumping_clock))
    assert (code, figures["stop"], figures["failures"]) == (0, "budget", []), errors
    assert 3 <= figures["seconds"] < PATIENCE
    assert all(seconds >= 0 for seconds in figures["stages"].values())
    with Library.open(path) as library:
        assert [run.state for run in library.runs()] == ["finished"]
        assert len(library.solved()) == figures["fitted"]
