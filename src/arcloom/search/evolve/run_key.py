"""Run key: what a resumed run of `evolve` shares with the interrupted one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from hashlib import blake2b
from typing import Final

from arcloom.search.evolve.config import EvolveConfig
from arcloom.tasks import Dataset

_ROUNDS: Final = 3
"""Another number where the rounds of a run are not those of before: then it begins anew."""


def run_key(tasks: Dataset, config: EvolveConfig, imported: Sequence[str]) -> str:
    """The key of a run's state: all settings except how long it runs."""
    # The starter programs themselves are among the imported ones.
    left_out = ("seconds", "generations", "starter")
    plain = {k: v for k, v in asdict(config).items() if k not in left_out}
    keys = sorted(task.key for task in tasks.values())
    settings = sorted(plain.items(), key=lambda item: item[0])
    text = repr((_ROUNDS, keys, settings, sorted(imported)))
    return f"evolve {blake2b(text.encode(), digest_size=8).hexdigest()}"
