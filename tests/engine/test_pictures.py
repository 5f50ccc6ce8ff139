"""Values as pictures, for pages and notebooks."""

from arcloom.draw.html import picture_html
from arcloom.engine.pictures import picture
from arcloom.engine.undefined import Reason, Undefined
from arcloom.lang import read_program
from arcloom.tasks import Grid

GRID = Grid([[0, 1, 0], [0, 1, 2]])


def steps(source, grid=GRID):
    """The values of a program's steps, by name."""
    program = read_program(source)
    return {step.name: step.value for step in program.steps(grid)}


def test_a_grid():
    assert picture(GRID) == {"kind": "grid", "rows": "010/012"}


def test_a_patch_shows_its_bounding_box():
    patch = frozenset({(1, 2), (2, 4)})
    drawn = {"kind": "patch", "rows": "#../..#", "at": [1, 2], "count": 2}
    assert picture(patch) == drawn


def test_an_object_shows_its_colours():
    thing = frozenset({(3, (0, 0)), (7, (1, 1))})
    assert picture(thing) == {"kind": "object", "rows": "3./.7", "at": [0, 0], "count": 2}


def test_objects_are_drawn_one_by_one_in_order():
    values = steps("def solve(I):\n x1 = objects(I, T, F, T)\n return x1")
    drawn = picture(values["O"])
    assert (drawn["kind"], drawn["total"]) == ("many", 2)
    assert [item["rows"] for item in drawn["items"]] == ["1/1", "2"]


def test_a_placed_grid_is_drawn_with_its_place():
    values = steps("def solve(I):\n x1 = astuple(I, (2, 5))\n return x1")
    drawn = picture(values["O"])
    assert drawn == {"kind": "placed", "rows": "010/012", "at": [2, 5]}
    assert "at (2, 5)" in picture_html(drawn)


def test_grids_of_a_list_are_drawn_side_by_side():
    values = steps("def solve(I):\n x1 = parts(I, 0)\n return x1")
    drawn = picture(values["O"])
    assert [item["kind"] for item in drawn["items"]] == ["grid", "grid"]


def test_placed_grids_are_drawn_side_by_side():
    values = steps("def solve(I):\n x1 = astuple(I, ORIGIN)\n x2 = pieces(x1, 0)\n return x2")
    drawn = picture(values["O"])
    assert drawn["kind"] == "many"
    assert {item["kind"] for item in drawn["items"]} == {"placed"}


def test_what_is_taken_out_of_a_pair_is_a_grid_where_an_op_takes_it_for_one():
    values = steps("def solve(I):\n x1 = astuple(I, (1, 2))\n x2 = first(x1)\n return vmirror(x2)")
    assert isinstance(values["x2"], Grid)
    values = steps("def solve(I):\n x1 = astuple((1, 2), (3, 4))\n return size(x1)")
    assert values["x1"] == ((1, 2), (3, 4))


def test_numbers_and_tuples_are_texts():
    assert picture(5) == {"kind": "text", "text": "5"}
    assert picture((3, -1)) == {"kind": "text", "text": "(3, -1)"}
    assert picture(frozenset()) == {"kind": "text", "text": "{}"}
    assert len(picture(tuple(range(100_000)))["text"]) <= 600


def test_a_function_names_its_parts():
    values = steps("def solve(I):\n f = compose(flip, rbind(bordering, I))\n return f")
    text = "compose(flip, rbind(bordering, a grid of 2x3))"
    assert picture(values["O"]) == {"kind": "function", "text": text}


def test_undefined_tells_why():
    drawn = picture(Undefined(Reason.EMPTY, "first"))
    assert drawn == {"kind": "undefined", "text": "first: nothing to choose from"}


def test_what_is_too_large_to_draw_is_told():
    far = frozenset({(0, 0), (5_000, 5_000)})
    assert picture(far)["kind"] == "text"
    assert picture(Grid([[1] * 200])) == {"kind": "text", "text": "a grid of 1x200"}


def test_a_notebook_draws_every_step():
    program = read_program(
        "def solve(I):\n x = objects(I, T, F, T)\n return fill(I, TWO, first(x))"
    )
    shown = program.steps(GRID)._repr_html_()
    assert shown.count("<svg") == 1 + 2 + 1 + 1  # I, two objects, the first of them, the result
    assert "<b>O</b> fill" in shown
    assert "nothing to choose from" in picture_html(picture(Undefined(Reason.EMPTY)))


def test_a_notebook_shows_a_program():
    program = read_program("def solve(I):\n return vmirror(I)")
    html = program._repr_html_()
    assert "vmirror(piece: Piece)" in html
    assert "<pre>" in html
