"""The strategies by name, in the order they take their turns in a round.

Enumeration stands before fitting: what fitting can try is finite, so where time ends within a round
it is mostly done, while enumeration always has further to go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from arcloom.errors import InputError
from arcloom.search.enumerating import Enumerate
from arcloom.search.evolving import Evolve
from arcloom.search.fitting import Fit
from arcloom.search.ruling import Rules
from arcloom.search.stock import Stock
from arcloom.search.strategy import Strategy
from arcloom.search.transfer import Transfer

Maker = Callable[[Stock], Strategy]
"""Makes a strategy for one run, given the library's programs."""

STRATEGIES: Final[Mapping[str, Maker]] = {
    Transfer.name: Transfer,
    Enumerate.name: lambda _: Enumerate(),
    Fit.name: lambda _: Fit(),
    Rules.name: lambda _: Rules(),
    Evolve.name: Evolve,
}

SHARES: Final[Mapping[str, float]] = {
    Transfer.name: 1.0,
    Enumerate.name: 4.0,
    Fit.name: 2.0,
    Rules.name: 2.0,
    Evolve.name: 1.0,
}
"""How a task's fuel of a round is split; what a strategy leaves goes to those after it."""


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names in the order of the table, each once; unknown ones are refused."""
    wanted = set(names)
    unknown = sorted(wanted - set(STRATEGIES))
    if unknown or not wanted:
        problem = f"no strategy '{unknown[0]}'" if unknown else "no strategy is named"
        raise InputError(problem, remedy=f"the strategies are {', '.join(STRATEGIES)}")
    return tuple(name for name in STRATEGIES if name in wanted)
