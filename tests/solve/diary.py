"""Strategies that write down each call, and can end the process that they run in.

python -m tests.solve.diary FOLDER FUEL [CALLS]: solve the small tasks with two of them, and end as
if killed in the call after so many, once the library has all of those before it.
"""

import json
import os
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import arcloom
import arcloom.solve.saving as saving
from arcloom.search.strategy import Findings, Strategy
from arcloom.search.trial import Trial
from tests.solve.small import small_tasks

KILLED = 9
SOURCES = (
    "I",
    "vmirror(I)",
    "rot90(I)",
    "hmirror(I)",
    "vmirror(hmirror(vmirror(I)))",
    "dmirror(I)",
)


class Diary(Strategy):
    """Tries one program more in each call for a task; spends half of what it may."""

    name, share = "", 0.0

    def __init__(self, name, share, page):
        self.name, self.share, self._page = name, share, page
        programs = [arcloom.read_program(f"def solve(I): return {text}") for text in SOURCES]
        self._trials = [Trial(name, [program]) for program in programs]
        self._calls, self._told = {}, []

    def prepare(self, pool):
        self._told.append([program.hash for program in pool])

    def search(self, task, effort):
        number = self._calls.get(task.id, 0)
        known = [found.program.hash for found in effort.known]
        self._page.write(
            [self.name, task.id, effort.level, effort.fuel, effort.seed, number, known, self._told]
        )
        self._calls[task.id] = number + 1
        found = self._trials[number % len(self._trials)].run(task, effort).found
        return Findings(found, fuel=effort.fuel // 2)

    def remembered(self, task):
        return self._calls.get(task.id, 0)

    def remember(self, task, memory):
        self._calls[task.id] = memory


class Page:
    """The calls, a line each; where no further one may be begun, the process ends."""

    def __init__(self, folder, calls):
        self._file, self._library = folder / "calls", folder / "lib.db"
        self._end = None if calls is None else self._written() + calls

    def _written(self):
        return len(self._file.read_bytes().splitlines()) if self._file.exists() else 0

    def write(self, call):
        if self._written() == self._end:
            while self._stored() < self._end:
                time.sleep(0.05)
            os._exit(KILLED)
        with self._file.open("a") as file:
            file.write(json.dumps(call) + "\n")

    def _stored(self):
        """Calls that the library knows of, by what the strategies remember."""
        with closing(sqlite3.connect(self._library, timeout=30)) as database:
            rows = database.execute("SELECT state FROM progress WHERE strategy != ''").fetchall()
        return sum(json.loads(text)["memory"] or 0 for (text,) in rows)


def main():
    folder, fuel, *calls = sys.argv[1:]
    saving.SAVE_EVERY = 0.0
    page = Page(Path(folder), int(calls[0]) if calls else None)
    arcloom.solve(
        small_tasks(),
        fuel=int(fuel),
        seed=5,
        threads=1,
        strategies=[Diary("first", 1.0, page), Diary("second", 3.0, page)],
        library=Path(folder) / "lib.db",
        out=Path(folder) / "s.json",
        progress=False,
        device="cpu",
    )


if __name__ == "__main__":
    main()
