"""The settings of a run of `solve`: budgets, seed, strategies, checked and in plain numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from arcloom.engine.batt import check_threads
from arcloom.errors import InputError
from arcloom.search.enumerate.calibrate import DevicePlan, plan_for
from arcloom.solve.budget import parse_budget, parse_memory
from arcloom.solve.strategies import STRATEGIES, check_names

BUDGET: Final = "5m"
MEMORY: Final = "8G"
MOST_ATTEMPTS: Final = 10

RESERVED: Final = 320 * 2**20
"""Memory for Python, the libraries, a dataset and the findings. Native search does not get it."""
SLOTS: Final = 16
"""How many parts memory is divided into if results may not depend on the number of threads."""


@dataclass(frozen=True)
class SolveConfig:
    """The settings of a run. `seconds` and `fuel` end it; None means no such limit."""

    seconds: float | None
    fuel: int | None
    memory: int
    seed: int
    threads: int
    plan: DevicePlan
    """which device, and why"""
    strategies: tuple[str, ...]
    attempts: int

    @classmethod
    def of(
        cls,
        budget: str | float | None = None,
        fuel: int | None = None,
        memory: str = MEMORY,
        seed: int = 0,
        threads: int | None = None,
        device: str = "auto",
        strategies: str | tuple[str, ...] | None = None,
        attempts: int = 2,
    ) -> SolveConfig:
        """Settings from what people write. The default budget is five minutes."""
        if fuel is not None and fuel < 1:
            raise InputError(f"fuel must be at least 1, not {fuel}")
        if not 1 <= attempts <= MOST_ATTEMPTS:
            raise InputError(f"attempts must be 1 to {MOST_ATTEMPTS}, not {attempts}")
        if budget is None and fuel is None:
            budget = BUDGET
        if isinstance(strategies, str):
            strategies = tuple(name.strip() for name in strategies.split(","))
        count = check_threads(threads)
        return cls(
            seconds=None if budget is None else parse_budget(str(budget)),
            fuel=fuel,
            memory=parse_memory(memory),
            seed=seed,
            # With a budget of fuel, results may not depend on the threads: memory has SLOTS parts.
            threads=count if fuel is None else min(count, SLOTS),
            plan=plan_for(device, count),
            strategies=check_names(STRATEGIES if strategies is None else strategies),
            attempts=attempts,
        )

    def content(self) -> dict[str, Any]:
        """The settings as JSON."""
        plain = {**vars(self), "strategies": list(self.strategies), "device": self.plan.device}
        del plain["plan"]
        return plain

    @property
    def memory_per_thread(self) -> int:
        """Bytes that one call of a strategy may hold."""
        return (self.memory - RESERVED) // (self.threads if self.fuel is None else SLOTS)
