"""Proposer: a strategy that asks a user's function or command for programs.

It shows a task, the best programs for it and what is wrong with them, and gets sources back. These
are read and checked like any program file, never executed, and run under the usual limits. What
cannot be read is refused, and the proposer hears why the next time. If a reply breaks the rules, or
does not come in time, the run reports it and goes on. After a few such replies the proposer is not
asked any more.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final

from arcloom.engine import Limits
from arcloom.errors import InputError
from arcloom.lang import Program, read_program
from arcloom.search.leave_one_out import with_left_out
from arcloom.search.propose.command import ProposingCommand
from arcloom.search.propose.request import SHOWN, ProposalRequest, tried
from arcloom.search.strategy import Effort, Findings, Stop, Strategy
from arcloom.search.trial import Trial, within
from arcloom.tasks import Task

LOG: Final = logging.getLogger("arcloom")

Propose = Callable[[ProposalRequest], Iterable[str]]
"""A function that proposes programs, as source."""

PROGRAMS: Final = 64
SECONDS: Final = 30.0
MOST_LETTERS: Final = 20_000
"""Of a proposed program."""
MOST_REPEATED: Final = 2_000
"""Of a refused one, when the proposer hears of it."""
MOST_FAILURES: Final = 3
"""After so many bad replies the proposer is not asked any more."""
_LOOK: Final = 0.1


class Proposer(Strategy):
    """Asks a function, or a command that speaks JSON lines, for programs.

    Args:
        propose: A function of a `ProposalRequest` that gives sources of programs; or the text of a
            command that reads a request per line and answers with `{"programs": [...]}`.
        name: The strategy's name.
        share: Its part of a task's fuel; only running the programs counts.
        seconds: How long a reply may take.
        programs: How many programs of a reply are read.

    A run with a proposer is reproducible if its replies depend on the requests alone.

    Example:
        ```python
        def turns(request: al.ProposalRequest) -> list[str]:
            return [f"def solve(I): return {op}(I)" for op in ("rot90", "rot180")]


        answers = al.solve(tasks, strategies=["enumerate", al.Proposer(turns)])
        ```
    """

    def __init__(
        self,
        propose: Propose | str,
        *,
        name: str = "propose",
        share: float = 1.0,
        seconds: float = SECONDS,
        programs: int = PROGRAMS,
    ) -> None:
        """Check the settings. A command is started when it is needed."""
        if seconds <= 0 or programs < 1:
            raise InputError("a proposer needs a time above 0 and at least one program")
        if not isinstance(propose, str) and not callable(propose):
            raise InputError(
                f"{type(propose).__name__} cannot propose", remedy="give a function or a command"
            )
        self._name, self._share = name, share
        self._seconds, self._most = seconds, programs
        self._ask: ProposingCommand | Propose
        self._ask = ProposingCommand(propose) if isinstance(propose, str) else propose
        self._last: dict[str, dict[str, Any]] = {}
        self._begin()

    def _begin(self) -> None:
        self._lock = Lock()
        self._failures = 0
        self._told = False

    def __getstate__(self) -> dict[str, Any]:
        """Without what belongs to this process."""
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._begin()

    @property
    def name(self) -> str:
        return self._name

    @property
    def share(self) -> float:
        return self._share

    def remembered(self, task: Task) -> Any:
        return self._last.get(task.id)

    def remember(self, task: Task, memory: Any) -> None:
        if memory is not None:
            self._last[task.id] = memory

    def search(self, task: Task, effort: Effort) -> Findings:
        if self._failures >= MOST_FAILURES:
            return Findings(exhausted=True)
        request = self._request(task, effort)
        try:
            sources = self._asked(request, effort.stop)
        except InputError as error:
            raise self._failed(error) from None
        programs, refused = self._read(sources[: self._most])
        self._last[task.id] = {
            "programs": [program.source() for program in programs[:SHOWN]],
            "refused": refused[:SHOWN],
        }
        known = {found.program.hash for found in effort.known}
        new = Trial(self.name, [p for p in programs if p.hash not in known])
        ran = new.run(task, effort)
        found, more = with_left_out(task, ran.found, within(Limits(), effort.memory))
        return Findings(found, ran.fuel + more, exhausted=not sources and not effort.stop())

    def _request(self, task: Task, effort: Effort) -> ProposalRequest:
        last = self._last.get(task.id, {"programs": [], "refused": []})
        own = list(_readable(last["programs"]))
        best = [found.program for found in effort.known[:SHOWN]]
        shown = task.without_outputs()
        return ProposalRequest(
            shown,
            effort.level,
            random.Random(f"propose {effort.seed} {task.key} {effort.level}").getrandbits(32),
            self._most,
            tried([*best, *own], shown),
            tuple((source, why) for source, why in last["refused"]),
        )

    def _asked(self, request: ProposalRequest, stop: Stop) -> list[str]:
        if isinstance(self._ask, ProposingCommand):
            return self._ask.ask(request, self._seconds, stop)
        return _call(self._ask, request, self._seconds, stop)

    def _failed(self, error: InputError) -> InputError:
        with self._lock:
            self._failures += 1
            if self._failures < MOST_FAILURES:
                return error
            return InputError(f"{error}; this is failure {self._failures}: it is not asked again")

    def _read(self, sources: Sequence[str]) -> tuple[list[Program], list[list[str]]]:
        """The programs, and what is none: each with the reason."""
        programs: dict[str, Program] = {}
        refused: list[list[str]] = []
        for source in sources:
            try:
                program = _program(source)
                programs.setdefault(program.hash, program)
            except InputError as error:
                refused.append([source[:MOST_REPEATED], str(error)])
        if refused and not self._told:
            self._told = True
            LOG.warning(
                "%s: a proposal is refused: %s; the proposer hears of this and of further ones",
                self.name,
                refused[0][1],
            )
        return list(programs.values()), refused


def _readable(sources: Iterable[str]) -> Iterator[Program]:
    """The programs that this process can read: a resumed one may lack an op."""
    for source in sources:
        with suppress(InputError):
            yield read_program(source)


def _program(source: str) -> Program:
    if len(source) > MOST_LETTERS:
        raise InputError(f"a program has at most {MOST_LETTERS} letters, not {len(source)}")
    program = read_program(source)
    if any(node.kind == "input" and node.payload == "C" for node in program.nodes):
        raise InputError("a program that uses C is a differ, and gives no output")
    return program


def _call(propose: Propose, request: ProposalRequest, seconds: float, stop: Stop) -> list[str]:
    """What a function proposes. One that takes too long is left behind, in a thread of its own."""
    replies: SimpleQueue[list[str] | InputError] = SimpleQueue()

    def work() -> None:
        try:
            replies.put(_texts(propose(request), request.limit))
        except InputError as error:
            replies.put(error)
        except Exception as error:
            replies.put(InputError(f"the proposer failed: {type(error).__name__}: {error}"))

    Thread(target=work, name="proposer", daemon=True).start()
    ends = monotonic() + seconds
    while not stop():
        try:
            reply = replies.get(timeout=_LOOK)
        except Empty:
            if monotonic() >= ends:
                raise InputError(
                    f"the proposer gave no reply within {seconds:g} s",
                    remedy="give it more time: --propose-seconds, or seconds=",
                ) from None
            continue
        if isinstance(reply, InputError):
            raise reply
        return reply
    return []


def _texts(reply: Any, limit: int) -> list[str]:
    """The first sources of a reply, which may have no end."""
    if isinstance(reply, str):
        return [reply]
    texts: list[str] = []
    for one in reply:
        if not isinstance(one, str):
            kind = type(one).__name__
            raise InputError(
                f"the proposer gave a {kind}, not the source of a program",
                remedy="give texts such as 'def solve(I): return rot90(I)'",
            )
        texts.append(one)
        if len(texts) == limit:
            break
    return texts
