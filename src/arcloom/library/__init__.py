"""The library: stored programs with what they solve, at what cost, from which run."""

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
