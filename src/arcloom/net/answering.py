"""Answering: the test inputs of tasks under many views, decoded, mapped back and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np
import torch

from arcloom.net.decoding import DecodeJob, Written, decode
from arcloom.net.model import Model
from arcloom.net.progress import AnswerProgress, Stop
from arcloom.net.sizes import size_bound
from arcloom.net.tokens import SIDE, sequence
from arcloom.net.views import ShownView, free_colours_of, views_of
from arcloom.net.voting import Ballot, Vote, count
from arcloom.tasks import Grid, Task

VIEWS_AT_ONCE: Final = 8
"""A round decodes this many views of every test, so that a short budget reaches all tests."""
_CACHE_SHARE: Final = 0.4
"""of the free memory of a GPU, for keys and values"""
_MOST_JOBS: Final = 2048
_CPU_PLACES: Final = 32_768


@dataclass(frozen=True)
class Asked:
    """A test input under a view."""

    task: Task
    test: int
    view: ShownView


def answer(
    model: Model,
    numbers: Mapping[str, int],
    tasks: Sequence[Task],
    views: int,
    seed: int,
    dtype: torch.dtype,
    late: Stop,
    on_progress: Callable[[AnswerProgress], None],
    stop: Stop,
) -> dict[str, list[list[Vote]]]:
    """The votes for each test of each task, best first. `numbers` are the tasks' embeddings.

    `late` and `stop` end the decoding between batches. However late it is, one batch is decoded.
    """
    start = perf_counter()
    rounds = list(_rounds(tasks, numbers, views, seed, model.preset.told))
    of = sum(map(len, rounds))
    ballots: dict[tuple[str, int], list[Ballot]] = {}
    done = 0

    def spent() -> bool:
        return stop() or (done > 0 and late())

    for asked in rounds:
        if spent():
            break
        jobs = [_job(one, numbers[one.task.id]) for one in asked]
        for number, written in decode(model, jobs, dtype, _places(model), _MOST_JOBS, spent):
            one = asked[number]
            ballots.setdefault((one.task.id, one.test), []).append(_ballot(one, written))
            done += 1
            if done % _MOST_JOBS == 0 or done == of:
                on_progress(AnswerProgress(done, of, perf_counter() - start))
    return {
        task.id: [count(ballots.get((task.id, test), [])) for test in range(len(task.tests))]
        for task in tasks
    }


def views_for(task: Task, number: int, views: int, seed: int, told: float) -> list[ShownView]:
    """The views of a task, in answers and judgements alike."""
    return views_of(free_colours_of(task), views, [seed, 4, number], told)


def _rounds(
    tasks: Sequence[Task], numbers: Mapping[str, int], views: int, seed: int, told: float
) -> Iterator[list[Asked]]:
    by_task = [views_for(task, numbers[task.id], views, seed, told) for task in tasks]
    for start in range(0, views, VIEWS_AT_ONCE):
        yield [
            Asked(task, test.index, view)
            for task, all_views in zip(tasks, by_task, strict=True)
            for test in task.tests
            if max(test.input.shape) <= SIDE
            for view in all_views[start : start + VIEWS_AT_ONCE]
        ]


def _job(asked: Asked, number: int) -> DecodeJob:
    view = asked.view
    test = asked.task.tests[asked.test].input
    prompt = sequence(view.show(test))
    role_of = np.zeros(16, np.uint8)
    if view.told:
        role_of[list(view.colours)] = np.arange(10) + 1
    bound = size_bound(asked.task, test).turned(view.turn)
    roles = role_of[prompt.values]
    return DecodeJob(prompt, roles, tuple(map(int, role_of[:10])), number, view.turn, bound)


def _ballot(asked: Asked, written: Written) -> Ballot:
    if written.cells is None:
        return Ballot(None, written.bits)
    return Ballot(Grid(asked.view.back(written.cells)), written.bits)


def _places(model: Model) -> int:
    """Tokens whose keys and values fit in memory."""
    if model.value.device.type != "cuda":
        return _CPU_PLACES
    torch.cuda.empty_cache()
    free, _ = torch.cuda.mem_get_info()
    preset = model.preset
    # Half as much again is needed for a moment when the cache grows or loses jobs.
    return int(_CACHE_SHARE * free / (preset.layers * preset.width * 2 * 2))
