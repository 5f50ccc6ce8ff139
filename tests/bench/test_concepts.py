"""Tasks of our own for concepts: valid, made by the seed alone, with a rule that can be seen."""

import subprocess
import sys
from pathlib import Path

import pytest

from arcloom import load
from bench.concepts import CONCEPTS, made, rounds

SCRIPT = Path(__file__).parents[2] / "bench/make_concepts.py"


def cells(grid):
    return tuple(map(tuple, grid))


@pytest.mark.parametrize("name", CONCEPTS)
def test_the_seed_alone_decides_on_a_task_of_the_size_of_arc(name):
    one, other = made(name, 1), made(name, 2)
    assert made(name, 1) == one != other
    for task in (one, other):
        pairs = task["train"] + task["test"]
        assert 3 <= len(task["train"]) <= 4
        assert 1 <= len(task["test"]) <= 2
        assert len({cells(pair["input"]) for pair in pairs}) == len(pairs)
        for pair in pairs:
            assert pair["input"] != pair["output"]
            for grid in pair.values():
                assert 1 <= len(grid) <= 30
                assert 1 <= len(grid[0]) <= 30
                assert {len(row) for row in grid} == {len(grid[0])}
                assert {colour for row in grid for colour in row} <= set(range(10))


def test_the_script_writes_a_folder_that_is_a_dataset(tmp_path):
    command = [sys.executable, SCRIPT, tmp_path / "out", "--seed", "1", "2", "--only", "rounds"]
    subprocess.run(command, check=True)
    tasks = load(str(tmp_path / "out"))
    assert set(tasks) == {f"{one.__name__}-{seed}" for one in rounds.CONCEPTS for seed in (1, 2)}
