"""Limits: how much work and memory a program may use before it is Undefined."""

from dataclasses import dataclass

from arcloom.errors import at_least


@dataclass(frozen=True, slots=True)
class Limits:
    """Fuel counts work, about a nanosecond each, so results do not depend on the machine.

    `node_fuel` bounds one node. `program_fuel` bounds all nodes of a program together. `memory`
    bounds the bytes that one sample may hold on one thread. If the programs of a batt together need
    more memory, they are computed one after another, each with the full amount. So a limit means
    the same for a program alone and in any batt.
    """

    node_fuel: int = 3_000_000
    program_fuel: int = 6_000_000
    memory: int = 512 * 2**20

    def __post_init__(self) -> None:
        """Refuse impossible ones."""
        for name in ("node_fuel", "program_fuel", "memory"):
            at_least(name, getattr(self, name), 0)
