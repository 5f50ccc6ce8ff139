"""Constants of any shape are read, compared and written in time that their text accounts for."""

import itertools

import pytest

from arcloom.errors import InputError
from arcloom.lang import ProgramBuilder, read_program, read_source, values
from tests.engine.alone import alone


def test_nested_set_displays_are_read_soon():
    """103 bytes: each level used to be sorted twice by the one around it."""
    text = f"def solve(I):\n    return {'{' * 40}1{'}' * 40}\n"
    script = (
        "import sys; from arcloom.lang import read_program; print(read_program(sys.argv[1]).hash)"
    )
    [hash_] = alone(script, text)
    assert read_program(text).hash == hash_


def test_sets_are_written_in_their_order():
    one, other = (
        frozenset({(1, 2), (0, 5)}),
        frozenset({frozenset({3}), frozenset(), (1,), 7, None}),
    )
    assert values.ascending(one) == [(0, 5), (1, 2)]
    assert values.literal(other) == "frozenset({None, 7, (1,), frozenset(), frozenset({3})})"
    assert values.token(frozenset({frozenset({2, 1}), (True,)})) == "{(T),{1,2}}"


def test_the_order_is_that_of_the_keys():
    some = [None, 0, 2, (), (1,), (1, 0), frozenset(), frozenset({1}), frozenset({(1,), 2})]
    for chosen in itertools.combinations(some, 3):
        keys = [values.sort_key(value) for value in values.ascending(frozenset(chosen))]
        assert keys == sorted(keys)


DOUBLED = {
    "tuples": "x{} = (x{}, x{})",
    "sets": "x{} = frozenset({{x{}, (x{}, 1)}})",
}


@pytest.mark.parametrize("name", DOUBLED)
def test_constants_that_double_are_refused_with_a_line(name: str):
    lines = ["x0 = (1, 2)"] + [DOUBLED[name].format(k + 1, k, k) for k in range(45)]
    text = "def solve(I):\n" + "".join(f"    {line}\n" for line in [*lines, "return x45"])
    script = """
        import sys
        from arcloom.lang import read_source
        try:
            read_source(sys.argv[1], "file.py")
        except ValueError as error:
            print(error)
    """
    [error] = alone(script, text)
    assert error.startswith("file.py:")
    assert "too large when written out" in error


def test_constants_are_named_as_often_as_people_do():
    lines = ["x1 = (1, 2, 3)", "x2 = (x1, x1)", f"x3 = ({'x2, ' * 200})", "return x3"]
    program = read_program("def solve(I):\n" + "".join(f"    {line}\n" for line in lines))
    assert program.nodes[-1].payload == (((1, 2, 3),) * 2,) * 200
    literal = f"def solve(I):\n    return ({'(1, 2, 3), ' * 20_000})\n"
    assert len(read_program(literal).nodes[-1].payload) == 20_000


def test_what_a_builder_is_given_is_counted_too():
    value = (1, 2)
    for _ in range(45):
        value = (value, value)
    with pytest.raises(InputError, match="at most 1,000,000 elements"):
        ProgramBuilder().const(value)


def test_calls_have_a_bounded_number_of_arguments():
    source = "def solve(I):\n    f = compose(rot90, rot90)\n    return f({})\n"
    read_source(source.format("I, " * 200))
    with pytest.raises(InputError, match=r"<string>:3:12: a call has at most 254 arguments"):
        read_source(source.format("I, " * 300))


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 150 + "1," + "),".join("" for _ in range(150)) + ")",
        "-" * 5000 + "1",
        "+".join("1" * 20_000),
        "I" + ".a" * 20_000,
        "I" + "()" * 20_000,
        "not " * 20_000 + "1",
    ],
)
def test_what_nests_too_deep_is_refused_with_a_line(expression: str):
    with pytest.raises(InputError, match=r"^<string>:\d+:\d+: "):
        read_source(f"def solve(I):\n    return {expression}\n")
    with pytest.raises(InputError, match=r"^<string>:\d+:\d+: "):
        read_source(f"def solve(I={expression}):\n    return I\n")
