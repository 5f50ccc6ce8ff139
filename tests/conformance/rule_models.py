"""Models of rules, what a person would say the rule is, and grids to make demos of."""

import random
from collections.abc import Callable

from arcloom import dsl

Grid = tuple[tuple[int, ...], ...]
Demos = tuple[tuple[Grid, Grid], ...]


def random_grid(rng: random.Random, height: int, width: int, colours: str) -> Grid:
    return tuple(tuple(int(rng.choice(colours)) for _ in range(width)) for _ in range(height))


def demos_of(model: Callable[[Grid], Grid], grids: list[Grid]) -> Demos:
    return tuple((grid, model(grid)) for grid in grids)


def learnt(op: str, demos: Demos, grid: Grid, n: int = 0) -> Grid:
    return dsl.apply_rule(getattr(dsl, op)(demos, n), grid)


def rows(text: str) -> Grid:
    return tuple(tuple(int(cell) for cell in row) for row in text.split())


# Models: what a person would say the rule is.


def recoloured(grid: Grid) -> Grid:
    return tuple(tuple({1: 2, 3: 4}.get(cell, cell) for cell in row) for row in grid)


def commonest_first(grid: Grid) -> Grid:
    cells = [cell for row in grid for cell in row if cell]
    most = max(sorted(set(cells)), key=cells.count)
    return tuple(tuple(9 if cell == most else cell for cell in row) for row in grid)


def beside_black(grid: Grid) -> Grid:
    def cell(i: int, j: int) -> int:
        around = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
        inside = [(y, x) for y, x in around if 0 <= y < len(grid) and 0 <= x < len(grid[0])]
        near = any(grid[y][x] == 0 for y, x in inside)
        return 7 if grid[i][j] == 1 and near else grid[i][j]

    return tuple(tuple(cell(i, j) for j in range(len(grid[0]))) for i in range(len(grid)))


def largest_red(grid: Grid) -> Grid:
    largest = dsl.argmax(dsl.objects(grid, True, True, True), dsl.size)
    return dsl.fill(grid, 2, largest)


def rightwards(grid: Grid) -> Grid:
    out = [list(row) for row in grid]
    for row in out:
        if 1 in row:
            row[row.index(1) :] = [1] * (len(row) - row.index(1))
    return tuple(map(tuple, out))


def largest_crop(grid: Grid) -> Grid:
    return dsl.subgrid(dsl.argmax(dsl.objects(grid, True, True, True), dsl.size), grid)


def reddest(grid: Grid) -> Grid:
    def reds(obj: frozenset) -> int:
        return sum(colour == 2 for colour, _ in obj)

    return dsl.subgrid(dsl.argmax(dsl.objects(grid, False, False, True), reds), grid)


def middle_one(grid: Grid) -> Grid:
    middle = len(grid) - 1, len(grid[0]) - 1

    def off(obj: frozenset) -> int:
        top, left, (h, w) = dsl.uppermost(obj), dsl.leftmost(obj), dsl.shape(obj)
        return abs(2 * top + h - 1 - middle[0]) + abs(2 * left + w - 1 - middle[1])

    return dsl.subgrid(dsl.argmin(dsl.objects(grid, True, True, True), off), grid)


def upper_right(grid: Grid) -> Grid:
    return dsl.crop(grid, (0, len(grid[0]) - 3), (2, 3))


def tripled(grid: Grid) -> Grid:
    return dsl.upscale(grid, 3)


def mirrored_tiles(grid: Grid) -> Grid:
    right = dsl.hconcat(grid, dsl.vmirror(grid))
    return dsl.vconcat(right, dsl.hmirror(right))


def within_itself(grid: Grid) -> Grid:
    blank = dsl.canvas(0, (len(grid), len(grid[0])))
    lines = []
    for row in grid:
        line = grid if row[0] else blank
        for cell in row[1:]:
            line = dsl.hconcat(line, grid if cell else blank)
        lines.append(line)
    whole = lines[0]
    for line in lines[1:]:
        whole = dsl.vconcat(whole, line)
    return whole


def both_halves(grid: Grid) -> Grid:
    half = len(grid[0]) // 2
    return tuple(
        tuple(3 if row[j] and row[half + 1 + j] else 0 for j in range(half)) for row in grid
    )


def with_line(grid: Grid) -> Grid:
    return tuple((*row[:3], 5, *row[3:]) for row in grid)


def colours_by_count(grid: Grid) -> Grid:
    cells = [cell for row in grid for cell in row if cell]
    return tuple((colour,) for colour in sorted(set(cells), key=lambda c: -cells.count(c)))


def stamped(grid: Grid) -> Grid:
    template = dsl.argmax(dsl.objects(grid, False, True, True), dsl.size)
    (own,) = dsl.toindices(dsl.sfilter(template, lambda cell: dsl.equality(dsl.first(cell), 3)))
    for mark in dsl.ofcolor(grid, 3) - {own}:
        grid = dsl.paint(grid, dsl.shift(template, dsl.subtract(mark, own)))
    return grid


