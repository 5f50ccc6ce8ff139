"""Evolution: deal, mutate, weave, evaluate, score, keep, repeat.

The work goes in rounds. A round takes some of the tasks. For each island of a task it breeds
children and scores them on the task's demos, natively and on all cores. One transaction records
what the library keeps, while the next round runs. Now and then it also stores the islands and the
number of the round; a run that was interrupted goes on from there. What it records again on the way
is in the library already, so the result does not depend on whether, or when, it was interrupted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from typing import Any, Final

from arcloom._core import BreedJob
from arcloom.engine.batt import check_threads
from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.lang.program import digest
from arcloom.library.background import Background
from arcloom.library.datasets import note_of
from arcloom.library.faults import GoneError
from arcloom.library.records import StoredProgram
from arcloom.library.store import Library
from arcloom.search.evolve.adopting import adopt
from arcloom.search.evolve.breeder import SEARCH_LIMITS, learnt, new_breeder
from arcloom.search.evolve.checkpoint import Checkpoint
from arcloom.search.evolve.colonies import Colonies, Floor
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.differs import Differs, choose_scorers, set_scorers
from arcloom.search.evolve.figures import STAGES, EvolveFigures
from arcloom.search.evolve.founders import founders
from arcloom.search.evolve.harvest import Round, harvest
from arcloom.search.evolve.judge import Judge
from arcloom.search.evolve.plan import Plan, join_small, plan_rounds
from arcloom.search.evolve.population import Population
from arcloom.search.evolve.progress import EvolveProgress, Trace
from arcloom.search.evolve.recorder import AFTER, Recorder
from arcloom.search.evolve.run_key import run_key
from arcloom.search.evolve.scoring import SCORED_WITH, scoring_of
from arcloom.search.evolve.searches import Searches
from arcloom.search.evolve.starters import starters
from arcloom.search.evolve.told import Searched, stored_searched, told_of
from arcloom.search.garbage import collect_rarely
from arcloom.search.leave_one_out import learns
from arcloom.search.stopping import StopSearch
from arcloom.search.turns import short_turns
from arcloom.tasks import Dataset
from arcloom.tasks.task import Task

TOLD: Final = 4
"""Children of an island that may be stored in a generation: the best, of different behaviour."""

Watch = Callable[[EvolveFigures], None]


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
        self._told_to_stop = False
        self._begun = time.perf_counter()
        self.breeder = new_breeder(learnt(config.mutations, library, starter))
        adopt(library, self.tasks, self.figures.threads)
        self.population = Population(self.breeder, library, self.keys)
        self._stock = self._begin_with([one.parse() for one in starter])
        self.differs = Differs(self.breeder, library, self.keys)
        self.colonies = Colonies(self.breeder, self.tasks, config)
        self._between_rounds = False
        self._round_seconds = 0.0
        self._checkpoint: Checkpoint | None = None
        """the last one"""
        ends = None if config.seconds is None else self._begun + config.seconds
        self._recorder = Recorder(library, ends)
        self._searches = Searches(self.figures.threads, ends)
        self._recorded: Round | None = None
        imported = [*self.population.imported, *self.differs.population.imported]
        self._configuration = {**asdict(config), "dataset": note_of(tasks)}
        self._key = run_key(tasks, config, imported)
        self.progress = EvolveProgress(
            self.figures, self.tasks, self.population, self._begun, judge, trace
        )

    @property
    def left_out(self) -> str:
        """What the user should know of stored programs that cannot take part; empty if all can."""
        found = [*self.population.missing, *self.differs.population.missing]
        missing = [ops for ops in found if ops]
        if not missing:
            return ""
        count = (
            "1 stored program needs"
            if len(missing) == 1
            else f"{len(missing)} stored programs need"
        )
        names = ", ".join(sorted(set(chain.from_iterable(missing))))
        return (
            f"{count} ops that are not loaded ({names}): left out; load them first, with --ops FILE"
        )

    def _begin_with(self, starter: Sequence[Program]) -> list[int]:
        """Add what evolution begins with to the population. Gives the guests of all islands.

        Programs that learn are no guests, since learning costs much. They breed where they have
        found a place.
        """
        plain = [program for program in starter if not learns(program)]
        learning = [program for program in starter if learns(program)]
        self.population.start_from(plain, named=True)
        if not self.population.imported:
            self.population.start_from(starters())
        guests = dict(self.population.imported)
        self._learning: list[str] = []
        if self.config.rules:
            self.population.start_from(founders())
            self.population.start_from(learning, named=True)
            self._learning = [one for one in self.population.imported if one not in guests]
        return list(guests.values())

    def run(self) -> EvolveFigures:
        """Continue where the library's last run of this kind stopped, until the budget ends."""
        run = self.library.start_run("evolve", self._configuration, self.config.seed)
        self.progress.follow(run)
        with collect_rarely(), short_turns():
            self._run(run)
        return self.figures

    def _run(self, run: str) -> None:
        ended = "failed"
        try:
            self._rounds(run)
            ended = "failed" if self.figures.problem else "finished"
        except KeyboardInterrupt:
            ended, self.figures.stop = "interrupted", "interrupted"
            self._recorder.hurry()
            self._settle()
        finally:
            self.progress.clock()
            self._finish(run, ended)

    def _finish(self, run: str, ended: str) -> None:
        """Note in the library that the run is over; a library that is lost is not waited for."""
        if self.figures.problem:
            return
        writing = Background[None]("recorder")
        last = self.progress.point(again=ended == "finished")
        if self._between_rounds:
            last |= self._new_checkpoint().state()
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
        self._start(run)
        self._hear(stored_searched(self.library, self.keys))
        self.progress.look()  # what earlier runs found counts, also if there is nothing left to do
        self._between_rounds = True
        first = self._state["round"]
        for number, plan in join_small(self._plan(), self._count_due, first):
            if number < first:
                self.figures.generation = plan.generation
                continue
            if self._over(plan.generation):
                break
            if self._idle(plan):
                self._state["round"] = number + 1
                continue
            self._between_rounds = False
            begun = time.perf_counter()
            searched = self._searched(number, plan)
            if searched is None:
                self.figures.stop = "budget"
                self._between_rounds = True
                break
            if plan.last:
                self.colonies.end_generation(plan.generation)
            self._settle_and_tell()
            if self.figures.problem:
                self.figures.stop = "library"
                return
            self._state["round"] = number + 1
            self._keep(run, searched)
            self._between_rounds = True
            if plan.searches is None:
                self._round_seconds = time.perf_counter() - begun
        self._settle_and_tell()

    def _searched(self, number: int, plan: Plan) -> Round | None:
        """Do a round. None if time was over before it had ended."""
        if plan.searches is not None:
            return self._ask_searches(plan, plan.searches)
        search = self._search if plan.jobs else self._search_differs
        return search(number, plan)

    def _start(self, run: str) -> None:
        """Set the state to continue from: the next round, the differs that score, the islands."""
        jury = choose_scorers(self.library) if self.config.use_differs else None
        found: dict[str, Any] | None = self.library.load_state(self._key)
        self._state: dict[str, Any] = dict(found or {"round": 0, "jury": jury})
        jury = self._state["jury"]
        with_these = None if jury is None else set_scorers(self.breeder, jury)
        differs = None if with_these is None else tuple(with_these)
        self._scoring = scoring_of(SEARCH_LIMITS, differs)
        before = self.library.load_state(SCORED_WITH) or {"jury": []}
        if before["jury"] != with_these:
            self._score_anew({SCORED_WITH: {"jury": with_these}})
        if "colonies" in self._state:
            self.colonies.unpack(self._state.pop("colonies"))
        else:
            # An older version stored no islands. Then the run begins anew, from what is kept.
            self._state["round"] = 0
            self._settle_kept()
            self.library.record((), run, self._new_checkpoint().state())

    def _settle_kept(self) -> None:
        """Offer to the islands what earlier runs left in the library."""
        hands = [self.population.numbers(key) for key in self.keys]
        jobs = [
            self.colonies.score(task, hand, Floor(), 0) for task, hand in enumerate(hands) if hand
        ]
        self.colonies.step(jobs, self.figures.threads)

    def _new_checkpoint(self) -> Checkpoint:
        self._checkpoint = Checkpoint(self._key, self._state, self.colonies)
        return self._checkpoint

    def _checkpoint_is_due(self) -> bool:
        return self._checkpoint is None or self._checkpoint.is_old()

    def _score_anew(self, state: dict[str, Any]) -> None:
        """Score all kept programs with this run's differs: other scores cannot be compared."""
        jobs, order = [], []
        for number, task in zip(self.colonies.numbers, self.keys, strict=True):
            hand = self.population.numbers(task)
            if hand:
                jobs.append(BreedJob(number, hand, as_they_are=True, keep=len(hand)))
                order.append(task)
        result = self.breeder.step(jobs, self.figures.threads, self.config.use_differs, None)
        scored = []
        for child in result.children:
            scored.append((order[child.job], digest(child.text), child.score))
            self.breeder.forget(child.number)
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
        if config.seconds is not None and self._would_take(config.seconds) >= config.seconds:
            self.figures.stop = "budget"
            return True
        return False

    def _would_take(self, budget: float) -> float:
        """How long the run would take in all with another round; of that, half is too much."""
        return self.progress.seconds_so_far(budget) + self._round_seconds / 2

    def _plan(self) -> Iterator[Plan]:
        """The rounds of this run, endlessly. Differs are bred if there are any."""
        config = self.config
        breeds_differs = bool(self.differs.population.imported) and config.use_differs
        breeds_differs = breeds_differs and not config.freeze_differs
        learning = self._learning
        programs = sorted(self.population.imported.keys() - set(learning))
        return plan_rounds(len(self.tasks), programs, learning, config, breeds_differs)

    def _search(self, number: int, plan: Plan) -> Round:
        """Breed, or score what was imported."""
        begun = time.perf_counter()
        rng = random.Random(f"{self.config.seed} {number}")
        jobs = self._due(plan)
        drawn = [(self._job(plan.generation, *job, rng), job[0]) for job in jobs]
        played = [(job, task) for job, task in drawn if job.hand]
        return self._step(plan.generation, played, begun, "generate")

    def _ask_searches(self, plan: Plan, stage: int) -> Round | None:
        """Offer to the islands what the searches find for tasks whose best program is in doubt."""
        begun = time.perf_counter()
        tasks = [job[0] for job in self._due(plan)]
        found = self._searches.find([self.tasks[task] for task in tasks], stage)
        if found is None:
            return None
        programs = [
            {one.program.hash: one.program for some in by_search.values() for one in some}
            for by_search in found
        ]
        hands = [self.population.guests(those.values()) for those in programs]
        offered = zip(hands, tasks, strict=True)
        played = [(self._score_job(task, hand), task) for hand, task in offered if hand]
        searched = self._step(plan.generation, played, begun, "search")
        for number in chain.from_iterable(hands):
            self.breeder.forget(number)
        told = zip(tasks, found, strict=True)
        searched.heard = [told_of(self.keys[task], stage, one) for task, one in told]
        return searched

    def _step(
        self, generation: int, played: Sequence[tuple[BreedJob, int]], begun: float, stage: str
    ) -> Round:
        """Do jobs, each with its task. The time since `begun` belongs to this stage."""
        before = time.perf_counter() - begun
        result = self.colonies.step([job for job, _ in played], self.figures.threads)
        seconds = (ns * 1e-9 / self.figures.threads for ns in result.times)
        stages = dict(zip(STAGES, seconds, strict=False))
        stages[stage] = stages.get(stage, 0.0) + before
        stages["store"] = 0.0
        tasks = [task for _, task in played]
        return Round(generation, result.children, tasks, begun, stages, result)

    def _due(self, plan: Plan) -> list[tuple[int, int, list[str]]]:
        """The jobs of the plan that are to be done, as the islands are now."""
        if plan.searches is not None:
            return [job for job in plan.jobs if self._in_doubt(job[0])]
        if plan.generation > 0:
            due = self.colonies.due(plan.generation)
            return [job for job in plan.jobs if due[job[0]]]
        return [job for job in plan.jobs if not (plan.unsolved and self.colonies.solved(job[0]))]

    def _in_doubt(self, task: int) -> bool:
        """Whether the task is to be searched: nobody wrote what fits it, and it may be wrong."""
        return not (self.colonies.sure(task) or self.population.was_written(self.keys[task]))

    def _count_due(self, plan: Plan) -> int:
        return len(self._due(plan))

    def _idle(self, plan: Plan) -> bool:
        """Whether a round of generation 0 has nothing to do, since its tasks are solved."""
        return plan.unsolved and not plan.last and not self._due(plan)

    def _search_differs(self, number: int, plan: Plan) -> Round:
        """Breed differs, and judge them on tasks."""
        begun = time.perf_counter()
        rng = random.Random(f"{self.config.seed} {number}")
        children, tasks, bred = self.differs.breed(
            self.population, self.colonies.numbers, self.config.hand, self.figures.threads, rng
        )
        stages = {"score": time.perf_counter() - begun, "store": 0.0}
        return Round(plan.generation, children, tasks, begun, stages, differs=bred)

    def _keep(self, run: str, searched: Round) -> None:
        """Add what a round found to the population, and start to record it."""
        begun = time.perf_counter()
        judged = searched.bred is None
        population = self.differs.population if judged else self.population
        kept = harvest(searched, population, self.colonies, self.tasks, self._scoring)
        # Which differs are bred depends on what the library keeps at that time. So from there a run
        # must not go back to what came before.
        checkpoint = self._new_checkpoint() if judged or self._checkpoint_is_due() else None
        # The figures are those of the earlier rounds, which are stored.
        states = self.progress.point() if self.progress.due else {}
        for task, new in kept.rows.items():
            population.insert(task, new)
        self._recorded = searched
        states |= dict(told.state for told in searched.heard)
        self._hear(searched.heard)
        self._recorder.submit(kept.records, run, states, checkpoint)
        searched.stages["store"] += time.perf_counter() - begun

    def _hear(self, heard: Iterable[Searched]) -> None:
        if self.progress.judge is not None:
            for told in heard:
                self.progress.judge.hear(told)

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
        self.progress.count(self._recorded, counts.stored, self._recorder.seconds)
        return True

    def _settle_and_tell(self) -> None:
        if self._settle() and self.watch is not None and not self._told_to_stop:
            try:
                self.watch(self.figures)
            except StopSearch:
                self._told_to_stop = True

    def _job(
        self, generation: int, task: int, island: int, programs: list[str], rng: random.Random
    ) -> BreedJob:
        if programs:
            hand = [self.population.imported[program] for program in programs]
            return self._score_job(task, hand)
        floor, told = self.population.floor(self.keys[task]), min(self.population.keep, TOLD)
        return self.colonies.breed(task, island, generation, self._stock, floor, told, rng)

    def _score_job(self, task: int, hand: Sequence[int]) -> BreedJob:
        floor = self.population.floor(self.keys[task])
        return self.colonies.score(task, hand, floor, self.population.keep)
