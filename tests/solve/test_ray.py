"""Workers on a Ray cluster of several nodes: the same bytes as one thread, also if a node dies.

Skipped without Ray; `make test-ray` installs it and runs this.
"""

import sys

import pytest

import arcloom
from arcloom.errors import InputError
from arcloom.solve import on_ray
from tests.solve.small import small_tasks

FUEL = 60_000_000


@pytest.fixture(scope="module")
def tasks():
    known = arcloom.load("arc1-train")
    return arcloom.Dataset("some", [*small_tasks().values(), *list(known.values())[:16]])


def test_a_node_that_dies_changes_nothing(tasks, tmp_path):
    """One of two nodes is killed with SIGKILL after the first findings have come."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    options = {"fuel": FUEL, "progress": False, "device": "cpu"}
    arcloom.solve(tasks, threads=1, out=tmp_path / "one.json", **options)
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    node = cluster.add_node(num_cpus=1)
    killed = []

    def kill(progress):
        if progress.fuel and not killed:
            killed.append(progress.fuel)
            cluster.remove_node(node, allow_graceful=False)

    try:
        answers = arcloom.solve(
            tasks,
            workers="ray",
            address=cluster.address,
            out=tmp_path / "ray.json",
            on_progress=kill,
            **options,
        )
    finally:
        cluster.shutdown()
    assert (tmp_path / "ray.json").read_bytes() == (tmp_path / "one.json").read_bytes()
    assert 0 < killed[0] < answers.figures.fuel
    assert answers.figures.threads == 2
    assert answers.figures.failures == []


def test_an_address_without_a_cluster(monkeypatch):
    pytest.importorskip("ray")
    monkeypatch.setattr(on_ray, "CONNECT", 3.0)
    with pytest.raises(InputError, match=r"127.0.0.1:1: no Ray cluster answers"):
        arcloom.solve(small_tasks(), fuel=1, workers="ray", address="127.0.0.1:1", progress=False)


def test_without_ray(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match="Ray is not installed"):
        arcloom.solve(small_tasks(), fuel=1, workers="ray", progress=False)
