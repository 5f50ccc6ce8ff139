"""EvolveConfig: the settings of a run of `evolve`."""

from __future__ import annotations

from dataclasses import dataclass, field

from arcloom.errors import InputError
from arcloom.search.evolve.breeder import Mutations


@dataclass(frozen=True)
class EvolveConfig:
    """The settings of a run. With `generations` it is reproducible; `seconds` ends it in time."""

    hand: int = 32
    children: int = 64
    """children bred per task in a generation"""
    seed: int = 0
    generations: int | None = None
    seconds: float | None = None
    islands: int = 2
    migrate: int = 4
    """the islands see each other's programs once in this many generations"""
    freeze_programs: bool = False
    """only score the library's programs, breed none"""
    freeze_differs: bool = False
    """breed no differs"""
    use_differs: bool = True
    """if false, only matched demos count"""
    mutations: Mutations = field(default_factory=Mutations)

    def check(self) -> None:
        """Refuse impossible settings."""
        for name in ("hand", "children", "islands", "migrate"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.seconds is not None and self.seconds <= 0:
            raise InputError(f"a budget must be positive, not {self.seconds} s")