def rectangles(grid: Grid, height: int, width: int) -> list[frozenset[tuple[int, int]]]:
    """The black rectangles of a size."""
    found = []
    for top in range(len(grid) - height + 1):
        for left in range(len(grid[0]) - width + 1):
            cells = {(top + i, left + j) for i in range(height) for j in range(width)}
            if all(grid[i][j] == 0 for i, j in cells):
                found.append(frozenset(cells))
    return found


def largest_gaps(grid: Grid) -> Grid:
    sizes = [(h, w) for h in range(2, len(grid) + 1) for w in range(2, len(grid[0]) + 1)]
    found = [cells for size in sizes for cells in rectangles(grid, *size)]
    most = max(len(cells) for cells in found)
    return dsl.fill(grid, 4, frozenset().union(*(c for c in found if len(c) == most)))


def rays_by_colour(grid: Grid) -> Grid:
    """Objects of 1 send a ray up to the left, those of 3 one down to the right."""
    for one in dsl.objects(grid, True, True, True):
        corner, way = (dsl.ulcorner, -1) if dsl.color(one) == 1 else (dsl.lrcorner, 1)
        ray = dsl.shoot(dsl.add(corner(one), way), (way, way))
        grid = dsl.fill(grid, dsl.color(one), ray)
    return grid


def colour_of_widest(grid: Grid) -> Grid:
    widest = dsl.argmax(dsl.objects(grid, True, True, True), dsl.width)
    return ((dsl.color(widest),),)


def coloured_from_above(grid: Grid) -> Grid:
    """What is 5 takes the colour of the object above it."""
    objects = dsl.objects(grid, True, True, True)
    for one in dsl.colorfilter(objects, 5):
        above = [o for o in objects if dsl.vmatching(o, one) and dsl.lowermost(o) < 2]
        grid = dsl.fill(grid, dsl.color(above[0]), one)
    return grid


RNG = random.Random(7)
SCATTERED = [random_grid(RNG, 7, 8, "0000013") for _ in range(5)]
SPARSE = [
    rows("00000 01100 01000 00003 03000"),
    rows("30000 00110 00110 00000 00100"),
    rows("000100 000000 133300 000000 000001"),
    rows("0003 1000 0033 0000 1110"),
]
MARKERS = [rows("00000 01000 00000 00010"), rows("0010 0000 1000"), rows("0000000 0100000 0000000")]
SMALL = [rows("101 010 001"), rows("110 001 000"), rows("011 010 110"), rows("100 111 001")]
PAIRS = [with_line(random_grid(RNG, 4, 6, "0011")) for _ in range(5)]
TEMPLATES = [
    rows("0000000 0120000 0231000 0110000 0000030 0000000"),
    rows("00000000 00304000 00000440 00000434 03000040"),
    rows("0000000 0300500 0000530 0000050 0000000 0030000"),
    rows("7000000 7770000 0300000 0000000 0000003"),
]
DENSE = [random_grid(random.Random(seed), 9, 11, "00055") for seed in range(5)]
BLOCKS = [
    rows("0000000 0000330 0000330 0011000 0011000 0000000"),
    rows("00000000 00110000 00110000 00000000 03000000 00000000"),
    rows("000000000 000000000 000011100 033011100 033000000 000000000"),
    rows("0000000000 0330000000 0330000110 0000000110 0000000000"),
]
WIDE = [
    rows("11000 11022 11000 00333 11000"),
    rows("2222 0000 3001 3011 3011"),
    rows("0400000 4400550 4400000 0000000 6660000"),
    rows("9009000 9009000 9000077 9088880 9000000"),
]
LABELLED = [
    rows("0100020 0000000 0550055 5500050 0550000"),
    rows("30004 00000 00000 55000 50055"),
    rows("060070 060070 000000 550055 050000"),
    rows("80009000 00000000 00000000 05005500 05000000 55000000"),
]


def _strip(rng: random.Random) -> Grid:
    """Blocks of 3x3 in a row, each with more or less red."""
    blocks = []
    for reds in rng.sample(range(1, 9), 4):
        cells = [2] * reds + [8] * (9 - reds)
        rng.shuffle(cells)
        blocks.append([cells[0:3], cells[3:6], cells[6:9]])
    return tuple(tuple(c for block in blocks for c in (*block[i], 0)) for i in range(3))


def _around(rng: random.Random) -> Grid:
    """Five objects, one of them about the middle, of which nothing else is said."""
    cells = [[0] * 13 for _ in range(13)]
    shapes = ["11 10", "111 010", "11 11", "101 111", "10 11", "111 111"]
    colours = rng.sample(range(1, 10), 5)
    for colour, (top, left) in zip(
        colours, [(1, 0), (0, 9), (9, 1), (10, 10), (5, 5)], strict=True
    ):
        for i, row in enumerate(rows(rng.choice(shapes))):
            for j, filled in enumerate(row):
                cells[top + i][left + j] = colour * filled
    return tuple(map(tuple, cells))


