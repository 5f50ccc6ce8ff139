"""Adopting: scores that an older version filed under a task's id go to the task whose grids fit.

Ids may repeat between collections. So a score is taken over only if its program behaves on the
task's grids exactly as the score says.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcloom.errors import InputError
from arcloom.lang import Program
from arcloom.library.records import Scored, StoredScore
from arcloom.library.store import Library
from arcloom.search.evolve.breeder import SEARCH_LIMITS
from arcloom.search.evolve.scoring import scored
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.tasks import Task


def adopt(library: Library, tasks: Sequence[Task], threads: int) -> bool:
    """File scores under the keys of these tasks, as far as they are theirs.

    Returns whether an older version had scores for tasks of these ids.
    """
    by_id = {task.id: task for task in tasks}
    filed = [one for one in library.scores() if one.task == one.task_id and one.task_id in by_id]
    if not filed:
        return False
    work = _work(library, by_id, filed)
    told = {(one.task_id, one.program): _outcome(one) for one in filed}
    found: dict[tuple[str, str], Scored] = {}
    for limits in (SEARCH_LIMITS, FIT_LIMITS):  # those of `evolve`, and those of `solve`
        for one in scored(work, limits, threads):
            name = (one.task_id, one.program.hash)
            if told.get(name) == _outcome(one):
                found.setdefault(name, one)
    if found:
        library.adopt(list(found.values()))
    return True


def _outcome(one: Scored | StoredScore) -> tuple[str, int, int]:
    return one.behaviour, one.demos_matched, one.demos_total


def _work(
    library: Library, by_id: dict[str, Task], filed: Sequence[StoredScore]
) -> list[tuple[Task, list[Program]]]:
    """The programs to look at, by task."""
    sources = {program.hash: program for program in library.programs("program")}
    programs: dict[str, list[Program]] = {}
    for score in filed:
        try:
            if score.program in sources:
                programs.setdefault(score.task_id, []).append(sources[score.program].parse())
        except InputError:  # an op that this version, or this session, does not have
            continue
    return [(by_id[task_id], found) for task_id, found in programs.items()]
