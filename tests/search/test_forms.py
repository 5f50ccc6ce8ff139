"""Forms in enumeration: what a form shows is found there, and becomes a program for the task."""

import numpy as np
import pytest

from arcloom.search.enumerate.forms import (
    LEAST_STEPS,
    PLAIN,
    WayCounts,
    bits_by_counts,
    divided,
    form_bits,
)
from arcloom.search.enumerate.on_gpus import GpuEnumerator
from arcloom.search.enumerate.strategy import FUEL_PER_STEP, Enumerate, EnumerateAhead
from arcloom.search.placed.strategy import PlacedSearch
from arcloom.search.ways import ON_GROUND, Way, ground_changes
from arcloom.tasks import Task
from tests.search.played import Lent
from tests.search.test_strategies import as_said, effort
from tests.search.test_viewing import grounds_task

STEPS = 64_000
BITS, MORE_BITS = form_bits(Enumerate.name), form_bits(PlacedSearch.name)


@pytest.fixture
def task():
    """A ring gets its middle filled; each demo has a ground of its own."""
    return grounds_task((3, 7, 5, 6))[0]


def searched(strategy, task, steps=STEPS):
    return strategy.search(task, effort(fuel=steps * FUEL_PER_STEP))


def test_what_is_simple_in_a_form_is_found_there():
    task, wanted = grounds_task((3, 7, 5, 6))
    with_forms, plain = (
        min((f for f in searched(one, task).found if f.fits), key=lambda f: f.cost)
        for one in (Enumerate(), Enumerate(forms=False))
    )
    assert "from_normal" in with_forms.program.source()
    assert as_said(task, with_forms)
    assert with_forms.outputs[0].same(wanted)
    assert with_forms.cost < plain.cost


def test_the_plain_task_comes_first_and_has_the_most_steps(task):
    plain, *forms = divided(task, STEPS, BITS).parts
    assert (plain.task, plain.ways, plain.bits) == (task, (), 0.0)
    assert forms
    assert plain.steps + sum(part.steps for part in forms) == STEPS
    assert plain.steps > forms[0].steps
    assert [part.steps for part in forms] == sorted((p.steps for p in forms), reverse=True)
    assert all(part.steps >= LEAST_STEPS for part in forms)


def test_a_form_waits_for_fuel_and_the_search_is_not_over_before(task):
    little, much = (divided(task, steps, MORE_BITS) for steps in (2 * LEAST_STEPS, 10**9))
    assert [part.ways for part in little.parts] == [()]
    assert not little.complete
    assert {part.ways for part in much.parts} > {(), (ON_GROUND,)}
    assert much.complete


def test_if_the_ground_changes_its_form_stands_beside_the_task_and_others_are_forms_of_it(task):
    plain, ground, *forms = divided(task, 10**9, MORE_BITS).parts
    assert ground.ways == (ON_GROUND,)
    assert ground.steps > plain.steps / 2
    assert forms
    assert all(form.ways[0] == ON_GROUND and len(form.ways) == 2 for form in forms)
    early = divided(task, 4 * LEAST_STEPS, BITS).parts
    assert [part.ways for part in early] == [(), (ON_GROUND,)]


def test_black_in_every_input_is_a_ground_that_does_not_change():
    on_black, _ = grounds_task((0, 0, 0, 0))
    large = [(np.pad(a, ((0, 0), (0, 9)), constant_values=4),) * 2 for a, _ in on_black.pairs]
    mixed = Task("mixed", [*on_black.pairs, *large], [sample.input for sample in on_black.tests])
    assert not ground_changes(mixed)
    assert ground_changes(grounds_task((3, 7, 5, 6))[0])
    plain, *forms = divided(mixed, STEPS, BITS).parts
    assert all(plain.steps > 4 * form.steps for form in forms)


def test_views_that_are_equal_are_searched_once(task):
    parts = divided(task, 10**9, BITS).parts
    shown = [tuple(grid.to_tuple() for pair in p.task.pairs for grid in pair) for p in parts]
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize("steps", [STEPS, 2 * LEAST_STEPS])
def test_a_device_finds_the_same_in_the_same_forms(task, steps):
    lent = Lent()
    ahead = EnumerateAhead(GpuEnumerator([lent], pytest.fail))
    ahead.look_ahead([(task, effort(fuel=steps * FUEL_PER_STEP))])
    assert len(ahead.waiting) == len(divided(task, steps, BITS).parts)
    ours, theirs = searched(ahead, task, steps), searched(Enumerate(), task, steps)
    assert not ahead.waiting  # nothing was searched again
    assert [(f.program.hash, f.cost) for f in ours.found] == [
        (f.program.hash, f.cost) for f in theirs.found
    ]
    assert (ours.fuel, ours.exhausted) == (theirs.fuel, theirs.exhausted)


def test_a_form_that_is_right_less_often_costs_more():
    counts = {
        PLAIN: WayCounts(400, 100.0, 100),
        "form 3": WayCounts(200, 4.0, 5),
        "form 4": WayCounts(200, 2.0, 2),
        "frame 1": WayCounts(200, 1.0, 1),
    }
    bits = bits_by_counts(counts)
    assert set(bits) == {Way(False, 3), Way(False, 4)}  # no form that one task alone wants
    assert 0 < bits[Way(False, 3)] < bits[Way(False, 4)]


@pytest.mark.parametrize("search", [Enumerate.name, PlacedSearch.name])
def test_every_form_that_comes_with_the_package_is_less_likely_than_the_plain_task(search):
    bits = form_bits(search)
    assert ON_GROUND in bits
    assert all(one > 0 for one in bits.values())


def test_placed_grids_are_searched_in_forms_too(task):
    with_forms, plain = (
        searched(PlacedSearch(forms=forms), task, 10 * STEPS).found for forms in (True, False)
    )
    assert any("from_normal" in one.program.source() for one in with_forms)
    assert not any("from_normal" in one.program.source() for one in plain)
