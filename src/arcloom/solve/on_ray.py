"""Ray: an executor whose workers are actors of a Ray cluster, one per core of it.

A call takes Ray milliseconds to pass on. So each actor has its next job while it does one. An actor
that is lost with its process or its machine is replaced, where the cluster has room, and its jobs
are done again by whoever is free. Ray passes on what actors write to standard error.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Sequence
from dataclasses import replace
from socket import create_connection, gethostname
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Any, Final

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.search.strategy import Findings, Stop
from arcloom.solve.executor import TRIES, Outcome, SearchJob
from arcloom.solve.processes import Pool, Tallied
from arcloom.solve.ray_gpus import RayGpus, answer, cluster_gpus, line
from arcloom.solve.shipping import Hello, check_hello

POLL: Final = 0.01
"""Seconds between two looks for a free actor."""
LOOK: Final = 1.0
"""Seconds between two looks for actors that have started, while others are free."""
NODE_LETTERS: Final = 6
"""Of a node's id, beside the name of its machine: several nodes may share one."""
START: Final = 120.0
"""Seconds that the first actor may take to start, and that a run waits for one if all are lost."""


AHEAD: Final = 2
"""Jobs that an actor holds: the one that it does, and the next."""


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
        """Do a job after those with lower numbers, and after hearing of the rounds missed.

        Jobs and outcomes are pickled here, since Ray's own pickler asks Python about every object.
        """
        job, fresh, counts = pickle.loads(asked)
        with self._turns:
            self._turns.wait_for(lambda: self._turn == number)
        try:
            self._worker.hear(fresh, counts)
            outcome = self._worker.run(job, lambda: self._stopped)
        finally:
            with self._turns:
                self._turn += 1
                self._turns.notify_all()
        return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)

    def stop(self) -> None:
        """The run is over."""
        self._stopped = True


