"""A library that others write to, lock, move and replace, while a page looks at it."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.search import small

COMMAND = [sys.executable, "-c", "from arcloom.cli.main import main; main()"]


def fact(page, name):
    return int(page.locator(f"[data-fact={name}] dd").inner_text().replace(",", ""))


def mark_newer(path):
    """Give a library the version of an Arcloom to come."""
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.fixture
def banner(page):
    return page.locator("#banner")


def test_a_run_is_followed_while_it_evolves(page, serve, tmp_path):
    folder = small.save_tasks(tmp_path / "tasks")
    path = tmp_path / "lib.db"
    small.new_library(path).close()
    with serve(small.small_tasks(), path) as site:
        page.goto(f"{site}#/runs")
        page.get_by_text("No run is stored").wait_for()
        arguments = ["evolve", folder, "--library", path, "--budget", "10m", "--children", "8"]
        with subprocess.Popen([*COMMAND, *map(str, arguments)], stderr=subprocess.DEVNULL) as run:
            try:
                page.reload()
                while page.locator("tbody a").count() == 0 and run.poll() is None:
                    page.wait_for_timeout(200)
                    page.reload()
                    page.locator("h1").wait_for()
                page.locator("tbody a").first.click()
                page.locator("[data-fact=candidates]").wait_for()
                assert "running" in page.locator("dl.facts").inner_text()
                shown = page.locator("[data-fact=candidates] dd")
                counts = [fact(page, "candidates")]
                while len(counts) < 3:
                    expect(shown).not_to_have_text(f"{counts[-1]:,}")
                    counts.append(fact(page, "candidates"))
                run.send_signal(signal.SIGINT)
                expect(page.locator("dl.facts")).to_contain_text("interrupted")
            finally:
                run.kill()
        assert counts == sorted(counts)
        assert fact(page, "candidates") >= counts[-1]
        assert fact(page, "fitted") >= len(small.SOLVED)
        points = page.locator("[data-chart='Tasks fitted'] path.line").get_attribute("d")
        assert points.count("L") >= 2


def test_the_gallery_follows_a_growing_library(page, serve, tmp_path):
    path = tmp_path / "lib.db"
    with small.new_library(path) as library, serve(small.small_tasks(), path) as site:
        page.goto(site)
        expect(page.locator(".count")).to_contain_text("0 fitted")
        small.evolution(library, generations=0).run()
        expect(page.locator(".count")).to_contain_text("10 fitted")
        expect(page.locator(f".card[data-task='{small.SOLVED[0]}']")).to_contain_text("fits")


def test_a_vanished_library_is_told_and_comes_back(page, serve, library, banner):
    with serve(small.small_tasks(), library) as site:
        page.goto(site)
        page.locator(".card").first.wait_for()
        expect(banner).to_be_hidden()
        aside = library.with_name("aside")
        aside.mkdir()
        for file in library.parent.glob("lib.db*"):
            file.rename(aside / file.name)
        expect(banner).to_contain_text("no such library")
        page.goto(f"{site}#/programs")
        expect(page.locator(".page .problem")).to_contain_text("no such library")
        page.goto(f"{site}#/task/{small.SOLVED[0]}")
        expect(page.get_by_role("heading", name="This cannot be shown")).to_be_visible()
        for file in aside.glob("lib.db*"):
            file.rename(library.parent / file.name)
        expect(banner).to_be_hidden()
        expect(page.get_by_role("heading", name=f"Task {small.SOLVED[0]}")).to_be_visible()
        expect(page.locator(".kept").first).to_be_visible()


def test_a_locked_library_is_told_and_comes_back(page, serve, library, banner):
    with closing(sqlite3.connect(library)) as other:
        other.execute("PRAGMA journal_mode = DELETE")  # in which a writer keeps readers out
    with serve(small.small_tasks(), library) as site:
        page.goto(site)
        page.locator(".card").first.wait_for()
        holder = sqlite3.connect(library, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        expect(banner).to_contain_text("locked")
        holder.execute("ROLLBACK")
        holder.close()
        expect(banner).to_be_hidden()


def test_a_newer_library_is_told_and_an_older_one_comes_back(page, serve, library, banner):
    newer = library.with_name("newer.db")
    shutil.copy(library, newer)
    mark_newer(newer)
    with serve(small.small_tasks(), library) as site:
        page.goto(site)
        page.locator(".card").first.wait_for()
        backup = library.with_name("backup.db")
        library.rename(backup)
        newer.rename(library)
        expect(banner).to_contain_text("schema version 9999; this Arcloom knows versions up to")
        library.unlink()
        backup.rename(library)
        expect(banner).to_be_hidden()


def test_a_library_migrated_in_place_is_told(page, serve, library, banner):
    with serve(small.small_tasks(), library) as site:
        page.goto(site)
        page.locator(".card").first.wait_for()
        mark_newer(library)
        expect(banner).to_contain_text("schema version 9999")
