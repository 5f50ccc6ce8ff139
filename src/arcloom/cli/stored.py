"""What a library holds, as the JSON of the commands that show it."""

from __future__ import annotations

from typing import Any

from arcloom.library import StoredProgram, StoredScore


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
