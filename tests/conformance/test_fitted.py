"""The fitted ops: what docs/fitted.md says of each, on demos made by a simple model of the rule."""

import random
from collections.abc import Callable

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.dsl import UndefinedError
from arcloom.lang import OPS

Grid = tuple[tuple[int, ...], ...]
Demos = tuple[tuple[Grid, Grid], ...]

LEARNERS = [name for name in OPS if name.startswith("learn_")]


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


def pulled(grid: Grid) -> Grid:
    """Objects go to the largest one, by the way that is free, if one is."""
    objects = dsl.objects(grid, True, False, True)
    largest = dsl.argmax(objects, dsl.size)
    for one in objects - {largest}:
        if dsl.hmatching(one, largest) or dsl.vmatching(one, largest):
            grid = dsl.move(grid, one, dsl.gravitate(one, largest))
    return grid


def joined(grid: Grid) -> Grid:
    """A line of its own colour leads from each cell to the largest object."""
    objects = dsl.objects(grid, True, False, True)
    largest = dsl.argmax(objects, dsl.size)
    for one in objects - {largest}:
        if dsl.hmatching(one, largest) or dsl.vmatching(one, largest):
            end = dsl.shift(one, dsl.gravitate(one, largest))
            line = dsl.connect(dsl.ulcorner(one), dsl.ulcorner(end))
            grid = dsl.fill(grid, dsl.color(one), line)
    return grid


def slanting(grid: Grid) -> Grid:
    """Twice the size, everything repeated down to the right."""
    size = 2 * len(grid)

    def cell(i: int, j: int) -> int:
        earlier = [(i - n, j - n) for n in range(size) if min(i, j) >= n]
        seen = [grid[y][x] for y, x in earlier if y < len(grid) and x < len(grid[0])]
        return next((colour for colour in seen if colour), 0)

    return tuple(tuple(cell(i, j) for j in range(2 * len(grid[0]))) for i in range(size))


def alternating(grid: Grid) -> Grid:
    """From each cell to the right: 5, its colour, 5, ..."""
    out = [list(row) for row in grid]
    for row in out:
        first = next((j for j, cell in enumerate(row) if cell), len(row))
        row[first:] = [5 if (j - first) % 2 else row[first] for j in range(first, len(row))]
    return tuple(map(tuple, out))


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


def small_gaps(grid: Grid) -> Grid:
    found = rectangles(grid, 2, 3) + rectangles(grid, 3, 2)
    return dsl.fill(grid, 4, frozenset().union(*found))


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


