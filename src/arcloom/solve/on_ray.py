"""Ray: an executor whose workers are actors of a Ray cluster, one per core of it.

An actor that is lost with its process or its machine is replaced where the cluster has room. Ray
passes on what actors write to standard error.
"""

from __future__ import annotations

import logging
import pickle
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from socket import create_connection, gethostname
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.search.strategy import Stop
from arcloom.solve.executor import WorkerLostError
from arcloom.solve.ray_gpus import POLL, RayGpus, cause_of, cluster_gpus
from arcloom.solve.shipping import Hello, check_hello
from arcloom.solve.worker_pool import AHEAD, PooledWorker, WorkerPool

NODE_LETTERS: Final = 6
"""Of a node's id, beside the name of its machine: several nodes may share one."""
START: Final = 120.0
"""Seconds that the first actor may take to start, and that a run waits for one if all are lost."""


class RayWorker:
    """What runs in an actor. It has a thread more than jobs, so that `stop` reaches them."""

    def __init__(self, setup: bytes) -> None:
        from arcloom.solve.worker import Worker

        self._worker = Worker(setup)
        self._stopped = False
        self._turns = Condition()
        self._turn = 0

    def hello(self) -> Hello:
        """What this worker is."""
        import ray

        node = ray.get_runtime_context().get_node_id()[:NODE_LETTERS]
        return replace(self._worker.hello(), node=f"{gethostname()} {node}")

    def run(self, number: int, asked: bytes) -> bytes:
        """Do the jobs of a bundle after those with lower numbers, and hear of the rounds missed.

        Jobs and outcomes are pickled here, since Ray's own pickler asks Python about every object.
        """
        jobs, fresh, counts = pickle.loads(asked)
        with self._turns:
            self._turns.wait_for(lambda: self._turn == number)
        try:
            self._worker.hear(fresh, counts)
            outcomes = self._worker.run(jobs, lambda: self._stopped)
        finally:
            with self._turns:
                self._turn += 1
                self._turns.notify_all()
        return pickle.dumps(outcomes, pickle.HIGHEST_PROTOCOL)

    def stop(self) -> None:
        """The run is over."""
        self._stopped = True


