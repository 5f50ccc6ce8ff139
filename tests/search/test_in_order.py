"""Jobs in order: one after the other in a queue, queues beside each other, and what jobs raise."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from arcloom.search.in_order import Queue


def test_jobs_of_a_queue_are_done_in_their_order():
    done = [[] for _ in range(5)]
    with ThreadPoolExecutor(4) as pool:
        queues = [Queue(pool) for _ in done]
        for number in range(200):
            for queue, jobs in zip(queues, done, strict=True):
                queue.add(partial(jobs.append, number))
        for queue in queues:
            queue.wait()
        assert done == [list(range(200))] * 5


def test_queues_go_on_beside_each_other():
    both = Barrier(2, timeout=20)  # passed only by two at the same time
    with ThreadPoolExecutor(2) as pool:
        queues = [Queue(pool) for _ in range(2)]
        for queue in queues:
            queue.add(both.wait)
        for queue in queues:
            queue.wait()


def test_what_a_job_raises_is_raised_to_who_waits():
    with ThreadPoolExecutor(1) as pool:
        queue = Queue(pool)
        queue.add(partial(int, "no number"))
        with pytest.raises(ValueError, match="no number"):
            queue.wait()
