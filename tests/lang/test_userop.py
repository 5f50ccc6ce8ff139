"""A user's own ops: registration, use in programs, refusals."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from arcloom.errors import InputError
from arcloom.lang import OPS, op, read_program, vocabulary
from arcloom.lang.types import TYPES

PAIR = TYPES["IntegerTuple"]


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    for name in vocabulary.user_ops():
        vocabulary.unregister(name)


def test_plain_decorator() -> None:
    @op
    def corner_color(grid: "Grid", place: "IntegerTuple", extra) -> "Integer":  # type: ignore # noqa
        """The colour at a place.

        More words."""
        return grid[place[0]][place[1]]

    known = vocabulary.lookup("corner_color")
    assert str(known) == "corner_color(grid: Grid, place: IntegerTuple, extra: Any) -> Integer"
    assert known.summary == "The colour at a place."
    assert known.theme == "user"
    assert corner_color(((1, 2),), (0, 1), None) == 2
    assert "corner_color" not in OPS


def test_decorator_with_arguments() -> None:
    @op(name="twice", summary="two copies")
    def function(x: tuple[int, ...]) -> PAIR:  # type: ignore[valid-type]
        return x + x

    assert str(vocabulary.lookup("twice")) == "twice(x: Tuple) -> IntegerTuple"
    assert vocabulary.lookup("twice").summary == "two copies"


def test_use_in_programs() -> None:
    @op
    def swirl(grid: "Grid", by: int) -> "Grid":  # type: ignore # noqa
        return grid

    text = "def f(I):\n    x1 = swirl(I, TWO)\n    O = apply(swirl, x1)\n    return O\n"
    program = read_program(text)
    assert program.source() == text
    code = vocabulary.code_of("swirl")
    assert code >= vocabulary.USER_CODES
    assert vocabulary.user_function(code) is swirl
    assert code.to_bytes(4, "little") in program.encode()[0]
    with pytest.raises(InputError, match="'swirl' takes 2 arguments, 1 given"):
        read_program("def f(I): return swirl(I)")
    with pytest.raises(InputError, match="did you mean 'swirl'"):
        read_program("def f(I): return swril(I)")


def make(result: int) -> Callable[..., int]:
    @op
    def remade(x: Any) -> int:
        return result

    return remade


def test_the_same_definition_may_run_again() -> None:
    make(1)
    old = vocabulary.code_of("remade")
    make(2)
    new = vocabulary.code_of("remade")
    assert vocabulary.user_function(new)(None) == 2
    assert vocabulary.user_function(old)(None) == 1


def test_another_definition_of_the_name_is_refused() -> None:
    make(1)
    with pytest.raises(InputError, match="'remade' is already registered"):
        op(name="remade")(lambda x: x)


@pytest.mark.parametrize("name", ["fill", "palette_t", "ONE", "R3", "Grid"])
def test_names_of_the_vocabulary_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}' belongs to the vocabulary"):
        op(name=name)(lambda x: x)


@pytest.mark.parametrize("name", ["I", "S", "C", "O", "x12", "a b", "frozenset"])
def test_names_that_programs_use_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}' cannot name an op"):
        op(name=name)(lambda x: x)


@pytest.mark.parametrize(
    "function",
    [lambda *args: 1, lambda **kwargs: 1, lambda x=1: 1, lambda *, x: 1],
)
def test_no_fixed_number_of_arguments(function: Callable[..., int]) -> None:
    with pytest.raises(InputError, match="a fixed number of arguments"):
        op(name="loose")(function)


def test_no_arguments() -> None:
    with pytest.raises(InputError, match="at least one parameter"):
        op(name="nothing")(lambda: 1)


def test_unknown_annotation() -> None:
    with pytest.raises(InputError, match="'Picture', which is no type"):

        @op
        def odd(grid: "Picture") -> int:  # type: ignore # noqa
            return 1


def test_built_in_ops_stay() -> None:
    with pytest.raises(InputError, match="cannot be removed"):
        vocabulary.unregister("fill")
