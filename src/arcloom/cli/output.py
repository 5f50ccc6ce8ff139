"""Where output goes: results to standard output, messages and progress to standard error."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from typing import Any, Final

from rich.console import Console

_PIPE_WIDTH: Final = 200
"""Columns where the output is no terminal: tables read by other tools should not be folded."""


def console() -> Console:
    """Standard output, for people."""
    if isinstance(sys.stdout, TextIOWrapper):  # names of files may be no text
        sys.stdout.reconfigure(errors="backslashreplace")
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(highlight=False, markup=False, width=width)


def print_json(content: Any) -> None:
    """One JSON document, and nothing else, on standard output."""
    json.dump(content, sys.stdout, indent=2)
    sys.stdout.write("\n")
    sys.stdout.flush()  # `serve` goes on, and whoever started it waits for its address


def message(text: str) -> None:
    """A line on standard error."""
    print(f"arcloom: {text}", file=sys.stderr)
