"""Grid: a read-only 2-D numpy array of colours 0..9."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arcloom.errors import InputError

if TYPE_CHECKING:
    from rich.text import Text

COLOURS = 10
_RANGE_REMEDY = "use the colours 0 to 9"


class Grid(np.ndarray[tuple[int, int], np.dtype[np.uint8]]):
    """A grid of colours: a numpy uint8 array with two dimensions and at least one cell. Read-only.

    It is made from nested lists or tuples of ints, or from an integer array. Whatever numpy
    computes from a grid (a slice, a comparison, a copy) is a plain array, as it may not be a grid.

    >>> g = Grid([[0, 1], [2, 3]])
    >>> g.to_tuple()
    ((0, 1), (2, 3))
    >>> g.same([[0, 1], [2, 3]])
    True
    """

    def __new__(cls, data: object) -> Grid:
        if type(data) is cls:
            return data
        cells, shape = _from_array(data) if isinstance(data, np.ndarray) else _from_rows(data)
        # An array over `bytes` can never be made writable again.
        return np.ndarray.__new__(cls, shape, dtype=np.uint8, buffer=cells)

    def to_tuple(self) -> tuple[tuple[int, ...], ...]:
        """The grid as a value of the language: a tuple of rows, each a tuple of ints. Hashable."""
        return tuple(map(tuple, self.tolist()))

    def same(self, other: object) -> bool:
        """Whether `other` (a grid, an array or nested rows) has this shape and these colours."""
        try:
            array = np.asarray(other)
        except ValueError:  # ragged rows
            return False
        return array.dtype.kind in "iu" and np.array_equal(np.asarray(self), array)

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self)[key]

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        plain = np.asarray(array)
        return plain[()] if return_scalar else plain

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        result = super().__array_function__(func, types, args, kwargs)
        return np.asarray(result) if isinstance(result, Grid) else result

    def __reduce__(self) -> Any:
        return Grid, (np.asarray(self),)

    def __copy__(self) -> Grid:
        return self

    def __deepcopy__(self, memo: Any) -> Grid:
        return self

    def __repr__(self) -> str:
        return f"Grid({np.asarray(self).tolist()})"

    def __rich__(self) -> Text:
        from arcloom.draw.terminal import grid_text

        return grid_text(self)

    def _repr_html_(self) -> str:
        from arcloom.draw.html import grid_html

        return grid_html(self)


def _plain_method(name: str) -> Callable[..., Any]:
    method = getattr(np.ndarray, name)

    def call(self: Grid, *args: Any, **kwargs: Any) -> Any:
        return method(np.asarray(self), *args, **kwargs)

    call.__name__ = name
    return call


# ndarray's own methods would return objects of this class that are not grids: 1-D, or of floats.
_METHODS = "astype copy diagonal flatten ravel repeat reshape squeeze swapaxes take transpose"
for _name in _METHODS.split():
    setattr(Grid, _name, _plain_method(_name))
Grid.T = property(lambda self: np.asarray(self).T)  # type: ignore[assignment,method-assign]


def _from_array(array: npt.NDArray[Any]) -> tuple[bytes, tuple[int, int]]:
    if array.ndim != 2:
        raise InputError(
            f"a grid has 2 dimensions, this array has {array.ndim}", remedy="pass a 2-D array"
        )
    if array.dtype.kind not in "iu":
        raise InputError(
            f"a grid holds integers, this array holds {array.dtype}", remedy="convert it first"
        )
    if array.size == 0:
        raise _empty()
    outside = np.argwhere((array < 0) | (array >= COLOURS))
    if len(outside):
        row, column = map(int, outside[0])
        raise _wrong_colour(int(array[row, column]), row, column)
    return array.astype(np.uint8).tobytes(), (array.shape[0], array.shape[1])


def _from_rows(rows: object) -> tuple[bytes, tuple[int, int]]:
    if not isinstance(rows, list | tuple):
        raise InputError(
            f"a grid is a list of rows, not {_kind(rows)}", remedy="write it as [[0, 1], [2, 3]]"
        )
    _check_rows(rows)
    width = len(rows[0])
    cells = list(chain.from_iterable(rows))
    if all(map(_is_integer_type, set(map(type, cells)))):
        try:
            packed = bytes(cells)
        except (ValueError, OverflowError):  # a cell below 0 or above 255
            packed = b"\xff"
        if max(packed) < COLOURS:
            return packed, (len(rows), width)
    raise _first_wrong_cell(cells, width)


def _check_rows(rows: Sequence[object]) -> None:
    """Check that all rows are lists, equally long and not empty."""
    widths = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list | tuple | np.ndarray):
            raise InputError(
                f"a row is a list of colours, not {_kind(row)}",
                place=f"row {number}",
                remedy="write the grid as [[0, 1], [2, 3]]",
            )
        widths.append(len(row))
    if not any(widths):
        raise _empty()
    for number, width in enumerate(widths, 1):
        if width != widths[0]:
            raise InputError(
                f"ragged rows: {width} cells here, {widths[0]} in row 1",
                place=f"row {number}",
                remedy="make all rows equally long",
            )


def _is_integer_type(kind: type) -> bool:
    return issubclass(kind, int | np.integer) and kind is not bool


def _first_wrong_cell(cells: Iterable[object], width: int) -> InputError:
    for index, cell in enumerate(cells):
        if not _is_integer_type(type(cell)) or not 0 <= cell < COLOURS:  # type: ignore[operator]
            return _wrong_colour(cell, *divmod(index, width))
    raise AssertionError("no cell is wrong")


def _wrong_colour(cell: object, row: int, column: int) -> InputError:
    integer = _is_integer_type(type(cell))
    problem = (
        f"colour {_short(str(cell))} is outside 0..9"
        if integer
        else f"a colour is an integer, not {_kind(cell)}"
    )
    place = f"row {row + 1}, column {column + 1}"
    return InputError(problem, place=place, remedy=_RANGE_REMEDY)


def _empty() -> InputError:
    return InputError("empty grid", remedy="a grid needs at least one cell")


def _kind(value: object) -> str:
    """The type of a value, in the words of a JSON file."""
    if value is None:
        return "null"
    names = {bool: "true or false", str: "text", dict: "an object", list: "a list"}
    name = names.get(type(value))
    return name or f"{type(value).__name__} {_short(repr(value))}"


def _short(text: str, limit: int = 40) -> str:
    return text if len(text) <= limit else text[: limit - 3] + "..."
