"""The settings of a run of `solve`: budgets, seed, strategies, checked and in plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from arcloom.budget import parse_budget, parse_memory
from arcloom.engine.batt import check_threads
from arcloom.errors import InputError, at_least, of_kind
from arcloom.library.starter import DEFAULT, check_starter
from arcloom.search.enumerate.calibrate import DevicePlan, plan_for
from arcloom.search.net.config import (
    NET,
    NetConfig,
    read_net,
    seconds_of,
    why_not,
    within_budget,
)
from arcloom.search.strategy import Strategy
from arcloom.solve.executor import Workers, check_workers
from arcloom.solve.ranking import WEIGHTS, Weights
from arcloom.solve.strategies import choose_strategies

BUDGET: Final = "5m"
MEMORY: Final = "8G"
MOST_ATTEMPTS: Final = 10

RESERVED: Final = 320 * 2**20
"""Memory for Python, the libraries, a dataset and the findings. Native search does not get it."""
MANY_CORES: Final = 4
"""So many cores can spare one for the network."""
SLOTS: Final = 16
"""How many parts memory is divided into if results may not depend on the number of threads."""


_NOT_TOLD: Final = ("plan", "own", "asked_threads", "net_why")
"""Fields that are no settings of the user's."""


@dataclass(frozen=True, init=False)
class SolveConfig:
    """The settings of a run of `solve`, checked. Make them from what people write.

    Attributes:
        seconds: The time limit; None if there is none.
        fuel: The limit of work per task; None if there is none.
        memory: The memory limit of the process, in bytes.
        seed: The seed of all random choices.
        threads: The number of threads.
        device: Where to search, as asked for: `auto`, `cpu` or `gpu`.
        plan: Which device that means here, and why.
        strategies: The names of the strategies, in the order of their turns.
        attempts: Answers per test input.
        weights: What counts for or against a program in ranking.
        own: The strategies that are not built in.
        net: The settings of the network, with its seconds; None if it takes no part.
        net_why: Why the network takes no part although it was asked for; empty otherwise.
        workers: What does the work: `threads`, `processes` or `ray`.
        address: The address of the Ray cluster; None: one is started on this machine.
        starter: `default`, or None for a run without the starter programs.
        task_memory: The most bytes that one call may hold in a worker; None: its share of `memory`.

    Example:
        ```python
        config = al.SolveConfig(budget="2m", seed=7, strategies="transfer,enumerate")
        answers = al.solve(tasks, config=config)
        ```
    """

    seconds: float | None
    fuel: int | None
    memory: int
    seed: int
    threads: int
    device: str
    plan: DevicePlan = field(repr=False)
    strategies: tuple[str, ...]
    attempts: int
    weights: Weights = field(repr=False)
    own: tuple[Strategy, ...] = field(repr=False)
    net: NetConfig | None
    net_why: str = field(repr=False)
    workers: Workers
    address: str | None
    starter: str | None
    task_memory: int | None
    asked_threads: int | None = field(repr=False)

    def __init__(
        self,
        budget: str | float | None = None,
        fuel: int | None = None,
        memory: str = MEMORY,
        seed: int = 0,
        threads: int | None = None,
        device: str = "auto",
        strategies: str | Iterable[str | Strategy] | None = None,
        attempts: int = 2,
        weights: Weights | Mapping[str, Any] | None = None,
        net: NetConfig | Mapping[str, Any] | None = None,
        workers: str = "auto",
        address: str | None = None,
        starter: str | None = DEFAULT,
        max_task_memory: str | None = None,
    ) -> None:
        """Check the settings.

        Args:
            budget: Time limit, such as `90`, `"30s"`, `"10m"` or `"2h"`. Five minutes if there is
                no limit of time or fuel.
            fuel: Limit of work per task, about a nanosecond per unit. With this limit alone the
                result is the same on any number of threads.
            memory: Memory limit of the process, such as `"8G"`.
            seed: Seed of all random choices.
            threads: Number of threads; by default one for each core. Of four cores or more, one
                is left to a network that trains on a GPU.
            device: `"auto"`, `"cpu"` or `"gpu"`.
            strategies: Names, or objects of your own; all built-in ones by default.
            attempts: Answers per test input.
            weights: A `Weights`, or the fields of it that are to differ.
            net: Asks for the network, with these settings: a `NetConfig`, or the fields of it that
                are to differ. Where it cannot run, it is left out (`net_why` says why); a
                network that `strategies` names must be able to run.
            workers: `"threads"`, `"processes"` (of this machine) or `"ray"` (a cluster). `"auto"`
                is what is faster on so many threads.
            address: The address of a Ray cluster, such as `"auto"` or `"10.0.0.1:6379"`.
            starter: `None` or `"none"`: begin without the starter programs.
            max_task_memory: The most that one call of a strategy may hold, such as `"2G"`. A worker
                process that holds more is ended.

        Raises:
            InputError: A setting makes no sense.
        """
        if fuel is not None:
            at_least("fuel", fuel, 1)
        of_kind("seed", seed, int, "an integer")
        if not 1 <= at_least("attempts", attempts, 0) <= MOST_ATTEMPTS:
            raise InputError(f"attempts must be 1 to {MOST_ATTEMPTS}, not {attempts}")
        network = read_net(net)
        if budget is None and fuel is None:
            budget = _usual_budget(network)
        seconds = None if budget is None else parse_budget(str(budget))
        kind = check_workers(workers, address)
        names, own = choose_strategies(strategies)
        network, why = _network(network, NET in names, device, seconds, fuel)
        count = _threads(threads, network is not None and device != "cpu")
        self._set(
            seconds=seconds,
            fuel=fuel,
            memory=parse_memory(memory),
            seed=seed,
            # With a budget of fuel, results may not depend on the threads: memory has SLOTS parts.
            threads=count if fuel is None else min(count, SLOTS),
            device=device,
            plan=_plan(device, count, kind, network is not None),
            strategies=tuple(name for name in names if name != NET),
            attempts=attempts,
            weights=read_weights(weights),
            own=own,
            net=network,
            net_why=why,
            workers=kind,
            address=address,
            starter=check_starter(starter),
            task_memory=check_task_memory(max_task_memory, kind),
            asked_threads=threads,
        )

    def _set(self, **values: Any) -> None:
        vars(self).update(values)  # it is frozen for everybody else

    @classmethod
    def of(cls, *args: Any, **kwargs: Any) -> SolveConfig:
        """The same as the constructor."""
        return cls(*args, **kwargs)

    def content(self) -> dict[str, Any]:
        """The settings as JSON."""
        plain = {**vars(self), "strategies": list(self.strategies), "device": self.plan.device}
        plain["weights"] = asdict(self.weights)
        plain["net"] = None if self.net is None else self.net.content()
        return {name: value for name, value in plain.items() if name not in _NOT_TOLD}

    def with_plan(self, plan: DevicePlan) -> SolveConfig:
        """The same settings on other devices."""
        other = copy(self)
        other._set(plan=plan)
        return other

    def without_starter(self) -> SolveConfig:
        """The same settings without the starter programs."""
        other = copy(self)
        other._set(starter=None)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Without the device's handles, which belong to this process."""
        return {name: value for name, value in vars(self).items() if name != "plan"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        with_network = state["net"] is not None
        plan = _plan(state["device"], state["threads"], state["workers"], with_network)
        self._set(**state, plan=plan)

    @property
    def memory_per_thread(self) -> int:
        """Bytes that one call of a strategy may hold."""
        share = (self.memory - RESERVED) // (self.threads if self.fuel is None else SLOTS)
        return share if self.task_memory is None else min(share, self.task_memory)

    @property
    def worker_memory(self) -> int | None:
        """Bytes that a worker may hold, with Python and its libraries; None: no limit is given."""
        return None if self.task_memory is None else RESERVED + self.task_memory


def check_task_memory(text: str | None, workers: Workers) -> int | None:
    """The bytes that one call may hold in a worker."""
    if text is None:
        return None
    if workers == "threads":
        raise InputError(
            "threads share one process, so no call can be ended for its memory",
            remedy="say --workers processes, too",
        )
    return parse_memory(text)


def _usual_budget(net: NetConfig | None) -> str | float:
    """The time limit where none is given: at least what the network takes."""
    asked = 0.0 if net is None or net.seconds is None else seconds_of(net)
    return asked if asked > parse_budget(BUDGET) else BUDGET


def _network(
    net: NetConfig | None, named: bool, device: str, seconds: float | None, fuel: int | None
) -> tuple[NetConfig | None, str]:
    """The settings of the network, or why it is left out. If it was named, that is an error."""
    if net is None and not named:
        return None, ""
    problem = why_not(device)
    if problem is not None and named:
        raise problem
    if problem is not None:
        return None, str(problem)
    return within_budget(net or NetConfig(), seconds, fuel), ""


def net_lines(config: SolveConfig) -> list[str]:
    """What a person should know about the network before the run begins."""
    if config.net_why:
        return [f"without the network: {config.net_why}"]
    if config.net is not None and config.seconds is None:
        return [
            "the network is trained by the clock, so the answers of this run may differ from those "
            "of another with the same fuel"
        ]
    return []


def read_weights(given: Weights | Mapping[str, Any] | None) -> Weights:
    """The weights of ranking; those that are not given are the usual ones."""
    if given is None or isinstance(given, Weights):
        return given or WEIGHTS
    of_kind("weights", given, Mapping, "a Weights, or some of its fields")
    known = [one.name for one in fields(Weights)]
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise InputError(f"no weight '{unknown[0]}'", remedy=f"the weights are {', '.join(known)}")
    return replace(WEIGHTS, **given)


def _threads(asked: int | None, network: bool) -> int:
    """The threads of the search. One of many cores is left to a network that feeds a GPU."""
    count = check_threads(asked)
    return count - 1 if network and asked is None and count >= MANY_CORES else count


def _plan(device: str, threads: int, workers: str, network: bool) -> DevicePlan:
    """The devices of this machine. With Ray, `gpu` may be met by another machine's."""
    wanted = "auto" if workers == "ray" and device == "gpu" else device
    return plan_for(wanted, threads, network)
