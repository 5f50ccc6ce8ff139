"""What the commands that use a library share: the option that names it, and its JSON."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from arcloom.library import StoredProgram, StoredScore

LibraryOption = Annotated[
    str,
    typer.Option(
        "--library",
        metavar="LIBRARY",
        envvar="ARCLOOM_LIBRARY",
        help="A library: a SQLite file, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.",
    ),
]


def program_content(program: StoredProgram) -> dict[str, Any]:
    """A stored program as JSON."""
    return {
        "name": program.name,
        "names": list(program.names),
        "hash": program.hash,
        "kind": program.kind,
        "nodes": program.nodes,
        "imported": program.imported,
        "source": program.source,
    }


def score_content(score: StoredScore) -> dict[str, Any]:
    """A score as JSON."""
    return {
        "task": score.task_id,
        "program": score.program,
        "demos_matched": score.demos_matched,
        "demos_total": score.demos_total,
        "score": score.mean_score,
        "fuel": score.fuel,
        "nodes": score.nodes,
    }
