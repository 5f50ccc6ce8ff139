"""Which jobs a worker gets: those of its own tasks, small ones together, others if it has none."""

from collections import Counter

from arcloom.search.strategy import Strategy
from arcloom.solve.evidence import Evidence
from arcloom.solve.job_queue import BUNDLE_FUEL, BUNDLES_LEFT, JobQueue
from arcloom.solve.task_state import Job, Purse, TaskState
from tests.solve.small import mirror_task


class First(Strategy):
    name = "first"


class Second(Strategy):
    name = "second"


def states_of(count):
    tasks = [mirror_task(f"task-{number}") for number in range(count)]
    return [TaskState(task, number, Evidence(task)) for number, task in enumerate(tasks)]


def queue_of(states, strategies=(First,), fuel=1):
    queue = JobQueue(lambda job: fuel)
    made = [strategy() for strategy in strategies]
    queue.begin([Job(state, strategy, Purse(fuel)) for strategy in made for state in states])
    return queue


def drained(queue, workers):
    """Take turns until nothing is left; for each place, the (task, strategy) of its jobs."""
    taken = {place: [] for place in range(workers)}
    while queue:
        for place in range(workers):
            jobs = queue.take(place, workers)
            taken[place] += [(job.state.number, job.strategy.name) for job in jobs]
            queue.give_back(jobs)
    return taken


def test_a_task_comes_back_to_the_worker_that_had_it():
    taken = drained(queue_of(states_of(64), (First, Second)), 4)
    calls = [Counter(task for task, _ in jobs) for jobs in taken.values()]
    together = sum(count == 2 for tasks in calls for count in tasks.values())
    assert together >= 60  # the last ones go to whoever is free


def test_every_job_is_taken_once():
    taken = drained(queue_of(states_of(50), (First, Second)), 3)
    every = [job for jobs in taken.values() for job in jobs]
    assert sorted(every) == sorted((n, name) for n in range(50) for name in ("first", "second"))


def test_one_worker_does_a_strategy_for_all_tasks_before_the_next():
    [jobs] = drained(queue_of(states_of(9), (First, Second)), 1).values()
    assert [name for _, name in jobs] == ["first"] * 9 + ["second"] * 9


def test_small_jobs_travel_together_and_the_last_ones_alone():
    queue = queue_of(states_of(64))
    sizes = []
    while queue:
        sizes.append(len(queue.take(0, 2)))
    assert sizes[0] == 64 // (2 * BUNDLES_LEFT)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-3:] == [1] * 3


def test_large_jobs_travel_alone():
    queue = queue_of(states_of(64), fuel=BUNDLE_FUEL)
    assert len(queue.take(0, 2)) == 1


def test_a_worker_without_jobs_takes_those_of_another():
    queue = queue_of(states_of(2), (First, Second))
    queue.give_back(queue.take(0, 2))
    queue.give_back(queue.take(0, 2))
    assert [job.state.number for job in queue.take(1, 2)] == [0]  # at home with worker 0


def test_a_task_stays_with_the_worker_that_took_it_over():
    states = states_of(2)
    queue = queue_of(states, (First, Second))
    queue.give_back(queue.take(0, 2))
    queue.give_back(queue.take(0, 2))
    queue.give_back(queue.take(1, 2))  # a job of task 0, at home with worker 0
    third = queue_of(states)
    third._homes = queue._homes
    assert [job.state.number for job in third.take(0, 2)] == [1]
    assert [job.state.number for job in third.take(1, 2)] == [0]


def test_a_task_is_with_one_thread_at_a_time():
    queue = queue_of(states_of(1), (First, Second))
    jobs = queue.take(0, 0)
    assert queue.take(0, 0) == []
    queue.give_back(jobs)
    assert [job.strategy.name for job in queue.take(0, 0)] == ["second"]
