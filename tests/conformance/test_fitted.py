"""The fitted ops: what docs/learn.md says of each, on demos made by a simple model of the rule."""

import random
from collections.abc import Callable

import pytest

import arcloom as al
from arcloom import _core, dsl
from arcloom.dsl import UndefinedError
from arcloom.lang import OPS
from tests.conformance.rule_models import (
    CASES,
    MARKERS,
    RNG,
    SCATTERED,
    SMALL,
    Demos,
    Grid,
    demos_of,
    learnt,
    mirrored_tiles,
    random_grid,
    recoloured,
    rightwards,
    rows,
)

LEARNERS = [name for name in OPS if name.startswith("learn_")]
FAMILIES = {row.name: row.id for row in _core.rule_rows() if row.table == "family"}


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


@pytest.mark.parametrize("part", [False, True])
def test_repair_finds_the_colour_that_hides_where_every_grid_has_another(part: bool):
    def hidden(whole: Grid, colour: int) -> tuple[Grid, Grid]:
        patch = frozenset((1 + i, 2 + j) for i in range(2) for j in range(3))
        out = dsl.subgrid(dsl.toobject(patch, whole), whole) if part else whole
        return dsl.fill(whole, colour, patch), out

    wholes = [mirrored_tiles(random_grid(RNG, 5, 5, "1234")) for _ in range(4)]
    demos = tuple(map(hidden, wholes[:3], (8, 5, 9)))
    masked, expected = hidden(wholes[3], 6)
    assert learnt("learn_repair", demos, masked) == expected
    if not part:  # nothing is hidden, so nothing tells what hides
        with pytest.raises(UndefinedError):
            learnt("learn_repair", demos, wholes[3])


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


def test_a_part_changes_nothing_wrongly_and_leaves_less_to_do():
    # Rays, then a cell that no action explains.
    rays = demos_of(rightwards, MARKERS)
    demos = tuple((grid, ((9, *out[0][1:]), *out[1:])) for grid, out in rays)
    assert missed(demos) > missed(demos, "learn_part") == len(demos)


def test_a_draft_leaves_less_to_do():
    demos = tuple((grid, random_grid(RNG, 7, 8, "0011111111")) for grid in SCATTERED)
    assert missed(demos) > missed(demos, "learn_draft") > 0


@pytest.mark.parametrize(("op", "model", "grids"), CASES)
def test_every_explanation_reproduces_every_demo(
    op: str, model: Callable[[Grid], Grid], grids: list[Grid]
):
    demos = demos_of(model, grids)
    rules = []
    for n in range(16):
        try:
            rules.append(getattr(dsl, op)(demos, n))
        except UndefinedError:
            break
    assert rules
    for n, rule in enumerate(rules):
        assert rule == getattr(dsl, op)(demos, n)
        assert [dsl.apply_rule(rule, grid) for grid, _ in demos] == [out for _, out in demos]


