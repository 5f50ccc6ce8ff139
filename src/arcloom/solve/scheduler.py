"""The scheduler: runs all tasks in rounds of growing fuel, on all cores, until the budget ends.

In round r a task may spend `FIRST * GROWTH**r` fuel, split between the strategies. A task that is
likely solved lags a round behind, and one that is nearly certainly solved lags two (`LAGGING`), so
they get a quarter and a sixteenth of what the others get. Threads take (strategy, task) pairs: all
tasks by the cheapest strategy first. What is done for a task depends on what was found for it, and
on what all tasks had found when the round began, so neither the number of threads nor the order of
the tasks changes anything.

A run that is resumed goes on after the last call that came to its end, with what the strategies had
been told when the round began (`Progress`). So it does what an uninterrupted run does.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from heapq import nlargest
from threading import Condition, Event, Thread
from time import perf_counter, process_time
from traceback import format_exception
from typing import Final, Literal

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.search.bare_answer import BareAnswer
from arcloom.search.strategy import (
    Effort,
    Findings,
    LooksAhead,
    Remembers,
    Stop,
    Strategy,
    checked_findings,
    reads_known,
    share_of,
)
from arcloom.solve.executor import Executor, SearchJob
from arcloom.solve.job_queue import JobQueue
from arcloom.solve.strategies import SAME_FOR_ALL
from arcloom.solve.task_state import (
    LAGGING,
    Failure,
    Job,
    Progress,
    Purse,
    RoundFigures,
    Tally,
    TaskState,
    Turn,
)

FIRST: Final = 20_000_000
GROWTH: Final = 4
POLL: Final = 0.2
"""Seconds between two looks of the main thread at new findings."""
POOL: Final = 3
"""Programs of a task that other tasks get to see."""

StopReason = Literal["budget", "fuel", "exhausted", "interrupted"]


@contextmanager
def no_interrupts() -> Iterator[None]:
    """Delay Ctrl-C inside the context. Threads started here never see it; the caller does."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _phases(jobs: Sequence[Job]) -> list[list[Job]]:
    """The jobs, cut where the jobs of a strategy that looks ahead begin."""
    out: list[list[Job]] = [[]]
    for before, job in zip([None, *jobs], jobs, strict=False):
        begins = before is None or before.strategy is not job.strategy
        if begins and isinstance(job.strategy, LooksAhead):
            out.append([])
        out[-1].append(job)
    return [phase for phase in out if phase]


def _has_looked(job: Job, effort: Effort) -> bool:
    """Whether the job needs what its strategy found when it looked ahead. That is only here."""
    strategy = job.strategy
    return isinstance(strategy, LooksAhead) and strategy.has_looked(job.state.task, effort)


def problem_of(error: Exception) -> str:
    """What went wrong, in a line. An InputError says it in its own words."""
    return str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"


def granted(level: int) -> int:
    """The fuel that a task has received before a level."""
    return sum(FIRST * int(GROWTH**below) for below in range(level))


