"""The rounds of `evolve`: small ones of a generation are one, also where a run goes on."""

from itertools import islice

from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.plan import JOBS_PER_ROUND, Plan, join_small, plan_rounds


def rounds(solved, first=0, count=4):
    """Number, generation and jobs of the first breeding rounds; a solved task is never due."""

    def due(plan: Plan) -> int:
        return sum(task not in solved for task, _, _ in plan.jobs)

    config = EvolveConfig(islands=3, searches=False)
    plans = plan_rounds(JOBS_PER_ROUND, ["p"], [], config, breeds_differs=False)
    breeding = (r for r in join_small(plans, due, first) if r[1].generation and r[0] >= first)
    return [
        (number, plan.generation, plan.jobs, plan.last) for number, plan in islice(breeding, count)
    ]


def shapes(found):
    return [(number, generation, len(jobs), last) for number, generation, jobs, last in found]


MOST = set(range(JOBS_PER_ROUND // 2, JOBS_PER_ROUND))
N = JOBS_PER_ROUND


def test_rounds_with_many_jobs_stay_apart():
    assert shapes(rounds(set())) == [
        (4, 1, N, False),
        (5, 1, N, False),
        (6, 1, N, True),
        (7, 2, N, False),
    ]


def test_rounds_with_few_jobs_due_are_one_up_to_the_size_of_a_round():
    assert shapes(rounds(MOST)) == [
        (5, 1, 2 * N, False),
        (6, 1, N, True),
        (8, 2, 2 * N, False),
        (9, 2, N, True),
    ]


def test_a_round_never_reaches_into_the_next_generation():
    assert shapes(rounds(set(range(N)))) == [(6 + 3 * k, 1 + k, 3 * N, True) for k in range(4)]


def test_every_job_is_in_one_round():
    jobs = [(g, job[:2]) for _, g, those, _ in rounds(MOST, count=6) for job in those]
    assert sorted(jobs) == [
        (g, (task, k)) for g in (1, 2, 3) for task in range(N) for k in range(3)
    ]


def test_a_run_that_goes_on_has_the_same_rounds():
    whole = rounds(MOST, count=6)
    for done, (number, *_) in enumerate(whole[:-1], start=1):
        assert rounds(MOST, first=number + 1, count=6 - done) == whole[done:]


def test_what_was_done_is_not_joined_with_what_is_left():
    # The tasks were solved after the round with number 4.
    assert shapes(rounds(set(range(N)), first=5))[0] == (6, 1, 2 * N, True)
