"""Silence: a PostgreSQL server that says nothing for too long counts as lost.

The network's own timeouts notice a machine that is gone. They do not notice a server that is
stopped, or hangs: its kernel goes on to acknowledge what is sent to it.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any


def listening_connection(seconds: float) -> Any:
    """A class of psycopg's connections that are closed after so many seconds of silence."""
    import psycopg  # of an extra: not everyone has it

    class Listening(psycopg.Connection[Any]):
        """Waits for the server as ever, but not for ever."""

        def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
            try:
                return super().wait(_heard(gen, seconds), *args, **options)
            except _SilenceError:
                self.pgconn.finish()  # it may be anywhere in a transaction
                raise psycopg.OperationalError(
                    f"the server did not answer for {seconds:.0f} s"
                ) from None

    return Listening


class _SilenceError(Exception):
    pass


def _heard(waiting: Any, seconds: float) -> Generator[Any, Any, Any]:
    """What psycopg waits for, ended by silence. It is sent 0 now and then while nothing comes."""
    last = monotonic()
    try:
        wanted = next(waiting)
        while True:
            ready = yield wanted
            if ready:
                last = monotonic()
            elif monotonic() - last > seconds:
                raise _SilenceError
            wanted = waiting.send(ready)
    except StopIteration as end:
        return end.value
