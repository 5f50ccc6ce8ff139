"""Targets: an entry point that takes bytes from outside, and how inputs for it are made.

An input is bytes, and is all that a run depends on: so a failure is kept as a file and run again.
What a target raises is a finding; that an input is refused by an InputError is not.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
"""Inputs that failed once, a folder for each target."""


@dataclass(frozen=True)
class Target:
    """One entry point."""

    name: str
    make: Callable[[random.Random], bytes]
    run: Callable[[bytes], None]
    short: int
    """Inputs of the short round in `make test`."""

    def input(self, seed: int, number: int) -> bytes:
        """The input of that number: always the same one."""
        return self.make(random.Random(f"{seed} {self.name} {number}"))

    def corpus(self) -> list[Path]:
        """Files of the inputs that failed once."""
        return sorted((CORPUS / self.name).glob("*")) if (CORPUS / self.name).is_dir() else []


class FindingError(Exception):
    """Something is wrong, though nothing was raised: two readers differ, a server says 500."""
