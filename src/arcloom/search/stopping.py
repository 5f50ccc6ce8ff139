"""How a search ends early: a callback raises StopSearch, or Ctrl-C becomes Interrupted."""

from __future__ import annotations

from typing import Any


class StopSearch(Exception):  # noqa: N818 - it is no error
    """Raise it in a callback to end a search. The call returns its results as usual.

    Example:
        ```python
        def first_ten(progress: al.SolveProgress) -> None:
            if progress.fitted >= 10:
                raise al.StopSearch


        answers = al.solve(tasks, budget="10m", on_progress=first_ten)
        ```
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search. It is a KeyboardInterrupt that has the results so far.

    Attributes:
        result: What the call would have returned: `Answers` of `solve`, `Evolved` of `evolve`.

    Example:
        ```python
        try:
            answers = al.solve(tasks, budget="2h")
        except al.Interrupted as interrupted:
            answers = interrupted.result
        ```
    """

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted; the results so far are in `result` of this exception")
        self.result = result

    def __reduce__(self) -> tuple[object, ...]:
        return Interrupted, (self.result,)
