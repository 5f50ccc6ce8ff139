"""Workers on a Ray cluster of several nodes: the same bytes as one thread, also if nodes die.

Skipped without Ray; `make test-ray` installs it and runs this.
"""

import sqlite3
import sys
from concurrent.futures import wait
from functools import partial

import pytest

import arcloom
from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.solve import on_ray
from arcloom.solve.executor import SearchJob
from arcloom.solve.ray_gpus import RayGpus
from arcloom.solve.shipping import hello, packed
from arcloom.solve.worker_kinds import working
from tests.search.played import Lent
from tests.solve.doomed import Endless
from tests.solve.small import small_tasks

FUEL = 60_000_000


@pytest.fixture(scope="module")
def tasks():
    known = arcloom.load("arc1-train")
    return arcloom.Dataset("some", [*small_tasks().values(), *list(known.values())[:16]])


class Killer:
    """Kills nodes of a cluster with SIGKILL: one after the first calls, another after more.

    A new node joins after the first.
    """

    def __init__(self, cluster, whole):
        self.cluster = cluster
        self.nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
        self.when = [1, whole // 2]
        self.at = []

    def __call__(self, progress):
        if self.nodes and progress.fuel >= self.when[len(self.at)]:
            self.at.append(progress.fuel)
            self.cluster.remove_node(self.nodes.pop(), allow_graceful=False)
            if self.nodes:
                self.cluster.add_node(num_cpus=1)


def stored(library):
    """How far a library says that each task and each strategy on it is, and what was found."""
    with sqlite3.connect(library.place) as connection:
        reached = connection.execute("SELECT * FROM progress ORDER BY 1, 2, 3").fetchall()
    assert reached
    return reached, library.states("solve ")


def calls(figures):
    """Each call is counted when its findings are taken in."""
    return {name: (row["calls"], row["fuel"]) for name, row in figures.strategies.items()}


def test_nodes_that_die_change_nothing(tasks, tmp_path):
    """Two of three nodes are killed, one after the other, and one joins in between."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    options = {"fuel": FUEL, "progress": False, "device": "cpu"}
    with Library(tmp_path / "one.db") as one, Library(tmp_path / "ray.db") as other:
        out = tmp_path / "one.json"
        expected = arcloom.solve(tasks, threads=1, out=out, library=one, **options)
        cluster = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
        )
        killer = Killer(cluster, expected.figures.fuel)
        try:
            answers = arcloom.solve(
                tasks,
                workers="ray",
                address=cluster.address,
                out=tmp_path / "ray.json",
                on_progress=killer,
                library=other,
                **options,
            )
        finally:
            cluster.shutdown()
        assert (tmp_path / "ray.json").read_bytes() == (tmp_path / "one.json").read_bytes()
        assert stored(other) == stored(one)
    first, second = killer.at
    assert 0 < first < second < answers.figures.fuel
    assert calls(answers.figures) == calls(expected.figures)  # none lost, none done twice
    assert answers.figures.failures == []
    assert answers.figures.threads == 3
    assert 1 <= answers.figures.crew["workers"] <= 3
    assert answers.figures.crew["nodes"] > 1


def test_all_workers_that_have_started_get_work():
    pytest.importorskip("ray")
    tasks = list(small_tasks().values())
    actors = on_ray.RayActors(packed(tasks, ["transfer"], [], []), 3, hello(tasks), 2**40, None)
    with working(actors):
        wait([actor.hello for actor in actors._starting])
        job = SearchJob(0, "transfer", 0, 1, 2**28, 0, (), None)
        actors.search([job], lambda: False, place=0)
        assert actors.crew.workers == 3


def test_calls_on_a_cluster_end_with_the_run(tmp_path):
    pytest.importorskip("ray")
    begun = tmp_path / "begun"

    def stop(progress):
        if begun.exists():
            raise arcloom.StopSearch

    answers = arcloom.solve(
        small_tasks(),
        fuel=FUEL,
        strategies=[Endless(begun)],
        workers="ray",
        threads=2,
        progress=False,
        on_progress=stop,
    )
    assert answers.figures.stop == "callback"
    assert answers.figures.failures == []


class Noting(Lent):
    """A played device that leaves a file where it was used."""

    def __init__(self, file, problem=None):
        super().__init__(problem=problem)
        self.file = file

    def entered(self, number):
        self.file.touch()
        return super().entered(number)


def played(file, problem, ray, cores, device):
    """One GPU that tests play, in place of those that the cluster has."""
    assert device == "gpu"

    def devices():
        return [Noting(file, problem)]

    return RayGpus(ray, 1, cores, always=True, devices=devices)


def on_gpus_of_a_cluster(tmp_path, monkeypatch, problem=None):
    """The answers of a run whose cluster has a node with a GPU."""
    from ray.cluster_utils import Cluster

    file = tmp_path / "used"
    monkeypatch.setattr(on_ray, "cluster_gpus", partial(played, file, problem))
    head = {"num_cpus": 1, "num_gpus": 0, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(num_cpus=1, num_gpus=1)
    options = {"fuel": FUEL, "progress": False, "device": "gpu", "strategies": "enumerate"}
    try:
        return file, arcloom.solve(
            small_tasks(),
            workers="ray",
            address=cluster.address,
            out=tmp_path / "gpu.json",
            **options,
        )
    finally:
        cluster.shutdown()


def test_gpus_of_a_cluster_enumerate(tmp_path, monkeypatch):
    pytest.importorskip("ray")
    options = {"fuel": FUEL, "progress": False, "device": "cpu", "strategies": "enumerate"}
    expected = arcloom.solve(small_tasks(), threads=1, out=tmp_path / "one.json", **options)
    file, answers = on_gpus_of_a_cluster(tmp_path, monkeypatch)
    assert file.exists()
    assert (tmp_path / "gpu.json").read_bytes() == (tmp_path / "one.json").read_bytes()
    assert calls(answers.figures) == calls(expected.figures)
    assert (answers.figures.device, answers.figures.failures) == ("gpu", [])


def test_a_gpu_of_a_cluster_that_does_not_work(tmp_path, monkeypatch):
    pytest.importorskip("ray")
    with pytest.raises(InputError, match=r"no GPU of the Ray cluster works: .*burnt"):
        on_gpus_of_a_cluster(tmp_path, monkeypatch, RuntimeError("burnt"))
    assert not (tmp_path / "gpu.json").exists()


def test_a_cluster_without_gpus(tmp_path):
    pytest.importorskip("ray")
    with pytest.raises(InputError, match="no GPU: the Ray cluster has none"):
        arcloom.solve(small_tasks(), fuel=1, workers="ray", device="gpu", progress=False)


def test_an_address_without_a_cluster(monkeypatch):
    pytest.importorskip("ray")
    monkeypatch.setattr(on_ray, "CONNECT", 3.0)
    with pytest.raises(InputError, match=r"127.0.0.1:1: no Ray cluster answers"):
        arcloom.solve(small_tasks(), fuel=1, workers="ray", address="127.0.0.1:1", progress=False)


def test_without_ray(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match="Ray is not installed"):
        arcloom.solve(small_tasks(), fuel=1, workers="ray", progress=False)
