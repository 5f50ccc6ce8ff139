"""The library: stored programs with what they solve, at what cost, from which run.

`Library` is imported at its first use: it brings SQLAlchemy, which takes a third of a second.
"""

from typing import TYPE_CHECKING

from arcloom.library.export import export_source
from arcloom.library.records import (
    Ancestor,
    Counts,
    Kept,
    Scored,
    Statistics,
    StoredAnswer,
    StoredBareAnswer,
    StoredProgram,
    StoredRun,
    StoredScore,
    TaskSummary,
)

if TYPE_CHECKING:
    from arcloom.library.store import Library

__all__ = [
    "Ancestor",
    "Counts",
    "Kept",
    "Library",
    "Scored",
    "Statistics",
    "StoredAnswer",
    "StoredBareAnswer",
    "StoredProgram",
    "StoredRun",
    "StoredScore",
    "TaskSummary",
    "export_source",
]


def __getattr__(name: str) -> object:
    if name != "Library":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arcloom.library.store import Library

    globals()[name] = Library
    return Library
