"""Writes tasks as a folder of JSON files, one for each task, which every command takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path


def write_tasks(folder: Path, tasks: Mapping[str, object]) -> None:
    """Write tasks by their ids. Makes the folder if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    for task_id, task in tasks.items():
        (folder / f"{task_id}.json").write_text(json.dumps(task))
