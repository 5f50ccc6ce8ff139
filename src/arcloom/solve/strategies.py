"""The strategies by name, in the order of their turns in a round.

Enumeration comes before learning. Learning can try only a finite number of programs, so it is
mostly done when time ends within a round. Enumeration can always go further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from arcloom.errors import InputError
from arcloom.search.enumerate.calibrate import DevicePlan
from arcloom.search.enumerate.on_gpus import GpuEnumerator
from arcloom.search.enumerate.strategy import Enumerate, EnumerateAhead
from arcloom.search.evolve.strategy import Evolve
from arcloom.search.learn.on_states import LearnOnStates
from arcloom.search.learn.strategy import Learn
from arcloom.search.placed.strategy import PlacedSearch
from arcloom.search.strategy import Strategy
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.search.transfer.strategy import Transfer
from arcloom.search.views.strategy import Views

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

SHARES: Final[Mapping[str, float]] = {
    Transfer.name: 1.0,
    Enumerate.name: 4.0,
    PlacedSearch.name: 4.0,
    Learn.name: 2.0,
    LearnOnStates.name: 2.0,
    Views.name: 4.0,
    Evolve.name: 1.0,
}
"""How a task's fuel per round is split. What a strategy leaves goes to those after it."""

SAME_FOR_ALL: Final = frozenset({Learn.name, Views.name})
"""Strategies that try the same on every task. Other tasks need not hear of their findings."""


def make_strategies(
    names: Iterable[str],
    stored: StoredPrograms,
    plan: DevicePlan,
    threads: int,
    tell: Callable[[str], None],
) -> list[Strategy]:
    """Make the strategies of a run. If there are GPUs, enumeration looks ahead."""

    def make(name: str) -> Strategy:
        if name == Enumerate.name and plan.devices:
            return EnumerateAhead(GpuEnumerator(plan.devices, tell, threads), plan.least)
        return STRATEGIES[name](stored)

    return [make(name) for name in names]


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names in the order of the table, each once. Unknown names are refused."""
    wanted = set(names)
    unknown = sorted(wanted - set(STRATEGIES))
    if unknown or not wanted:
        problem = f"no strategy '{unknown[0]}'" if unknown else "no strategy is named"
        raise InputError(problem, remedy=f"the strategies are {', '.join(STRATEGIES)}")
    return tuple(name for name in STRATEGIES if name in wanted)
