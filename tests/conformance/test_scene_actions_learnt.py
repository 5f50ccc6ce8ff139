"""Actions are learnt from demos of what they do.

The search looks only at parts by which an action can gain. It may leave out none that explains a
demo.
"""

import random

import pytest

from tests.conformance.rule_models import Grid, learnt
from tests.conformance.scene_rules import MIXED, applied, step

RED = ("constant", 2)
UP, LEFT, DOWN_RIGHT = (("direction", one) for one in ("up", "left", "down right"))

PAINTING = (
    *("paint", "box ground", "box", "ring", "sides", "corners", "box ring", "second box ring"),
    *("rim", "box corners", "middle", "box diagonals", "chequered"),
)
IN_A_LINE = ("stripes", "half", "side", "middle ray")
IN_ANY_DIRECTION = ("next", "ray", "ray below", "ray over", "free ray")
MOVING = ("slide", "move by its size", "mirrored copy", "fold over")
COPYING = ("copy by its size", "copy beyond its size", "repeat by its size")
COMPLETING = ("complete across", "complete up", "complete around")

STEPS = [
    *(step(one, colour=RED) for one in PAINTING),
    *(step(one, d, colour=RED) for one in IN_A_LINE for d in (UP, LEFT)),
    *(step(one, d, colour=RED) for one in IN_ANY_DIRECTION for d in (UP, DOWN_RIGHT)),
    *(step(one, d, way=MIXED) for one in MOVING for d in (UP, LEFT)),
    *(step(one, d, way=MIXED) for one in COPYING for d in (UP, LEFT)),
    *(step(one, way=MIXED) for one in COMPLETING),
    *(step("shadow by its size", d, colour=RED) for d in (UP, LEFT)),
    step("turn", ("view", "hmirror"), way=MIXED),
]


def scattered(rng: random.Random) -> Grid:
    """A grid of 13 by 13 with two figures, each in five by five cells, far from each other."""
    cells = [[0] * 13 for _ in range(13)]
    for top, left in rng.sample([(1, 1), (1, 7), (7, 1), (7, 7)], 2):
        size = rng.choice((3, 4, 5))
        for i in range(size):
            for j in range(size):
                edge = i in (0, size - 1) or j in (0, size - 1)
                if edge and (i, j) != (0, 0):
                    cells[top + i][left + j] = rng.choice((1, 3)) if j == 0 else 3
    return tuple(map(tuple, cells))


@pytest.mark.parametrize("one", STEPS, ids=range(len(STEPS)))
def test_an_action_is_learnt_from_what_it_does(one: list[int]):
    rng = random.Random(str(one))
    demos = []
    while len(demos) < 3:
        grid = scattered(rng)
        output = applied(grid, one)
        if output != grid:
            demos.append((grid, output))
    for grid, output in demos:
        assert learnt("learn_scene", tuple(demos), grid) == output
