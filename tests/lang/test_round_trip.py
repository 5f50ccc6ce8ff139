"""Random programs keep their identity through text, renaming, reordering and inlining."""

import ast
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arcloom.lang import OPS, Program, ProgramBuilder, compatible, read_program
from arcloom.lang.types import TYPES, Type

CONSTANTS = st.recursive(
    st.one_of(st.integers(-(2**59) + 1, 2**59 - 1), st.integers(-3, 11), st.booleans(), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.frozensets(inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """A random DAG whose arguments fit their parameters as far as types can tell."""
    builder = ProgramBuilder()
    known: list[tuple[int, Type]] = [
        (builder.input("I"), TYPES["Grid"]),
        (builder.input("S"), TYPES["Samples"]),
        (builder.input("C"), TYPES["Grid"]),
        (builder.opref(draw(st.sampled_from(list(OPS)))), TYPES["Callable"]),
        *((builder.const(draw(CONSTANTS)), TYPES["Any"]) for _ in range(3)),
    ]
    for _ in range(draw(st.integers(0, 15))):
        op = OPS[draw(st.sampled_from(list(OPS)))]
        args = [
            draw(st.sampled_from([node for node, kind in known if compatible(kind, param.type)]))
            for param in op.params
        ]
        node = builder.call(op.name, *args)
        known.append((node, op.result))
        if op.theme == "builders" and draw(st.booleans()):
            value = draw(st.sampled_from(known))[0]
            known.append((builder.apply(node, value), TYPES["Any"]))
    return builder.build(known[-1][0])


@settings(deadline=None)
@given(programs())
def test_read_write_read(program: Program) -> None:
    for inline in (False, True):
        again = read_program(program.source(inline=inline))
        assert again.hash == program.hash
        assert again.nodes == program.nodes
        assert again.source(inline=inline) == program.source(inline=inline)


@settings(deadline=None)
@given(programs(), st.randoms(use_true_random=False))
def test_names_and_statement_order_do_not_matter(program: Program, rng: random.Random) -> None:
    tree = ast.parse(program.source())
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*shuffled(function.body[:-1], rng), function.body[-1]]
    function.name = "renamed"
    names = {node.id for node in ast.walk(tree) if is_variable(node)}
    new = {name: f"v{rng.randrange(10**9)}_{number}" for number, name in enumerate(sorted(names))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
    assert read_program(ast.unparse(tree)).hash == program.hash


def is_variable(node: ast.AST) -> Any:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def shuffled(statements: list[ast.stmt], rng: random.Random) -> list[ast.stmt]:
    """The assignments in a random order in which each still comes after those it uses."""
    waiting, done, result = list(statements), set[str](), list[ast.stmt]()
    targets = {statement.targets[0].id for statement in waiting}  # type: ignore[attr-defined]
    while waiting:
        ready = [item for item in waiting if used(item) & targets <= done]
        chosen = rng.choice(ready)
        waiting.remove(chosen)
        result.append(chosen)
        done.add(chosen.targets[0].id)  # type: ignore[attr-defined]
    return result


def used(statement: ast.stmt) -> set[str]:
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Load)}


@settings(deadline=None)
@given(CONSTANTS)
def test_constants_survive(value: object) -> None:
    builder = ProgramBuilder()
    program = builder.build(builder.const(value))
    assert read_program(program.source()).hash == program.hash
