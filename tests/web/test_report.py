"""The report: one file that shows the same without a server."""

import pytest

from arcloom.engine.pictures import rows_of
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.report import report
from tests.search import small
from tests.web.seeing import cells

TASK = "3c9b0459"


@pytest.fixture(scope="module")
def covered(evolved):
    return report(Explorer(small.small_tasks(), LibraryReader(str(evolved))))


def test_everything_is_in_the_file(page, covered, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(covered, encoding="utf-8")
    task = small.small_tasks()[TASK]
    given, wanted = task.pairs[1]
    page.goto(file.as_uri())
    page.locator(f".card[data-task='{TASK}']").click()
    page.get_by_role("heading", name=f"Task {TASK}").wait_for()
    assert page.get_by_text("The output is not in this report.").is_visible()
    page.get_by_role("link", name="Step through it").first.click()
    page.get_by_role("button", name="demo 2").click()
    page.locator(f".stage svg[data-rows='{rows_of(wanted)}']").wait_for()
    assert cells(page.locator(".stage svg").first, *wanted.shape) == rows_of(wanted)
    page.keyboard.press("Home")
    assert cells(page.locator(".stage svg").first, *given.shape) == rows_of(given)
    page.get_by_role("link", name="Runs").click()
    page.locator("tbody a").first.click()
    page.locator("[data-fact=candidates]").wait_for()
    assert page.get_by_role("button", name="Uncover test results").count() == 0


def test_test_outputs_are_in_it_only_if_asked_for(covered, evolved, page, tmp_path):
    assert '"expected?task' not in covered
    assert '"verdicts":' not in covered
    file = tmp_path / "report.html"
    shown = report(Explorer(small.small_tasks(), LibraryReader(str(evolved))), uncovered=True)
    file.write_text(shown, encoding="utf-8")
    page.goto(f"{file.as_uri()}#/task/{TASK}")
    page.locator(".tests .covered button").wait_for()
    assert page.locator(".tests .covered svg").count() == 0
    page.get_by_role("button", name="Uncover the output").click()
    page.get_by_text("attempt 1 is right").wait_for()


def test_the_command_writes_it(evolved, tmp_path):
    import json

    from typer.testing import CliRunner

    from arcloom.cli.main import app

    folder = small.save_tasks(tmp_path / "tasks")
    out = tmp_path / "report.html"
    arguments = ["report", "--library", evolved, "--dataset", folder, "-o", out, "--json"]
    result = CliRunner().invoke(app, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    about = {"file": str(out), "bytes": out.stat().st_size, "tasks": len(small.TASKS)}
    assert told == {**about, "datasets": ["tasks"], "missing": []}
    missing = [*arguments[:2], tmp_path / "none.db", *arguments[3:]]
    result = CliRunner().invoke(app, list(map(str, missing)))
    assert result.exit_code == 2
    assert "no such library" in result.stderr
