"""Which jobs a worker gets: those of its own tasks, small ones together, others if it has none."""

from collections import Counter

from arcloom.search.strategy import Strategy
from arcloom.solve.evidence import Evidence
from arcloom.solve.job_queue import BUNDLE, BUNDLES_LEFT, FIRST_BUNDLE, JobQueue
from arcloom.solve.task_state import Job, Purse, TaskState
from tests.solve.small import mirror_task


class First(Strategy):
    name = "first"


class Second(Strategy):
    name = "second"


def states_of(count):
    tasks = [mirror_task(f"task-{number}") for number in range(count)]
    return [TaskState(task, number, Evidence(task)) for number, task in enumerate(tasks)]


def queue_of(states, strategies=(First,)):
    queue = JobQueue()
    made = [strategy() for strategy in strategies]
    queue.begin([Job(state, strategy, Purse(1)) for strategy in made for state in states])
    return queue


def done(queue, jobs, seconds=1e-6):
    """Give jobs back that took so many seconds each."""
    queue.give_back(jobs, [seconds] * len(jobs))
    return len(jobs)


def drained(queue, workers):
    """Take turns until nothing is left; for each place, the (task, strategy) of its jobs."""
    taken = {place: [] for place in range(workers)}
    while queue:
        for place in range(workers):
            jobs = queue.take(place, workers)
            taken[place] += [(job.state.number, job.strategy.name) for job in jobs]
            done(queue, jobs)
    return taken


def test_a_task_comes_back_to_the_worker_that_had_it():
    taken = drained(queue_of(states_of(64), (First, Second)), 4)
    calls = [Counter(task for task, _ in jobs) for jobs in taken.values()]
    together = sum(count == 2 for tasks in calls for count in tasks.values())
    assert together >= 56  # the last ones go to whoever is free


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
        sizes.append(done(queue, queue.take(0, 2)))
    assert sizes[0] == FIRST_BUNDLE  # nobody knows yet how small they are
    assert sizes[1] == (64 - FIRST_BUNDLE) // (2 * BUNDLES_LEFT)
    assert sizes[1:] == sorted(sizes[1:], reverse=True)
    assert sizes[-3:] == [1] * 3


def test_large_jobs_travel_alone():
    queue = queue_of(states_of(64))
    done(queue, queue.take(0, 2), BUNDLE)
    assert len(queue.take(0, 2)) == 1


def test_a_round_learns_anew_how_large_its_jobs_are():
    states = states_of(64)
    queue = queue_of(states)
    done(queue, queue.take(0, 2), BUNDLE)
    queue.begin([Job(state, First(), Purse(1)) for state in states])
    assert len(queue.take(0, 2)) == FIRST_BUNDLE


def test_a_strategy_with_few_jobs_left_keeps_large_bundles_until_the_round_ends():
    queue = queue_of(states_of(32), (First, Second))
    done(queue, queue.take(0, 2))
    sizes = [done(queue, queue.take(0, 2)) for _ in range(4)]
    assert sum(sizes) == 32 - FIRST_BUNDLE
    assert min(sizes[:-1]) > 32 // (2 * BUNDLES_LEFT)


def test_tasks_are_taken_over_in_bundles():
    queue = queue_of(states_of(64), (First, Second))
    while len(jobs := queue.take(0, 2)) and jobs[0].strategy.name == "first":
        done(queue, jobs)
    done(queue, jobs)
    taken = queue.take(1, 2)  # all tasks are at home with worker 0
    assert len(taken) > 1


def test_a_worker_without_jobs_takes_those_of_another():
    queue = queue_of(states_of(2), (First, Second))
    done(queue, queue.take(0, 2))
    done(queue, queue.take(0, 2))
    assert [job.state.number for job in queue.take(1, 2)] == [0]  # at home with worker 0


def test_a_task_stays_with_the_worker_that_took_it_over():
    states = states_of(2)
    queue = queue_of(states, (First, Second))
    done(queue, queue.take(0, 2))
    done(queue, queue.take(0, 2))
    done(queue, queue.take(1, 2))  # a job of task 0, at home with worker 0
    third = queue_of(states)
    third._homes = queue._homes
    assert [job.state.number for job in third.take(0, 2)] == [1]
    assert [job.state.number for job in third.take(1, 2)] == [0]


def test_a_task_is_with_one_thread_at_a_time():
    queue = queue_of(states_of(1), (First, Second))
    jobs = queue.take(0, 0)
    assert queue.take(0, 0) == []
    done(queue, jobs)
    assert [job.strategy.name for job in queue.take(0, 0)] == ["second"]
