"""Values share their parts. In Python they do so too: what is small natively is small there."""

import os

from arcloom import dsl
from arcloom.cli.values import to_json
from arcloom.engine.pictures import is_small, picture, text_of
from arcloom.engine.undefined import Undefined
from tests.engine.alone import alone
from tests.engine.support import solve

MOST_MIB = 1000 if "asan" in os.environ.get("LD_PRELOAD", "") else 250
"""AddressSanitizer keeps what is freed. What doubles would need far more than either."""

SCRIPT = """
    import sys
    from arcloom.engine.pictures import picture
    from arcloom.cli.values import draw, to_json
    from arcloom.solve.figures import peak_memory
    from tests.engine.support import solve
    value = solve(sys.argv[1])([[1, 2], [3, 4]])
    print(type(value).__name__, getattr(value, "message", ""))
    print(picture(value)["text"][:60])
    print(str(to_json(value))[:60])
    draw(value)
    for step in solve(sys.argv[1]).steps([[1, 2], [3, 4]]):
        picture(step.value)
    print(peak_memory() >> 20)  # getrusage would count the parent, from before the fork
"""


def doubling(first: str, line: str, times: int, last: str = "{x}") -> str:
    lines = [f"x{k + 1} = {line.format(x=f'x{k}')}" for k in range(times)]
    return "\n".join([f"x0 = {first}", *lines, last.format(x=f"x{times}")])


def test_one_value_is_one_object():
    value = solve(doubling("compose(vmirror, vmirror)", "compose({x}, {x})", 60))([[1]])
    for _ in range(60):
        assert value.args[0] is value.args[1]
        value = value.args[0]
    pair = solve(doubling("repeat(I, ONE)", "repeat({x}, TWO)", 3))([[1]])
    assert pair[0] is pair[1]


def test_functions_that_double_are_converted_and_drawn():
    kind, *_, memory = alone(SCRIPT, doubling("increment", "compose({x}, {x})", 300))
    assert kind.split() == ["BuiltFunction"]
    assert int(memory) < MOST_MIB


def test_tuples_that_double_are_converted_and_drawn():
    kind, drawn, written, memory = alone(SCRIPT, doubling("I", "repeat({x}, TWO)", 300))
    assert kind.split() == ["tuple"]
    assert drawn.startswith("(((")
    assert "too_large" in written
    assert int(memory) < MOST_MIB


def test_a_set_hashes_its_members_so_many_are_too_large_to_show():
    """Python does not remember the hash of a tuple: one that doubles would be hashed for ever."""
    kind, *_, memory = alone(SCRIPT, doubling("I", "repeat({x}, TWO)", 300, "initset({x})"))
    assert kind.startswith("Undefined")
    assert "too large to show (over 4 million elements)" in kind
    assert int(memory) < MOST_MIB


def test_sets_that_double_are_converted_and_drawn():
    source = doubling("I", "insert(initset({x}), initset({x}))", 200)
    kind, *_, memory = alone(SCRIPT, source)
    assert kind.split() == ["frozenset"]
    assert int(memory) < MOST_MIB


def test_large_grids_that_are_repeated_are_drawn_once():
    text = "repeat(repeat(canvas(ZERO, (300, 300)), 100), 50)"
    kind, drawn, *_ = alone(SCRIPT, text)
    assert kind.split() == ["tuple"]
    assert drawn.startswith("((a grid of 300x300, a grid")


def test_all_steps_together_are_bounded():
    """Each is small enough to show; together they are not."""
    source = doubling("asindices(canvas(ZERO, (500, 100)))", "shift({x}, RIGHT)", 80)
    steps = solve(source).steps([[1]])
    shown = [step for step in steps if isinstance(step.value, frozenset)]
    hidden = [step for step in steps if isinstance(step.value, Undefined)]
    assert len(shown) > 10
    assert len(hidden) > 10
    assert all("too large to show" in step.value.message for step in hidden)


def test_what_is_small_is_shown_as_ever():
    value = (1, (2, frozenset({(3, 4)})), dsl.compose(dsl.increment, dsl.increment))
    assert is_small(value, 8, 4)
    assert not is_small(value, 7, 4)
    assert not is_small(value, 8, 3)
    assert text_of(value) == "(1, (2, {a tuple of 2}), compose(increment, increment))"
    assert to_json(value[:2]) == [1, [2, {"set": [[3, 4]]}]]
    assert picture((1, 2)) == {"kind": "text", "text": "(1, 2)"}


def test_the_last_step_is_a_grid_where_the_result_is_one():
    """`first` gives anything at all, so its type does not say that this is a grid."""
    program = solve("pair = astuple(I, I)\nfirst(pair)")
    assert program.steps([[1, 2]])[-1].value.same([[1, 2]])
