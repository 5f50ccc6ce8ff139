"""The strategies by name, in the order of their turns in a round.

Enumeration comes before learning. Learning can try only a finite number of programs, so it is
mostly done when time ends within a round. Enumeration can always go further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Final

from arcloom.errors import InputError, of_kind
from arcloom.search.enumerate.calibrate import DevicePlan, GettingReady
from arcloom.search.enumerate.on_gpus import GpuEnumerator
from arcloom.search.enumerate.strategy import Enumerate, EnumerateAhead
from arcloom.search.evolve.strategy import Evolve
from arcloom.search.learn.on_states import LearnOnStates
from arcloom.search.learn.strategy import Learn
from arcloom.search.net.config import NET
from arcloom.search.placed.strategy import PlacedSearch
from arcloom.search.plugins import check_strategy, installed_names, installed_strategy
from arcloom.search.strategy import Strategy
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.search.transfer.strategy import Transfer
from arcloom.search.views.strategy import Views
from arcloom.solve.executor import ClusterGpus

Maker = Callable[[StoredPrograms], Strategy]
"""Makes a strategy for one run, given the library's programs."""

STRATEGIES: Final[Mapping[str, Maker]] = {
    Transfer.name: Transfer,
    Enumerate.name: lambda _: Enumerate(),
    PlacedSearch.name: lambda _: PlacedSearch(),
    Learn.name: lambda _: Learn(),
    LearnOnStates.name: lambda _: LearnOnStates(),
    Views.name: lambda _: Views(),
    Evolve.name: Evolve,
}

SAME_FOR_ALL: Final = frozenset({Learn.name, Views.name})
"""Strategies that try the same on every task. Other tasks need not hear of their findings."""


ALL: Final = "all"
"""Stands for all strategies of the table."""
RESERVED: Final = frozenset({*STRATEGIES, NET, ALL})
"""Names that no other strategy may have."""


def make_strategies(
    names: Iterable[str],
    own: Sequence[Strategy],
    stored: StoredPrograms,
    plan: DevicePlan,
    threads: int,
    tell: Callable[[str], None],
) -> list[Strategy]:
    """Make the strategies of a run; `own` are not made here. With GPUs, enumeration looks ahead."""
    made = on_cores(names, own, stored)
    if Enumerate.name in made and plan.devices:
        made[Enumerate.name] = _enumerate_ahead(plan, threads, tell)
    return list(made.values())


def on_cores(
    names: Iterable[str], own: Sequence[Strategy], stored: StoredPrograms
) -> dict[str, Strategy]:
    """The strategies of a run by name, as any worker makes them; `own` are not made here."""
    names = tuple(names)
    given = {strategy.name: strategy for strategy in own}

    def make(name: str) -> Strategy:
        if name == Views.name:
            return Views(beside_fit=Learn.name in names)
        return STRATEGIES[name](stored)

    return {name: given[name] if name in given else make(name) for name in names}


def _enumerate_ahead(plan: DevicePlan, threads: int, tell: Callable[[str], None]) -> EnumerateAhead:
    """With `auto`, the cores do not wait for the GPUs to get ready."""
    enumerator = GpuEnumerator(plan.devices, tell, threads)
    if not plan.least:
        return EnumerateAhead(enumerator)
    start = GettingReady([device.unit for device in plan.devices])
    return EnumerateAhead(enumerator, lambda: plan.least if start.over else inf)


def with_cluster(
    strategies: Sequence[Strategy], gpus: ClusterGpus, tell: Callable[[str], None]
) -> list[Strategy]:
    """The same strategies, but the GPUs of a cluster look ahead for enumeration."""
    enumerator = GpuEnumerator(gpus.arrived(), tell)

    def least() -> float:
        enumerator.add(gpus.arrived())
        if gpus.problem:
            tell(gpus.problem)
        return gpus.least()

    ahead = EnumerateAhead(enumerator, least)
    return [ahead if one.name == Enumerate.name else one for one in strategies]


def choose_strategies(
    wanted: str | Iterable[str | Strategy] | None,
) -> tuple[tuple[str, ...], tuple[Strategy, ...]]:
    """The names of the strategies in the order of their turns, and those that are not built in.

    The built-in ones come first, in the order of the table, each once; `all` stands for those of
    the table. `net` is not among them: it comes when it is named. Then come the others as they are
    given: objects, and names that installed packages offer. Unknown names are refused.
    """
    if wanted is None:
        return tuple(STRATEGIES), ()
    of_kind("strategies", wanted, Iterable, "names, or strategies")
    named = wanted.split(",") if isinstance(wanted, str) else list(wanted)
    given = [one for name in named for one in (STRATEGIES if _is_all(name) else [name])]
    built_in: set[str] = set()
    own: dict[str, Strategy] = {}
    for one in given:
        if not isinstance(one, str):
            strategy = check_strategy(one, {*RESERVED, *own})
            own[strategy.name] = strategy
        elif (name := one.strip()) not in own:
            found = installed_strategy(name, RESERVED)
            if found is None:
                built_in.add(_known(name))
            else:
                own[name] = found
    if not given:
        raise InputError("no strategy is named", remedy=_remedy())
    names = [name for name in (*STRATEGIES, NET) if name in built_in]
    return (*names, *own), tuple(own.values())


def _is_all(name: object) -> bool:
    return isinstance(name, str) and name.strip() == ALL


def _known(name: str) -> str:
    if name not in (*STRATEGIES, NET):
        raise InputError(f"no strategy '{name}'", remedy=_remedy())
    return name


def _remedy() -> str:
    return f"the strategies are {', '.join([*STRATEGIES, NET, *installed_names()])}"
