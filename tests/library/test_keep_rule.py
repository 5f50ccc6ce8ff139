"""The keep rule against a model that remembers everything: no order and no split matters."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arcloom.library import Library, Scored
from arcloom.library.keep_rule import row_of, select
from tests.library.samples import Model, export, hashes, program

PROGRAMS, TASKS, BEHAVIOURS = 10, 3, 5
POOL = [program(number, longer=3 * number % 11) for number in range(1, PROGRAMS + 1)]

# What a program gives is a function of the task; what that is worth, of what it gives. Fuel is the
# program's own. Few distinct values, so that there are many ties.
WORTH = st.tuples(st.integers(0, 3), st.integers(0, 3).map(lambda s: 1000 * s))
WORLDS = st.fixed_dictionaries(
    {
        "behaviour": st.lists(
            st.lists(st.integers(0, BEHAVIOURS - 1), min_size=PROGRAMS, max_size=PROGRAMS),
            min_size=TASKS,
            max_size=TASKS,
        ),
        "worth": st.lists(WORTH, min_size=BEHAVIOURS, max_size=BEHAVIOURS),
        "fuel": st.lists(st.integers(1, 3), min_size=PROGRAMS, max_size=PROGRAMS),
    }
)
BATCHES = st.lists(
    st.lists(st.tuples(st.integers(0, PROGRAMS - 1), st.integers(0, TASKS - 1)), max_size=8),
    max_size=6,
)


def score(world, number, task):
    behaviour = world["behaviour"][task][number]
    demos, points = world["worth"][behaviour]
    fuel = world["fuel"][number]
    return Scored(POOL[number], f"task{task}", demos, 3, points, fuel, f"b{behaviour}")


def assert_is(library, model):
    kept = set()
    for task in {scored.task_id for scored in model.recorded}:
        expected = model.best(task)
        assert hashes(library.best(task)) == hashes(expected)
        kept.update(hashes(expected))
    assert {p.hash for p in library.programs()} == kept | model.imported
    assert library.integrity() == []


def test_of_programs_that_fit_eight_nodes_weigh_as_much_as_the_whole_score():
    """So a long program that would have told one demo more does not displace a short one."""
    half = Scored(program(1), "t", 3, 3, 1500, 10, "b1")
    whole = Scored(program(2, longer=5), "t", 3, 3, 3000, 10, "b2")
    assert row_of(half) < row_of(whole), "5 nodes more, for half the score"
    assert row_of(whole._replace(program=program(2, longer=3))) < row_of(half)
    partial = whole._replace(demos_matched=2), half._replace(demos_matched=2)
    assert row_of(partial[0]) < row_of(partial[1]), "what does not fit goes by its score"


def test_the_length_of_an_imported_program_does_not_count():
    """A search comes upon short programs that fit by trying thousands; somebody wrote this one."""
    written = Scored(program(1, longer=40), "t", 3, 3, 3000, 10, "b1")
    short = Scored(program(2), "t", 3, 3, 3000, 10, "b2")
    assert row_of(short) < row_of(written)
    assert row_of(written, imported=True) < row_of(short)
    partial = written._replace(demos_matched=2), short._replace(demos_matched=2, score=2500)
    assert row_of(partial[0], imported=True) < row_of(partial[1])
    missing = written._replace(demos_matched=2, score=2000)
    assert row_of(partial[1]) < row_of(missing, imported=True), "what does not fit goes by score"


@settings(max_examples=60, deadline=None)
@given(world=WORLDS, batches=BATCHES, keep=st.integers(1, 4), order=st.randoms())
def test_the_selection_does_not_depend_on_order_or_batches(world, batches, keep, order):
    rows = [row_of(score(world, number, 0)) for batch in batches for number, _ in batch]
    at_once = select(rows, keep)
    order.shuffle(rows)
    kept = []
    while rows:
        size = order.randint(1, len(rows))
        kept = select([*kept, *rows[:size]], keep)
        del rows[:size]
    assert kept == at_once


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    world=WORLDS,
    batches=BATCHES,
    imported=st.sets(st.integers(0, PROGRAMS - 1), max_size=2),
    keep=st.integers(1, 4),
    order=st.randoms(),
)
def test_a_library_is_its_model(fresh, address, world, batches, imported, keep, order):
    model = Model(keep, {POOL[number].hash for number in imported})
    with fresh(keep) as library:
        counted = library.add_programs([POOL[number] for number in imported]).stored
        for batch in batches:
            scores = [score(world, *pair) for pair in batch]
            model.recorded += scores
            counts = library.record(scores)
            counted += counts.stored - counts.replaced
        assert_is(library, model)
        assert library.count() == counted
        exported = export(library)
    order.shuffle(model.recorded)
    with fresh(keep) as library:
        half = order.randint(0, len(model.recorded))
        library.record(model.recorded[:half])
        library.add_programs([POOL[number] for number in sorted(imported, reverse=True)])
        with Library.open(address) as other:  # two that write in turns
            other.record(model.recorded[half:])
        library.record(model.recorded[:half])
        assert export(library) == exported


@pytest.fixture
def fresh(address, request, tmp_path):
    """fresh(keep) gives an empty library, each time."""

    def make(keep):
        if "://" in address:
            request.getfixturevalue("postgres_server").clean("one")
        else:
            for file in tmp_path.glob("lib.db*"):
                file.unlink()
        return Library.open(address, keep=keep)

    return make


def test_a_program_comes_first_once_it_is_imported(fresh):
    short = Scored(program(1), "t", 3, 3, 3000, 10, "b1")
    long = Scored(program(2, longer=20), "t", 3, 3, 3000, 10, "b2")
    with fresh(1) as library:
        library.record([short, long])
        assert hashes(library.best("t")) == [short.program.hash]
        library.add_programs([long.program])
        library.record([long])
        assert hashes(library.best("t")) == [long.program.hash]
    with fresh(2) as library:
        library.record([short, long])
        library.add_programs([long.program])
        assert hashes(library.best("t")) == [long.program.hash, short.program.hash]
        library.record([short])
        assert library.integrity() == []
