"""Cores: what a container, Slurm and the affinity leave to a process."""

import os

import pytest

from arcloom.engine.cores import available_cores

ALL = len(os.sched_getaffinity(0))


@pytest.fixture
def machine(tmp_path):
    """machine(own line, files) lays out control groups."""

    def make(line, files):
        own = tmp_path / "own"
        own.write_text(line)
        for name, text in files.items():
            path = tmp_path / "groups" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return {"groups": tmp_path / "groups", "own": own, "environment": {}}

    return make


def test_without_limits_all_cores_count(machine):
    assert available_cores(**machine("0::/\n", {"cpu.max": "max 100000\n"})) == ALL
    assert available_cores(**machine("nonsense:::\n", {})) == ALL


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("0::/a/b\n", {"a/b/cpu.max": "max 100000", "a/cpu.max": "50000 100000"}),
        ("0::/not/shown\n", {"cpu.max": "100000 100000"}),
        (
            "3:cpu,cpuacct:/x\n",
            {"cpu/x/cpu.cfs_quota_us": "90000", "cpu/x/cpu.cfs_period_us": "100000"},
        ),
    ],
    ids=["parent", "container", "version 1"],
)
def test_a_quota_counts(machine, line, files):
    assert available_cores(**machine(line, files)) == 1


def test_no_quota_of_version_1(machine):
    files = {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}
    assert available_cores(**machine("3:cpu:/\n", files)) == ALL


def test_slurm_gives_some(machine):
    limits = {**machine("0::/\n", {}), "environment": {"SLURM_CPUS_PER_TASK": "1"}}
    assert available_cores(**limits) == 1
