"""InputError: the one error for unusable input. It says where, what is wrong and what to do."""

from __future__ import annotations


class InputError(ValueError):
    """Input that cannot be used. Its message is one line: `place: problem; remedy`.

    Messages count rows, columns, lines and samples from 1. `within` adds an outer place. So code
    that sees only a grid need not know which file the grid came from:

    >>> str(InputError("colour 10 is outside 0..9", place="row 1").within("demo 2 input"))
    'demo 2 input, row 1: colour 10 is outside 0..9'
    """

    def __init__(self, problem: str, *, place: str = "", remedy: str = "") -> None:
        self.problem = problem
        self.place = place
        self.remedy = remedy
        message = f"{place}: {problem}" if place else problem
        super().__init__(_one_line(f"{message}; {remedy}" if remedy else message))

    def within(self, outer: str) -> InputError:
        """The same error, seen from a place that contains this one."""
        place = f"{outer}, {self.place}" if self.place else outer
        return InputError(self.problem, place=place, remedy=self.remedy)

    def __reduce__(self) -> tuple[object, ...]:
        # BaseException would rebuild from the finished message and lose its parts.
        return _rebuild, (self.problem, self.place, self.remedy)


def _rebuild(problem: str, place: str, remedy: str) -> InputError:
    return InputError(problem, place=place, remedy=remedy)


def at_least(name: str, value: object, least: int) -> int:
    """The value of a setting, if it is an integer of at least so much."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{name} must be an integer, not {value!r}")
    if value < least:
        raise InputError(f"{name} must be at least {least}, not {value}")
    return value


def of_kind(
    name: str, value: object, kinds: type | tuple[type, ...], wanted: str, *, optional: bool = False
) -> None:
    """Refuse an argument of another kind than is wanted; `None` is fine for an optional one."""
    if (optional and value is None) or (isinstance(value, kinds) and not isinstance(value, bool)):
        return
    raise InputError(f"{name} must be {wanted}, not of type {type(value).__name__}")


def callables(**given: object) -> None:
    """Refuse an argument by this name that is neither None nor can be called."""
    for name, value in given.items():
        if value is not None and not callable(value):
            raise InputError(f"{name} must be a function, not of type {type(value).__name__}")


def in_one_line(error: BaseException) -> str:
    """What another library's error says: its kind, and its message without line breaks."""
    return _one_line(" ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":"))


def _one_line(text: str) -> str:
    """Escape characters that would break the line or control a terminal: names come from files."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
