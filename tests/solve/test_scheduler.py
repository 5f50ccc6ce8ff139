"""The scheduler: rounds of growing fuel, the unfitted first, the same on any number of threads."""

import threading
from itertools import count

import pytest

from arcloom.search.strategy import Findings
from arcloom.solve.evidence import Evidence
from arcloom.solve.scheduler import FIRST, GROWTH, Scheduler, granted
from arcloom.solve.task_state import TaskState
from tests.solve.small import found, mirror_task

PROGRAMS = ("vmirror(I)", "rot180(I)", "hmirror(I)")
RULE = "apply_rule(learn_colours(S, ZERO), I)"
"""A short rule that gives every left-out demo: without a rival it is right nine times in ten."""


class Recorder:
    """A strategy that spends all it gets, and finds what it is told to at each level."""

    name = "enumerate"

    def __init__(self, finds=None, spends=1.0):
        self.finds = finds or {}
        self.spends = spends
        self.calls = []
        self.pools = []
        self.lock = threading.Lock()

    def prepare(self, pool):
        self.pools.append([program.hash for program in pool])

    def search(self, task, effort):
        with self.lock:
            self.calls.append((task.id, effort.level, effort.fuel))
        sources = self.finds.get((task.id, effort.level), ())
        return Findings(
            tuple(map(self.finding, sources)),
            int(effort.fuel * self.spends),
        )

    def finding(self, source):
        if source == RULE:
            return found(source, [[[9, 8, 7]]], strategy=self.name, cost=5, left_out=(2, 2))
        return found(source, [[[9, 8, 7]]], strategy=self.name)


def scheduler(strategies, ids=("a", "b"), threads=2, fuel=None, stop=lambda: False, tick=None):
    states = [TaskState(t, n, Evidence(t)) for n, t in enumerate(map(mirror_task, ids))]
    return Scheduler(
        states,
        strategies,
        threads=threads,
        memory=2**28,
        seed=0,
        fuel=fuel,
        stop=stop,
        tick=tick or (lambda changed: None),
    )


def test_fuel_grows_with_the_rounds_up_to_the_budget():
    strategy = Recorder()
    run = scheduler([strategy], ids=("a",), fuel=FIRST * 7)
    assert run.run() == "fuel"
    assert strategy.calls == [("a", 0, FIRST), ("a", 1, FIRST * GROWTH), ("a", 2, FIRST * 2)]
    assert run.states[0].fuel == FIRST * 7


def levels_reached(finds, ids):
    """The last level of each task when a task without a fit has had five."""
    strategy = Recorder(finds)
    scheduler([strategy], ids=("none", *ids), fuel=granted(5)).run()
    reached = {task: level for task, level, _ in sorted(strategy.calls)}
    assert reached.pop("none") == 4
    return reached


def test_tasks_that_are_likely_solved_lag_and_nearly_certain_ones_lag_more():
    finds = {("likely", 0): [RULE], ("certain", 0): [RULE, *PROGRAMS]}
    assert levels_reached(finds, ("likely", "certain")) == {"likely": 3, "certain": 2}


def test_a_fit_that_is_often_wrong_changes_nothing():
    """One program alone, though it learns nothing, is wrong too often to stop looking."""
    finds = {("doubtful", 0): PROGRAMS[:1]}
    assert levels_reached(finds, ("doubtful",)) == {"doubtful": 4}


def test_unsolved_tasks_come_first():
    strategy = Recorder({("a", 0): [RULE]})
    scheduler([strategy], ids=("a", "b"), threads=1, fuel=granted(3)).run()
    in_last_round = [task for task, level, _ in strategy.calls[-2:]]
    assert in_last_round == ["b", "a"]


def test_what_a_strategy_leaves_goes_to_the_next():
    lazy, eager = Recorder(spends=0.0), Recorder()
    eager.name, lazy.share, eager.share = "evolve", 4.0, 1.0
    scheduler([lazy, eager], ids=("a",), threads=1, fuel=FIRST).run()
    share = lazy.share / (lazy.share + eager.share)
    assert lazy.calls == [("a", 0, int(FIRST * share))]
    assert eager.calls == [("a", 0, FIRST)]


def test_strategies_hear_of_what_fits_other_tasks():
    strategy = Recorder({("a", 0): PROGRAMS[:1], ("b", 1): PROGRAMS[1:2]})
    scheduler([strategy], fuel=granted(3)).run()
    assert [len(pool) for pool in strategy.pools] == [0, 1, 2]


def test_what_is_tried_on_every_task_anyway_is_not_told():
    strategy = Recorder({("a", 0): PROGRAMS[:1]})
    strategy.name = "fit"
    scheduler([strategy], fuel=granted(3)).run()
    assert [len(pool) for pool in strategy.pools] == [0, 0, 0]


def test_it_ends_when_nothing_is_left_to_try():
    assert scheduler([Recorder(spends=0.0)]).run() == "exhausted"


def test_an_exhausted_strategy_is_not_called_again():
    class Once(Recorder):
        def search(self, task, effort):
            super().search(task, effort)
            return Findings(exhausted=True, fuel=1)

    once = Once()
    assert scheduler([once], ids=("a",)).run() == "exhausted"
    assert len(once.calls) == 1


def test_time_ends_a_run_at_once():
    """The time is over when the strategies have asked a hundred times."""
    asked = count()

    class Endless(Recorder):
        def search(self, task, effort):
            super().search(task, effort)
            while not effort.stop():
                pass
            return Findings()

    endless = Endless()
    run = scheduler([endless], stop=lambda: next(asked) >= 100)
    assert run.run() == "budget"
    assert {level for _, level, _ in endless.calls} == {0}
    assert [state.level for state in run.states] == [0, 0]


