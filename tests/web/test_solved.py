"""What the explorer shows of a run of `solve`: its attempts, and how it came along."""

import pytest

import arcloom
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from tests.solve.small import small_tasks

FUEL = 20_000_000


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    path = tmp_path_factory.mktemp("solved") / "lib.db"
    answers = arcloom.solve(small_tasks(), fuel=FUEL, library=path, progress=False)
    explorer = Explorer(small_tasks(), LibraryReader(str(path)))
    yield answers, explorer
    explorer.shelf.close()


def test_the_attempts_are_those_that_are_submitted(solved):
    answers, explorer = solved
    for task_id in ("mirror", "turn"):
        shown = [[one["grid"] for one in test] for test in explorer.task(task_id)["attempts"]]
        submitted = [
            ["/".join("".join(map(str, row)) for row in grid.tolist()) for grid in test]
            for test in answers.attempts[task_id]
        ]
        assert shown == submitted
    first = explorer.task("mirror")["attempts"][0][0]
    assert first["program"] in {row["hash"] for row in explorer.task("mirror")["kept"]}


def test_the_run_tells_when_tasks_were_fitted_and_where_its_time_went(solved):
    _, explorer = solved
    [listed] = explorer.runs()["runs"]
    run = explorer.run(listed["id"])
    assert set(run["fitted"]) == {"mirror", "turn"}
    assert run["points"][-1]["fitted"] == 2
    figures = run["figures"]
    assert sum(figures["stages"].values()) == pytest.approx(figures["seconds"], rel=0.05)
    assert {"enumerate", "fit", "other"} <= set(figures["stages"])
