"""Figures of a run that several commands report."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arcloom.engine.batt import RunResult
from arcloom.engine.undefined import SKIPPED, Reason


def cut_by_fuel(result: RunResult) -> float:
    """The share of the executed program-sample pairs that ran out of fuel."""
    run = int(np.count_nonzero(result.reasons != SKIPPED))
    cut = int(np.count_nonzero(result.reasons == Reason.FUEL))
    return cut / max(run, 1)


def undefined_shares(result: RunResult) -> NDArray[np.float64]:
    """For each program, the share of its executed samples that gave no value."""
    run = (result.reasons != SKIPPED).sum(axis=1)
    undefined = ((result.reasons != SKIPPED) & (result.reasons != 0)).sum(axis=1)
    return np.asarray(undefined / np.maximum(run, 1))
