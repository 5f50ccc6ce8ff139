"""Network: learns the demos of a run's tasks, answers their tests and judges outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
import torch

from arcloom.errors import InputError, in_one_line
from arcloom.net import answering, attention, checkpoint
from arcloom.net.call import Call
from arcloom.net.corpus import Corpus
from arcloom.net.device import Place, choose_place
from arcloom.net.judging import judge_votes
from arcloom.net.leakage import Refusal, grids_learnt, known_before
from arcloom.net.lessons import Lesson, Lessons, lessons_of, lessons_of_whole
from arcloom.net.likelihood import (
    Likelihood,
    Question,
    ToJudge,
    impossible,
    is_possible,
    judge,
    mean_over_views,
)
from arcloom.net.model import Model, block
from arcloom.net.optimiser import Optimiser
from arcloom.net.packing import shape_for
from arcloom.net.presets import Preset, facts, preset_of, slowed
from arcloom.net.pretrained import Pretrained
from arcloom.net.pretrained import read as read_pretrained
from arcloom.net.pretrained import save as save_pretrained
from arcloom.net.progress import AnswerProgress, Stop
from arcloom.net.progress import TrainingProgress as Progress
from arcloom.net.training import Cursor, Report, Stream, Trainer, run_steps, turned_sequences
from arcloom.net.views import ShownView
from arcloom.net.voting import Vote
from arcloom.tasks import Grid, Task

CHECKPOINT_EVERY: Final = 120.0
"""seconds between checkpoints"""
_HELD_OUT_EVERY: Final = 20.0
"""seconds between measurements on held-out demos"""
_JUDGED_AT_ONCE: Final = 8
"""batches of training that a GPU judges at once: nothing is kept for a step back"""


class Network:
    """A network, trained or half trained.

    With a budget in seconds, its weights depend on the speed of the machine. With a count of steps
    on a CPU, the same tasks, preset and seed give the same answers.

    Attributes:
        preset: Its size.
        tasks: The tasks of the run.
        refused: The training tasks that were left out, since they hold a task of the run.
        known: The tasks of the run that get no answer, since the pretrained weights know them.
        notes: What was chosen for this device, in words.

    Example:
        ```python
        network = Network.start(list(tasks.values()), preset="small")
        network.train(300)
        votes = network.answer(views=32)
        ```
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        lessons: Lessons,
        preset: Preset,
        place: Place,
        attention_kind: str,
        seed: int,
        path: Path | None,
        begin_with: Pretrained | None = None,
    ) -> None:
        """Use `Network.start` or `Network.pretraining`."""
        self.tasks = tuple(tasks)
        self.preset = preset if begin_with is None else slowed(preset)
        self._begin_with = begin_with
        self.known: tuple[Refusal, ...] = ()
        if begin_with is not None:
            self.known = tuple(known_before(tasks, begin_with.knows))
        self.refused: tuple[Refusal, ...] = lessons.refused
        self.notes = [place.why]
        self._place = place
        self._lessons = lessons
        self._seed = seed
        self._path = path
        self._seconds = 0.0
        self._settled = False
        self._averaged: tuple[int, Model | None] = (0, None)
        self._trainer = self._made(attention_kind)

    @classmethod
    def start(
        cls,
        tasks: Sequence[Task],
        *,
        preset: str | Preset = "small",
        extra: Sequence[Task] = (),
        device: str = "auto",
        seed: int = 0,
        checkpoint: Path | None = None,
        held_out: int = 0,
        compile: str = "auto",
        attention: str = "auto",
        pretrained: Path | None = None,
    ) -> Network:
        """A fresh network, or the one in the checkpoint if that file exists.

        Args:
            tasks: The tasks of the run. Only their demos are learnt. Test inputs are prompts, and
                test outputs are never read.
            preset: The size: `tiny`, `small`, `base` or `large`.
            extra: Further training tasks, of which demos and tests are learnt. One that has an
                input of the run's tasks is refused.
            device: `auto`, `cpu` or `gpu`.
            seed: Of weights, order, views and dropout.
            checkpoint: A file to go on from, and to write while training.
            held_out: Demos of the run's tasks to keep from the training and measure it with.
            compile: `none`, `blocks`, `recorded`, or `auto`: recorded on a GPU if that works.
            attention: `dense`, `varlen`, or `auto`: `varlen` where it agrees with `dense`.
            pretrained: A file of weights to begin with, as `save_pretrained` writes it. A task of
                the run with an input that was learnt there gets no answer.

        Raises:
            InputError: There is nothing to learn, no such device or preset, the checkpoint
                belongs to another training, or the weights to another preset.
        """
        chosen = preset_of(preset)
        begin_with = None if pretrained is None else read_pretrained(pretrained, chosen)
        lessons = lessons_of(tasks, extra, held_out, seed)
        place = choose_place(device, compile)
        network = cls(tasks, lessons, chosen, place, attention, seed, checkpoint, begin_with)
        network._go_on()
        return network

    @classmethod
    def pretraining(
        cls,
        tasks: Sequence[Task],
        *,
        without: Sequence[Task] = (),
        preset: str | Preset = "small",
        device: str = "auto",
        seed: int = 0,
        checkpoint: Path | None = None,
        compile: str = "auto",
        attention: str = "auto",
    ) -> Network:
        """A network that learns training tasks with their tests, for others to begin with.

        Tasks that hold a grid of the tasks `without` are refused. The other arguments are those of
        `start`.
        """
        lessons = lessons_of_whole(tasks, without)
        place = choose_place(device, compile)
        network = cls((), lessons, preset_of(preset), place, attention, seed, checkpoint)
        network._go_on()
        return network

    @property
    def step(self) -> int:
        """Steps of training so far."""
        return self._trainer.stream.cursor.step

    @property
    def seconds(self) -> float:
        """Seconds of training so far."""
        return self._seconds

    def train(
        self,
        seconds: float | None = None,
        *,
        steps: int | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        stop: Stop | None = None,
    ) -> Progress:
        """Train for some seconds or steps more. Writes the checkpoint at intervals and at the end.

        The learning rate falls to 0 towards the end of what was asked for, counted from the very
        start of the training. So a training that was killed after 100 of 300 seconds goes on with
        `train(200)` as if nothing had happened.
        """
        if (seconds is None) == (steps is None):
            raise InputError("a training has seconds or steps", remedy="give one of the two")
        call = Call(self._trainer, self._seconds, seconds, steps)
        saved = measured = perf_counter()
        accuracy: float | None = None

        def report(some: Report) -> None:
            nonlocal saved, measured, accuracy
            call.take(some)
            self._seconds = call.elapsed()
            if self._lessons.held_out and perf_counter() - measured > _HELD_OUT_EVERY:
                accuracy, measured = self.held_out_accuracy(), perf_counter()
            if self._path is not None and perf_counter() - saved > CHECKPOINT_EVERY:
                self.save(self._path)
                saved = perf_counter()
            if on_progress is not None:
                on_progress(call.progress(accuracy, *self._costs()))

        with _own_random_state():
            self._settle()
            run_steps(self._trainer, call.done, report, stop or (lambda: False))
        self._seconds = call.elapsed()
        if self._path is not None:
            self.save(self._path)
        return call.progress(self.held_out_accuracy(), *self._costs())

    def answer(
        self,
        tasks: Sequence[Task] | None = None,
        *,
        views: int = 16,
        seconds: float | None = None,
        on_progress: Callable[[AnswerProgress], None] | None = None,
        stop: Stop | None = None,
    ) -> dict[str, list[list[Vote]]]:
        """Per task id and test input, the votes of its views, best first.

        Each answer is then judged under the same views: one that a single view gave may be the
        likeliest under all of them.

        Args:
            tasks: Some of the network's tasks; all if not given.
            views: How many turned and recoloured forms of each test are decoded.
            seconds: When this time is over, no further batch is decoded or judged.
            on_progress: Called now and then.
            stop: Asked between batches whether to end.
        """
        chosen = self.tasks if tasks is None else tuple(tasks)
        known = {one.task_id for one in self.known}
        answered = [task for task in chosen if task.id not in known]
        stop = stop or (lambda: False)
        late = _clock(seconds)
        voted = answering.answer(
            self._answering_model(),
            self._numbers(chosen),
            answered,
            views,
            self._seed,
            self._place.dtype,
            late,
            on_progress or (lambda _: None),
            stop,
        )
        return judge_votes(
            answered,
            voted,
            lambda some: self.likelihoods(some, views=views),
            lambda: stop() or late(),
        )

    def likelihood(
        self, task: Task, test: int, grids: Sequence[Grid], *, views: int = 8
    ) -> list[Likelihood]:
        """How many bits each grid costs as the output of a test. Fewer bits are more likely.

        A grid of more than 30 rows or columns costs infinitely many.
        """
        return self.likelihoods([(task, test, grids)], views=views)[0]

    def likelihoods(self, asked: Sequence[ToJudge], *, views: int = 8) -> list[list[Likelihood]]:
        """The same for the outputs of many tests at once, which a GPU judges much faster."""
        numbers = self._numbers([task for task, _, _ in asked])
        seen = [
            answering.views_for(task, numbers[task.id], views, self._seed, self.preset.told)
            for task, _, _ in asked
        ]
        questions = [
            Question(numbers[task.id], np.asarray(given), np.asarray(grid), view)
            for (task, test, grids), its_views in zip(asked, seen, strict=True)
            for given in [task.tests[test].input]
            for grid in grids
            if is_possible(given, grid)
            for view in its_views
        ]
        judged = iter(self._judged(questions))
        return [
            [
                mean_over_views(grid, [next(judged) for _ in its_views], its_views)
                if is_possible(task.tests[test].input, grid)
                else impossible(grid)
                for grid in grids
            ]
            for (task, test, grids), its_views in zip(asked, seen, strict=True)
        ]

    def held_out_accuracy(self) -> float | None:
        """The share of held-out demo outputs that are exactly right; None if none is held out.

        An output is right if its every token is the most likely one after those before it: then
        decoding writes just this output.
        """
        lessons = self._lessons.held_out
        if not lessons:
            return None
        plain = ShownView(0, tuple(range(10)), self.preset.told > 0)
        judged = self._judged([_question(lesson, plain) for lesson in lessons])
        return float(np.mean([one.exact for one in judged]))

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        trainer = self._trainer
        cursor = trainer.stream.cursor
        content = {
            "facts": self._facts(),
            "model": [p.detach().cpu() for p in trainer.model.parameters()],
            "average": [t.cpu() for t in trainer.average],
            "optimiser": {k: [t.cpu() for t in v] for k, v in trainer.optimiser.memory.items()},
            "cursor": {"step": cursor.step, "read": cursor.read, "waiting": cursor.waiting},
            "seconds": self._seconds,
        }
        checkpoint.save(path, content)

    def save_pretrained(self, path: Path) -> None:
        """Write the averaged weights, for networks of other tasks to begin with."""
        learnt = grids_learnt([*self.tasks, *self._lessons.whole])
        trainer = self._trainer
        save_pretrained(path, trainer.model, trainer.average, learnt, self.preset)

    def _go_on(self) -> None:
        """Go on from the checkpoint, if there is one."""
        if self._path is not None and self._path.exists():
            self._restore(self._path)

    def _restore(self, path: Path) -> None:
        content = checkpoint.read(path, self._facts())
        trainer = self._trainer
        pairs: list[tuple[Any, Any]] = [
            (list(trainer.model.parameters()), content.get("model")),
            (trainer.average, content.get("average")),
        ]
        memory = content.get("optimiser")
        for name, own in trainer.optimiser.memory.items():
            pairs.append((own, memory.get(name) if isinstance(memory, dict) else None))
        try:
            with torch.no_grad():
                for own, read in pairs:
                    for mine, theirs in zip(own, read, strict=True):
                        mine.copy_(theirs)
            trainer.stream.cursor = Cursor(**content["cursor"])
            self._seconds = float(content["seconds"])
        except (KeyError, TypeError, ValueError, RuntimeError, AttributeError) as error:
            raise InputError(
                "a damaged checkpoint", place=str(path), remedy="remove it to start anew"
            ) from error
        self.notes.append(f"goes on from step {self.step:,} of {path}")

    def _facts(self) -> dict[str, Any]:
        return {
            "tasks": self._lessons.identity,
            "pretrained": None if self._begin_with is None else self._begin_with.identity,
            "preset": facts(self.preset),
            "seed": self._seed,
        }

    def _made(self, wanted_attention: str) -> Trainer:
        """A trainer with fresh weights."""
        if wanted_attention not in attention.KINDS:
            raise InputError(
                f"no attention '{wanted_attention}'",
                remedy=f"the kinds are {', '.join(attention.KINDS)}",
            )
        place, preset = self._place, self.preset
        corpus = Corpus(turned_sequences(self._lessons.learnt), place.device)
        shape = shape_for(preset.rows, preset.row_length, corpus.lengths, corpus.inputs)
        self._shape = shape
        self._mean_length = float(corpus.lengths.mean())
        stream = Stream(self._lessons.learnt, preset, shape, self._seed)
        model = Model(preset, self._lessons.tasks, self._seed).to(place.device)
        if self._begin_with is not None:
            self._begin_with.put_into(model)
            self.notes.append(f"begins with {self._begin_with.name}")
        if place.compile:
            model.compiled_block = torch.compile(block, dynamic=False)
        one_row = shape_for(1, 0, corpus.lengths, corpus.inputs)
        probe = Stream(self._lessons.learnt, preset, one_row, 0)
        kind = attention.choose(
            wanted_attention,
            corpus.batch(corpus.send(probe.next(corpus))),
            preset.heads,
            model.head_width,
            place.dtype,
        )
        self.notes.append(f"attention {kind}, {shape.rows} rows of {shape.length} tokens")
        average = [p.detach().clone() for p in model.parameters()]
        dense = kind == "dense"
        optimiser = Optimiser(model)
        return Trainer(
            *(model, optimiser, average, stream, corpus, place.dtype, dense, self._seed),
            record=place.record,
            may_fail=place.may_fail,
            notes=self.notes,
        )

    def _costs(self) -> tuple[float, float | None]:
        """FLOP of a token, and the peak of the device."""
        return self.preset.flops_per_token(self._mean_length), self._place.peak

    def _settle(self) -> None:
        """Compile, before the first step. If that fails and was not asked for, go on without."""
        trainer = self._trainer
        if not self._place.compile or self._settled:
            return
        self._settled = True
        start = perf_counter()
        try:
            trainer.rehearse(Stream(self._lessons.learnt, self.preset, self._shape, self._seed))
            self.notes.append(f"compiled in {perf_counter() - start:.1f} s")
        except Exception as error:  # compilers may raise anything
            if not self._place.may_fail:
                raise
            trainer.model.compiled_block = block
            self.notes.append(f"cannot compile here, so it is slower: {in_one_line(error)}")

    def _answering_model(self) -> Model:
        """A model with the averaged weights, not compiled. It is made anew after each step."""
        step, made = self._averaged
        if made is not None and step == self.step:
            return made
        made = Model(self.preset, self._lessons.tasks, 0).to(self._place.device)
        with torch.no_grad():
            for own, averaged in zip(made.parameters(), self._trainer.average, strict=True):
                own.copy_(averaged)
        made.eval()
        self._averaged = (self.step, made)
        return made

    def _judged(self, questions: Sequence[Question]) -> list[Any]:
        dense = self._trainer.dense
        rows = self.preset.rows * (1 if dense else _JUDGED_AT_ONCE)
        return judge(self._answering_model(), questions, self._place.dtype, dense, rows)

    def _numbers(self, tasks: Sequence[Task]) -> dict[str, int]:
        known = {task.id: number for number, task in enumerate(self.tasks)}
        for task in tasks:
            if task.id not in known:
                raise InputError(
                    f"the network has not learnt task '{task.id}'",
                    remedy="ask about the tasks that it was started with",
                )
        return known


def _question(lesson: Lesson, view: ShownView) -> Question:
    return Question(lesson.task, np.asarray(lesson.given), np.asarray(lesson.wanted), view)


def _clock(seconds: float | None) -> Stop:
    """Tells whether these seconds are over, from now on."""
    start = perf_counter()
    return lambda: seconds is not None and perf_counter() - start >= seconds


@contextmanager
def _own_random_state() -> Iterator[None]:
    """Leaves the caller's random numbers as they were."""
    with torch.random.fork_rng():
        yield
