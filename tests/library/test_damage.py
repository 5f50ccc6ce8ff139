"""Damaged libraries: whatever a file holds, it is told in one line, and `integrity` sees it."""

import random
import shutil
import sqlite3
from contextlib import suppress
from itertools import islice

import pytest

from arcloom.errors import InputError
from arcloom.lang import read_programs
from arcloom.library import Library, StoredBareAnswer
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.solve.config import SolveConfig
from arcloom.solve.run import SolveRun
from arcloom.tasks import Dataset, Grid
from tests.library import damage
from tests.library.samples import scored
from tests.search.small import PROGRAMS, small_tasks

FLIPS = 12


@pytest.fixture(scope="module")
def tasks():
    return Dataset("two", list(small_tasks().values())[:2])


@pytest.fixture(scope="module")
def whole(tasks, tmp_path_factory):
    """A library that `solve` and `evolve` have used: it has rows in every table."""
    path = tmp_path_factory.mktemp("whole") / "lib.db"
    with Library.open(path) as library:
        library.add_programs(dict(islice(read_programs(PROGRAMS).items(), 6)))
        solve(library, tasks)
        Evolution(tasks, library, EvolveConfig(generations=1, children=8), threads=1).run()
        task = next(iter(tasks.values()))
        votes = StoredBareAnswer(task.key, task.id, "network", 0, Grid([[1]]), 3, 4, 0.5)
        library.record([], bare={votes.task: [votes]})
        assert library.integrity() == []
    return path


def solve(library, tasks):
    return SolveRun(
        tasks, SolveConfig.of(fuel=1_000_000, threads=1, device="cpu"), library=library
    ).run()


@pytest.fixture
def spoiled(whole, tmp_path):
    """A copy, to be damaged."""
    return shutil.copy(whole, tmp_path / "lib.db")


def states(path):
    with sqlite3.connect(path) as database:
        keys = [key for (key,) in database.execute("SELECT key FROM state ORDER BY key")]
    database.close()
    return keys


@pytest.mark.parametrize(("table", "column"), damage.columns())
def test_a_wrong_value_in_a_column(whole, tmp_path, table, column):
    begin = damage.columns().index((table, column)) % 3  # a third of them: it is a matter of time
    for number, value in enumerate(damage.VALUES[begin::3]):
        path = tmp_path / f"{number}.db"
        shutil.copy(whole, path)
        if not damage.spoil(path, table, column, value):
            continue  # what a column's type or key does not let in
        with suppress(InputError), Library.open(path, create=False, readonly=True) as library:
            library.integrity()
            damage.look_at(library)
        with suppress(InputError), Library.open(path, create=False) as library:
            library.record([scored(1)])
            library.prune(1)


@pytest.mark.parametrize("value", ["x", '{"round": "x", "tasks": 3}', "[" * 3000])
def test_a_wrong_state(whole, tmp_path, tasks, value):
    """`check` tells each, and no command ends in a traceback over it."""
    kinds = {key.rpartition(" ")[0]: key for key in states(whole)}
    assert {
        "solve",
        "attempts of solve",
        "odds of solve",
        "progress of solve",
    } <= set(kinds)
    for key in kinds.values():
        path = shutil.copy(whole, tmp_path / "lib.db")
        with sqlite3.connect(path) as database:
            database.execute("UPDATE state SET value = ? WHERE key = ?", (value, key))
        database.close()
        with Library.open(path) as library:
            (problem,) = library.integrity()
            assert key in problem
            with suppress(InputError):
                solve(library, tasks)
            with suppress(InputError):
                Evolution(tasks, library, EvolveConfig(generations=1, children=1)).run()
        for file in tmp_path.glob("lib.db*"):
            file.unlink()


def test_bad_bytes(whole, tmp_path):
    rng = random.Random(18)
    for number in range(FLIPS):
        path = tmp_path / f"{number}.db"
        shutil.copy(whole, path)
        damage.spoil_bytes(path, rng, rng.choice((1, 4, 20, 100)))
        with suppress(InputError), Library.open(path, create=False, readonly=True) as library:
            library.integrity()
            damage.look_at(library)
        with suppress(InputError), Library.open(path, create=False) as library:
            library.record([scored(1)])


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE runs SET configuration = '{'", "the configuration of run"),
        ("UPDATE runs SET state = 'x'", "its state is 'x'"),
        ("UPDATE answers SET grid = '[[99]]'", "is no grid"),
        ("DELETE FROM meta WHERE key = 'revision'", "'revision'"),
        ("UPDATE names SET name = '1x'", "is no name of a program"),
        ("DELETE FROM runs", "refers to nothing"),
        ("UPDATE scores SET fuel = -1", "cannot be"),
        ("UPDATE progress SET level = -1", "the progress of a search"),
        ("UPDATE progress SET state = '{\"memory\": []}'", "the progress of a search"),
        ("UPDATE scorings SET content = '{}'", "the scoring"),
        ("DELETE FROM tasks", "is not listed"),
    ],
)
def test_what_integrity_tells(spoiled, statement, problem):
    database = sqlite3.connect(spoiled, isolation_level=None)
    database.execute(statement)
    database.close()
    with Library.open(spoiled, readonly=True) as library:
        assert any(problem in line for line in library.integrity())


@pytest.mark.parametrize("readonly", [True, False])
def test_a_version_that_there_never_was(spoiled, readonly):
    database = sqlite3.connect(spoiled, isolation_level=None)
    database.execute("UPDATE alembic_version SET version_num = '1'")
    database.close()
    with pytest.raises(InputError, match="its version is not to be relied on"):
        Library.open(spoiled, readonly=readonly)
