"""Checkpoints: a training in one file, written whole or not at all, read without running code."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any, Final

import torch

from arcloom.errors import InputError
from arcloom.files import write_atomically_by

FORMAT: Final = "arcloom network 1"
_REMEDY: Final = "name another file, or remove this one to start anew"


def save(path: Path, content: dict[str, Any]) -> None:
    """Write a checkpoint. A reader, or whoever comes after a kill, sees the old file or the new."""
    write_atomically_by(path, lambda file: torch.save({"format": FORMAT, **content}, file))


def read(path: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """The content of a checkpoint, whose facts must be the wanted ones.

    Raises:
        InputError: The file is no checkpoint, or belongs to another training.
    """
    content = content_of(path, FORMAT)
    if content is None:
        raise _foreign(path)
    facts = content.get("facts")
    if not isinstance(facts, dict):
        raise _foreign(path)
    for name, value in wanted.items():
        if facts.get(name) != value:
            raise InputError(f"a checkpoint of {_OTHER[name]}", place=str(path), remedy=_REMEDY)
    return content


def content_of(path: Path, form: str) -> dict[str, Any] | None:
    """What a file of this format holds; None if it has another one. No code of it is run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of files that are not ours
            content = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, ValueError, EOFError, pickle.UnpicklingError):
        return None
    return content if isinstance(content, dict) and content.get("format") == form else None


_OTHER: Final = {
    "tasks": "other tasks",
    "preset": "another preset",
    "seed": "another seed",
    "pretrained": "other pretrained weights",
}


def _foreign(path: Path) -> InputError:
    return InputError("not a checkpoint of a network", place=str(path), remedy=_REMEDY)
