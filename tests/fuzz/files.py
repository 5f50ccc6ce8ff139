"""The target of library files: SQLite databases with bytes changed, cut off or exchanged."""

import json
import random
import tempfile
from functools import cache
from pathlib import Path

from arcloom.errors import InputError
from arcloom.library import Library
from tests.fuzz.target import Target

BASE = Path(__file__).parents[1] / "library" / "fixtures" / "v0001.db"
_HEAD = 100
"""Bytes of SQLite's header, where damage does most."""


@cache
def _right() -> bytes:
    return BASE.read_bytes()


def _damage(rng: random.Random) -> bytes:
    """Which bytes of the fixture to change: pairs of a place and what is there; and its length."""
    size = len(_right())
    places = [
        rng.randrange(_HEAD if rng.random() < 0.2 else size) for _ in range(rng.randint(1, 12))
    ]
    # Most pages are empty; a change of what is there says more.
    filled = [k for k in (rng.randrange(size) for _ in range(200)) if _right()[k]]
    changes = [
        [at, rng.randrange(256)] for at in (*places, *rng.sample(filled, min(6, len(filled))))
    ]
    length = rng.randrange(size) if rng.random() < 0.1 else size
    return json.dumps({"length": length, "changes": changes}).encode()


def _damaged(data: bytes) -> bytes:
    damage = json.loads(data)
    content = bytearray(_right()[: damage["length"]])
    for at, byte in damage["changes"]:
        if at < len(content):
            content[at] = byte
    return bytes(content)


def _use(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lib.db"
        path.write_bytes(_damaged(data))
        try:
            with Library.open(path, readonly=True) as library:
                for look in (_verify, _programs, _shelves, _runs):
                    try:
                        look(library)
                    except InputError:
                        continue
        except InputError:
            return


def _verify(library: Library) -> None:
    library.verify()


def _programs(library: Library) -> None:
    for stored in library.programs():
        stored.parse()
    library.find("a")


def _shelves(library: Library) -> None:
    library.scores()
    for summary in library.tasks():
        library.best(summary.task_id)


def _runs(library: Library) -> None:
    library.runs()
    library.states("")
    library.load_state("evolve")


TARGETS = (Target("library", _damage, _use, short=50),)
