"""Checking: one program must give every output, and the cheapest such program is named."""

import threading

import pytest

import arcloom
from arcloom.lang import read_source, vocabulary
from arcloom.solve.check import check
from arcloom.tasks.dataset import Dataset
from arcloom.tasks.load import load


@pytest.fixture
def two_views(tmp_path):
    """A task with a mirror in one demo and a turn in the other: no one program does both."""
    text = (
        '{"train": [{"input": [[1, 2]], "output": [[2, 1]]},'
        ' {"input": [[1, 2]], "output": [[1], [2]]}],'
        ' "test": [{"input": [[3, 4]], "output": [[4, 3]]}]}'
    )
    (tmp_path / "views.json").write_text(text)
    return load(tmp_path)


def test_several_programs_together_do_not_solve_a_task(two_views):
    programs = read_source("def a(I): return vmirror(I)\ndef b(I): return rot90(I)\n")
    found = check(two_views, programs)
    assert found.solvers == {}
    assert found.unsolved == ("views",)
    assert found.fitted == 0


def test_equal_costs_go_by_name():
    source = "def b(I): return vmirror(I)\ndef a(I): return vmirror(I)\n"
    tasks = load("arc1-train")
    mirror = Dataset("one", [tasks["67a3c6ac"]])
    found = check(mirror, read_source(source))
    assert found.solvers["67a3c6ac"].program == "a"
    assert found.solvers["67a3c6ac"].nodes == 2
    assert found.hidden == 0


def test_progress_is_reported(two_views):
    """The program waits until it hears of the first report, so that there is one."""
    done = []
    told = threading.Event()

    def report(number):
        done.append(number)
        told.set()

    @arcloom.op
    def when_told(grid: "Grid") -> "Grid":  # noqa: F821
        if not told.wait(timeout=30):
            told.set()  # it never comes: wait no more
        return grid

    try:
        program = read_source("def a(I): return vmirror(when_told(I))")
        check(two_views, program, threads=1, progress=report)
    finally:
        vocabulary.unregister("when_told")
    assert done[0] == 0
    assert done == sorted(done)
    assert done[-1] <= 3