def panels_in_a_code(pairs: str, code: dict[int, int]) -> tuple[Grid, Grid]:
    """Two panels beside each other, and the colour of each pair of cells that meet."""
    met = [int(pair) for pair in pairs.split()]
    lines = (met, met[1:] + met[:1])
    grid = tuple((*(n // 10 for n in line), 5, *(n % 10 for n in line)) for line in lines)
    return grid, tuple(tuple(code[n] for n in line) for line in lines)


def test_a_table_that_each_demo_has_by_itself_is_no_rule():
    code = {12: 3, 21: 4, 13: 6, 31: 7, 23: 8, 32: 9}
    shared = tuple(panels_in_a_code(pairs, code) for pairs in ("12 21 13", "21 13 12 31"))
    grid, expected = panels_in_a_code("31 12", code)
    assert learnt("learn_panels", shared, grid) == expected
    alone = tuple(panels_in_a_code(pairs, code) for pairs in ("12 21 13", "31 23 32"))
    with pytest.raises(UndefinedError):
        dsl.learn_panels(alone, 0)


def test_panels_are_compared_in_any_colours():
    unlike = {a * 10 + b: 4 * (a != b) for a in range(1, 10) for b in range(1, 10)}
    demos = tuple(panels_in_a_code(pairs, unlike) for pairs in ("12 22 13", "33 13 11 31"))
    grid, expected = panels_in_a_code("67 88 96", unlike)
    assert learnt("learn_panels", demos, grid) == expected
    assert "which are alike" in str(al.describe_rule(dsl.learn_panels(demos, 0)))


def test_a_tree_sees_the_next_panel():
    def marked(left: str, right: str) -> tuple[Grid, Grid]:
        rows = [
            (f"{a}8{b}", f"{a}8{''.join(y if x == y else '9' for x, y in zip(a, b, strict=True))}")
            for a, b in zip(left.split(), right.split(), strict=True)
        ]
        return tuple(tuple(map(int, row[0])) for row in rows), tuple(
            tuple(map(int, row[1])) for row in rows
        )

    demos = (marked("1200 0312 1100", "1200 0302 1120"), marked("340 111 020", "140 111 023"))
    grid, expected = marked("505 616 700", "515 616 770")
    assert learnt("learn_tree", demos, grid) == expected


def test_a_tree_whose_leaves_only_one_demo_shows_is_no_rule():
    def painted(colours: str) -> tuple[Grid, Grid]:
        grid = random_grid(random.Random(7), 5, 5, colours)
        return grid, tuple(tuple(cell and cell + 4 for cell in row) for row in grid)

    for demos in [(painted("012"),), (painted("0123"), painted("1234"))]:
        assert learnt("learn_tree", demos, demos[0][0]) == demos[0][1]
    with pytest.raises(UndefinedError):
        dsl.learn_tree((painted("012"), painted("034")), 0)


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
        rule = [FAMILIES[rng.choice(LEARNERS)], *(rng.randrange(-3, 14) for _ in range(12))]
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


def _is_undefined(rule, grid):
    try:
        dsl.apply_rule(tuple(rule), grid)
    except UndefinedError:
        return True
    return False


@pytest.mark.parametrize("op", LEARNERS)
def test_a_forged_rule_has_no_answer(op: str):
    """One number too many, one too few, one that no learner writes."""
    for name, model, grids in CASES:
        if name != op:
            continue
        rule = getattr(dsl, op)(demos_of(model, grids), 0)
        assert not _is_undefined(rule, grids[0])
        forged = [(*rule, 0), (rule[0], 999_999, *rule[2:]), (rule[0], -9, *rule[2:]), rule[:-1]]
        assert all(_is_undefined(f, grids[0]) for f in forged)


def test_the_ground_of_panels_is_the_only_colour_that_all_of_them_have():
    """It is another one in every grid, and not the commonest; black may be what fills a panel."""

    def neither(look: str, ground: int, left: int, right: int) -> tuple[Grid, Grid]:
        of = {".": ground, "l": left, "r": right}
        shown = tuple(tuple(of[cell] for cell in row) for row in look.split())
        half = len(shown[0]) // 2
        out = tuple(
            tuple(
                3 if a == b == ground else ground
                for a, b in zip(row[:half], row[half:], strict=True)
            )
            for row in shown
        )
        return shown, out

    demos = (
        neither("ll.r.r .l.r.. lllr.r", 5, 0, 2),
        neither("l..r.. ll.rrr l.lr.r", 8, 1, 0),
        neither("lll.rr ..l..r ll.rr.", 0, 6, 7),
    )
    grid, expected = neither("l..rr. lll.r. .ll..r", 4, 9, 0)
    assert learnt("learn_panels", demos, grid) == expected
    assert "the ground's" in str(al.describe_rule(dsl.learn_panels(demos, 0)))


def test_a_grid_is_cut_where_its_halves_have_one_colour_in_common():
    def either(look: str, ground: int, other: int, *, turned: bool) -> tuple[Grid, Grid]:
        of = {".": ground, "l": other, "r": 6}
        shown = tuple(tuple(of[cell] for cell in row) for row in look.split())
        half = len(shown[0]) // 2
        out = tuple(
            tuple(
                ground if a == b == ground else 2
                for a, b in zip(row[:half], row[half:], strict=True)
            )
            for row in shown
        )
        return (dsl.dmirror(shown), dsl.dmirror(out)) if turned else (shown, out)

    demos = (
        either("ll.r.r .l.r.. lllr.r .l...r", 5, 3, turned=False),
        either("l..r.. ll.rrr l.lr.r .ll..r", 8, 1, turned=True),
        either("lll.rr ..l..r ll.rr. l..rr.", 7, 4, turned=False),
    )
    grid, expected = either("l..rr. lll.r. .ll..r l.lrr.", 4, 9, turned=True)
    assert learnt("learn_panels", demos, grid) == expected
    assert "one colour in common" in al.describe_rule(dsl.learn_panels(demos, 0)).sentence


def test_a_rule_for_panels_of_no_known_kind_has_no_answer():
    """Where there are many panels, their colours were made one number, which overflowed."""
    grid = rows(" ".join(["9090909090909090909090909"] * 3))
    assert _is_undefined((FAMILIES["learn_panels"], 0, 5, 0), grid)


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
