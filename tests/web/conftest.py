"""Fixtures for the tests of the explorer: a small world, a server on it, and a real browser."""

import os
import shutil
import threading
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

from arcloom.library import Library
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.evolution import Evolution
from arcloom.tasks import Dataset
from arcloom.web.address import Address
from arcloom.web.explorer import Explorer
from arcloom.web.library_reader import LibraryReader
from arcloom.web.server import prepare
from tests.search import small

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 30_000
"""Milliseconds that a page has to come to what is expected of it."""


LAPTOP = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}


@contextmanager
def serving(explorer, **address):
    """Serve in this process; gives the URL."""
    where = Address(**{"port": 0, **address})
    server, listening = prepare(explorer, where)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield where.url(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
        if explorer.shelf is not None:
            explorer.shelf.close()


@pytest.fixture(scope="session")
def evolved(tmp_path_factory):
    """A library in which ten tasks have bred for two generations, and not all are solved."""
    path = tmp_path_factory.mktemp("library") / "lib.db"
    with small.new_library(path, keep=6) as library:
        tasks = small.small_tasks()
        breeding = EvolveConfig(generations=1, children=16, rules=False, searches=False)
        for seed in (7, 8):
            Evolution(tasks, library, replace(breeding, seed=seed)).run()
    return path


@pytest.fixture
def library(evolved, tmp_path):
    """A copy of it, to do with as one likes."""
    path = tmp_path / "lib.db"
    with Library.open(evolved, readonly=True) as opened, Library.open(path, keep=6) as copy:
        copy.merge(opened)
        for key, value in opened.states("timeline ").items():
            copy.save_state(key, value)
    return path


@pytest.fixture(scope="session")
def site(evolved):
    """The URL of an explorer of the ten tasks and their library."""
    with serving(Explorer(small.small_tasks(), LibraryReader(str(evolved)))) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium: `make test` installs Debian's package 'chromium' where it can")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=found, args=options)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def desk(browser):
    """A browser window of a laptop's size, in light colours, that the tests share: it is dear."""
    context = browser.new_context(**LAPTOP)
    yield context
    context.close()


@pytest.fixture
def page(desk):
    """A fresh page in it. No script may fail on it, and nothing foreign may be asked for."""
    opened = desk.new_page()
    yield from _watched(opened)
    opened.close()


@pytest.fixture
def new_page(browser):
    """new_page(**options) opens a page in a window of its own, watched in the same way."""
    watched = []

    def open_page(**options):
        context = browser.new_context(**{**LAPTOP, **options})
        watch = _watched(context.new_page())
        watched.append((context, watch))
        return next(watch)

    yield open_page
    for context, watch in watched:
        assert next(watch, None) is None
        context.close()


def _watched(page):
    faults = []
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(f"dialog {dialog.message}"))
    page.on("request", lambda request: _local(request.url) or faults.append(request.url))
    yield page
    assert faults == []


def _local(url):
    return url.startswith(("http://127.0.0.1:", "http://localhost:", "file://", "data:", "blob:"))


@pytest.fixture
def serve():
    """serve(tasks, library=None, **address) is a context that gives a URL."""

    def start(tasks, library=None, **address):
        tasks = tasks if isinstance(tasks, Dataset) else Dataset("given", tasks)
        shelf = LibraryReader(str(library)) if library is not None else None
        return serving(Explorer(tasks, shelf), **address)

    return start
