"""The programs of a run as a Python file beside its submission, so that what was found is kept.

The file ends with a mark of its own content. A file with a right mark is Arcloom's and may be
replaced; any other, also one that somebody has edited, is the user's and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Final

from arcloom.errors import InputError
from arcloom.files import read_whole, write_atomically
from arcloom.lang.program_file import HEADER
from arcloom.solve.answers import Answer

EVERY: Final = 30.0
"""Seconds between two rewrites during a run."""

_HEAD: Final = """\
# Programs found by `arcloom solve`: for each task the best that fits all its demos.
# A later run replaces this file, unless it was edited.
"""
_MARK: Final = "# arcloom "


class ProgramsFile:
    """Where a run's programs go. The path must be writable, and Arcloom's, before the run."""

    def __init__(self, path: Path) -> None:
        if path.exists() and not is_ours(path):
            raise InputError(
                "this file was not written by `arcloom solve`, or was edited since",
                place=str(path),
                remedy="name another with --programs FILE",
            )
        self.path = path
        self._last = monotonic()
        if not path.exists():
            self.write({})
        else:  # what an earlier run found stays until this one has something
            write_atomically(path, read_whole(path).decode())

    def write(self, answers: Mapping[str, Answer]) -> None:
        """Write the programs of all tasks that have one."""
        write_atomically(self.path, _marked(programs_text(answers)))

    def write_now_and_then(self, answers: Callable[[], Mapping[str, Answer]]) -> None:
        """The same, unless it was done a moment ago or cannot be done now."""
        if monotonic() - self._last >= EVERY:
            self._last = monotonic()
            with suppress(InputError):  # a full disk, say: the end of the run tries again
                self.write(answers())


def beside(submission: Path) -> Path:
    """The default place of the programs: the first free name, or the first that is Arcloom's."""
    path, number = submission.with_name(f"{submission.stem}.programs.py"), 1
    while path.exists() and not is_ours(path):
        number += 1
        path = submission.with_name(f"{submission.stem}.programs-{number}.py")
    return path


def is_ours(path: Path) -> bool:
    """Whether Arcloom wrote this file and nobody has changed it since."""
    try:
        text = read_whole(path).decode()
    except (OSError, ValueError):
        return False
    return _marked(text[: text.rfind(_MARK)]) == text if _MARK in text else False


def programs_text(answers: Mapping[str, Answer]) -> str:
    """The file without its mark: the programs by task, each under the task's id."""
    names: set[str] = set()
    parts = []
    for task_id, answer in answers.items():
        best = answer.best
        if best is not None:
            name = _name(task_id, names)
            note = f"# task {task_id}, found by {best.strategy}\n"
            parts.append(note + best.program.source(name))
    return "\n\n".join([_HEAD + HEADER, *parts]) + "\n"


def _name(task_id: str, taken: set[str]) -> str:
    """A name for a task's program. An id may have characters that a name may not."""
    wanted = f"solve_{re.sub(r'[^0-9A-Za-z_]', '_', task_id)}"
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    taken.add(name)
    return name


def _marked(text: str) -> str:
    return f"{text}{_MARK}{blake2b(text.encode(), digest_size=8).hexdigest()}\n"
