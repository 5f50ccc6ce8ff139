"""Content that wants to be more than content: shown as it stands, or refused."""

import pytest

from arcloom.lang import read_program
from arcloom.library import Library, Scored
from arcloom.tasks import Dataset, Task
from arcloom.tasks.grid import Grid
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.report import report

SCRIPT = "<script>alert('script')</script>"
IMAGE = "\"><img src=x onerror=alert('image')>"
CLOSING = "</script><script>alert('closing')</script><!--"
PATH = "../../etc/passwd?a=b#c%2f"
IDS = (SCRIPT, IMAGE, CLOSING, PATH)
LONG = "long " * 200_000


@pytest.fixture
def world(tmp_path):
    """Tasks with such ids, and a library with such names, runs and settings."""
    tasks = [Task(name, demos=[([[1, 2]], [[2, 1]])], tests=[[[3, 4]]]) for name in (*IDS, LONG)]
    path = tmp_path / "lib.db"
    mirror = read_program("def solve(I): return vmirror(I)")
    with Library.open(path) as library:
        run = library.start_run(IMAGE, {SCRIPT: IMAGE}, CLOSING)
        library.add_programs(dict.fromkeys((*IDS, LONG), mirror))
        library.record(
            [Scored(mirror, t.id, 1, 1, 1000, 9, "b", (Grid([[4, 3]]),)) for t in tasks], run
        )
        library.finish_run(run, {"stop": SCRIPT, "stages": {IMAGE: 1.0}, "seconds": 1.0})
    return Dataset(SCRIPT, tasks), path


def tour(page, start):
    """Look at every page that shows such a text."""
    page.goto(start)
    page.locator(".card").first.wait_for()
    shown = page.inner_text("main")
    for text in IDS:
        assert text in shown
    page.locator(".card").nth(1).click()
    page.get_by_role("heading", name=f"Task {IMAGE}").wait_for()
    page.locator(".kept").first.wait_for()
    page.get_by_role("link", name="Step through it").click()
    page.locator(".steps .step").first.wait_for()
    assert page.locator("h1").inner_text() in (*IDS, LONG.strip())
    page.get_by_role("link", name="Programs").click()
    page.locator("tbody a").first.wait_for()
    page.get_by_role("link", name="Runs").click()
    page.locator("tbody a").first.click()
    page.locator("details", has_text="Configuration").click()
    settings = page.locator("details pre").inner_text()
    assert SCRIPT in settings
    assert "onerror" in settings
    assert page.locator("img").count() == 0


def test_hostile_names_are_shown_as_they_stand(page, serve, world):
    tasks, path = world
    with serve(tasks, path) as site:
        tour(page, site)


def test_hostile_names_in_a_report(page, world, tmp_path):
    tasks, path = world
    file = tmp_path / "report.html"
    file.write_text(report(Explorer(tasks, LibraryReader(str(path)))), encoding="utf-8")
    tour(page, file.as_uri())


def test_a_hostile_address_is_no_page(page, serve, world):
    tasks, path = world
    with serve(tasks, path) as site:
        for route in ("task/<img src=x onerror=alert(1)>", "task/%", "<script>", "program/..%2f.."):
            page.goto("about:blank")
            page.goto(f"{site}#/{route}")
            page.get_by_role("heading", name="This cannot be shown").wait_for()
        page.goto("about:blank")
        page.goto(f"{site}#/task/{'x' * 1_000_000}")
        page.get_by_role("heading", name="This cannot be shown").wait_for()


def test_hostile_sources_in_the_editor(page, site):
    page.goto(f"{site}#/new")
    page.locator(".steps .step").first.wait_for()
    source = page.get_by_role("textbox", name="Source")
    problem = page.locator(".editor .problem")
    source.fill(f"# {SCRIPT}\ndef solve(I):\n    return {IMAGE}\n")
    problem.wait_for()
    assert "Line 3" in problem.inner_text()
    assert SCRIPT in page.locator(".coloured").inner_text()
    source.fill(f"# {LONG}\ndef solve(I):\n    return I\n")
    page.locator(".problem", has_text="larger than 1,000,000 bytes").wait_for()
    source.fill(f"# {LONG[:500_000]}\ndef solve(I):\n    return I\n")
    page.locator(".problem", has_text="the page takes 200,000").wait_for()
    source.fill("import os\ndef solve(I):\n    return I\n")
    page.locator(".problem", has_text="a program file is never executed").wait_for()
    source.fill("def solve(I):\n    return I\n")
    problem.wait_for(state="hidden")
