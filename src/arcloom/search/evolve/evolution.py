"""Evolution: deal, mutate, weave, evaluate, score, keep, repeat.

The work goes in rounds. A round takes some of the tasks. For each task it deals a hand, breeds
children and scores them on the task's demos, natively and on all cores. One transaction records
what the library keeps, together with the number of the round, while the next round runs. A round
depends only on the seed, its number and the library. It does not depend on threads, nor on whether
the run was interrupted before.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from arcloom.engine.batt import check_threads
from arcloom.engine.results import as_grid
from arcloom.errors import InputError
from arcloom.lang.program import digest
from arcloom.library.background import Background
from arcloom.library.datasets import note_of
from arcloom.library.faults import GoneError
from arcloom.library.keep_rule import Standing
from arcloom.library.records import Kind, Scored, StoredProgram
from arcloom.library.store import Library
from arcloom.library.timeline import Timeline
from arcloom.search.evolve.adopting import adopt
from arcloom.search.evolve.breeder import SEARCH_LIMITS, learnt, new_breeder
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.deal import deal
from arcloom.search.evolve.differs import Differs, choose_scorers, set_scorers
from arcloom.search.evolve.figures import STAGES, EvolveFigures
from arcloom.search.evolve.judge import Judge
from arcloom.search.evolve.population import Bred, Population
from arcloom.search.evolve.recorder import AFTER, Recorder
from arcloom.search.evolve.scoring import SCORED_WITH, scoring_of
from arcloom.search.evolve.starters import starters
from arcloom.search.garbage import collect_rarely
from arcloom.search.stopping import StopSearch
from arcloom.tasks import Dataset, Grid
from arcloom.tasks.task import Task

JOBS_PER_ROUND: Final = 400
PROGRAMS_PER_JOB: Final = 100

Watch = Callable[[EvolveFigures], None]
Trace = Callable[[str, float, float], None]
"""A stage, when it began (in seconds since the start), and how many seconds it took."""


class Round(NamedTuple):
    """A searched round: its number, its generation and its figures so far."""

    number: int
    generation: int
    result: dict[str, Any]
    begun: float
    stages: dict[str, float]


class Evolution:
    """One run on one library. Call `run` once.

    It calls `watch` after each stored round. If that raises StopSearch, the run ends as if its
    time were over.
    """

    def __init__(
        self,
        tasks: Dataset,
        library: Library,
        config: EvolveConfig,
        threads: int | None = None,
        watch: Watch | None = None,
        trace: Trace | None = None,
        judge: Judge | None = None,
        starter: Sequence[StoredProgram] = (),
    ) -> None:
        config.check()
        self.tasks: list[Task] = list(tasks.values())
        self.keys = [task.key for task in self.tasks]
        self.library = library
        self.config = config
        self.figures = EvolveFigures(tasks=len(self.tasks), threads=check_threads(threads))
        self.watch = watch
        self.trace = trace
        self.judge = judge
        self._told_to_stop = False
        self._begun = time.perf_counter()
        self.breeder = new_breeder(learnt(config.mutations, library, starter))
        adopt(library, self.tasks, self.figures.threads)
        self.population = Population(self.breeder, library, self.keys)
        if starter or not self.population.imported:
            self.population.start_from([one.parse() for one in starter] or starters())
        self.differs = Differs(self.breeder, library, self.keys)
        self._breeder_tasks = [self._add_to_breeder(task) for task in self.tasks]
        ends = None if config.seconds is None else self._begun + config.seconds
        self._recorder = Recorder(library, ends)
        self._recorded: Round | None = None
        imported = [*self.population.imported, *self.differs.population.imported]
        self._configuration = {**_plain(config), "dataset": note_of(tasks)}
        self._key = f"evolve {_digest(tasks, config, imported)}"

    def _add_to_breeder(self, task: Task) -> list[int]:
        """The task's numbers in the breeder, one per island: each remembers what it has seen."""
        tests = [sample.input for sample in task.tests]
        return [self.breeder.add_task(task.pairs, tests) for _ in range(self.config.islands)]

    def run(self) -> EvolveFigures:
        """Continue where the library's last run of this kind stopped, until the budget ends."""
        run = self.library.start_run("evolve", self._configuration, self.config.seed)
        self._timeline = Timeline(run)
        ended = "failed"
        try:
            with collect_rarely():
                self._rounds(run)
            ended = "failed" if self.figures.problem else "finished"
        except KeyboardInterrupt:
            ended, self.figures.stop = "interrupted", "interrupted"
            self._recorder.hurry()
            self._settle()
        finally:
            self._clock()
            self._finish(run, ended)
        return self.figures

    def _finish(self, run: str, ended: str) -> None:
        """Note in the library that the run is over; a library that is lost is not waited for."""
        if self.figures.problem:
            return
        writing = Background[None]("recorder")
        last = self._point(again=ended == "finished")
        content = self.figures.content()
        writing.start(lambda: self.library.finish_run(run, content, ended, last))  # type: ignore[arg-type]
        try:
            writing.result(AFTER)
        except (InputError, TimeoutError) as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """The library takes no more: what was found since the last stored round is not in it."""
        problem = str(error) or f"{self.library.place}: does not answer"
        self.figures.problem = problem
        if isinstance(error, GoneError):
            self.figures.stored = 0

    def _rounds(self, run: str) -> None:
        state = self._start()
        self._look()  # what earlier runs found counts, also if there is nothing left to do
        for number, (generation, jobs) in enumerate(self._plan()):
            if number < state["round"]:
                self.figures.generation = generation
                continue
            if self._over(generation):
                break
            search = self._search if jobs else self._search_differs
            searched, tasks = search(number, generation, jobs)
            self._settle_and_tell()
            if self.figures.problem:
                self.figures.stop = "library"
                return
            self._keep(run, searched, tasks, {**state, "round": number + 1})
        self._settle_and_tell()

    def _start(self) -> dict[str, Any]:
        """The state to continue from: the next round, and the differs that score."""
        jury = choose_scorers(self.library) if self.config.use_differs else None
        state: dict[str, Any] = self.library.load_state(self._key) or {"round": 0, "jury": jury}
        with_these = None if state["jury"] is None else set_scorers(self.breeder, state["jury"])
        differs = None if with_these is None else tuple(with_these)
        self._scoring = scoring_of(SEARCH_LIMITS, differs)
        before = self.library.load_state(SCORED_WITH) or {"jury": []}
        if before["jury"] != with_these:
            self._score_anew({SCORED_WITH: {"jury": with_these}})
        return state

    def _score_anew(self, state: dict[str, Any]) -> None:
        """Score all kept programs with this run's differs: other scores cannot be compared."""
        rows, order = [], []
        for numbers, task in zip(self._breeder_tasks, self.keys, strict=True):
            hand = self.population.numbers(task)
            if hand:
                rows.append((numbers[0], hand, 0, len(hand), True, 0, 0, 0, True))
                order.append(task)
        result = self.breeder.step(rows, self.figures.threads, self.config.use_differs, None)
        scored = []
        for job, number, text, _, score, *_ in result["children"]:
            scored.append((order[job], digest(text), score))
            self.breeder.forget(number)
        self.library.rescore(scored, self._scoring, state)
        self.population.rescore(scored)

    def _over(self, generation: int) -> bool:
        config = self.config
        if self._told_to_stop:
            self.figures.stop = "callback"
            return True
        if config.generations is not None and generation > config.generations:
            self.figures.stop = "generations"
            return True
        if config.seconds is not None and time.perf_counter() - self._begun >= config.seconds:
            self.figures.stop = "budget"
            return True
        return False

    def _plan(self) -> Iterator[tuple[int, list[tuple[int, int, list[str]]]]]:
        """Endless rounds: (generation, jobs). A job is (task, island, programs to score).

        Generation 0 scores the imported programs, unchanged, on every task. Later generations
        breed. When the islands meet and there are differs, a round without jobs breeds differs.
        """
        breeds_differs = bool(self.differs.population.imported) and self.config.use_differs
        breeds_differs = breeds_differs and not self.config.freeze_differs
        imported = sorted(self.population.imported)
        chunks = [
            imported[k : k + PROGRAMS_PER_JOB] for k in range(0, len(imported), PROGRAMS_PER_JOB)
        ]
        # Chunk by chunk, so that a chunk is woven once for all tasks.
        for chunk in chunks:
            for jobs in _slices(
                [(t, 0, chunk) for t in range(len(self.tasks))], JOBS_PER_ROUND // 4
            ):
                yield 0, jobs
        breeding: list[tuple[int, int, list[str]]] = [
            (t, island, []) for island in range(self.config.islands) for t in range(len(self.tasks))
        ]
        generation = 1
        while not self.config.freeze_programs:
            for jobs in _slices(breeding, JOBS_PER_ROUND):
                yield generation, jobs
            if breeds_differs and generation % self.config.migrate == 0:
                yield generation, []
            generation += 1

    def _search(
        self, number: int, generation: int, jobs: Sequence[tuple[int, int, list[str]]]
    ) -> tuple[Round, list[int]]:
        """Deal and breed. Gives the round, and the task of each of its jobs."""
        begun = time.perf_counter()
        rng = random.Random(f"{self.config.seed} {number}")
        rows = [self._job(generation, *job, rng) for job in jobs]
        played = [(row, job[0]) for row, job in zip(rows, jobs, strict=True) if row[1]]
        dealt = time.perf_counter()
        result = self.breeder.step(
            [row for row, _ in played], self.figures.threads, self.config.use_differs, None
        )
        seconds = (ns * 1e-9 / self.figures.threads for ns in result["times"])
        stages = dict(zip(STAGES, seconds, strict=False))
        stages["generate"] += dealt - begun
        stages["store"] = 0.0
        return Round(number, generation, result, begun, stages), [task for _, task in played]

    def _search_differs(
        self, number: int, generation: int, jobs: Sequence[Any]
    ) -> tuple[Round, list[int]]:
        """Breed differs. Gives the round, and the task of each judgement."""
        begun = time.perf_counter()
        rng = random.Random(f"{self.config.seed} {number}")
        numbers = [numbers[0] for numbers in self._breeder_tasks]
        rows, tasks, bred = self.differs.breed(
            self.population, numbers, self.config.hand, self.figures.threads, rng
        )
        result = {"children": rows, "differs": bred, "scored": 0, "known": 0, "unchanged": 0}
        stages = {"score": time.perf_counter() - begun, "store": 0.0}
        return Round(number, generation, result, begun, stages), tasks

    def _keep(self, run: str, searched: Round, tasks: Sequence[int], state: dict[str, Any]) -> None:
        """Add what a round found to the population, and start to record it."""
        begun = time.perf_counter()
        judged = "differs" in searched.result
        population = self.differs.population if judged else self.population
        kind: Kind = "differ" if judged else "program"
        batch, entries = self._worthy(searched.result, tasks, population, kind)
        stored: dict[str, Any] = {self._key: state}
        if self._timeline.due(self.figures.seconds):
            stored |= self._point()  # figures of the earlier rounds, which are stored
        for task, new in entries.items():
            population.insert(task, new)
        self._recorded = searched
        self._recorder.submit(batch, run, stored)
        searched.stages["store"] += time.perf_counter() - begun

    def _settle(self) -> bool:
        """Wait until the last round is stored, and count it. Returns whether there was one."""
        begun = time.perf_counter()
        try:
            counts = self._recorder.settle()
        except InputError as error:
            self._fail(error)
            return False
        if counts is None or self._recorded is None:
            return False
        self._recorded.stages["store"] += time.perf_counter() - begun
        self._count(self._recorded, counts.stored)
        return True

    def _settle_and_tell(self) -> None:
        if self._settle() and self.watch is not None and not self._told_to_stop:
            try:
                self.watch(self.figures)
            except StopSearch:
                self._told_to_stop = True

    def _job(
        self, generation: int, task: int, island: int, programs: list[str], rng: random.Random
    ) -> tuple[int, list[int], int, int, bool, int, int, int, bool]:
        config, keep = self.config, self.population.keep
        seed = rng.getrandbits(63)
        worst = self.population.threshold(self.keys[task])
        if programs:
            hand = [self.population.imported[p] for p in programs]
            return self._breeder_tasks[task][island], hand, 0, keep, *worst, seed, True
        islands = 1 if generation % config.migrate == 0 else config.islands
        hand = deal(self.population, self.keys[task], self.keys, config.hand, island, islands, rng)
        children = max(1, config.children // config.islands)
        return self._breeder_tasks[task][island], hand, children, keep, *worst, seed, False

    def _worthy(
        self, result: dict[str, Any], tasks: Sequence[int], population: Population, kind: Kind
    ) -> tuple[list[Scored], dict[str, list[tuple[Standing, int]]]]:
        """The children that a task may keep, as records and as rows of the population."""
        batch: list[Scored] = []
        entries: dict[str, list[tuple[Standing, int]]] = {}
        breeder, may_enter = self.breeder, population.may_enter
        children = result.pop("children")
        parents = result.pop("parents", None) or [()] * len(children)
        for row, bred_from in zip(children, parents, strict=True):
            job, number, text, matched, score, fuel, nodes, behaviour, fits, answers = row
            task = self.tasks[tasks[job]]
            hexed = f"{behaviour:016x}"
            if not score or not may_enter(task.key, (-matched, -score, fuel, nodes), hexed):
                breeder.forget(number)
                continue
            demos = len(task.demos)
            bred = Bred(digest(text), breeder.source(number), nodes, kind)
            grids = tuple(_grid(answer) for answer in answers) if fits else ()
            line = population.parents(bred.hash, bred_from)
            batch.append(
                Scored(
                    *(bred, task.id, matched, demos, score, fuel, hexed, grids, line),
                    task=task.key,
                    scoring=self._scoring,
                )
            )
            standing = Standing(-matched, -score, fuel, nodes, bred.hash, hexed, demos)
            entries.setdefault(task.key, []).append((standing, number))
        return batch, entries

    def _count(self, searched: Round, stored: int) -> None:
        figures, result = self.figures, searched.result
        figures.generation = searched.generation
        figures.rounds += 1
        figures.candidates += result["scored"]
        figures.known += result["known"]
        figures.failed_children += result["unchanged"]
        figures.differs += result.get("differs", 0)
        figures.stored += stored
        figures.store_cpu_seconds = self._recorder.seconds
        for stage, seconds in searched.stages.items():
            figures.stages[stage] += seconds
        self._trace(searched.stages, searched.begun)
        self._look()
        self._clock()

    def fitted(self) -> list[str]:
        """The ids of the tasks with a program that fits all demos."""
        keys = set(self.population.fitted())
        return [task.id for task in self.tasks if task.key in keys]

    def _look(self) -> None:
        """Count what the population has for the tasks."""
        self.figures.fitted = len(self.fitted())
        self.figures.best_partial = self.population.best_partial()

    def _point(self, again: bool = False) -> dict[str, Any]:
        """The current figures, for the run's timeline, and what the judge says."""
        figures = self.figures
        states: dict[str, Any] = {}
        if self.judge is not None:
            states = self.judge.judge(self.population, again)
            figures.expected = self.judge.expected
        content, fitted = figures.content(), self.fitted()
        return {**states, **self._timeline.take(figures.seconds, content, fitted)}

    def _trace(self, stages: dict[str, float], begun: float) -> None:
        at = begun - self._begun
        for stage, seconds in stages.items():
            if self.trace is not None:
                self.trace(stage, at, seconds)
            at += seconds

    def _clock(self) -> None:
        figures = self.figures
        figures.seconds = time.perf_counter() - self._begun
        known = sum(seconds for stage, seconds in figures.stages.items() if stage != "other")
        figures.stages["other"] = figures.seconds - known


def _slices(jobs: Sequence[Any], size: int) -> Iterator[list[Any]]:
    for at in range(0, len(jobs), size):
        yield list(jobs[at : at + size])


def _grid(value: Any) -> Grid | None:
    grid = as_grid(value)
    return grid if isinstance(grid, Grid) else None


def _plain(config: EvolveConfig) -> dict[str, Any]:
    return asdict(config)


def _digest(tasks: Dataset, config: EvolveConfig, imported: Sequence[str]) -> str:
    """What a resumed run shares with the interrupted one: all settings except how long it runs."""
    # The starter programs themselves are among the imported ones.
    left_out = ("seconds", "generations", "starter")
    plain = {k: v for k, v in _plain(config).items() if k not in left_out}
    keys = sorted(task.key for task in tasks.values())
    text = repr((keys, sorted(plain.items(), key=lambda item: item[0]), sorted(imported)))
    return blake2b(text.encode(), digest_size=8).hexdigest()
