"""Workers in processes: the same bytes as one thread, whatever becomes of the processes."""

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import arcloom
from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.solve.config import SolveConfig
from arcloom.solve.shipping import check_hello, hello, packed
from arcloom.solve.worker_kinds import kind_of
from tests.solve.doomed import AlwaysDoomed, Broken, Doomed, DoomedOn, Held, Hungry
from tests.solve.small import mirror_task, small_tasks

FUEL = 60_000_000
OPS = """
import arcloom

@arcloom.op
def own_mirror(grid: "Grid") -> "Grid":
    return tuple(row[::-1] for row in grid)
"""


@pytest.fixture(scope="module")
def tasks():
    known = arcloom.load("arc1-train")
    return arcloom.Dataset("some", [*small_tasks().values(), *list(known.values())[:6]])


def submission(tasks, folder, name, **options):
    out = folder / f"{name}.json"
    answers = arcloom.solve(tasks, fuel=FUEL, out=out, progress=False, device="cpu", **options)
    return out.read_bytes(), answers


def test_two_processes_give_the_bytes_of_one_thread(tasks, tmp_path):
    one, expected = submission(tasks, tmp_path, "one", threads=1)
    two, answers = submission(tasks, tmp_path, "two", threads=2, workers="processes")
    assert two == one
    assert answers.figures.fuel == expected.figures.fuel
    assert answers.figures.failures == []
    assert answers.figures.threads == 2
    assert answers.figures.cpu_seconds > 0


def test_workers_start_without_the_database():
    """Its import would take as long as all that a worker needs."""
    code = "import sys, arcloom.solve.worker; print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_killed_workers_change_nothing(tmp_path):
    tasks = small_tasks()
    marks = tmp_path / "marks"
    marks.mkdir()
    strategies = ["fit", "transfer", "evolve", Doomed(marks)]
    options = {"strategies": strategies, "threads": 2, "workers": "processes"}
    killed, answers = submission(tasks, tmp_path, "killed", **options)
    assert len(list(marks.iterdir())) == len(tasks)  # so many were killed
    assert answers.figures.failures == []
    one, _ = submission(tasks, tmp_path, "one", strategies=strategies, threads=1)
    assert killed == one


