"""The library: stored programs with what they solve, at what cost, from which run."""

from arcloom.library.export import export_source
from arcloom.library.records import (
    Answer,
    Counts,
    Kept,
    Run,
    Scored,
    Statistics,
    StoredProgram,
    StoredScore,
    TaskSummary,
)
from arcloom.library.store import Library

__all__ = [
    "Answer",
    "Counts",
    "Kept",
    "Library",
    "Run",
    "Scored",
    "Statistics",
    "StoredProgram",
    "StoredScore",
    "TaskSummary",
    "export_source",
]
