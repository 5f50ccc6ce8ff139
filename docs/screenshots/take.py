"""Takes the pictures of docs/screenshots: `make screenshots`.

It evolves the example programs on the training tasks for two short runs, serves the library, and
looks at it with a headless Chromium, so the pictures show what the explorer shows today.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

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


def main() -> None:
    """Make the library, serve it, and take the pictures."""
    tasks = load("arc1-train")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lib.db")
        with Library.open(path) as library:
            library.add_programs(read_programs(PROGRAMS))
            for seed in (1, 2):
                Evolution(tasks, library, EvolveConfig(seed=seed, generations=GENERATIONS)).run()
        explorer = Explorer(tasks, LibraryReader(str(path)))
        server, listening = prepare(explorer, Address(port=0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.05)
            take(f"http://127.0.0.1:{listening.getsockname()[1]}/")
        finally:
            server.should_exit = True
            thread.join()
            listening.close()


def take(site: str) -> None:
    """All pictures of a site."""
    found = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if found is None:
        sys.exit("no Chromium; install Debian's package 'chromium'")
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=options)
        light = browser.new_context(viewport=LAPTOP, color_scheme="light").new_page()
        pictures(light, site)
        dark = browser.new_context(viewport=LAPTOP, color_scheme="dark").new_page()
        stepper(dark, site, "stepper-dark")
        phone = browser.new_context(viewport=PHONE, color_scheme="light").new_page()
        task(phone, site, PARTIAL, "phone", ".kept[open] .outputs")
        browser.close()


def pictures(page: Page, site: str) -> None:
    """Gallery, task, stepper and runs."""
    page.goto(site)
    page.locator(".card .mark.fitted").first.wait_for()
    save(page, "gallery")
    task(page, site, TASK, "task", "h1")
    task(page, site, PARTIAL, "partial", ".kept[open] .outputs")
    stepper(page, site, "stepper")
    page.goto(f"{site}#/runs")
    page.locator("tbody a").first.wait_for()
    for box in page.locator("tbody input").all():
        box.check()
    page.get_by_role("button", name="Compare the two").click()
    page.locator("[data-run]").first.wait_for()
    save(page, "runs")
    page.locator("[data-run] h2 a").first.click()
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
    main()
