"""Programs and scores to store, and the keep rule in its simplest form."""

from dataclasses import dataclass, field
from fractions import Fraction

from arcloom.lang import ProgramBuilder
from arcloom.library import Scored, export_source


def program(number, name="solve", differ=False, longer=0):
    """A small program, another one for each number; longer by so many nodes."""
    builder = ProgramBuilder()
    grid = builder.input("C" if differ else "I")
    node = builder.call("upscale", grid, builder.const(number))
    for _ in range(longer):
        node = builder.call("rot90", node)
    return builder.build(node, name)


def scored(number, task="t", demos=1, score=1000, fuel=10, behaviour=None, answers=(), **kinds):
    """A score of the program of that number, out of 3 demos."""
    behaviour = behaviour or f"b{number}"
    return Scored(program(number, **kinds), task, demos, 3, score, fuel, behaviour, answers)


def hashes(kept):
    return [one.program.hash for one in kept]


def export(library):
    """What the library exports."""
    return export_source(library.programs(), library.scores())


@dataclass
class Model:
    """A library as a list: everything recorded is remembered, the rule is applied to all of it."""

    keep: int
    imported: set = field(default_factory=set)
    recorded: list = field(default_factory=list)

    def best(self, task):
        ranked = sorted(
            (s for s in self.recorded if s.task_id == task),
            key=lambda s: (
                -s.demos_matched,
                self.loss(s),
                len(s.program),
                s.fuel,
                s.program.hash,
            ),
        )
        first = {}
        for one in ranked:
            first.setdefault(one.behaviour, one)
        return list(first.values())[: self.keep]

    def loss(self, scored):
        """The share of the score that is lost; where a program fits, eight nodes for all of it.

        Then its nodes are added, unless it was imported.
        """
        lost = 1 - Fraction(scored.score, 1000 * scored.demos_total)
        if scored.demos_matched < scored.demos_total:
            return lost
        return 8 * lost + (0 if scored.program.hash in self.imported else len(scored.program))
