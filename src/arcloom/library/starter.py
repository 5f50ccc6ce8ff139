"""Starter programs: what `solve` and `evolve` begin with. They come with Arcloom.

Arcloom found them on training tasks, or its authors wrote them. `starter_programs.txt` has them as
source, each with where it comes from; `bench/make_starter.py` makes the file.

Each program was chosen for some training tasks. On these it would prove nothing, nor on tasks that
share a demo with them: the same task with one demo less, say. So a run leaves out the programs that
were chosen only for tasks that share a demo with its own. It begins with what there would be if
nobody had ever seen them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.library.records import StoredProgram
from arcloom.tasks import Grid, Task

DEFAULT: Final = "default"
"""The word for these programs, in `--starter` and `starter=`."""
NONE: Final = "none"
"""The word for no programs; for a library, for none."""
FILE: Final = "starter_programs.txt"

_DIGITS: Final = 10
"""Of the hash of a demo, as the file has it."""
_HEAD: Final = """\
# The programs that `arcloom solve` and `arcloom evolve` begin with.
# bench/make_starter.py writes this file. `task` lines have the hashes of a task's demos: a run
# leaves out the programs that were chosen only for tasks with a demo of its own.
"""
_SOURCE: Final = re.compile(r"# source (\d+): (.+); Arcloom (\S+); (\S+)")
_TASK: Final = re.compile(r"# task (\S+) ([0-9a-f ]+)")
_PROGRAM: Final = re.compile(
    r"# (\S+), source (\d+), (\d+) nodes, ([0-9a-f]{32})\n"
    r"# for (.+)\n"
    r"(def (\w+)\(.*?\):\n(?:    .*\n)+)"
)


@dataclass(frozen=True, slots=True)
class Origin:
    """How starter programs were made: the command, and the version and the date of its run."""

    command: str
    version: str
    date: str


@dataclass(frozen=True, slots=True)
class StarterProgram:
    """A starter program, and where it comes from."""

    name: str
    hash: str
    nodes: int
    source: str
    strategy: str
    """what found it; `written`: a person"""
    tasks: tuple[str, ...]
    """the training tasks that it was found or written for"""
    demos: tuple[frozenset[str], ...]
    """for each of these tasks the hashes of its demos"""
    origin: Origin

    @property
    def learns(self) -> bool:
        """Whether it takes the demos."""
        return self.source.startswith(f"def {self.name}(S")

    def stored(self) -> StoredProgram:
        """The program as a library would hold it, imported under its name."""
        source = f"def solve{self.source[len('def ') + len(self.name) :]}"
        return StoredProgram(
            self.hash, source, self.nodes, "program", True, None, 0, (self.name,), (self.source,)
        )

    def content(self) -> dict[str, Any]:
        """The program for machines."""
        return {
            "name": self.name,
            "hash": self.hash,
            "nodes": self.nodes,
            "strategy": self.strategy,
            "tasks": list(self.tasks),
            "command": self.origin.command,
            "version": self.origin.version,
            "date": self.origin.date,
            "source": self.source,
        }


def check_starter(given: str | None) -> str | None:
    """What a user asks for: `DEFAULT`, or None for no programs."""
    if given is None or given == NONE:
        return None
    if given != DEFAULT:
        raise InputError(
            f"no starter programs '{given}'",
            remedy=f"write {DEFAULT} or {NONE}; programs of your own go into a library",
        )
    return DEFAULT


def demos_of(task: Task) -> frozenset[str]:
    """The hashes of a task's demos, each of input and output."""
    return frozenset(_digest(*pair) for pair in task.pairs)


def _digest(*grids: Grid) -> str:
    parts = (f"{grid.shape} ".encode() + grid.tobytes() for grid in grids)
    return blake2b(b"".join(parts), digest_size=_DIGITS // 2).hexdigest()


def starters_for(
    wanted: str | None, tasks: Iterable[Task], learners: bool = True
) -> list[StoredProgram]:
    """The programs that a run on these tasks begins with, by hash.

    Without `learners`, those that learn from the demos are left to a strategy that tries them all.
    """
    if wanted is None:
        return []
    seen = frozenset(digest for task in tasks for digest in demos_of(task))
    chosen = (p for p in starter_programs() if any(map(seen.isdisjoint, p.demos)))
    stored = (one.stored() for one in chosen if learners or not one.learns)
    return sorted(stored, key=lambda one: one.hash)


def beside_starters(
    starters: Sequence[StoredProgram], stored: Iterable[StoredProgram]
) -> list[StoredProgram]:
    """Starters and a library's programs. What is among both counts as a starter."""
    known = {one.hash for one in starters}
    return [*starters, *(one for one in stored if one.hash not in known)]


def digest_of_starters(starters: Collection[StoredProgram]) -> str:
    """What tells these programs from others; empty if there are none."""
    hashes = sorted(one.hash for one in starters)
    return blake2b(" ".join(hashes).encode(), digest_size=8).hexdigest() if hashes else ""


@cache
def starter_programs() -> tuple[StarterProgram, ...]:
    """All starter programs, in the order of the file."""
    return tuple(read_starter(files(__package__).joinpath(FILE).read_text(encoding="utf-8")))


def starter_source(program: str) -> str | None:
    """The source of the starter program of that hash; None if it is none."""
    return _sources().get(program)


@cache
def _sources() -> dict[str, str]:
    return {one.hash: one.stored().source for one in starter_programs()}


def read_starter(text: str) -> list[StarterProgram]:
    """The programs of a text that `starter_text` wrote."""
    origins = {number: Origin(*rest) for number, *rest in _SOURCE.findall(text)}
    demos = {task: frozenset(digests.split()) for task, digests in _TASK.findall(text)}
    return [
        StarterProgram(
            *(name, digest, int(nodes), source, strategy, tuple(tasks.split())),
            tuple(demos[task] for task in tasks.split()),
            origins[number],
        )
        for strategy, number, nodes, digest, tasks, source, name in _PROGRAM.findall(text)
    ]


def starter_text(programs: Sequence[StarterProgram], dataset: Mapping[str, Task]) -> str:
    """The file of these programs; their tasks are in the dataset."""
    origins = list(dict.fromkeys(one.origin for one in programs))
    head = [
        f"# source {number}: {origin.command}; Arcloom {origin.version}; {origin.date}\n"
        for number, origin in enumerate(origins, 1)
    ]
    tasks = sorted({task for one in programs for task in one.tasks})
    table = [f"# task {task} {' '.join(sorted(demos_of(dataset[task])))}\n" for task in tasks]
    bodies = [
        f"\n\n# {one.strategy}, source {origins.index(one.origin) + 1}, {one.nodes} nodes, "
        f"{one.hash}\n# for {' '.join(one.tasks)}\n{one.source}"
        for one in programs
    ]
    return "".join([_HEAD, *head, *table, *bodies])
