"""Clusters that cannot do a run: one line, exit code 2, and nothing written."""

import os
import subprocess
from threading import Lock

import pytest

import arcloom as al
from arcloom.lang.vocabulary import unregister

HELD = """
from threading import Lock

import arcloom


class Held(arcloom.Strategy):
    name = "held"

    def __init__(self):
        self.lock = Lock()

    def search(self, task, effort):
        return arcloom.Findings()
"""
OTHER_VERSION = """
import arcloom

arcloom.__version__ = "9.9"
"""


@pytest.fixture
def refused(arcloom, tasks, out):
    """refused(problem, *options) runs `solve`, and expects that one line and no submission."""

    def run(problem, *options, at=out):
        result = arcloom("solve", tasks, "--fuel", 1, "--device", "cpu", "--out", at, *options)
        assert result.exit_code == 2, result.output
        assert problem in result.stderr
        assert len(result.stderr.splitlines()) == 1
        assert result.stdout == ""
        assert not at.exists()
        return result.stderr

    return run


@pytest.fixture
def out(tmp_path):
    return tmp_path / "submission.json"


def test_an_address_where_nobody_is(refused):
    pytest.importorskip("ray")
    options = ("--workers", "ray", "--address", "127.0.0.1:1")
    line = refused("127.0.0.1:1: no Ray cluster answers", *options)
    assert "ray start --head" in line


def test_a_worker_of_another_version(refused, tmp_path, monkeypatch):
    """Worker processes find another Arcloom than the command."""
    (tmp_path / "sitecustomize.py").write_text(OTHER_VERSION)
    monkeypatch.syspath_prepend(tmp_path)
    line = refused("a worker has Arcloom 9.9, and here it is", "--workers", "processes")
    assert "install the same packages everywhere" in line


def test_an_op_that_cannot_travel(refused):
    lock = Lock()

    @al.op(name="locked_mirror")
    def locked_mirror(grid: "Grid") -> "Grid":  # noqa: F821
        with lock:
            return tuple(row[::-1] for row in grid)

    try:
        refused("the op 'locked_mirror' cannot be sent to workers", "--workers", "processes")
    finally:
        unregister("locked_mirror")


def test_a_strategy_that_cannot_travel(refused, write):
    file = write("held.py", HELD)
    options = ("--strategy", f"{file}:Held", "--workers", "processes")
    refused("the strategy 'held' cannot be sent to workers", *options)


def test_a_database_without_permission(refused, postgres_server):
    url = postgres_server.new_database()
    postgres_server.execute("CREATE ROLE poor LOGIN")
    poor = url.replace("//arcloom@", "//poor@")
    refused("permission denied", "--library", poor)
    al.Library(url).close()  # now there are tables, and only their owner may use them
    line = refused("permission denied", "--library", poor)
    assert "connect as a user who may" in line


@pytest.fixture
def full_disk(tmp_path):
    """A file system without room."""
    place = tmp_path / "full"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=2", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this machine does not allow mounting a small file system")
    (place / "filler").write_bytes(bytes(4096))
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("workers", ["threads", "processes"])
def test_a_disk_without_room(refused, full_disk, workers):
    refused("No space left", "--workers", workers, at=full_disk / "submission.json")
    assert [file.name for file in full_disk.iterdir()] == ["filler"]


def test_a_disk_without_room_for_the_library(refused, full_disk):
    refused("disk", "--library", full_disk / "lib.db")
    assert [file.name for file in full_disk.iterdir()] == ["filler"]
