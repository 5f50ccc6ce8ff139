"""Rows of the table: numbers, logic and containers."""

from __future__ import annotations

from typing import Final

from arcloom.lang.signature import Row

NUMBERS: Final = (
    Row(
        "add(a: Numerical, b: Numerical) -> Numerical",
        "the sum; a number is added to both components of a pair",
    ),
    Row(
        "subtract(a: Numerical, b: Numerical) -> Numerical",
        "a minus b; a number applies to both components of a pair",
    ),
    Row(
        "multiply(a: Numerical, b: Numerical) -> Numerical",
        "the product; a number multiplies both components of a pair",
    ),
    Row("divide(a: Numerical, b: Numerical) -> Numerical", "a divided by b, rounded down"),
    Row("invert(n: Numerical) -> Numerical", "the number or pair with its sign changed"),
    Row("double(n: Numerical) -> Numerical", "twice the number or pair"),
    Row("halve(n: Numerical) -> Numerical", "half the number or pair, rounded down"),
    Row("increment(x: Numerical) -> Numerical", "one more, in both components of a pair"),
    Row("decrement(x: Numerical) -> Numerical", "one less, in both components of a pair"),
    Row("crement(x: Numerical) -> Numerical", "one step away from zero; zero stays"),
    Row("sign(x: Numerical) -> Numerical", "-1, 0 or 1, in each component of a pair"),
    Row("even(n: Integer) -> Boolean", "whether the number is divisible by two"),
    Row("positive(x: Integer) -> Boolean", "whether the number is above zero"),
    Row(
        "greater(a: Integer, b: Integer) -> Boolean",
        "whether a is greater than b; tuples compare element by element",
    ),
    Row(
        "maximum(container: IntegerSet) -> Integer", "the largest element, 0 if there is none", "tf"
    ),
    Row(
        "minimum(container: IntegerSet) -> Integer",
        "the smallest element, 0 if there is none",
        "tf",
    ),
    Row("toivec(i: Integer) -> IntegerTuple", "the pair (i, 0): so many rows down"),
    Row("tojvec(j: Integer) -> IntegerTuple", "the pair (0, j): so many columns right"),
)

LOGIC: Final = (
    Row("identity(x: Any) -> Any", "the argument itself"),
    Row("flip(b: Boolean) -> Boolean", "true for a false value, false for a true one"),
    Row("both(a: Boolean, b: Boolean) -> Boolean", "a if a is false, else b"),
    Row("either(a: Boolean, b: Boolean) -> Boolean", "a if a is true, else b"),
    Row("equality(a: Any, b: Any) -> Boolean", "whether the two values are the same"),
    Row(
        "contained(value: Any, container: Container) -> Boolean",
        "whether an element equals the value",
        "tf",
    ),
    Row("branch(condition: Boolean, a: Any, b: Any) -> Any", "a if the condition is true, else b"),
)

CONTAINERS: Final = (
    Row(
        "combine(a: Container, b: Container) -> Container",
        "the elements of both, in a container of a's kind",
        "tf",
    ),
    Row(
        "intersection(a: FrozenSet, b: FrozenSet) -> FrozenSet", "the elements that both sets have"
    ),
    Row(
        "difference(a: FrozenSet, b: FrozenSet) -> FrozenSet",
        "the elements of a that are not in b",
        "f",
    ),
    Row("dedupe(tup: Tuple) -> Tuple", "each value once, at its first position", "t"),
    Row("repeat(item: Any, num: Integer) -> Tuple", "a tuple of num copies of the item"),
    Row("size(container: Container) -> Integer", "how many elements there are", "tf"),
    Row(
        "merge(containers: ContainerContainer) -> Container",
        "the elements of all elements, in a container of the outer kind",
        "tf",
    ),
    Row("initset(value: Any) -> FrozenSet", "the set that contains only this value"),
    Row("insert(value: Any, container: FrozenSet) -> FrozenSet", "the set with the value added"),
    Row(
        "remove(value: Any, container: Container) -> Container",
        "the container without the elements equal to the value",
        "tf",
    ),
    Row(
        "other(container: Container, value: Any) -> Any",
        "the first element that differs from the value",
        "tf",
    ),
    Row(
        "totuple(container: FrozenSet) -> Tuple",
        "the elements as a tuple, a set's in ascending order",
    ),
    Row("first(container: Container) -> Any", "the first element: of a set, the least", "tf"),
    Row("last(container: Container) -> Any", "the last element: of a set, the greatest", "tf"),
    Row(
        "interval(start: Integer, stop: Integer, step: Integer) -> Tuple",
        "start, start + step, ... up to stop, which is excluded",
    ),
    Row("astuple(a: Integer, b: Integer) -> IntegerTuple", "the pair (a, b), of any two values"),
    Row(
        "product(a: Container, b: Container) -> FrozenSet",
        "all pairs of an element of a and an element of b, as a set",
    ),
    Row("pair(a: Tuple, b: Tuple) -> TupleTuple", "the pairs of elements at equal positions"),
    Row(
        "mostcommon(container: Container) -> Any",
        "the value that occurs most often in a tuple",
        "t",
    ),
    Row(
        "leastcommon(container: Container) -> Any",
        "the value that occurs least often in a tuple",
        "t",
    ),
    Row(
        "sizefilter(container: Container, n: Integer) -> FrozenSet",
        "the elements that have n elements, as a set",
        "tf",
    ),
)
