"""Strategies: what they find is right, the same every time, and within what they may spend."""

from arcloom.lang import read_program
from arcloom.library.records import StoredProgram, canonical_source
from arcloom.search.description_length import description_length
from arcloom.search.evolve.strategy import CHILD_FUEL, LEAST_FUEL, Evolve
from arcloom.search.learn.on_states import LearnOnStates
from arcloom.search.learn.strategy import Learn
from arcloom.search.strategy import Effort
from arcloom.search.transfer.stored import StoredPrograms
from arcloom.search.transfer.strategy import Transfer
from arcloom.search.trial import Candidate, Trial
from arcloom.tasks import Grid, Task
from tests.solve.small import mirror_task, riddle_task

MIRROR = read_program("def solve(I): return vmirror(I)")
TURN = read_program("def solve(I): return rot90(I)")
HUGE = read_program("def solve(I): return upscale(vmirror(upscale(I, 10)), 2)")


def effort(level=0, fuel=10**9, stop=lambda: False, known=(), seed=0):
    return Effort(level, fuel, 2**28, seed, stop, known)


def stored(*programs):
    """A library's programs, all imported."""
    return StoredPrograms(
        StoredProgram(p.hash, canonical_source(p), len(p), "program", True, None, 0)
        for p in programs
    )


def prepared(strategy, *pool):
    strategy.prepare(pool)
    return strategy


def as_said(task, found):
    """Whether a finding is true of its program."""
    right = [found.program(d.input, S=task).same(d.output) for d in task.demos]
    outputs = [found.program(t.input, S=task) for t in task.tests]
    same = all(
        not isinstance(now, Grid) if given is None else given.same(now)
        for given, now in zip(found.outputs, outputs, strict=True)
    )
    return sum(right) == found.matched and same


def test_transfer_finds_a_known_program():
    task = mirror_task()
    findings = prepared(Transfer(stored(TURN, MIRROR))).search(task, effort())
    [found] = findings.found
    assert (found.program, found.strategy, found.fits) == (MIRROR, "transfer", True)
    assert found.cost == description_length(MIRROR)
    assert found.outputs[0].tolist() == [[9, 8, 7]]
    assert findings.fuel > 0


def test_transfer_tries_what_fits_other_tasks_once():
    transfer, task = Transfer(stored()), mirror_task()
    assert transfer.search(task, effort()).found == ()
    transfer.prepare([MIRROR])
    assert len(transfer.search(task, effort()).found) == 1
    transfer.prepare([MIRROR])
    assert transfer.search(task, effort()).found == ()


def test_fit_goes_on_where_its_fuel_ended():
    fit, task = Learn(), mirror_task()
    found = []
    for level in range(9):
        fit.prepare([])
        findings = fit.search(task, effort(level, fuel=1))
        found += findings.found
        if findings.exhausted:
            break
    assert findings.exhausted
    assert any(one.fits for one in found)
    assert all(as_said(task, one) for one in found if one.fits)


def test_a_program_that_learns_is_tried_with_each_demo_left_out():
    fit, task = prepared(Learn()), mirror_task()
    found = [one for one in fit.search(task, effort()).found if one.fits]
    assert found
    for one in found:
        learns = any(node.payload == "S" for node in one.program.nodes if node.kind == "input")
        assert (one.left_out is not None) == learns
        assert one.left_out is None or one.left_out[1] == len(task.demos)


def test_a_program_that_misses_a_demo_is_a_partial_find():
    task = Task("half", [([[1, 2]], [[2, 1]]), ([[1, 2]], [[9, 9]])], [[[3, 4]]])
    [found] = prepared(Transfer(stored(MIRROR))).search(task, effort()).found
    assert (found.matched, found.demos, found.fits, found.score) == (1, 2, False, 500)


def test_an_output_that_is_too_large_is_no_answer():
    pairs = [([[1, 2]], HUGE([[1, 2]]))]
    task = Task("huge", pairs, [[[1, 2]], [[1, 2, 3, 4]]])
    [found] = prepared(Transfer(stored(HUGE))).search(task, effort()).found
    assert found.fits
    assert found.outputs == (None, None)


def test_the_simplest_are_tried_first_and_each_once():
    trial = Trial("any")
    trial.extend([Candidate(TURN, 9.0), Candidate(MIRROR, 3.0), Candidate(MIRROR, 1.0)])
    assert len(trial) == 2
    assert trial.run(mirror_task(), effort(), upto=1).exhausted is False


def test_stopped_at_once():
    for strategy in (Transfer(stored(MIRROR)), Learn(), Evolve(stored(MIRROR))):
        strategy.prepare([])
        findings = strategy.search(mirror_task(), effort(stop=lambda: True))
        assert findings.fuel <= LEAST_FUEL


def test_evolve_breeds_a_program_from_another():
    evolve = prepared(Evolve(stored(TURN)))
    task = mirror_task()
    found = evolve.search(task, effort(level=1, fuel=4000 * CHILD_FUEL)).found
    fits = [one for one in found if one.fits]
    assert fits
    assert all(as_said(task, one) for one in fits)


