"""The speed of the explorer: `python bench/explorer.py [DATASET]`. It needs Chromium.

It serves the dataset with a library of 32 programs per task. It prints one JSON document with the
median and the minimum of five, in milliseconds:

- gallery: from the request to the first cards drawn and the filter ready, nothing cached;
- filter: from a keystroke to the remaining cards;
- run: from the request to the drawn steps, for a program of 60 nodes on a grid of 30x30;
- step: from the key to the next step drawn;

and the bytes of the page without data.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from arcloom.cli.guard import guarded
from arcloom.lang import ProgramBuilder
from arcloom.library import Library, Scored
from arcloom.tasks import Dataset
from arcloom.tasks.load import load
from arcloom.web.address import Address
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.page import page as page_html
from arcloom.web.page import script, style
from arcloom.web.server import prepare

TIMES = 5
NODES = 60
KEPT = 32

# Resolves after the next frame is on the screen, with the time since `begun`.
FRAME = (
    "() => new Promise((done) => requestAnimationFrame(() => setTimeout("
    "() => done(performance.now() - window.begun))))"
)
DRAWN = "() => document.querySelectorAll('.card svg').length >= 8"


def main() -> None:
    """Measure, and print."""
    dataset = load(sys.argv[1] if len(sys.argv) > 1 else "arc2-train")
    found = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if found is None:
        sys.exit("no Chromium; install Debian's package 'chromium'")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lib.db")
        fill(path, dataset)
        server, listening = prepare(Explorer(dataset, LibraryReader(str(path))), Address(port=0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            figures = measure(f"http://127.0.0.1:{listening.getsockname()[1]}/", found)
        finally:
            server.should_exit = True
            thread.join()
            listening.close()
    weight = sum(len(text().encode()) for text in (page_html, script, style))
    print(json.dumps({"tasks": len(dataset), **figures, "page_bytes": weight}, indent=2))


def fill(path: Path, dataset: Dataset) -> None:
    """A library as large as a long run leaves it."""
    programs = []
    for number in range(KEPT):
        builder = ProgramBuilder()
        node = builder.call("upscale", builder.input("I"), builder.const(number + 1))
        programs.append(builder.build(node))
    with Library.open(path, keep=KEPT) as library:
        for task in dataset.values():
            demos = len(task.demos)
            library.record(
                Scored(program, task.id, 0, demos, n * demos, 10 + n, f"{n}")
                for n, program in enumerate(programs)
            )


def measure(site: str, chromium: str) -> dict[str, dict[str, float]]:
    """All times, in a browser."""
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    times: dict[str, list[float]] = {"gallery": [], "filter": [], "run": [], "step": []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=options)
        browser.new_page().goto(site)  # the browser's own start is not the explorer's
        for _ in range(TIMES):
            page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            measure_gallery(page, site, times)
            measure_program(page, site, times)
            page.close()
        browser.close()
    return {
        name: {"median": round(statistics.median(taken), 1), "least": round(min(taken), 1)}
        for name, taken in times.items()
    }


def measure_gallery(page: Page, site: str, times: dict[str, list[float]]) -> None:
    """From nothing to a gallery that can be filtered."""
    page.goto(site, wait_until="commit")
    page.wait_for_function(DRAWN, polling="raf")
    times["gallery"].append(page.evaluate("() => performance.now()"))
    page.evaluate("window.begun = performance.now()")
    page.evaluate(
        "() => { const field = document.querySelector('[data-filter=text]');"
        "field.value = 'a'; field.dispatchEvent(new Event('input')); }"
    )
    times["filter"].append(page.evaluate(FRAME))


def measure_program(page: Page, site: str, times: dict[str, list[float]]) -> None:
    """A program of many nodes on the largest grid, run once and stepped through."""
    ops = ("rot90", "vmirror", "rot270", "hmirror")
    lines = [f"x{n} = {ops[n % 4]}(x{n - 1})" for n in range(2, NODES)]
    source = "\n    ".join(["def solve(I):", "x1 = rot90(I)", *lines, f"return x{NODES - 1}"])
    page.goto(f"{site}#/new")
    page.locator(".steps .step").first.wait_for()
    for name in ("Rows", "Columns"):
        page.get_by_role("spinbutton", name=name).fill("30")
        page.get_by_role("spinbutton", name=name).press("Tab")
    page.evaluate(
        "(source) => { const area = document.querySelector('textarea'); area.value = source;"
        "window.begun = performance.now(); area.dispatchEvent(new Event('input')); }",
        source,
    )
    steps = f"() => document.querySelectorAll('.step').length === {NODES}"
    page.wait_for_function(steps, polling="raf")
    times["run"].append(page.evaluate(FRAME))
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.evaluate(
        "() => document.addEventListener('keydown', () => { window.begun = performance.now(); },"
        "{ capture: true })"
    )
    page.keyboard.press("ArrowRight")
    times["step"].append(page.evaluate(FRAME))


if __name__ == "__main__":
    guarded(main)()
