"""EvolveConfig: the settings of a run of `evolve`."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import Final

from arcloom.budget import parse_budget
from arcloom.errors import InputError, at_least, of_kind
from arcloom.library.starter import DEFAULT, check_starter
from arcloom.search.evolve.breeder import Mutations

SELECTIONS: Final = ("lexicase", "best")
MOST_ISLANDS: Final = 64
"""Of a task. Each holds programs in memory."""


@dataclass(frozen=True)
class EvolveConfig:
    """The settings of a run of `evolve`. With `generations` the result is reproducible.

    Attributes:
        hand: Programs dealt per task.
        children: Children bred per task in a generation.
        seed: The seed of all random choices.
        generations: How many generations; None if time ends the run.
        seconds: The time limit; None if there is none. `budget="10m"` sets it.
        islands: Populations of a task that breed apart.
        migrate: Copies of each island's best go to the next island once in this many generations.
        population: Programs that an island holds.
        selection: How an island picks parents: `lexicase` looks at one demo or differ after
            another, in random order; `best` goes by rank.
        elites: Whether an island holds on to who is best on a demo or by a differ, and to one of
            each niche (demos matched, size, last op), beside the best by rank.
        patience: Generations without progress until an island begins anew with its best quarter;
            0: never.
        adaptive: Whether mutations become likelier by their success.
        generalise: Whether a program that fits is asked to give demos that it is not shown.
        recoloured: Whether a program that fits and takes the demos is also tried on the task in
            other colours. It goes with `generalise`.
        turned: The same with the task turned by a quarter.
        rules: Whether to start from programs that learn a rule, beside the library's.
        searches: Whether tasks whose best program is in doubt are also searched by `enumerate`,
            `placed`, `rules` and `views`, with ever more fuel; what they find breeds.
        focus: Whether tasks that are solved breed only in every eighth generation, and there only
            what fits as well counts.
        freeze_programs: Whether to only score the library's programs, and breed none.
        freeze_differs: Whether to breed no differs.
        use_differs: Whether differs give partial credit; if not, only matched demos count.
        mutations: How likely each change is.
        starter: `default`, or None for a run that begins without the starter programs.

    Example:
        ```python
        config = al.EvolveConfig(generations=20, seed=7, children=128)
        al.evolve(tasks, "lib.db", config=config)
        ```
    """

    hand: int = 32
    children: int = 64
    seed: int = 0
    generations: int | None = None
    seconds: float | None = None
    islands: int = 2
    migrate: int = 4
    population: int = 24
    selection: str = "lexicase"
    elites: bool = True
    patience: int = 64
    adaptive: bool = True
    generalise: bool = True
    recoloured: bool = True
    turned: bool = False
    rules: bool = True
    searches: bool = True
    focus: bool = True
    freeze_programs: bool = False
    freeze_differs: bool = False
    use_differs: bool = True
    mutations: Mutations = field(default_factory=Mutations)
    starter: str | None = DEFAULT
    budget: InitVar[str | float | None] = None

    def __post_init__(self, budget: str | float | None) -> None:
        """Read the budget. It has no field, since runs are resumed by their fields."""
        if budget is not None:
            object.__setattr__(self, "seconds", parse_budget(str(budget)))
        object.__setattr__(self, "starter", check_starter(self.starter))

    def check(self) -> None:
        """Refuse impossible settings."""
        for name in ("hand", "children", "islands", "migrate", "population"):
            at_least(name, getattr(self, name), 1)
        if self.islands > MOST_ISLANDS:
            raise InputError(f"islands must be at most {MOST_ISLANDS}, not {self.islands}")
        if self.generations is not None:
            at_least("generations", self.generations, 0)
        at_least("patience", self.patience, 0)
        of_kind("seed", self.seed, int, "an integer")
        of_kind("seconds", self.seconds, (int, float), "a number", optional=True)
        of_kind("mutations", self.mutations, Mutations, "a Mutations")
        if self.selection not in SELECTIONS:
            raise InputError(
                f"no selection '{self.selection}'", remedy=f"choose {' or '.join(SELECTIONS)}"
            )
        if self.seconds is not None and self.seconds <= 0:
            raise InputError(f"a budget must be positive, not {self.seconds} s")
