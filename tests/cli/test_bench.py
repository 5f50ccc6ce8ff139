"""`arcloom bench`: its rows, alone and beside a peer."""

import numpy as np
import pytest

from arcloom.engine.bench.peer import PeerTimes

NAMES = [
    "all programs, one sample, one core",
    "2 programs, one sample, one core",
    "5 nodes, 3,000 samples, all cores",
    "all programs, all samples, all cores",
    "tile ops, mixed, one core",
]
FILE = """
from dsl import *

def turn(I):
    return rot90(I)

def fail(I):
    return rot90(rot90(FIVE))
"""


@pytest.fixture
def peer(tmp_path):
    """A folder that stands for arc-dsl's: what the programs above need of it."""
    folder = tmp_path / "peer"
    folder.mkdir()
    (folder / "dsl.py").write_text(
        "def rot90(grid):\n    print(grid)\n    return tuple(row for row in zip(*grid[::-1]))\n"
    )
    (folder / "constants.py").write_text("FIVE = 5\n")
    return folder


def test_rows(arcloom_json, write):
    rows = arcloom_json("bench", "--programs", write("two.py", FILE), "--samples", 2)
    assert [row["name"] for row in rows] == NAMES
    assert [row["unit"] for row in rows] == ["ms", "ms", "s", "s", "M/s"]
    for row in rows:
        assert row["value"] > 0
        assert row["peer"] is None
        assert row["ratio"] is None
    assert rows[3]["cut_by_fuel"] == 0
    assert rows[3]["samples"] == 1718
    assert sum(rows[4]["shares"].values()) == pytest.approx(1)
    assert {"rot90", "recolour", "keep_largest", "fill_holes", "fall"} <= rows[4]["shares"].keys()


def test_a_peer_times_the_same_work(arcloom, arcloom_json, write, peer):
    args = ("bench", "--programs", write("two.py", FILE), "--samples", 2, "--peer", peer)
    rows = arcloom_json(*args)
    *measured, tile_ops = rows
    for row in measured:
        assert row["ratio"] == pytest.approx(row["peer"] / row["value"])
    assert tile_ops["peer"] is None  # they are not the peer's
    _, _, batt, quickest, everything = measured
    assert quickest["name"].startswith("the peer's quickest")
    for row in (batt, quickest, everything):
        assert row["peer_extrapolated_from"] == 2
    assert everything["peer_pairs_left_out"] == 0
    text = arcloom(*args).stdout
    assert "peer extrapolated from 2 samples" in text
    assert "ratio" in text


def test_a_program_that_the_peer_does_not_finish_is_none_of_its_quickest():
    seconds = np.array([[3.0, 3.0], [1.0, 2.0], [0.0, 0.0], [0.5, 0.5]])
    cut = np.array([[False, False], [False, False], [True, False], [False, False]])
    assert PeerTimes(seconds, cut).quickest_first() == [3, 1, 0, 2]


def test_work_that_is_not_finished_here_is_no_credit(arcloom_json, write, peer, monkeypatch):
    """A program that fuel ends: the seconds that the peer spends on it must not count.

    The peer's clock goes on by a second with each `rot90`, and by an hour with `power`.
    """
    (peer / "dsl.py").write_text(
        "import sys\n"
        "now = [0.0]\n"
        "sys.modules['__main__'].perf_counter = lambda: now[0]\n"
        "def rot90(grid):\n    now[0] += 1.0\n    return grid\n"
        "def power(f, n):\n    now[0] += 3600.0\n    return f\n"
    )
    # Every run of `spin` takes all its fuel, so a few samples must do.
    monkeypatch.setattr("arcloom.engine.bench.measure.BATT_SAMPLES", 2)
    monkeypatch.setattr("arcloom.cli.bench.DATASET", "examples/tasks")
    spin = "def spin(I):\n    return power(rot90, 1000000000)(I)\n"
    file = write("spin.py", f"def turn(I):\n    return rot90(I)\n{spin}")
    row = arcloom_json("bench", "--programs", file, "--samples", 1, "--peer", peer)[0]
    assert row["peer"] == pytest.approx(1000)  # ms


def test_programs_are_not_needed(arcloom_json):
    rows = arcloom_json("bench", "--samples", 1)
    assert rows[0]["programs"] == 400
    assert rows[1]["programs"] == 32


def test_a_peer_that_cannot_run_the_programs(arcloom, write, peer, tmp_path):
    file = write("other.py", "def solve(I):\n    return hmirror(I)\n")
    result = arcloom("bench", "--programs", file, "--peer", peer)
    assert result.exit_code == 2
    assert "'solve' uses hmirror" in result.stderr
    (tmp_path / "empty").mkdir()
    assert arcloom("bench", "--programs", file, "--peer", tmp_path / "empty").exit_code == 2
    assert arcloom("bench", "--peer", peer).exit_code == 2
    (peer / "dsl.py").write_text("import no_such_module\n")
    broken = arcloom("bench", "--programs", file, "--peer", peer)
    assert broken.exit_code == 2
    assert "no_such_module" in broken.stderr
