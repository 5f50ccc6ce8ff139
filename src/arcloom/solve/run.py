"""A run of `solve`: takes tasks and a budget, gives answers, and always has a submission ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any

from arcloom.errors import InputError
from arcloom.library.starter import beside_starters, starters_for
from arcloom.library.timeline import Timeline
from arcloom.search.bare_answer import BareAnswer
from arcloom.search.learn.strategy import Learn
from arcloom.search.net.config import NET
from arcloom.search.net.worker import NetFigures
from arcloom.search.stopping import StopSearch
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.solve.answers import Answer, Answers
from arcloom.solve.beside import Beside
from arcloom.solve.config import SolveConfig
from arcloom.solve.evidence import Evidence
from arcloom.solve.figures import (
    SolveFigures,
    cpu_seconds,
    failure_rows,
    peak_memory,
    stage_seconds,
    strategy_table,
)
from arcloom.solve.odds import TaskOdds, answered
from arcloom.solve.scheduler import Scheduler, StopReason
from arcloom.solve.strategies import make_strategies, with_cluster
from arcloom.solve.submission import EVERY, Attempts, SubmissionFile
from arcloom.solve.task_state import Failure, TaskState
from arcloom.solve.worker_kinds import executor_of, kind_of, working
from arcloom.tasks import Task

if TYPE_CHECKING:
    from arcloom.library import Library
    from arcloom.solve.recall import Recall
    from arcloom.solve.saving import Ended, Saver

Watch = Callable[["SolveRun"], None]


class SolveRun:
    """One run. Call `run` once.

    It calls `watch` a few times per second. If that raises StopSearch, the run ends as if its time
    were over. `votes` are answers without a program that are known from the start. `checkpoint` is
    where a network's training is kept.
    """

    def __init__(
        self,
        tasks: Mapping[str, Task],
        config: SolveConfig,
        *,
        name: str = "tasks",
        library: Library | None = None,
        out: Path | None = None,
        watch: Watch | None = None,
        begun: float | None = None,
        votes: Sequence[BareAnswer] = (),
        checkpoint: Path | None = None,
    ) -> None:
        self.name = name
        self._tasks = tasks
        self.config = config
        self.begun = perf_counter() if begun is None else begun
        self.states = [TaskState(t, n, Evidence(t)) for n, t in enumerate(tasks.values())]
        _give(votes, self.states)
        plan = config.plan
        self.figures = SolveFigures(len(self.states), config.threads, plan.device, plan.why)
        self._attempts: dict[str, Attempts] = {}
        self._odds: dict[str, TaskOdds] = {}
        for state in self.states:
            self._rank(state)
        self._unwritten = ""
        self._votes = votes
        # What a library is about to recall may be on disk already, and is better than guesses.
        keep = tasks if library is not None else None
        self._file = None if out is None else SubmissionFile(out, self._attempts, keep)
        self._library = library
        self._saver: Saver | None = None
        self._timeline: Timeline | None = None
        self._watch = watch
        self._told_to_stop = False
        tried = list(tasks.values())
        # `fit` tries what learns, with limits and costs of its own.
        learners = Learn.name not in config.strategies
        starters = starters_for(config.starter, tried, learners)
        self.figures.starters = len(starters)
        self._recall: Recall | None = None
        if library is not None:
            from arcloom.solve.recall import Recall  # here: it brings SQLAlchemy

            self._recall = Recall(library, config, tried, starters)
        stock = beside_starters(starters, self._recall.stock() if self._recall else ())
        self._stored = StoredPrograms(stock)
        self.figures.workers = kind_of(config, len(tried))
        self._executor = executor_of(config, tried, stock)
        if self._executor is None:
            self._begin_file()
        self.scheduler = Scheduler(
            self.states,
            make_strategies(
                config.strategies, config.own, self._stored, plan, config.threads, self._tell
            ),
            threads=config.threads,
            memory=config.memory_per_thread,
            seed=config.seed,
            fuel=config.fuel,
            stop=self._over,
            tick=self._tick,
            executor=self._executor,
        )
        self._beside = self._network(checkpoint)

    @property
    def network(self) -> NetFigures | None:
        """What the network does; None if there is none."""
        return None if self._beside is None else self._beside.figures

    def _begin_file(self) -> None:
        if self._file is not None:
            self._file.begin()

    def _network(self, checkpoint: Path | None) -> Beside | None:
        config = self.config
        if config.net is None:
            return None
        left = None if config.seconds is None else config.seconds - self.seconds
        return Beside(
            config.net,
            self.scheduler,
            device=config.device,
            seed=config.seed,
            checkpoint=checkpoint,
            deadline=None if left is None else monotonic() + left,
            stop=self._over,
        )

    def run(self) -> Answers:
        """Search until the budget ends or someone presses Ctrl-C; `figures.stop` says which."""
        with working(self._executor) as workers:
            self.figures.threads = workers or self.config.threads
            self.scheduler.threads = (
                self.figures.threads if self._executor is None else self._executor.abreast
            )
            self._join_gpus()
            if self._executor is not None:  # not before: its workers may be refused
                self._begin_file()
            run = self._begin()
            ended: Ended = "failed"
            try:
                stop = self._search()
                ended = "interrupted" if stop == "interrupted" else "finished"
                self.figures.stop = "callback" if self._told_to_stop else stop
            finally:
                self._finish(run, ended)
        return self.answers()

    def _join_gpus(self) -> None:
        """A cluster's GPUs do the work of those of this machine, which may be among them."""
        gpus = None if self._executor is None else self._executor.gpus
        if gpus is not None:
            self.scheduler.strategies = with_cluster(self.scheduler.strategies, gpus, self._tell)
            self.figures.device = "gpu"
            self.figures.device_why = f"{gpus.count} of the cluster"
        elif self.config.device == "gpu" and not self.config.plan.devices:
            raise InputError(
                "no GPU: the Ray cluster has none", remedy="add a node with one, or --device cpu"
            )

    def _search(self) -> StopReason:
        """Look for programs, with the network beside; then wait for the network."""
        if self._beside is None:
            return self.scheduler.run()
        try:
            self._beside.start()
            stop = self.scheduler.run()
            if stop in ("fuel", "exhausted") and not self._beside.wait(self.scheduler.tell):
                stop = "budget"
        except KeyboardInterrupt:
            stop = "interrupted"
        finally:
            self._beside.end()
        self.scheduler.tell()
        return stop

    def answers(self) -> Answers:
        """The current answers."""
        found = {
            s.task.id: Answer(
                s.task,
                self._attempts[s.task.id],
                s.evidence,
                self._odds[s.task.id],
                self.config.weights,
            )
            for s in self.states
        }
        return Answers(self.name, found, self.figures)

    @property
    def seconds(self) -> float:
        """Seconds since the run, or the command that started it, began."""
        return perf_counter() - self.begun

    def _over(self) -> bool:
        if self._told_to_stop:
            return True
        return self.config.seconds is not None and self.seconds >= self.config.seconds

    def _rank(self, state: TaskState) -> None:
        ranked = answered(state.evidence, self.config.attempts, self.config.weights)
        self._attempts[state.task.id], self._odds[state.task.id] = ranked

    def _begin(self) -> str | None:
        if self._library is None or self._recall is None:
            return None
        run = self._recall.start(self._tasks)
        self._timeline = Timeline(run)
        self._recall.restore(self.states, self.scheduler)
        _give(self._votes, self.states)  # they replace those of a run before
        from arcloom.solve.saving import Saver

        self._saver = Saver(self._library, self._recall, self.scheduler, self._point)
        changed = [s for s in self.states if s.evidence.known or s.evidence.answers]
        self._tick(changed)
        return run

    def _tick(self, changed: Sequence[TaskState]) -> None:
        for state in changed:
            self._rank(state)
            if self._file is not None:
                self._file.update(state.task.id, self._attempts[state.task.id])
        self._count()
        self._flush(EVERY)
        if self._saver is not None:
            self._saver.tick()
        if self._watch is not None and not self._told_to_stop:
            try:
                self._watch(self)
            except StopSearch:
                self._told_to_stop = True

    def _flush(self, at_most_every: float = 0.0) -> None:
        """To the submission, which may fail on a full disk, say; the next time it may not."""
        if self._file is None:
            return
        try:
            self._file.flush(at_most_every)
        except InputError as error:
            self._unwritten = str(error)
        else:
            if self._unwritten and self._file.is_current:
                self._unwritten = ""

    def _tell(self, problem: str) -> None:
        self._fail("device", problem)

    def _point(self) -> dict[str, Any]:
        """The current figures, for the run's timeline."""
        if self._timeline is None:
            return {}
        self._count_stages()
        fitted = [state.task.id for state in self.states if state.evidence.fitted]
        return self._timeline.take(self.seconds, self.figures.content(), fitted)

    def _fail(self, where: str, problem: str) -> None:
        failure = Failure("", where, problem)
        if failure not in self.scheduler.failures:
            self.scheduler.failures.append(failure)

    def _count(self) -> None:
        figures = self.figures
        figures.fitted = sum(state.evidence.fitted for state in self.states)
        figures.answered = sum(state.evidence.answered for state in self.states)
        figures.settled = sum(state.evidence.settled for state in self.states)
        figures.expected = sum(one.probability for one in self._odds.values())
        if (network := self.network) is not None:
            figures.training, figures.network = network.training, network.content()
        figures.rounds = self.scheduler.round + 1
        figures.fuel = sum(state.fuel for state in self.states)
        figures.seconds = self.seconds
        figures.cpu_seconds = cpu_seconds()
        figures.peak_memory = peak_memory()
        if self._executor is not None:
            figures.cpu_seconds += self._executor.cpu_seconds
            figures.peak_memory += self._executor.peak_memory
            crew = self._executor.crew
            figures.crew, figures.nodes = crew.content(), dict(crew.rates)

    def _count_stages(self) -> None:
        config, seconds = self.config, self.figures.seconds
        stages = stage_seconds(self.states, config.strategies, self.figures.threads, seconds)
        self.figures.stages = stages

    def _finish(self, run: str | None, ended: Ended) -> None:
        self._flush()
        if self._beside is not None and self._beside.problem:
            self._fail(NET, self._beside.problem)
        if self._unwritten:
            self._fail("submission", f"the last answers are not in it: {self._unwritten}")
        refused = [*self._stored.refused, *(self._executor.refused if self._executor else ())]
        if refused:
            count, first = len(refused), refused[0]
            self._fail("library", f"{count} programs cannot be used, the first since {first}")
        self._count_all()
        if self._saver is not None and run is not None:
            on_time = self.config.seconds is not None or ended == "interrupted"
            self._saver.finish(run, self.figures.content, ended, on_time)
            self.figures.library_faults = self._saver.faults
            if self._saver.problem:
                self._fail("library", self._saver.problem)
        self._count_all()

    def _count_all(self) -> None:
        self._count()
        self._count_stages()
        self.figures.strategies = strategy_table(self.states, self.config.strategies)
        self.figures.failures = failure_rows(self.scheduler.failures)
        self.figures.by_round = [asdict(one) for one in self.scheduler.by_round]


def _give(votes: Sequence[BareAnswer], states: Sequence[TaskState]) -> None:
    by_task: dict[str, list[BareAnswer]] = {}
    for one in votes:
        by_task.setdefault(one.task_id, []).append(one)
    for state in states:
        state.give(by_task.get(state.task.id, []))
