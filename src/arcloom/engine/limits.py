"""Limits: how much work and memory a program may take before it is Undefined."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Work is counted in fuel, about a nanosecond each, so results do not depend on the machine.

    `node_fuel` bounds one node, `program_fuel` all nodes of a program together, `memory` (bytes)
    what one sample may hold on one thread. Where all programs of a batt together need more memory,
    they are computed one after another, each with all of it; so the limits say the same for a
    program alone and in any batt.
    """

    node_fuel: int = 3_000_000
    program_fuel: int = 6_000_000
    memory: int = 512 * 2**20
