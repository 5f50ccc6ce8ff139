"""Rows of the table: applying functions, and building them."""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

MAPPING: Final = (
    Row(
        "order(container: Container, compfunc: Callable) -> Tuple",
        "all elements sorted by key, ascending; ties keep their order",
        "tf",
    ),
    Row(
        "valmax(container: Container, compfunc: Callable) -> Integer",
        "the largest key of an element",
        "tf",
    ),
    Row(
        "valmin(container: Container, compfunc: Callable) -> Integer",
        "the smallest key of an element",
        "tf",
    ),
    Row(
        "argmax(container: Container, compfunc: Callable) -> Any",
        "the first element with the largest key",
        "tf",
    ),
    Row(
        "argmin(container: Container, compfunc: Callable) -> Any",
        "the first element with the smallest key",
        "tf",
    ),
    Row(
        "sfilter(container: Container, condition: Callable) -> Container",
        "the elements that pass, in the same kind of container",
        "tf",
    ),
    Row(
        "mfilter(container: Container, function: Callable) -> FrozenSet",
        "the elements that pass, merged",
        "tf",
    ),
    Row(
        "extract(container: Container, condition: Callable) -> Any",
        "the first element that passes",
        "tf",
    ),
    Row(
        "apply(function: Callable, container: Container) -> Container",
        "the image of each element, in the same kind of container",
        "tf",
    ),
    Row(
        "rapply(functions: Container, value: Any) -> Container",
        "the result of each function on the one value",
        "tf",
    ),
    Row(
        "mapply(function: Callable, container: ContainerContainer) -> FrozenSet",
        "the images of the elements, merged",
        "tf",
    ),
    Row(
        "papply(function: Callable, a: Tuple, b: Tuple) -> Tuple",
        "the function applied to elements at equal positions, as a tuple",
    ),
    Row(
        "mpapply(function: Callable, a: Tuple, b: Tuple) -> Tuple",
        "the function applied to elements at equal positions, merged into a tuple",
    ),
    Row(
        "prapply(function: Callable, a: Container, b: Container) -> FrozenSet",
        "the set of function(x, y) for all x of a and y of b",
    ),
)

BUILDERS: Final = (
    Row(
        "compose(outer: Callable, inner: Callable) -> Callable", "the function x -> outer(inner(x))"
    ),
    Row("chain(h: Callable, g: Callable, f: Callable) -> Callable", "the function x -> h(g(f(x)))"),
    Row(
        "matcher(function: Callable, target: Any) -> Callable",
        "the function x -> whether function(x) equals the target",
    ),
    Row(
        "rbind(function: Callable, fixed: Any) -> Callable",
        "the function with its last argument fixed",
    ),
    Row(
        "lbind(function: Callable, fixed: Any) -> Callable",
        "the function with its first argument fixed",
    ),
    Row("power(function: Callable, n: Integer) -> Callable", "the function applied n times"),
    Row(
        "fork(outer: Callable, a: Callable, b: Callable) -> Callable",
        "the function x -> outer(a(x), b(x))",
    ),
)