def test_a_strategy_that_breaks_down_is_told_and_the_run_goes_on():
    class Broken(Recorder):
        name = "evolve"

        def search(self, task, effort):
            raise ZeroDivisionError("here")

    good = Recorder({("a", 0): PROGRAMS[:1]})
    run = scheduler([good, Broken()], ids=("a",), fuel=FIRST)
    assert run.run() == "fuel"
    assert run.states[0].evidence.fitted
    assert [(f.task_id, f.strategy, f.problem) for f in run.failures] == [
        ("a", "evolve", "ZeroDivisionError: here")
    ]


@pytest.mark.parametrize(
    ("returned", "told"),
    [
        (None, "search returned NoneType"),
        ([], "search returned list"),
        (Findings(found=("solve",)), "holds str"),
        (Findings(fuel=None), "holds NoneType"),
    ],
)
def test_a_strategy_that_returns_something_else_is_told_and_the_run_goes_on(returned, told):
    class Strange(Recorder):
        name = "evolve"

        def search(self, task, effort):
            return returned

    good = Recorder({("a", 0): PROGRAMS[:1]})
    run = scheduler([good, Strange()], ids=("a",), fuel=FIRST)
    assert run.run() == "fuel"
    assert run.states[0].evidence.fitted
    (failure,) = run.failures
    assert told in failure.problem
    assert "arcloom.F" in failure.problem  # what to return instead


def test_a_strategy_that_cannot_be_prepared_is_told_once_and_left_out():
    class Unready(Recorder):
        name = "evolve"

        def prepare(self, pool):
            raise ZeroDivisionError("here")

    good, unready = Recorder({("a", 0): PROGRAMS[:1]}), Unready()
    run = scheduler([good, unready], ids=("a", "b"), fuel=5 * FIRST)
    assert run.run() == "fuel"
    assert run.states[0].evidence.fitted
    assert unready.calls == []
    assert [(f.task_id, f.strategy, f.problem) for f in run.failures] == [
        ("", "evolve", "ZeroDivisionError: here")
    ]


def test_a_task_that_had_its_turn_is_a_level_further_when_time_ends():
    """So that a run that is resumed again and again comes to all tasks."""
    ended = threading.Event()

    class Slow(Recorder):
        def search(self, task, effort):
            if task.id == "b":
                ended.set()
            return super().search(task, effort)

    run = scheduler([Slow()], ids=("a", "b", "c"), threads=1, stop=ended.is_set)
    assert run.run() == "budget"
    assert [state.level for state in run.states] == [1, 0, 0]


def test_a_fault_of_the_scheduler_itself_is_not_hidden(monkeypatch):
    def fail(*_):
        raise AttributeError("in the bookkeeping")

    monkeypatch.setattr(TaskState, "take", fail)
    with pytest.raises(AttributeError, match="bookkeeping"):
        scheduler([Recorder()]).run()


def test_ctrl_c_ends_a_run_with_what_it_has():
    told = []

    def interrupt(changed):
        first = bool(changed) and not told
        told.extend(state.task.id for state in changed)
        if first:
            raise KeyboardInterrupt

    finds = {("a", 0): PROGRAMS[:1], ("b", 0): PROGRAMS[:1]}
    run = scheduler([Recorder(finds)], tick=interrupt, threads=1)
    assert run.run() == "interrupted"
    assert set(told) == {s.task.id for s in run.states if s.evidence.fitted}


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_nothing(threads):
    ids = [f"t{n}" for n in range(20)]
    finds = {(f"t{n}", n % 3): PROGRAMS[: 1 + n % 2] for n in range(0, 20, 3)}

    def outcome(count):
        strategies = [Recorder(finds), Recorder(spends=0.5)]
        strategies[1].name = "evolve"
        run = scheduler(strategies, ids=ids, threads=count, fuel=granted(4) + 12345)
        run.run()
        calls = [sorted(strategy.calls) for strategy in strategies]
        pools = [strategy.pools for strategy in strategies]
        return calls, pools, [(s.level, s.fuel, len(s.evidence.fits)) for s in run.states]

    assert outcome(threads) == outcome(1)


class Uneven(Recorder):
    """Spends more on some tasks."""

    def __init__(self, spends):
        super().__init__()
        self.shares = spends

    def search(self, task, effort):
        findings = super().search(task, effort)
        return Findings(fuel=int(findings.fuel * self.shares.get(task.id, 0.1)))


@pytest.mark.parametrize(("threads", "second"), [(1, "cabd"), (2, "cbad")])
def test_the_longest_calls_come_first(threads, second):
    """As many as there are threads, by what they took before; the others keep their order."""
    strategy = Uneven({"b": 0.5, "c": 0.9})
    run = scheduler([strategy], ids="abcd", threads=threads, fuel=granted(2))
    jobs = []
    find = run._jobs

    def listed():
        jobs.append(find())
        return jobs[-1]

    run._jobs = listed
    run.run()
    assert ["".join(job.state.task.id for job in ones) for ones in jobs] == ["abcd", second]


def test_a_round_tells_what_it_took():
    run = scheduler([Recorder()], ids="abc", fuel=granted(2))
    run.run()
    assert [(one.round, one.calls, one.fuel) for one in run.by_round] == [
        (1, 3, 3 * FIRST),
        (2, 3, 3 * FIRST * GROWTH),
    ]
    assert all(one.seconds > 0 and one.cpu_seconds >= 0 for one in run.by_round)