def rarer_colours(grid: Grid) -> Grid:
    return colours_by_count(grid)[1:]


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
SQUARES = [
    rows("0000100 0000000 2088000 0088000 0000003 0000000"),
    rows("00000 00000 00300 00000 40000 00770 00770"),
    rows("000000000 066000000 066000200 000000000 000000000 050000001"),
    rows("0300000 0000000 0000000 8800002 8800000 0000100 5000000"),
]
DOTS = [
    rows("0000000 0200000 0000000 0001000"),
    rows("300000 000000 003000"),
    rows("0040 0000 0800"),
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
COUNTED = [rows("1220 0233 0220"), rows("4440 0110 0040"), rows("666 061 001"), rows("7788 0888")]

CASES = [
    ("learn_colours", recoloured, SCATTERED),
    ("learn_colours", commonest_first, [*SCATTERED, rows("022 200 122")]),
    ("learn_local", beside_black, [random_grid(RNG, 8, 8, "0111") for _ in range(6)]),
    ("learn_tree", beside_black, SCATTERED),
    ("learn_objects", largest_red, SPARSE),
    ("learn_drawing", rightwards, MARKERS),
    ("learn_pick", largest_crop, SPARSE),
    ("learn_sizes", tripled, SMALL),
    ("learn_sizes", mirrored_tiles, SMALL),
    ("learn_sizes", within_itself, SMALL),
    ("learn_panels", both_halves, PAIRS),
    ("learn_summary", colours_by_count, COUNTED),
    ("learn_summary", rarer_colours, COUNTED),
    ("learn_summary", colour_of_widest, WIDE),
    ("learn_stamps", stamped, TEMPLATES),
    ("learn_pulls", pulled, SQUARES),
    ("learn_pulls", joined, SQUARES),
    ("learn_growth", slanting, SMALL),
    ("learn_growth", alternating, DOTS),
    ("learn_gaps", largest_gaps, DENSE),
    ("learn_gaps", small_gaps, DENSE),
    ("learn_rays", rays_by_colour, BLOCKS),
    ("learn_relations", coloured_from_above, LABELLED),
]


@pytest.mark.parametrize(("op", "model", "grids"), CASES)
def test_what_is_learnt_holds_for_another_grid(
    op: str, model: Callable[[Grid], Grid], grids: list[Grid]
):
    *shown, unseen = grids
    demos = demos_of(model, shown)
    for grid, expected in demos:
        assert learnt(op, demos, grid) == expected
    assert learnt(op, demos, unseen) == model(unseen)


@pytest.mark.parametrize("part", [False, True])
def test_repair_restores_what_a_colour_hides(part: bool):
    def hidden(whole: Grid, top: int, left: int) -> tuple[Grid, Grid]:
        patch = frozenset((top + i, left + j) for i in range(2) for j in range(3))
        out = dsl.subgrid(dsl.toobject(patch, whole), whole) if part else whole
        return dsl.fill(whole, 8, patch), out

    wholes = [mirrored_tiles(random_grid(RNG, 5, 5, "1234")) for _ in range(4)]
    demos = tuple(hidden(whole, 1 + k, 2) for k, whole in enumerate(wholes[:3]))
    masked, expected = hidden(wholes[3], 4, 5)
    assert learnt("learn_repair", demos, masked) == expected


TEMPLATE = rows("122 003")  # no turn or mirror leaves its form, or its 1 and 3, where they are


def pasted(grid: Grid, patch: Grid, top: int, left: int) -> Grid:
    cells = {(top + i, left + j): c for i, row in enumerate(patch) for j, c in enumerate(row) if c}
    return tuple(
        tuple(cells.get((i, j), cell) for j, cell in enumerate(row)) for i, row in enumerate(grid)
    )


def template_demo(code: int, factor: int, shown: Callable[[Grid], Grid]) -> tuple[Grid, Grid]:
    """The template, and elsewhere what is shown of it, turned and magnified; and both whole."""
    begin = pasted(dsl.canvas(0, (14, 16)), TEMPLATE, 1, 1)
    copy = dsl.upscale(dsl.mir_rot(TEMPLATE, code), factor)
    return pasted(begin, shown(copy), 5, 6), pasted(begin, copy, 5, 6)


@pytest.mark.parametrize(
    "shown",
    [
        lambda copy: dsl.replace(copy, 2, 0),
        lambda copy: dsl.replace(dsl.replace(dsl.replace(copy, 1, 5), 2, 5), 3, 5),
    ],
    ids=["by its colours", "by its form"],
)
def test_stamps_complete_a_template_however_it_lies(shown: Callable[[Grid], Grid]):
    demos = tuple(template_demo(code, factor, shown) for code, factor in ((1, 1), (5, 2), (0, 1)))
    for code in range(8):
        for factor in (1, 2):
            masked, whole = template_demo(code, factor, shown)
            assert learnt("learn_stamps", demos, masked) == whole


def test_stamps_put_a_template_where_a_mark_is():
    def demo(i: int, j: int) -> tuple[Grid, Grid]:
        blank = dsl.canvas(0, (12, 12))
        marked = dsl.fill(pasted(blank, TEMPLATE, 1, 1), 8, frozenset({(i, j)}))
        return marked, pasted(pasted(blank, TEMPLATE, 1, 1), TEMPLATE, i - 1, j - 1)

    masked, moved = demo(6, 3)
    assert learnt("learn_stamps", (demo(8, 8), demo(3, 9)), masked) == moved


def test_pulls_between_equal_colours_alone_while_others_vanish():
    def demo(left: int, right: int, between: str) -> tuple[Grid, Grid]:
        """Cells between two walls, each to go to the wall of its colour."""

        def row(cell: int, place: int) -> tuple[int, ...]:
            return (left, *(cell if j == place else 0 for j in range(6)), right)

        places = {left: 0, right: 5}
        cells = [int(cell) for cell in between]
        begin = tuple(row(cell, 2 + k % 2) for k, cell in enumerate(cells))
        return begin, tuple(row(cell, places.get(cell, -1)) for cell in cells)

    demos = (demo(1, 2, "020103010"), demo(3, 4, "40203040"))
    grid, expected = demo(5, 6, "06050406")
    assert learnt("learn_pulls", demos, grid) == expected


def test_growth_carries_on_a_pattern_by_its_own_period():
    def demo(pattern: str, shown: int) -> tuple[Grid, Grid]:
        """Rows of a pattern, repeated; the input ends after the columns shown."""
        whole = tuple(tuple(row[j % len(row)] for j in range(12)) for row in rows(pattern))
        return tuple((*row[:shown], *([0] * (12 - shown))) for row in whole), whole

    demos = (demo("1000 1220", 7), demo("030 444 050", 5))
    grid, expected = demo("60070 66770", 8)
    assert learnt("learn_growth", demos, grid) == expected


@pytest.mark.parametrize("seed", range(5))
def test_symmetry_completes_an_object_about_its_symmetric_part(seed: int):
    rng = random.Random(seed)

    def demo(top: int, left: int) -> tuple[Grid, Grid]:
        """A square of 2 with 1 on one side of it; and on all sides."""
        quarter = pasted(random_grid(rng, 3, 3, "01"), rows("12 22"), 1, 1)
        whole = mirrored_tiles(quarter)
        alone = dsl.replace(whole, 1, 0)
        blank = dsl.canvas(0, (13, 12))
        return (
            pasted(pasted(blank, alone, top, left), quarter, top, left),
            pasted(blank, whole, top, left),
        )

    demos = (demo(1, 2), demo(4, 0), demo(6, 5))
    grid, expected = demo(3, 3)
    assert learnt("learn_symmetry", demos, grid) == expected


def test_a_frame_has_the_outputs_size_and_the_inputs_colours():
    demos = tuple((grid, dsl.canvas(5, (6, 6))) for grid in SMALL)
    assert learnt("learn_frame", demos, SMALL[0]) == dsl.upscale(SMALL[0], 2)
    assert learnt("learn_frame", demos, SMALL[0], 1) == dsl.hconcat(
        dsl.vconcat(SMALL[0], SMALL[0]), dsl.vconcat(SMALL[0], SMALL[0])
    )


def missed(demos: Demos, op: str | None = None) -> int:
    """Cells in which what is learnt, or else the input itself, differs from the output."""
    made = [(learnt(op, demos, grid) if op else grid, out) for grid, out in demos]
    return sum(
        a != b
        for x, y in made
        for p, q in zip(x, y, strict=True)
        for a, b in zip(p, q, strict=True)
    )


def test_a_sketch_paints_nothing_wrong_and_leaves_less_to_do():
    # Rays, then a cell that no stroke explains.
    rays = demos_of(rightwards, MARKERS)
    demos = tuple((grid, ((9, *out[0][1:]), *out[1:])) for grid, out in rays)
    assert missed(demos) > missed(demos, "learn_sketch") == len(demos)


def test_a_draft_leaves_less_to_do():
    demos = tuple((grid, random_grid(RNG, 7, 8, "0011111111")) for grid in SCATTERED)
    assert missed(demos) > missed(demos, "learn_draft") > 0


@pytest.mark.parametrize("op", LEARNERS)
def test_every_explanation_reproduces_every_demo(op: str):
    for name, model, grids in CASES:
        if name != op:
            continue
        demos = demos_of(model, grids)
        for n in range(16):
            try:
                rule = getattr(dsl, op)(demos, n)
            except UndefinedError:
                break
            assert rule == getattr(dsl, op)(demos, n)
            assert [dsl.apply_rule(rule, grid) for grid, _ in demos] == [out for _, out in demos]


@pytest.mark.parametrize("op", LEARNERS)
def test_where_nothing_explains_the_demos_there_is_no_rule(op: str):
    # The same grid with two outputs, of different sizes too.
    grid = rows("12 30")
    demos = ((grid, rows("45 67")), (grid, rows("8 9 8")))
    with pytest.raises(UndefinedError):
        getattr(dsl, op)(demos, 0)


@pytest.mark.parametrize("op", LEARNERS)
@pytest.mark.parametrize(
    ("samples", "n"),
    [((), 0), ((1, 2), 0), (((((1,),), ((1,),)),), 16), (((((1,),), ((1,),)),), -1)],
)
def test_what_is_no_sample_or_no_number(op: str, samples: object, n: int):
    with pytest.raises(UndefinedError):
        getattr(dsl, op)(samples, n)


def test_grids_beyond_what_rules_take():
    rule = dsl.learn_colours(demos_of(recoloured, SCATTERED), 0)
    for grid in (dsl.canvas(0, (65, 3)), ((10,),), ((-1,),), (), ((),)):
        with pytest.raises(UndefinedError):
            dsl.apply_rule(rule, grid)


@pytest.mark.parametrize("seed", range(200))
def test_any_tuple_of_numbers_may_be_tried_as_a_rule(seed: int):
    rng = random.Random(seed)
    if seed % 2:
        rule = [rng.randrange(len(LEARNERS)), *(rng.randrange(-3, 14) for _ in range(12))]
    else:  # a right one, damaged
        op, model, grids = CASES[seed // 2 % len(CASES)]
        rule = list(getattr(dsl, op)(demos_of(model, grids), 0))
        for _ in range(1 + seed % 3):
            rule[rng.randrange(1, len(rule))] = rng.choice((-1, 0, 1, 2, 11, 99, 10**6, -(10**9)))
        del rule[rng.randrange(1, len(rule) + 1) :]
    for grid in (SCATTERED[0], SMALL[0], ((3,),)):
        try:
            out = dsl.apply_rule(tuple(rule), grid)
        except UndefinedError:
            continue
        assert all(0 <= cell <= 9 for row in out for cell in row)


def test_a_colour_never_seen_stays_where_others_do():
    demos = ((rows("120"), rows("220")),)
    assert learnt("learn_colours", demos, rows("157")) == rows("257")
    with pytest.raises(UndefinedError):  # no demo says that anything stays
        learnt("learn_colours", ((rows("12"), rows("34")),), rows("17"))


def test_demos_through_a_function():
    demos = demos_of(recoloured, SMALL[:2])
    flipped = tuple((dsl.vmirror(a), b) for a, b in demos)
    assert dsl.on_inputs(demos, dsl.vmirror) == flipped
    assert dsl.on_outputs(demos, dsl.height) == tuple((a, len(b)) for a, b in demos)
    assert dsl.on_inputs((), dsl.vmirror) == ()
    for wrong in (frozenset(demos), ((1, 2, 3),), 5):
        with pytest.raises(UndefinedError):
            dsl.on_inputs(wrong, dsl.identity)


def test_a_rule_after_a_view_in_a_program():
    def model(grid: Grid) -> Grid:
        return recoloured(dsl.vmirror(grid))

    task = al.Task("mirrored", demos=demos_of(model, SMALL[:3]), tests=[SMALL[3]])
    program = al.read_program(
        "def solve(S, I):\n"
        "    T = on_inputs(S, vmirror)\n"
        "    return apply_rule(learn_colours(T, 0), vmirror(I))\n"
    )
    assert program(SMALL[3], S=task).tolist() == [list(row) for row in model(SMALL[3])]


def test_a_learnt_rule_is_a_tuple_that_prints():
    rule = dsl.learn_colours(demos_of(recoloured, SCATTERED), 0)
    assert isinstance(rule, tuple)
    assert all(isinstance(number, int) for number in rule)
