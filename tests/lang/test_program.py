"""Programs: canonical form, identity, encoding, and the builder's refusals."""

import copy
import pickle
from array import array
from typing import Any

import pytest

from arcloom.errors import InputError
from arcloom.lang import Node, Program, ProgramBuilder, read_program
from arcloom.lang import runtime as runtime_slot
from arcloom.lang.vocabulary import code_of


def chain(length: int) -> Program:
    builder = ProgramBuilder()
    node = builder.input("I")
    for _ in range(length):
        node = builder.call("hconcat", node, builder.call("rot90", node))
    return builder.build(node)


def test_nodes_stand_in_post_order_and_once() -> None:
    program = read_program("def f(I):\n x = rot90(I)\n return hconcat(vconcat(I, x), rot90(I))")
    assert program.nodes == (
        Node("input", "I"),
        Node("call", "rot90", (0,)),
        Node("call", "vconcat", (0, 1)),
        Node("call", "hconcat", (2, 1)),
    )


@pytest.mark.parametrize(
    "other",
    [
        "def g(I):\n b = rot180(I)\n a = rot90(I)\n return hconcat(a, b)",
        "def g(I):\n return hconcat(rot90(I), rot180(I))",
        "def g(S, I):\n O = hconcat(b=rot180(I), a=rot90(I))\n return O",
        "def g(I):\n f = hconcat\n unused = dmirror(I)\n return f(rot90(I), rot180(I))",
        "def g(S, I, C):\n x = rot90(I)\n I = rot180(I)\n return hconcat(x, I)",
    ],
)
def test_identity_is_what_is_computed(other: str) -> None:
    program = read_program("def f(I):\n a = rot90(I)\n b = rot180(I)\n return hconcat(a, b)")
    assert read_program(other) == program
    assert hash(read_program(other)) == hash(program)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("T", "ONE"),
        ("(T, ONE)", "(ONE, ONE)"),
        ("()", "frozenset()"),
        ("(1,)", "frozenset({1})"),
        ("None", "ZERO"),
        ("I", "C"),
        ("size", "first"),
        ("hconcat(I, C)", "hconcat(C, I)"),
        ("hconcat(I, I)", "vconcat(I, I)"),
        ("rbind(add, ONE)", "rbind(add, rbind(add, ONE))"),
    ],
)
def test_different_programs_differ(one: str, other: str) -> None:
    first, second = (read_program(f"def f(S, I, C): return {text}") for text in (one, other))
    assert first != second
    assert first.hash != second.hash


def test_hash_is_stable() -> None:
    """A stored library is keyed by these hashes: they must not change between versions."""
    program = read_program("def f(I):\n return fill(I, EIGHT, frozenset({(0, T), UNITY}))")
    assert program.hash == "5a9b2af2744598b0875bba2de7d35aa9"


def test_named_constant_is_its_value() -> None:
    assert read_program("def f(I): return UP_RIGHT") == read_program("def f(I): return (-1, 1)")
    assert read_program("def f(I): return R3") == read_program("def f(I): return 3")


def test_parameters_are_the_fewest_that_serve() -> None:
    builder = ProgramBuilder()
    assert builder.build(builder.const(1)).params == ("I",)
    assert builder.build(builder.call("a_mr", builder.input("S"))).params == ("S", "I")
    assert builder.build(builder.input("C")).params == ("S", "I", "C")
    assert builder.build(builder.input("I"), params=("S", "I")).params == ("S", "I")


def test_encode() -> None:
    program = read_program(
        "def f(S, I, C):\n g = rbind(add, 7)\n return g(astuple(mir_rot(I, a_mr(S)), (C, (1, 2))))"
    )
    words, constants = program.encode()
    assert list(array("i", words)) == [
        *(-5, 1, code_of("add")),
        *(-4, 1, 0),
        *(code_of("rbind"), 2, 0, 1),
        *(-1, 0),
        *(-2, 0),
        *(code_of("a_mr"), 1, 4),
        *(code_of("mir_rot"), 2, 3, 5),
        *(-3, 0),
        *(-4, 1, 1),
        *(code_of("astuple"), 2, 7, 8),
        *(code_of("astuple"), 2, 6, 9),
        *(-6, 2, 2, 10),
    ]
    assert constants == (7, (1, 2))


def test_thousands_of_nodes() -> None:
    program = chain(2_500)
    assert len(program) == 5_001
    for inline in (False, True):
        assert read_program(program.source(inline=inline)) == program
    assert len(program.encode()[0]) > 5_001 * 8


def test_copies_are_equal() -> None:
    program = chain(3)
    assert pickle.loads(pickle.dumps(program)) == program
    assert copy.deepcopy(program) == program


def test_immutable() -> None:
    with pytest.raises(AttributeError):
        chain(1).name = "other"  # type: ignore[misc]


def test_repr_names_the_program() -> None:
    program = chain(1)
    assert repr(program) == f"<Program solve(I) {program.hash[:8]}, 3 nodes>"


def test_builder_refusals() -> None:
    builder = ProgramBuilder()
    grid, one, size = builder.input("I"), builder.const(1), builder.opref("size")
    cut = builder.call("rbind", size, one)
    with pytest.raises(InputError, match="'X' is no input"):
        builder.input("X")
    with pytest.raises(InputError, match="unknown op 'nope'"):
        builder.call("nope", grid)
    with pytest.raises(InputError, match="'fill' takes 3 arguments, 1 given"):
        builder.call("fill", grid)
    with pytest.raises(InputError, match="'size' takes 1 argument, 2 given"):
        builder.apply(size, one, one)
    with pytest.raises(InputError, match="only functions can be called"):
        builder.apply(one, grid)
    with pytest.raises(InputError, match="at least one argument"):
        builder.apply(cut)
    with pytest.raises(InputError, match="'not a name' cannot name a program"):
        builder.build(grid, "not a name")
    with pytest.raises(InputError, match="'fill' belongs to the vocabulary"):
        builder.build(grid, "fill")
    with pytest.raises(InputError, match="uses S, which is not among"):
        builder.build(builder.call("a_mr", builder.input("S")), params=("I",))
    with pytest.raises(InputError, match=r"not \(I, S\)"):
        builder.build(grid, params=("I", "S"))


@pytest.mark.parametrize("value", ["text", 1.5, [1], {1}, (1, "x"), 2**64])
def test_no_constant(value: Any) -> None:
    with pytest.raises(InputError, match="constant"):
        ProgramBuilder().const(value)


def test_constant_nests_only_so_deep() -> None:
    value: Any = ()
    for _ in range(10_000):
        value = (value,)
    with pytest.raises(InputError, match="nests at most"):
        ProgramBuilder().const(value)


def test_running_goes_through_the_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    class Echo:
        def call(self, program: Program, *inputs: Any) -> Any:
            return program.name, inputs

        def steps(self, program: Program, *inputs: Any) -> Any:
            return [(node, inputs) for node in program.nodes]

    monkeypatch.setattr(runtime_slot, "_evaluator", None)
    runtime_slot.set_evaluator(Echo())
    program = read_program("def f(I): return I")
    assert program("grid", S="demos") == ("f", ("grid", "demos", None))
    assert program.steps("grid") == [(Node("input", "I"), ("grid", None, None))]