def test_a_run_goes_on_with_other_workers(tasks, tmp_path):
    """What strategies remember of a task comes back from the workers and goes to the library."""
    with Library(tmp_path / "lib.db") as library:
        options = {"library": library, "progress": False, "device": "cpu"}
        arcloom.solve(tasks, fuel=FUEL // 3, threads=2, workers="processes", **options)
        both, _ = submission(tasks, tmp_path, "both", threads=1, library=library)
    with Library(tmp_path / "other.db") as library:
        options = {"library": library, "progress": False, "device": "cpu"}
        arcloom.solve(tasks, fuel=FUEL // 3, threads=1, **options)
        one, _ = submission(tasks, tmp_path, "one", threads=1, library=library)
    assert both == one


def test_a_call_that_always_ends_its_worker_is_given_up(tmp_path):
    tasks = arcloom.Dataset("one", list(small_tasks().values())[:1])
    _, answers = submission(
        tasks, tmp_path, "s", strategies=["fit", AlwaysDoomed()], threads=1, workers="processes"
    )
    (failure,) = answers.figures.failures
    assert failure["strategy"] == "doomed"
    assert "its worker ended 3 times" in failure["problem"]
    assert answers["mirror"].program is not None


def test_jobs_that_travelled_with_one_that_ends_its_worker_are_done(tmp_path):
    tasks = arcloom.Dataset("many", [mirror_task(f"task-{number}") for number in range(12)])
    _, answers = submission(
        tasks, tmp_path, "s", strategies=[DoomedOn("task-1")], threads=1, workers="processes"
    )
    assert [failure["task_id"] for failure in answers.figures.failures] == ["task-1"]
    assert answers.figures.fuel == 11  # one for each other task, in one call


def test_a_failed_call_is_told_with_its_stack(tmp_path, capfd):
    tasks = arcloom.Dataset("one", list(small_tasks().values())[:1])
    _, answers = submission(
        tasks, tmp_path, "s", strategies=[Broken()], threads=1, workers="processes"
    )
    assert [f["problem"] for f in answers.figures.failures] == ["ValueError: as told"]
    assert "in search" in capfd.readouterr().err
    assert "in search" in answers.figures.failures[0]["stack"]


def test_a_call_that_takes_too_much_memory_is_given_up(tmp_path, capfd):
    tasks = arcloom.Dataset("one", list(small_tasks().values())[:1])
    _, answers = submission(
        *(tasks, tmp_path, "s"),
        strategies=["transfer", Hungry()],
        threads=1,
        max_task_memory="512M",
    )
    (failure,) = answers.figures.failures
    assert failure["strategy"] == "hungry"
    assert failure["problem"].startswith("its worker ended 3 times")
    assert answers.figures.crew["lost"] == 3
    assert capfd.readouterr().err.count("more than --max-task-memory allows") == 3


def test_threads_cannot_be_ended_for_their_memory():
    with pytest.raises(InputError, match=r"threads share one process.*--workers processes"):
        arcloom.solve(small_tasks(), fuel=1, workers="threads", max_task_memory="1G")


def test_what_auto_means():
    """Five to eight cores are for processes, if there are tasks for them and nothing travels."""
    eight = SolveConfig(fuel=1, threads=8, device="cpu")
    assert kind_of(eight, tasks=8) == "processes"
    assert kind_of(eight, tasks=4) == "threads"
    assert kind_of(SolveConfig(fuel=1, threads=4), tasks=8) == "threads"
    assert kind_of(SolveConfig(fuel=1, threads=16), tasks=400) == "processes"
    assert kind_of(SolveConfig(fuel=1, threads=8, strategies=["fit", Broken()]), 8) == "threads"
    assert kind_of(SolveConfig(fuel=1, threads=8, workers="threads"), 8) == "threads"
    assert kind_of(SolveConfig(fuel=1, threads=1, max_task_memory="1G"), 8) == "processes"


def forget_ops():
    """Leave no trace of the files that a test has loaded."""
    arcloom.lang.vocabulary.unregister("own_mirror")
    for name in [name for name in sys.modules if name.startswith("arcloom_plugin_")]:
        del sys.modules[name]
    arcloom.lang.plugins._EXECUTED.clear()


def test_ops_of_a_file_go_along(tmp_path):
    (tmp_path / "ops.py").write_text(OPS)
    arcloom.lang.plugins.load_ops(tmp_path / "ops.py")
    try:
        tasks = arcloom.Dataset("one", list(small_tasks().values())[:1])
        with Library(tmp_path / "lib.db") as library:
            library.add_programs([arcloom.read_program("def solve(I): return own_mirror(I)")])
            _, answers = submission(
                *(tasks, tmp_path, "s"),
                strategies="transfer",
                threads=1,
                workers="processes",
                library=library,
                starter=None,
            )
        assert "own_mirror" in answers["mirror"].program.source()
        assert answers.figures.failures == []
    finally:
        forget_ops()


def test_only_files_that_still_define_something_go_along(tmp_path):
    (tmp_path / "ops.py").write_text(OPS + OPS.replace("own_mirror", "own_other"))
    (tmp_path / "old.py").write_text(OPS.replace("own_mirror", "own_old"))
    for name in ("ops.py", "old.py"):
        arcloom.lang.plugins.load_ops(tmp_path / name)
    try:
        for name in ("own_old", "own_other"):
            arcloom.lang.vocabulary.unregister(name)
        setup = packed(list(small_tasks().values()), ["transfer"], [], [])
        assert [Path(file.path).name for file in pickle.loads(setup).files] == ["ops.py"]
        _, answers = submission(small_tasks(), tmp_path, "s", threads=1, workers="processes")
        assert answers.figures.failures == []
    finally:
        forget_ops()


def test_what_cannot_travel_is_refused():
    with pytest.raises(InputError, match="the strategy 'held' cannot be sent to workers"):
        arcloom.solve(small_tasks(), fuel=1, workers="processes", strategies=[Held()])


def test_kinds_of_workers():
    with pytest.raises(InputError, match="no workers 'cloud'"):
        arcloom.solve(small_tasks(), fuel=1, workers="cloud")
    with pytest.raises(InputError, match="an address is of a Ray cluster"):
        arcloom.solve(small_tasks(), fuel=1, workers="processes", address="auto")


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("version", "has Arcloom 9.9, and here it is"),
        ("core", "native core"),
        ("ops", "another vocabulary"),
        ("tasks", "other tasks"),
    ],
)
def test_an_unfit_worker_is_refused(field, problem):
    wanted = hello(list(small_tasks().values()))
    told = replace(wanted, **{field: "9.9"}, where="there")
    with pytest.raises(InputError, match=f"there: a worker .*{problem}"):
        check_hello(told, wanted)
