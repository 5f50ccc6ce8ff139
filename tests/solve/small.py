"""Small things to solve with: tasks of one rule, and findings made by hand."""

from arcloom.lang import read_program
from arcloom.search.description_length import description_length
from arcloom.search.strategy import Found
from arcloom.tasks import Dataset, Grid, Task
from arcloom.tasks.sealed import Sealed


def mirror_task(task_id="mirror", answer=((9, 8, 7),)):
    """Mirrors left to right; its one test has the input 7 8 9."""
    pairs = [([[1, 2]], [[2, 1]]), ([[3, 4], [5, 6]], [[4, 3], [6, 5]])]
    return Task(task_id, pairs, [[[7, 8, 9]]], Sealed([Grid(answer)]))


def riddle_task(task_id="riddle"):
    """No program gives its outputs."""
    pairs = [([[1, 2]], [[5, 0, 7]]), ([[2, 1]], [[4, 4], [0, 9]])]
    return Task(task_id, pairs, [[[3, 3]], [[4, 4]]], Sealed([Grid([[1]]), Grid([[2]])]))


def small_tasks():
    """A mirror, a turn and a riddle."""
    turn = Task(
        "turn",
        [([[1, 2]], [[1], [2]]), ([[3, 4]], [[3], [4]])],
        [[[5, 6]]],
        Sealed([Grid([[5], [6]])]),
    )
    return Dataset("small", [mirror_task(), turn, riddle_task()])


def found(source, outputs, *, strategy="fit", cost=None, matched=2, score=1000, left_out=None):
    """What a strategy might have found for the mirror task."""
    program = read_program(f"def solve(S, I): return {source}")
    grids = tuple(None if rows is None else Grid(rows) for rows in outputs)
    bits = description_length(program) if cost is None else cost
    return Found("mirror", program, strategy, bits, matched, 2, grids, score, 10, left_out)
