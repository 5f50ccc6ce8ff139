"""The searches of `evolve`: unsolved tasks take turns, and what is found for them breeds."""

import random
from time import perf_counter

import pytest

from arcloom.lang import read_program
from arcloom.library import Library
from arcloom.search.evolve.searches import GROWTH, TASKS_PER_ROUND, Searches, stages
from arcloom.tasks import Dataset, Task
from tests.search.small import evolution, export, new_library


def grids(seed, count):
    rng = random.Random(seed)
    return [[[rng.randrange(10) for _ in range(5)] for _ in range(4)] for _ in range(count)]


def turned_and_cut():
    """The upper half of a grid that is turned over: two steps that no example program takes."""
    pairs = [(grid, [row[::-1] for row in grid[:1:-1]]) for grid in grids(1, 4)]
    return Task("turned", demos=pairs[:3], tests=[pairs[3][0]])


def noise(name):
    """A task that nothing solves."""
    pairs = list(zip(grids(name, 3), grids(name + " out", 3), strict=True))
    return Task(name, demos=pairs, tests=[grids(name + " test", 1)[0]])


UNSOLVED = Dataset("unsolved", [turned_and_cut(), *(noise(f"noise {k}") for k in range(3))])


@pytest.mark.parametrize("tasks", [1, TASKS_PER_ROUND, 100, 400])
def test_every_task_has_one_turn_in_a_stage(tasks):
    for stage in range(4):
        window = range(GROWTH**stage, GROWTH ** (stage + 1))
        turns = [turn for generation in window for turn in stages(tasks, generation)]
        assert [task for _, some in turns for task in some] == list(range(tasks))
        assert {one for one, _ in turns} == {stage}


def test_the_searches_find_what_breeding_does_not(tmp_path):
    config = {"tasks": UNSOLVED, "rules": False, "children": 1, "generations": 1}
    with new_library(tmp_path / "without.db") as library:
        evolution(library, searches=False, **config).run()
        assert not library.solved()
    with new_library(tmp_path / "with.db") as library:
        evolution(library, **config).run()
        assert list(library.solved()) == ["turned"]


def colours_change():
    """One becomes four and two five: each demo says so, so a learnt rule tells left-out ones."""
    rows = [[[1, 0, 2]], [[2, 2, 1]], [[0, 1, 2, 1]], [[1, 2]]]
    return Task(
        "colours",
        demos=[(grid, [[{1: 4, 2: 5}.get(c, c) for c in grid[0]]]) for grid in rows],
        tests=[[[2, 1, 0]]],
    )


def test_what_was_learnt_and_tells_left_out_demos_is_not_searched(tmp_path):
    config = {"tasks": Dataset("one", [colours_change()]), "children": 1}
    with new_library(tmp_path / "lib.db") as library:
        assert evolution(library, generations=4, **config).run().stages["search"] == 0
        assert list(library.solved()) == ["colours"]


def test_what_learnt_nothing_is_searched_again_where_more_fits(tmp_path):
    config = {"tasks": Dataset("one", [turned_and_cut()]), "rules": False, "children": 1}
    with new_library(tmp_path / "lib.db") as library:
        evolution(library, generations=1, **config).run()
        assert len([kept for kept in library.best("turned") if kept.score.fits]) > 1
        assert evolution(library, generations=4, **config).run().stages["search"] > 0


def test_what_a_user_wrote_is_not_searched(tmp_path):
    config = {"tasks": Dataset("one", [turned_and_cut()]), "rules": False, "children": 1}
    with new_library(tmp_path / "lib.db") as library:
        library.add_programs({"written": read_program("def solve(I): return tophalf(rot180(I))")})
        assert evolution(library, generations=4, **config).run().stages["search"] == 0
        assert library.solved()


def test_threads_and_interruptions_play_no_part(tmp_path):
    config = {"tasks": UNSOLVED, "rules": False, "children": 8}
    with new_library(tmp_path / "whole.db") as whole:
        evolution(whole, threads=1, generations=5, **config).run()
        wanted = export(whole)
    new_library(tmp_path / "parts.db").close()
    for generations in (1, 2, 5):
        with Library.open(tmp_path / "parts.db") as parts:
            evolution(parts, threads=3, generations=generations, **config).run()
            found = export(parts)
    assert found == wanted


def test_a_search_that_runs_out_of_time_is_dropped(tmp_path):
    """The run ends there, and goes on from there."""
    config = {"tasks": UNSOLVED, "rules": False, "children": 8, "generations": 2}
    with new_library(tmp_path / "whole.db") as whole:
        evolution(whole, **config).run()
        wanted = export(whole)
    with new_library(tmp_path / "late.db") as library:
        late = evolution(library, **config)
        late._searches = Searches(2, ends=perf_counter())
        figures = late.run()
        assert (figures.stop, figures.generation) == ("budget", 0)
        assert not library.solved()
        assert evolution(library, **config).run().stop == "generations"
        assert export(library) == wanted