class Scheduler:
    """Runs strategies on tasks. Call `run` once.

    It calls `tick` a few times per second, on the calling thread, with the tasks that have new
    findings. `stop` ends the run within a fraction of a second.
    """

    def __init__(
        self,
        states: Sequence[TaskState],
        strategies: Sequence[Strategy],
        *,
        threads: int,
        memory: int,
        seed: int,
        fuel: int | None,
        stop: Stop,
        tick: Callable[[Sequence[TaskState]], None],
        executor: Executor | None = None,
    ) -> None:
        """`executor` does the jobs; without one, the threads do them here."""
        self.states = list(states)
        self.strategies = strategies
        self.threads = threads
        self.memory = memory
        self.seed = seed
        self.fuel = fuel
        self.round = 0
        self.current = ""
        self.failures: list[Failure] = []
        self._unprepared: set[str] = set()
        self.by_round: list[RoundFigures] = []
        self._stop = stop
        self._tick = tick
        self._executor = executor
        self._ended = False
        self._condition = Condition()
        self._queue = JobQueue()
        self._done = Event()
        self._broken: BaseException | None = None
        self._working = 0
        self._news: dict[int, TaskState] = {}
        self._pool: dict[str, Program] = {}
        self._told: list[int] = []
        self._idle = 0
        self._before = 0
        self._in_round = False
        self._resumed = False

    def progress(self) -> Progress | None:
        """How far the run is; None where it has not begun."""
        if not self._told:
            return None
        return Progress(
            self.round,
            self._in_round,
            self._idle,
            self._before,
            tuple(self._told),
            tuple(self._pool.values()),
        )

    @contextmanager
    def still(self) -> Iterator[None]:
        """Within it no thread changes the tasks' states."""
        with self._condition:
            yield

    def give(self, answers: Iterable[BareAnswer]) -> None:
        """Bare answers from beside the search, on any thread. Answers for other tasks are left."""
        by_task: dict[str, list[BareAnswer]] = {}
        for one in answers:
            by_task.setdefault(one.task_id, []).append(one)
        with self._condition:
            for state in self.states:
                if state.task.id in by_task:
                    state.give(by_task[state.task.id])
                    self._news[state.number] = state

    def resume(self, progress: Progress) -> None:
        """Go on from there; the states are those that belong to it."""
        self.round, self._idle, self._before = progress.round, progress.idle, progress.fuel
        self._pool = {program.hash: program for program in progress.pool}
        self._told = list(progress.told)
        self._in_round, self._resumed = progress.begun, True

    def tell(self) -> None:
        """Call `tick` with what is new, outside the rounds."""
        self._tell()

    def run(self) -> StopReason:
        """Rounds until something ends them. Ctrl-C does, once the threads have stopped."""
        if self._resumed:
            self._tell_again()
        else:
            self.round = min((state.level + state.lag for state in self.states), default=0)
        try:
            return self._rounds()
        except KeyboardInterrupt:
            self._tell()
            return "interrupted"

    def _rounds(self) -> StopReason:
        while not self._stop():
            if self.fuel is not None and granted(self.round) >= self.fuel:
                return "fuel"
            spent = self._round()
            if self._stop():  # perhaps in the middle: the round is not over
                break
            self._in_round = False
            self._idle = 0 if spent else self._idle + 1
            if self._idle > len(LAGGING):
                return "exhausted"
            self.round += 1
        return "budget"

    def _begin_round(self) -> None:
        """Choose the tasks that are due, and tell the strategies what fits other tasks."""
        self._before = sum(state.fuel for state in self.states)
        for state in self.states:
            due = state.level + state.lag <= self.round and self._fuel(state) > 0
            state.turn = Turn(self._fuel(state)) if due else None
        self._tell_pool()
        self._in_round = True

    def _round(self) -> int:
        """Every task's turn, or what is left of it; gives the fuel that was spent."""
        begun, cpu = perf_counter(), self._cpu_seconds()
        if not self._in_round:
            self._begin_round()
        jobs = self._jobs()
        for phase in _phases(jobs) or [[]]:
            self._look_ahead(phase)
            self._work(phase)
        spent = sum(state.fuel for state in self.states) - self._before
        took = perf_counter() - begun, self._cpu_seconds() - cpu
        self.by_round.append(RoundFigures(self.round + 1, len(jobs), spent, *took))
        return spent

    def _cpu_seconds(self) -> float:
        """What this process and its workers have spent."""
        return process_time() + (0.0 if self._executor is None else self._executor.cpu_seconds)

    def _jobs(self) -> list[Job]:
        """The round's work: strategy by strategy, unsolved tasks first, small ones first."""
        due = [(state, state.turn) for state in self.states if state.turn is not None]
        due.sort(key=lambda pair: (pair[0].lag, pair[0].size, pair[0].number))
        purses = {state.number: Purse(turn.left) for state, turn in due}
        jobs = [
            Job(state, strategy, purses[state.number])
            for strategy in self.strategies
            for state, turn in self._longest_first(strategy.name, due)
            if strategy.name not in state.exhausted and strategy.name not in turn.done
        ]
        for job in jobs:
            job.purse.shares += share_of(job.strategy)
            job.purse.calls += 1
        return jobs

    def _longest_first(
        self, strategy: str, due: Sequence[tuple[TaskState, Turn]]
    ) -> list[tuple[TaskState, Turn]]:
        """The same, with as many as there are threads in front: those that took most fuel before.

        Some calls take many times their fuel. One that begins last holds up the round's end.
        """

        def spent(pair: tuple[TaskState, Turn]) -> int:
            tally = pair[0].tallies.get(strategy)
            return 0 if tally is None else tally.fuel

        front = [pair for pair in nlargest(self.threads, due, key=spent) if spent(pair)]
        taken = {state.number for state, _ in front}
        return [*front, *(pair for pair in due if pair[0].number not in taken)]

    def _fuel(self, state: TaskState) -> int:
        """The fuel that the task may spend at its level."""
        begun, end = granted(state.level), granted(state.level + 1)
        return (end if self.fuel is None else min(end, self.fuel)) - begun

    def _tell_pool(self) -> None:
        """Show the strategies what fits other tasks. The pool only grows and keeps its order."""
        for state in self.states:
            own = [f for f in state.searched.fits if f.strategy not in SAME_FOR_ALL]
            for found in own[:POOL]:
                self._pool.setdefault(found.program.hash, found.program)
        pool = list(self._pool.values())
        self._told.append(len(pool))
        self._prepare(pool)

    def _tell_again(self) -> None:
        """Tell the strategies what they were told in the rounds before, and where they were."""
        pool = list(self._pool.values())
        for count in self._told:
            self._prepare(pool[:count])
        for strategy in self.strategies:
            if isinstance(strategy, Remembers) and self._is_here(strategy):
                for state in self.states:
                    if strategy.name in state.memories:
                        strategy.remember(state.task, state.memories[strategy.name])

    def _prepare(self, pool: Sequence[Program]) -> None:
        for strategy in self.strategies:
            if self._is_here(strategy) and strategy.name not in self._unprepared:
                try:
                    strategy.prepare(pool)
                except Exception as error:  # as for a failed call: the run goes on without it
                    self._fail("", strategy.name, error)
                    self._unprepared.add(strategy.name)
                    for state in self.states:
                        state.exhausted.add(strategy.name)
        if self._executor is not None:
            self._executor.tell(pool)

    def _is_here(self, strategy: Strategy) -> bool:
        """Whether the strategy's calls may be done by the threads of this process."""
        return self._executor is None or isinstance(strategy, LooksAhead)

    # Threads

    def _work(self, jobs: list[Job]) -> None:
        """Do the jobs. Returns when all are done or the run is stopped."""
        self._queue.begin(jobs)
        self._done.clear()
        self._working = self.threads
        workers = [
            Thread(target=self._worker, args=(number,), daemon=True)
            for number in range(self.threads)
        ]
        try:
            with no_interrupts():
                for worker in workers:
                    worker.start()
            while not self._done.wait(POLL):
                self._tell()
        except BaseException:
            self._ended = True
            raise
        finally:
            # A thread that stays in native code would crash the process at its end. And if Ctrl-C
            # interrupts a join, Python 3.11 believes that the thread has ended.
            with no_interrupts():
                for worker in workers:
                    if worker.ident is not None:
                        worker.join()
        self._tell()
        if self._broken is not None:
            raise self._broken

    def _tell(self) -> None:
        with self._condition:
            news, self._news = self._news, {}
        self._tick([news[number] for number in sorted(news)])

    def _stopped(self) -> bool:
        return self._ended or self._stop()

    def _worker(self, number: int) -> None:
        workers = 0 if self._executor is None else self._executor.workers
        place = number % workers if workers else 0
        try:
            for jobs in self._taken(place, workers):
                results = self._search(jobs, place)
                with self._condition:
                    for job, (findings, seconds) in zip(jobs, results, strict=True):
                        self._book(job, findings, seconds)
                    self._queue.give_back(jobs, [seconds for _, seconds in results])
                    self._condition.notify_all()
        except BaseException as error:  # raised again on the thread that called the scheduler
            self._broken, self._ended = error, True
        finally:
            with self._condition:
                self._working -= 1
                if self._working == 0:
                    self._done.set()

    def _taken(self, place: int, workers: int) -> Iterator[list[Job]]:
        """The next jobs of tasks that no other thread works on, until there are none."""
        while True:
            with self._condition:
                jobs = self._queue.take(place, workers)
                while not jobs and self._queue and not self._stopped():
                    self._condition.wait(POLL)
                    jobs = self._queue.take(place, workers)
                if not jobs or self._stopped():
                    return
                self.current = jobs[0].strategy.name
            yield jobs

    def _look_ahead(self, phase: Sequence[Job]) -> None:
        """If a phase begins with a strategy that looks ahead, give it the turns of the phase."""
        strategy = phase[0].strategy if phase else None
        if not isinstance(strategy, LooksAhead) or self._stopped():
            return
        turns = [(j.state.task, self._effort(j)) for j in phase if j.strategy is strategy]
        try:
            strategy.look_ahead(turns)
        except Exception as error:  # as for a failed call: report it and continue without
            self._fail("", phase[0].strategy.name, error)

    def _effort(self, job: Job) -> Effort:
        """The effort of a job, given what its task has left."""
        state, fuel = job.state, self._fuel_of(job)
        known = state.searched.known if reads_known(job.strategy) else ()
        return Effort(state.level, fuel, self.memory, self.seed, self._stopped, known)

    def _fuel_of(self, job: Job) -> int:
        """The job's share of what its task has left."""
        purse, mine = job.purse, share_of(job.strategy)
        return purse.left if purse.shares <= mine else int(purse.left * (mine / purse.shares))

    def _fail(self, task_id: str, strategy: str, error: Exception) -> None:
        stack = "" if isinstance(error, InputError) else "".join(format_exception(error))
        self.failures.append(Failure(task_id, strategy, problem_of(error), stack))

    def _search(self, jobs: Sequence[Job], place: int) -> list[tuple[Findings, float]]:
        """Do jobs, here or by the executor; for each, the findings and the seconds that it took."""
        efforts = [self._effort(job) for job in jobs]
        away = [
            (job, effort)
            for job, effort in zip(jobs, efforts, strict=True)
            if self._executor is not None and not _has_looked(job, effort)
        ]
        back = self._search_away(away, place)
        results = []
        for job, effort in zip(jobs, efforts, strict=True):
            findings, seconds = back.get(job.state.number) or self._search_here(job, effort)
            job.purse.shares -= share_of(job.strategy)
            job.purse.left -= min(findings.fuel, job.purse.left)
            results.append((findings, seconds))
        return results

    def _search_here(self, job: Job, effort: Effort) -> tuple[Findings, float]:
        task, begun = job.state.task, perf_counter()
        try:
            findings = checked_findings(task, job.strategy.search(task, effort))
        except Exception as error:  # one failed call must not end a run of hours
            self._fail(task.id, job.strategy.name, error)
            findings = Findings(exhausted=True)
        return findings, perf_counter() - begun

    def _search_away(
        self, turns: Sequence[tuple[Job, Effort]], place: int
    ) -> dict[int, tuple[Findings, float]]:
        """Have the executor do jobs of different tasks; what came of each, by the task's number."""
        if not turns or self._executor is None:
            return {}
        asked = [self._asked(job, effort) for job, effort in turns]
        outcomes = self._executor.search(asked, self._stopped, place)
        back = {}
        for (job, _), outcome in zip(turns, outcomes, strict=True):
            if outcome.problem:
                about = job.state.task.id, job.strategy.name
                self.failures.append(Failure(*about, outcome.problem, outcome.stack))
            job.remembered = outcome.remembered
            back[job.state.number] = outcome.findings, outcome.cpu_seconds
        return back

    def _asked(self, job: Job, effort: Effort) -> SearchJob:
        """A job as workers get it."""
        state, name = job.state, job.strategy.name
        return SearchJob(
            *(state.number, name, effort.level, effort.fuel, effort.memory, effort.seed),
            known=effort.known,
            remembered=state.memories.get(name),
        )

    def _book(self, job: Job, findings: Findings, seconds: float) -> None:
        state, name = job.state, job.strategy.name
        fits = sum(found.fits for found in findings.found)
        state.tallies.setdefault(name, Tally()).add(Tally(1, findings.fuel, seconds, fits))
        state.fuel += findings.fuel
        cut_short = self._stopped()  # perhaps; then the call is to be repeated
        if not cut_short:
            self._move_on(job)
            if findings.exhausted:
                state.exhausted.add(name)
        if state.take(findings, cut_short):
            self._news[state.number] = state

    def _move_on(self, job: Job) -> None:
        """A call came to its end: a resumed run goes on after it."""
        state, strategy = job.state, job.strategy
        job.purse.calls -= 1
        done = () if state.turn is None else state.turn.done
        state.turn = Turn(job.purse.left, (*done, strategy.name)) if job.purse.calls else None
        state.level += job.purse.calls == 0
        if isinstance(strategy, Remembers):
            here = self._is_here(strategy)
            memory = strategy.remembered(state.task) if here else job.remembered
            state.memories[strategy.name] = memory