class RayActors(Tallied):
    """Workers in actors. Without `workers`, as many as the cluster has cores.

    One that has held `most_memory` bytes is replaced between two jobs.
    """

    def __init__(
        self,
        setup: bytes,
        workers: int | None,
        wanted: Hello,
        most_memory: int,
        address: str | None,
        device: str = "cpu",
    ) -> None:
        super().__init__(workers or 0)
        self._device = device
        self.gpus: RayGpus | None = None
        self._setup = setup
        self._wanted = wanted
        self._most_memory = most_memory
        self._address = address
        self._ours = False
        self._pool = Pool()
        self._fit: list[_Actor] = []
        self._starting: list[_Actor] = []
        self._made = 0
        self._looked = 0.0

    def start(self) -> None:
        """Connect, start the actors, and check each."""
        self._ray = _import_ray()
        self._ours = _connect(self._ray, self._address, self.workers or None)
        self.workers = self.workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._shared = self._ray.put(self._setup)
        self._class = self._ray.remote(RayWorker)
        try:
            for _ in range(self.workers):
                self._new()
            self.gpus = cluster_gpus(self._ray, self.workers, self._device)
            self._wait_for_one()
        except BaseException:
            self.close()
            raise

    def tell(self, pool: Sequence[Program]) -> None:
        self._pool.add(pool)

    @property
    def abreast(self) -> int:
        return self.workers * AHEAD

    def search(self, job: SearchJob, stop: Stop) -> Outcome:
        for number in range(TRIES):
            # After a loss a job has its actor for itself, so only one that ends actors is given up.
            actor = self._take(stop, alone=number > 0)
            if actor is None:
                return Outcome(Findings())
            outcome = self._run(actor, job, stop)
            if outcome is not None:
                self.count(actor.number, actor.node, outcome)
                actor.retires |= outcome.peak_memory > self._most_memory
            self._give_back(actor, lost=outcome is None)
            if outcome is not None:
                return outcome
        problem = f"its worker ended {TRIES} times: killed, or out of memory"
        return Outcome(Findings(exhausted=True), problem=problem)

    def _give_back(self, actor: _Actor, *, lost: bool) -> None:
        """A job has left the actor. One that is lost, or has grown too large, is replaced once."""
        with self._lock:
            actor.jobs -= 1
            actor.alone = False
            gone = actor in self._fit and (lost or (actor.retires and not actor.jobs))
            if gone:
                self._fit.remove(actor)
            self._lost += gone and lost
        if gone:
            self._ray.kill(actor.handle)
            self._new()

    def close(self) -> None:
        with self._lock:
            actors = [*self._fit, *self._starting]
            self._fit, self._starting = [], []
        for actor in actors:
            self._ray.kill(actor.handle)
        if self.gpus is not None:
            self.gpus.close()
        if self._ours:
            self._ray.shutdown()

    def _present(self) -> int:
        return len(self._fit)

    def _at_work(self) -> int:
        return sum(actor.jobs > 0 for actor in self._fit)

    def _new(self) -> None:
        """Ask for an actor. The cluster may have no room for it; then it never starts."""
        options = self._class.options(
            num_cpus=1, max_concurrency=AHEAD + 1, max_restarts=0, scheduling_strategy="SPREAD"
        )
        handle = options.remote(self._shared)
        with self._lock:
            self._made += 1
            self._starting.append(_Actor(self._made, handle, handle.hello.remote()))

    def _take(self, stop: Stop, *, alone: bool) -> _Actor | None:
        """The actor with the fewest jobs, with one more now; None once the run is to stop."""
        last_seen = monotonic()
        while not stop():
            # An actor that has no room stays among those that start, and to ask for it takes time.
            if not self._fit or monotonic() - self._looked > LOOK:
                self._looked = monotonic()
                self._welcome(0)
            with self._lock:
                able = [actor for actor in self._fit if actor.has_room(alone)]
                if able:
                    actor = min(able, key=lambda one: one.jobs)
                    actor.jobs += 1
                    actor.alone = alone
                    return actor
                if self._fit:
                    last_seen = monotonic()
            if monotonic() - last_seen > START:
                raise InputError(
                    "no worker of the Ray cluster is left", remedy="start nodes, and run it again"
                )
            sleep(POLL)
        return None

    def _welcome(self, timeout: float) -> None:
        """Check the actors that have started."""
        with self._lock:
            starting, self._starting = self._starting, []
        if not starting:
            return
        ready, _ = self._ray.wait(
            [actor.hello for actor in starting], num_returns=1, timeout=timeout
        )
        fit, lost = [], 0
        for actor in starting:
            if actor.hello in ready:
                try:
                    told = self._ray.get(actor.hello)
                    check_hello(told, self._wanted)
                    actor.node = told.node
                    fit.append(actor)
                except self._ray.exceptions.RayActorError as error:
                    if _cannot_be_made(error):
                        raise _cannot_start(error) from None
                    lost += 1  # with its node
        with self._lock:
            self._fit += fit
            self._starting += [actor for actor in starting if actor.hello not in ready]
            self._lost += lost
        for _ in range(lost):
            self._new()

    def _wait_for_one(self) -> None:
        deadline = monotonic() + START
        while not self._fit:
            if monotonic() > deadline or not self._starting:
                raise InputError(
                    f"no worker started on the Ray cluster within {START:.0f} s",
                    remedy="look at `ray status`: are there free CPUs, and is Arcloom installed?",
                )
            try:
                self._welcome(1.0)
            except self._ray.exceptions.RayError as error:
                raise _cannot_start(error) from None

    def _run(self, actor: _Actor, job: SearchJob, stop: Stop) -> Outcome | None:
        """The outcome; None if the actor was lost."""
        with self._lock:
            fresh, counts = self._pool.since(actor.heard)
            actor.heard += len(counts)
            number, actor.sent = actor.sent, actor.sent + 1
        try:
            asked = pickle.dumps((job, fresh, counts), pickle.HIGHEST_PROTOCOL)
            found = actor.handle.run.remote(number, asked)
            outcome: Outcome = pickle.loads(answer(self._ray, actor.handle, found, stop))
            return outcome
        except self._ray.exceptions.RayError:
            return None


class _Actor:
    """An actor, and what it says of itself."""

    def __init__(self, number: int, handle: Any, hello: Any) -> None:
        self.number = number
        self.handle = handle
        self.hello = hello
        self.node = ""
        self.heard = 0
        """rounds that it has heard of"""
        self.sent = 0
        """jobs that it was sent so far"""
        self.jobs = 0
        """jobs that it holds now"""
        self.alone = False
        """it must get no second job"""
        self.retires = False
        """it has grown too large, and ends after its jobs"""

    def has_room(self, alone: bool) -> bool:
        """Whether it can take a job, which may have to be its only one."""
        return not (self.alone or self.retires) and self.jobs < (1 if alone else AHEAD)


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
                f"Ray cannot start on this machine: {line(error)}",
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
        raise _no_cluster(address, f": {line(failed[0])}" if failed else f" within {CONNECT:.0f} s")
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
        f"a worker cannot start on the Ray cluster: {line(error)}",
        remedy="install the same Arcloom on every node",
    )