AROUND = [_around(random.Random(seed)) for seed in range(7)]
STRIPS = [_strip(random.Random(seed)) for seed in range(5)]
MIXED = [random_grid(random.Random(seed), 4 + seed, 7 - seed, "0123456789") for seed in range(4)]
COUNTED = [rows("1220 0233 0220"), rows("4440 0110 0040"), rows("666 061 001"), rows("7788 0888")]


def steps_in_turns(grid: Grid) -> Grid:
    """Each dot of the first column begins a row of its colour and grey in turns."""
    return tuple(
        tuple(row[0] and (5 if j % 2 else row[0]) for j in range(len(row))) for row in grid
    )


def growing_stairs(grid: Grid) -> Grid:
    """From the bar in the first column stairs go down to the right."""
    height = sum(1 for row in grid if row[0])
    return tuple(
        tuple(4 if i + j < height else 0 for j in range(len(grid[0]))) for i in range(len(grid))
    )


def colours_by_layer(grid: Grid) -> Grid:
    """The colours but black, the top layer first: each bar lies on those that it interrupts."""
    return tuple((colour,) for colour in (7, 1, 3) if any(colour in row for row in grid))


def stacked_by_height(grid: Grid) -> Grid:
    """All objects on top of each other, the highest first."""
    parts = sorted(dsl.objects(grid, True, True, True), key=lambda part: -dsl.height(part))
    return tuple(row for part in parts for row in dsl.subgrid(part, grid))


def _bars(rng: random.Random) -> Grid:
    """Three full lines, across, upright, and across again, each over the one before; and dots."""
    height, width = rng.randrange(12, 16), rng.randrange(7, 10)
    cells = [[0] * width for _ in range(height)]
    upright, first, last = rng.randrange(2, width - 2), *rng.sample(range(1, height - 1), 2)
    for i in range(height):
        for j in range(width):
            if i == first:
                cells[i][j] = 3
            if j == upright:
                cells[i][j] = 1
            if i == last:
                cells[i][j] = 7
    for i in range(0, height, 2):
        if min(abs(i - first), abs(i - last)) > 1:
            cells[i][rng.choice((0, width - 1))] = rng.choice((1, 3, 7))
    return tuple(map(tuple, cells))


def _blocks_of_one_width(rng: random.Random) -> Grid:
    cells = [[0] * 11 for _ in range(6)]
    heights, colours = rng.sample(range(1, 6), 3), rng.sample(range(1, 10), 3)
    for n, (height, colour) in enumerate(zip(heights, colours, strict=True)):
        for i in range(height):
            cells[i][4 * n] = cells[i][4 * n + 1] = colour
    return tuple(map(tuple, cells))


DOTS_AT_THE_SIDE = [
    rows("300000 000000 400000"),
    rows("0000000 6000000"),
    rows("20000 00000 00000 70000"),
    rows("0000 8000 0000 2000"),
]
BARS_AT_THE_SIDE = [
    rows("40000 40000 40000 00000"),
    rows("400000 400000 000000"),
    rows("400000 400000 400000 400000 000000"),
    rows("4000 4000 4000 0000"),
]
CROSSED = [_bars(random.Random(seed)) for seed in range(7)]
OF_ONE_WIDTH = [_blocks_of_one_width(random.Random(seed)) for seed in range(5)]

CASES = [
    ("learn_tree", steps_in_turns, DOTS_AT_THE_SIDE),
    ("learn_tree", growing_stairs, BARS_AT_THE_SIDE),
    ("learn_summary", colours_by_layer, CROSSED),
    ("learn_panels", stacked_by_height, OF_ONE_WIDTH),
    ("learn_colours", recoloured, SCATTERED),
    ("learn_colours", commonest_first, [*SCATTERED, rows("022 200 122")]),
    ("learn_tree", beside_black, SCATTERED),
    ("learn_pick", largest_crop, SPARSE),
    ("learn_pick", reddest, STRIPS),
    ("learn_pick", upper_right, MIXED),
    ("learn_pick", middle_one, AROUND),
    ("learn_sizes", tripled, SMALL),
    ("learn_sizes", mirrored_tiles, SMALL),
    ("learn_sizes", within_itself, SMALL),
    ("learn_panels", both_halves, PAIRS),
    ("learn_summary", colours_by_count, COUNTED),
    ("learn_summary", colour_of_widest, WIDE),
    ("learn_scene", largest_red, SPARSE),
    ("learn_scene", rightwards, MARKERS),
    ("learn_scene", stamped, TEMPLATES),
    ("learn_scene", largest_gaps, DENSE),
    ("learn_scene", rays_by_colour, BLOCKS),
    ("learn_scene", coloured_from_above, LABELLED),
]
