"""Takes pictures of the explorer: `make screenshots`, or `take.py --all FOLDER`.

It evolves the example programs on the training tasks for three short runs, serves the library, and
looks at it with a headless Chromium, so the pictures show what the explorer shows today. Without
arguments it takes the pictures that the docs use. With `--all` it takes every page for a laptop and
a phone, light and dark, into a folder: for a person to look at before a release.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from arcloom.lang import read_programs
from arcloom.library import Library
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.tasks.load import load
from arcloom.web.address import Address
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.server import prepare

FOLDER = Path(__file__).parent
PROGRAMS = FOLDER.parents[1] / "examples/programs.py"
TASK = "a5313dff"
PARTIAL = "a1570a43"
LAPTOP = {"width": 1200, "height": 760}
PHONE = {"width": 390, "height": 760}
GENERATIONS = 3
"""Not seconds: the programs that are found are the same every time."""


def main(everything: Path | None = None) -> None:
    """Make the library, serve it, and take the pictures."""
    tasks = load("arc1-train")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lib.db")
        with Library.open(path) as library:
            library.add_programs(read_programs(PROGRAMS))
            for seed in (1, 2, 3):
                Evolution(tasks, library, EvolveConfig(seed=seed, generations=GENERATIONS)).run()
        explorer = Explorer(tasks, LibraryReader(str(path)))
        server, listening = prepare(explorer, Address(port=0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.05)
            site = f"http://127.0.0.1:{listening.getsockname()[1]}/"
            with chromium() as browser:
                take(browser, site)
                if everything is not None:
                    take_all(browser, site, routes(explorer), everything)
        finally:
            server.should_exit = True
            thread.join()
            listening.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium."""
    found = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if found is None:
        sys.exit("no Chromium; install Debian's package 'chromium'")
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=options)
        yield browser
        browser.close()


def take(browser: Browser, site: str) -> None:
    """The pictures that the docs use."""
    light = browser.new_context(viewport=LAPTOP, color_scheme="light").new_page()
    pictures(light, site)
    dark = browser.new_context(viewport=LAPTOP, color_scheme="dark").new_page()
    stepper(dark, site, "stepper-dark")
    phone = browser.new_context(viewport=PHONE, color_scheme="light").new_page()
    task(phone, site, PARTIAL, "phone", ".kept[open] .outputs")


def routes(explorer: Explorer) -> dict[str, tuple[str, str]]:
    """The address of each page, and what is there when it is drawn."""
    runs = [run["id"] for run in explorer.runs()["runs"]]
    bred = explorer.programs(origin="evolve", order="fitted")["programs"][0]["hash"]
    program = read_programs(PROGRAMS)[f"solve_{TASK}"]
    return {
        "gallery": ("", ".card .mark.fitted"),
        "task": (f"task/{TASK}", ".kept[open] .outputs svg"),
        "partial": (f"task/{PARTIAL}", ".kept[open] .outputs svg"),
        "programs": ("programs", "tbody a"),
        "program": (f"program/{program.hash}?task={TASK}", ".steps .step"),
        "lineage": (f"program/{bred}", ".lineage li"),
        "runs": ("runs", "tbody a"),
        "run": (f"run/{runs[0]}", ".chart"),
        "compare": (f"compare/{'/'.join(runs)}", ".compared"),
    }


def take_all(browser: Browser, site: str, pages: dict[str, tuple[str, str]], folder: Path) -> None:
    """Every page, for a laptop and a phone, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in ((1280, 800), (390, 844)):
        for theme in ("light", "dark"):
            size = {"width": width, "height": height}
            page = browser.new_context(viewport=size, color_scheme=theme).new_page()
            for name, (route, shown) in pages.items():
                page.goto(f"{site}#/{route}")
                page.locator(shown).first.wait_for()
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=True)


def pictures(page: Page, site: str) -> None:
    """Gallery, task, stepper and runs."""
    page.goto(site)
    page.locator(".card .mark.fitted").first.wait_for()
    save(page, "gallery")
    task(page, site, TASK, "task", "h1")
    task(page, site, PARTIAL, "partial", ".kept[open] .outputs")
    stepper(page, site, "stepper")
    page.goto(f"{site}#/programs")
    page.locator("tbody a").first.wait_for()
    save(page, "programs")
    page.goto(f"{site}#/runs")
    page.locator("tbody a").first.wait_for()
    for box in page.locator("tbody input").all():
        box.check()
    page.get_by_role("button", name="Compare 3 runs").click()
    page.locator("[data-run]").first.wait_for()
    save(page, "compare")
    page.locator("[data-run] a").first.click()
    page.get_by_role("heading", name="Run evolve").wait_for()
    save(page, "run")


def task(page: Page, site: str, task_id: str, name: str, shown: str) -> None:
    """A task; what is to be seen of it is scrolled to."""
    page.goto(f"{site}#/task/{task_id}")
    page.get_by_role("heading", name=f"Task {task_id}").wait_for()
    page.locator(".kept[open] .outputs svg").first.wait_for()
    page.locator(shown).first.evaluate("node => node.scrollIntoView({ block: 'end' })")
    save(page, name)


def stepper(page: Page, site: str, name: str) -> None:
    """The steps of a program, in the middle of it."""
    program = read_programs(PROGRAMS)[f"solve_{TASK}"]
    page.goto(f"{site}#/program/{program.hash}?task={TASK}")
    page.locator(".steps .step", has_text="x4").click()
    page.mouse.move(0, 0)
    save(page, name)


def save(page: Page, name: str) -> None:
    """The visible part of the page, as a small PNG."""
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[2]) if sys.argv[1:2] == ["--all"] else None)
