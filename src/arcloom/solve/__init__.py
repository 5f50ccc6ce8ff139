"""Solving: budgets, scheduling, ranking, answers, scoring. Only this package opens test outputs.

The package can be called: `arcloom.solve(tasks, budget="5m")` is `arcloom.solve.api.solve`. So the
name works as a function and as a package, whichever is imported first.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Look for programs for all tasks until the budget ends, and answer every test."""
        from arcloom.solve.api import solve

        return solve(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
