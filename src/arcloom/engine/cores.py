"""Cores: how many this process was given, by its affinity, its control group and Slurm."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from math import ceil
from pathlib import Path
from typing import Final

GROUPS: Final = Path("/sys/fs/cgroup")
OWN: Final = Path("/proc/self/cgroup")


def available_cores(
    groups: Path = GROUPS, own: Path = OWN, environment: Mapping[str, str] | None = None
) -> int:
    """The cores that this process may use at once, at least one.

    A container's limit (Docker, Kubernetes) is a quota of its control group, and hides no core. So
    threads beyond it would only wait for each other.
    """
    given = os.environ if environment is None else environment
    limits = [_affinity(), *_quotas(groups, own)]
    slurm = given.get("SLURM_CPUS_PER_TASK", "")
    if slurm.isdecimal():
        limits.append(int(slurm))
    return max(1, min(limits))


def _affinity() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(groups: Path, own: Path) -> Iterator[int]:
    """The quotas of the process's control group and of those that it lies in."""
    for line in _lines(own):
        _, kinds, path = [*line.split(":", 2), "", ""][:3]
        inside = path.strip("/")
        if kinds == "":  # version 2
            yield from (q for folder in _upwards(groups, inside) if (q := _quota(folder)))
        elif "cpu" in kinds.split(","):
            yield from (q for folder in _upwards(groups / "cpu", inside) if (q := _old(folder)))


def _upwards(root: Path, inside: str) -> Iterator[Path]:
    """A group's folder and those above it. In a container only the root may be there."""
    folder = root / inside
    while folder != root:
        yield folder
        folder = folder.parent
    yield root


def _quota(folder: Path) -> int:
    words = " ".join(_lines(folder / "cpu.max")).split()
    return _cores(words) if len(words) == 2 else 0


def _old(folder: Path) -> int:
    names = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
    return _cores([" ".join(_lines(folder / name)).strip() for name in names])


def _cores(words: list[str]) -> int:
    """A quota as a number of cores; 0 if there is none ("max", or -1)."""
    quota, period = words
    if not quota.isdecimal() or not period.isdecimal() or int(period) == 0:
        return 0
    return max(1, ceil(int(quota) / int(period)))


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
