"""EvolveConfig: what a run of `evolve` is to do."""

from __future__ import annotations

from dataclasses import dataclass, field

from arcloom.errors import InputError
from arcloom.search.evolve.breeder import Mutations


@dataclass(frozen=True)
class EvolveConfig:
    """What a run does; with `generations` it is reproducible, with `seconds` it ends in time."""

    hand: int = 32
    children: int = 64
    """bred for a task in a generation"""
    seed: int = 0
    generations: int | None = None
    seconds: float | None = None
    islands: int = 2
    migrate: int = 4
    """every so many generations the islands see each other's programs"""
    freeze_programs: bool = False
    """score the library's programs, breed none"""
    freeze_differs: bool = False
    """breed no differs"""
    use_differs: bool = True
    """else only matched demos count"""
    mutations: Mutations = field(default_factory=Mutations)

    def check(self) -> None:
        """Refuse what makes no sense."""
        for name in ("hand", "children", "islands", "migrate"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.seconds is not None and self.seconds <= 0:
            raise InputError(f"a budget must be positive, not {self.seconds} s")