class RayActors(WorkerPool["_Actor"]):
    """Workers in actors. Without `workers`, as many as the cluster has cores."""

    gpus: RayGpus | None

    def __init__(
        self,
        setup: bytes,
        workers: int | None,
        wanted: Hello,
        most_memory: int,
        address: str | None,
        device: str = "cpu",
    ) -> None:
        super().__init__(workers or 0, most_memory)
        self._device = device
        self._setup = setup
        self._wanted = wanted
        self._address = address
        self._ours = False
        self._starting: list[_Actor] = []
        self._last_seen = 0.0
        self._watcher: Thread | None = None
        self._closed = Event()

    def start(self) -> None:
        """Connect, start the actors, and check each."""
        self._ray = _import_ray()
        self._ours = _connect(self._ray, self._address, self.workers or None)
        self.workers = self.workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._shared = self._ray.put(self._setup)
        self._class = self._ray.remote(RayWorker)
        try:
            for number in range(self.workers):
                self._new(number)
            self.gpus = cluster_gpus(self._ray, self.workers, self._device)
            self._wait_for_one()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the workers."""
        self._closed.set()
        if self._watcher is not None:
            self._watcher.join()
        with self._changed:
            actors = [*self._fit, *self._starting]
            self._fit, self._starting = [], []
        for actor in actors:
            self._ray.kill(actor.handle)
        if self.gpus is not None:
            self.gpus.close()
        if self._ours:
            self._ray.shutdown()

    def _new(self, number: int) -> None:
        """Ask for an actor. The cluster may have no room for it; then it never starts."""
        options = self._class.options(
            num_cpus=1, max_concurrency=AHEAD + 1, max_restarts=0, scheduling_strategy="SPREAD"
        )
        handle = options.remote(self._shared)
        with self._changed:
            self._starting.append(_Actor(number, handle))

    def _replace(self, worker: _Actor) -> None:
        self._ray.kill(worker.handle)
        self._new(worker.number)

    def _look(self) -> None:
        self._welcome()
        if self._fit:
            self._last_seen = monotonic()
        elif monotonic() - self._last_seen > START:
            raise InputError(
                "no worker of the Ray cluster is left", remedy="start nodes, and run it again"
            )

    def _exchange(self, worker: _Actor, number: int, asked: bytes, stop: Stop) -> bytes:
        self._watch(stop)
        try:
            given: bytes = self._ray.get(worker.handle.run.remote(number, asked))
            return given
        except self._ray.exceptions.RayError as error:
            raise WorkerLostError from error

    def _watch(self, stop: Stop) -> None:
        """From the first call on, have a thread tell all actors once the run is to stop.

        Each call could look for itself, but a wait of Ray's that ends early takes a millisecond of
        CPU time.
        """
        if self._watcher is not None:
            return
        with self._changed:
            if self._watcher is None:  # two first calls may come at once
                self._watcher = Thread(target=self._tell_stop, args=(stop,), daemon=True)
                self._watcher.start()

    def _tell_stop(self, stop: Stop) -> None:
        while not self._closed.wait(POLL):
            if stop():  # again and again: one may have joined meanwhile
                with self._changed:
                    actors = list(self._fit)
                for actor in actors:
                    actor.handle.stop.remote()

    def _welcome(self) -> None:
        """Check the actors that have started."""
        with self._changed:
            arrived = [actor for actor in self._starting if actor.hello.done()]
            self._starting = [actor for actor in self._starting if actor not in arrived]
        for actor in arrived:
            try:
                told = actor.hello.result()
            except self._ray.exceptions.RayActorError as error:
                if _cannot_be_made(error):
                    raise _cannot_start(error) from None
                with self._changed:
                    self._lost += 1  # with its node
                self._new(actor.number)
                continue
            check_hello(told, self._wanted)
            with self._changed:
                actor.node = told.node
                self._fit.append(actor)
                self._changed.notify_all()

    def _wait_for_one(self) -> None:
        deadline = monotonic() + START
        while not self._fit:
            if monotonic() > deadline or not self._starting:
                raise InputError(
                    f"no worker started on the Ray cluster within {START:.0f} s",
                    remedy="look at `ray status`: are there free CPUs, and is Arcloom installed?",
                )
            wait([actor.hello for actor in self._starting], 1.0, FIRST_COMPLETED)
            try:
                self._welcome()
            except self._ray.exceptions.RayError as error:
                raise _cannot_start(error) from None
        self._last_seen = monotonic()


class _Actor(PooledWorker):
    """An actor, and what it will say of itself."""

    def __init__(self, number: int, handle: Any) -> None:
        super().__init__(number)
        self.handle = handle
        self.hello: Future[Hello] = handle.hello.remote().future()


def _import_ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise InputError("Ray is not installed", remedy="pip install 'arcloom[ray]'") from None
    return ray


def _connect(ray: Any, address: str | None, cpus: int | None) -> bool:
    """Connect to a cluster, or start one here; whether it is ours to end."""
    if ray.is_initialized():
        return False
    options: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": True}
    if address is None:
        try:
            ray.init(address="local", num_cpus=cpus, include_dashboard=False, **options)
        except Exception as error:  # it names no class of its own for that
            raise InputError(
                f"Ray cannot start on this machine: {cause_of(error)}",
                remedy="try again when it is less busy, or start Ray by hand and give --address",
            ) from None
        return True
    _check_reachable(address)
    failed: list[BaseException] = []

    def connect() -> None:
        try:
            ray.init(address=address, **options)
        except BaseException as error:
            failed.append(error)

    # Ray goes on trying for minutes; a thread can be left alone.
    thread = Thread(target=connect, daemon=True)
    thread.start()
    thread.join(CONNECT)
    if thread.is_alive() or failed:
        raise _no_cluster(
            address, f": {cause_of(failed[0])}" if failed else f" within {CONNECT:.0f} s"
        )
    return True


def _check_reachable(address: str) -> None:
    """Refuse an address where nobody listens. Ray would write pages of messages about it."""
    host, _, port = address.rpartition(":")
    if not host or "/" in address or not port.isdecimal():
        return  # "auto", or a form that Ray itself must judge
    try:
        create_connection((host.strip("[]"), int(port)), REACH).close()
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, f": {getattr(error, 'strerror', None) or error}") from None


def _no_cluster(address: str, why: str) -> InputError:
    return InputError(
        f"no Ray cluster answers{why}",
        place=address,
        remedy="check the address, that `ray start --head` runs there, and RAY_AUTH_TOKEN",
    )


CONNECT: Final = 30.0
"""Seconds to wait for a cluster."""
REACH: Final = 10.0
"""Seconds to wait until its port takes a connection."""


def _cannot_be_made(error: Exception) -> bool:
    """Whether an actor failed by itself while it started, and would again."""
    return "init" in type(error).__name__.lower() or "creation task" in str(error)


def _cannot_start(error: Exception) -> InputError:
    return InputError(
        f"a worker cannot start on the Ray cluster: {cause_of(error)}",
        remedy="install the same Arcloom on every node",
    )
