"""The peer of the speed comparison: arc-dsl in CPython, timed in its own process.

Only `arcloom bench --peer` uses this module. It executes program files; no other code does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arcloom.errors import InputError
from arcloom.tasks.grid import Grid

CALL_CAP: Final = 60.0
"""A call of the peer is cut after this many seconds."""

_WORKER: Final = Path(__file__).with_name("peer_worker.py")


@dataclass(frozen=True)
class PeerTimes:
    """The seconds of every call, programs x grids, and which calls were cut at the cap."""

    seconds: NDArray[np.float64]
    cut: NDArray[np.bool_]

    def a_sample(self, programs: Sequence[int] | slice = slice(None)) -> float:
        """The mean seconds per grid for all programs, or for some."""
        return float(self.seconds[programs].sum(axis=0).mean())

    def quickest_first(self) -> list[int]:
        """The programs by their mean seconds. Programs with a missing time come last."""
        order = np.lexsort((self.seconds.mean(axis=1), self.cut.any(axis=1)))
        return [int(k) for k in order]

    def without(self, unfinished: NDArray[np.bool_]) -> PeerTimes:
        """The same times, but 0 for calls that were cut or are in `unfinished`."""
        left_out = self.cut | unfinished
        return PeerTimes(np.where(left_out, 0.0, self.seconds), left_out)


def time_peer(
    folder: Path,
    files: Sequence[Path],
    names: Sequence[str],
    grids: Sequence[Grid],
    progress: Callable[[int], None] | None = None,
) -> PeerTimes:
    """Time every program on every grid, one call each."""
    if not (folder / "dsl.py").is_file():
        raise InputError(
            "this folder has no dsl.py", place=str(folder), remedy="give a checkout of arc-dsl"
        )
    with tempfile.NamedTemporaryFile("w", suffix=".json") as request:
        json.dump(
            {
                "files": [str(file.resolve()) for file in files],
                "names": list(names),
                "grids": [grid.tolist() for grid in grids],
                "cap": CALL_CAP,
            },
            request,
        )
        request.flush()
        # Isolated mode: neither this folder nor the environment adds modules to the peer's.
        argv = [sys.executable, "-I", str(_WORKER), str(folder.resolve()), request.name]
        with subprocess.Popen(
            argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as worker:
            try:
                return _collect(worker, folder, progress)
            finally:
                worker.kill()


def _collect(
    worker: subprocess.Popen[str], folder: Path, progress: Callable[[int], None] | None
) -> PeerTimes:
    assert worker.stdout is not None
    assert worker.stderr is not None
    first = worker.stdout.readline()
    if not first:
        lines = worker.stderr.read().strip().splitlines()
        problem = lines[-1] if lines else "it ended without a word"
        raise InputError(f"the programs do not load: {problem}", place=str(folder))
    _refuse_unknown(json.loads(first), folder)
    columns: list[Any] = []
    for line in worker.stdout:
        columns.append(json.loads(line))
        if progress is not None:
            progress(len(columns))
    if worker.wait() != 0 or not columns:
        raise InputError(f"the peer ended with code {worker.returncode}", place=str(folder))
    calls = np.array(columns, dtype=np.float64)  # grids x programs x (seconds, cut)
    return PeerTimes(calls[:, :, 0].T, calls[:, :, 1].T.astype(np.bool_))


def _refuse_unknown(unknown: dict[str, list[str]], folder: Path) -> None:
    for program, names in unknown.items():
        raise InputError(
            f"'{program}' uses {', '.join(names)}, which the peer does not have",
            place=str(folder),
            remedy="compare programs in the peer's own vocabulary",
        )