def test_what_evolve_finds_is_tried_with_each_demo_left_out():
    """A rule that knows the demos by heart fits them all. It must not count as a fit."""
    learnt = read_program("def solve(S, I): return apply_rule(learn_colours(S, 0), I)")
    pairs = [([[k, k, 0]], [[k + 4, k + 4, 0]]) for k in (1, 2, 3)]
    task = Task("by heart", pairs, [[[1, 2, 3]]])
    found = prepared(Evolve(stored(learnt))).search(task, effort(fuel=LEAST_FUEL)).found
    tested = {one.program.hash: one for one in found if one.left_out is not None}
    assert tested[learnt.hash].fits
    assert tested[learnt.hash].refuted
    assert all(one.fits for one in tested.values())


def test_evolve_needs_something_to_start_from():
    evolve = prepared(Evolve(stored()))
    assert evolve.search(riddle_task(), effort()).found == ()


def test_evolve_is_decided_by_its_seed_and_level():
    def programs(level, seed):
        evolve = prepared(Evolve(stored(TURN, HUGE)))
        found = evolve.search(mirror_task(), effort(level, 600 * CHILD_FUEL, seed=seed)).found
        return [(one.program.hash, one.score) for one in found]

    seeds = range(3)
    assert all(programs(1, seed) == programs(1, seed) for seed in seeds)
    # Two levels may end in the same few programs by chance, but not always.
    assert any(programs(1, seed) != programs(2, seed) for seed in seeds)


def test_descriptions_grow_with_programs():
    sources = ("I", "vmirror(I)", "vmirror(rot90(I))", "replace(rot90(I), 3, 4)")
    bits = [description_length(read_program(f"def f(I): return {s}")) for s in sources]
    assert bits == sorted(bits)
    assert len(set(bits)) == len(bits)


def test_the_stock_is_parsed_as_it_is_asked_for():
    unknown = StoredProgram("0" * 32, "def solve(I): return mine(I)", 1, "program", True, None, 0)
    held = StoredPrograms([unknown, StoredProgram(MIRROR.hash, "", 2, "program", False, None, 0)])
    assert held.first(0) == []
    assert held.refused == []
    assert held.first(5) == []
    assert len(held.refused) == 2
    assert "mine" in held.refused[0]


def test_transfer_takes_the_library_in_steps(monkeypatch):
    """The smaller programs in the first round, the others in the next ones."""
    monkeypatch.setattr("arcloom.search.transfer.strategy.STEP", 1)
    longer = read_program("def solve(I): return rot180(hmirror(I))")
    task = mirror_task()
    transfer = prepared(Transfer(stored(longer, MIRROR)))
    first = transfer.search(task, effort()).found
    second = prepared(transfer).search(task, effort()).found
    assert [found.program for found in (*first, *second)] == [MIRROR, longer]


def cropped_task():
    """The box of what is filled, with its colours exchanged: a rule on what a cheap chain shows."""
    grids = [
        [[0, 0, 0, 0], [0, 1, 2, 0], [0, 2, 2, 0]],
        [[2, 1, 0], [0, 1, 0], [0, 0, 0]],
        [[0, 0, 0], [1, 0, 2], [0, 0, 0]],
    ]
    wanted = [[[2, 1], [1, 1]], [[1, 2], [0, 2]], [[2, 0, 1]]]
    return Task("cropped", list(zip(grids, wanted, strict=True)), [[[0, 0], [1, 2]]])


def test_rules_are_learnt_from_what_chains_show_each_state_once():
    task, rules = cropped_task(), LearnOnStates()
    findings = [rules.search(task, effort(level=level)) for level in (1, 2, 3)]
    programs = [f.program for one in findings for f in one.found]
    assert len(programs) == len(set(programs))
    at_once = LearnOnStates().search(task, effort(level=3))
    assert [f.program for f in at_once.found] == programs
    assert as_said(task, at_once.found[0])
    assert at_once.found[0].outputs[0].tolist() == [[2, 1]]


def test_evolve_goes_on_where_its_last_call_stopped():
    """Also in another process, which is told what it needs to remember."""
    task, fuel = riddle_task(), LEAST_FUEL * 2
    here = prepared(Evolve(stored(TURN, MIRROR)))
    here.search(task, effort(0, fuel))
    there = prepared(Evolve(stored(TURN, MIRROR)))
    there.remember(task, here.remembered(task))
    fresh = prepared(Evolve(stored(TURN, MIRROR)))

    def told(strategy):
        findings = strategy.search(task, effort(1, fuel))
        return [(found.program.hash, found.score) for found in findings.found]

    after = told(here)
    assert after == told(there)
    assert here.remembered(task) == there.remembered(task)
    told(fresh)
    assert fresh.remembered(task) != here.remembered(task)


def test_tasks_with_the_same_grids_do_not_share_their_islands():
    """Which of them a process searches first depends on the threads."""
    fuel = LEAST_FUEL * 2
    first, second = riddle_task("one"), riddle_task("other")
    evolve = prepared(Evolve(stored(TURN, MIRROR)))
    evolve.search(first, effort(0, fuel))
    assert evolve.remembered(second) is None
    evolve.search(second, effort(0, fuel))
    assert evolve.remembered(second) == evolve.remembered(first)
