"""What the explorer shows of a run of `solve`: its attempts, and how it came along."""

import pytest
from playwright.sync_api import expect

import arcloom
from arcloom.library import Library
from arcloom.search.bare_answer import BareAnswer
from arcloom.solve.config import SolveConfig
from arcloom.solve.run import SolveRun
from arcloom.tasks import Grid
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.report import report
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


@pytest.fixture(scope="module")
def voted(tmp_path_factory):
    """A library with a network's votes for two tasks."""
    path = tmp_path_factory.mktemp("voted") / "lib.db"
    votes = [
        BareAnswer("mirror", 0, Grid([[9, 8, 7]]), 14, 16, 0.5),
        BareAnswer("riddle", 1, Grid([[3]]), 12, 16, 2.0),
    ]
    config = SolveConfig.of(fuel=FUEL, threads=1, device="cpu")
    with Library.open(path) as library:
        SolveRun(small_tasks(), config, library=library, votes=votes).run()
    return path


def test_votes_are_shown_beside_the_programs(voted):
    explorer = Explorer(small_tasks(), LibraryReader(str(voted)))
    riddle, mirror = explorer.task("riddle"), explorer.task("mirror")
    told = {"grid": "3", "said": "network: 12 of 16 views agree", "bits": 2.0}
    assert riddle["answers"] == [[], [told]]
    assert riddle["attempts"][1][0]["origin"] == "network"
    assert riddle["attempts"][1][0]["program"] is None
    assert riddle["attempts"][0][0]["origin"] is None
    assert mirror["attempts"][0][0]["origin"] == "network"
    assert mirror["attempts"][0][0]["program"]
    assert "network: 14 of 16 views agree" in mirror["attempts"][0][0]["why"]
    explorer.shelf.close()


def test_the_page_names_the_network(page, serve, voted):
    with serve(small_tasks().values(), voted) as site:
        page.goto(f"{site}#/task/riddle")
        expect(page.locator(".attempts figcaption", has_text="network")).to_contain_text(
            "attempt 1, network, right with"
        )
        answers = page.locator(".answers figure")
        expect(answers).to_have_count(1)
        expect(answers).to_contain_text("test 2, network: 12 of 16 views agree, 2.0 bits")


def test_the_report_has_the_votes_too(voted):
    explorer = Explorer(small_tasks(), LibraryReader(str(voted)))
    assert "network: 12 of 16 views agree" in report(explorer)
    explorer.shelf.close()
