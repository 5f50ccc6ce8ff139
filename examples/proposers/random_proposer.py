"""A proposer that knows nothing: chains of ops by chance. A model of your own takes its place.

    arcloom solve examples/tasks --propose "python examples/proposers/random_proposer.py"

In Python: `al.solve(tasks, strategies=["enumerate", al.Proposer(propose)])`.
"""

from __future__ import annotations

import random

import arcloom as al
from arcloom.lang import OPS

GRID_OPS = [
    name
    for name, op in OPS.items()
    if [param.type.name for param in op.params] == ["Grid"] and op.result.name == "Grid"
]
"""The ops from a grid to a grid."""


def propose(request: al.ProposalRequest) -> list[str]:
    """As many chains of up to three ops as may be proposed, by the request's seed."""
    chance = random.Random(request.seed)
    return [chain(chance) for _ in range(request.limit)]


def chain(chance: random.Random) -> str:
    """A program of one to three ops, each on the result of the one before."""
    text = "I"
    for _ in range(chance.randint(1, 3)):
        text = f"{chance.choice(GRID_OPS)}({text})"
    return f"def solve(I): return {text}"


if __name__ == "__main__":
    al.answer_requests(propose)
