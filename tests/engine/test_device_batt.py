"""A batt on a device gives what the general engine gives: here on a device that the CPU plays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcloom as al
from arcloom import _core
from arcloom.engine.bench.measure import standard_programs
from arcloom.engine.gpu import run as device_run
from arcloom.engine.gpu.batt import BAILED, NO_FUEL, BailOut
from arcloom.engine.gpu.bytecode import BY_LANES
from arcloom.engine.gpu.choose import gpus
from arcloom.engine.gpu.instructions import op_numbers
from arcloom.engine.gpu.op_table import forms
from arcloom.engine.limits import Limits
from arcloom.engine.samples import gather
from arcloom.engine.undefined import Reason
from tests.engine.device_texts import (
    ANSWERS,
    BY_LANES_TEXTS,
    CORNERS,
    EMPTY,
    EMPTY_ON_THE_CPU,
    FAILING_TEXTS,
    LISTS_OF_FUNCTIONS,
    SETS_OF_SETS,
    TAKE_A_PLACE,
    TAKE_ANYTHING,
    WIDE,
)
from tests.engine.list_programs import list_programs
from tests.engine.played_batt import PlayedBatt
from tests.engine.support import begun
from tests.engine.typed_programs import loops, programs

INNER = {
    *("loop", "end_loop", "skip", "copy", "on_both", "patch_some", "list_some", "grid_of_rows"),
    *("grid_rows", "patch_of_places", "object_of_cells", "merge_patches", "merge_objects"),
    *(
        "merge_lists",
        "laid_out",
        "merge_grids",
        "make_set",
        "keep",
        "keep_pairs",
        "best_element",
        "best_key",
    ),
    *("order", "patch_if_place", "two_words", "one_of_two", "halves", "place_of_halves"),
}
"""Ops of bytecode that the compiler knows by name."""
WAY = 6
"""Where an instruction has a loop's way of going."""


@pytest.fixture(scope="module")
def samples():
    """Small grids and large ones."""
    every = al.load("arc1-train").samples()
    small = [s for s in every if max(s.input.shape) <= 12]
    return [*small[::130][:8], *[s for s in every if max(s.input.shape) > 20][::150][:3]]


def _same(one, other):
    assert np.array_equal(one.matches, other.matches)
    assert np.array_equal(one.reasons, other.reasons)
    assert np.array_equal(one.hashes, other.hashes)
    ran = other.fuel != NO_FUEL
    assert np.array_equal(one.fuel[ran], other.fuel[ran])


def test_the_table_names_ops_that_there_are():
    named = {form.native for rows in forms().values() for form in rows if form.native}
    assert named | INNER == {name for name, _ in _core.device_ops()}


def test_lists_that_lanes_share(samples):
    batt = al.weave(list_programs())
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    assert result.device.bailed == 0
    _same(batt.run(samples), result)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_row_of_the_table(samples, seed):
    batt = al.weave(programs(3, seed))
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    assert result.device.bailed_share < 0.2


def test_loops_of_every_kind(samples):
    batt = al.weave(loops())
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    assert result.device.bailed_share < 0.2


def test_what_a_device_has_no_form_for_stays_with_the_cpu(samples):
    made = [
        al.read_program("def vertical(I): return vmirror(I)"),
        al.read_program("def ranks(I): return subgrid(get_nth(objects(I, T, T, T), ONE), I)"),
        al.read_program("def judged(S, I): return first(first(S))"),
    ]
    batt = al.weave(made)
    assert sorted(batt.on_device().refusals) == [1, 2]
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    assert result.device.programs == 1
    assert result.fuel_of(0) is None
    assert result.fuel_of(1) == batt.run(samples).fuel_of(1)


@pytest.mark.parametrize("op", ["delta", "surroundings"])
def test_a_tuple_of_cells_is_an_object_and_one_of_places_is_none(samples, op):
    made = [f"fill(I, ONE, {op}(totuple({x})))" for x in ("ofcolor(I, ZERO)", "asobject(I)")]
    batt = al.weave([al.read_program(f"def made(I): return {text}") for text in made])
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    assert result.device.programs == 1
    assert (result.reasons[0] == Reason.TYPE).any()
    assert not result.reasons[1].any()


def test_pairs_that_leave_the_tile_are_finished_by_the_cpu(samples):
    text = "paint(upscale(I, THREE), merge(frontiers(upscale(I, THREE))))"
    batt = al.weave([al.read_program(f"def large(I): return {text}")])
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    large = [max(s.input.shape) * 3 > 32 for s in samples]
    assert list(result.fuel[0] != NO_FUEL) == large
    assert result.device.bailed == sum(large)


def test_grids_beyond_the_tile_are_put_together_on_a_device(samples):
    batt = al.weave([al.read_program(f"def wide(I): return {text}") for text in WIDE])
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    on_device = (result.fuel == NO_FUEL).mean(axis=1)
    assert (on_device[:-1] > 0.8).all()  # all that are not too large
    assert on_device[-1] < 0.8  # what makes no grid


def test_rows_without_cells_are_put_together_on_a_device(samples):
    texts = (*EMPTY, *EMPTY_ON_THE_CPU)
    batt = al.weave([al.read_program(f"def empty(I): return {text}") for text in texts])
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    on_device = (result.fuel == NO_FUEL).mean(axis=1)
    assert (on_device[: len(EMPTY)] == 1).all()
    assert (on_device[len(EMPTY) :] == 0).all()


def test_a_device_gives_answers_that_are_no_values_too(samples):
    batt = al.weave([al.read_program(f"def solve(I): return {text}") for text in ANSWERS])
    assert [why for n, why in batt.on_device().refusals.items() if n != 3] == []
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    left = result.fuel != NO_FUEL
    left[3] = False
    assert not left.any()


@pytest.mark.parametrize(("colour", "number"), [("SEVEN", 7), ("ZERO", 0)])
def test_a_corner_of_nothing(samples, colour, number):
    """It is (), which ops that ask for a place refuse; what others do with it, the CPU says."""
    texts = [
        text.format(*[f"{corner}(ofcolor(I, {colour}))"] * 2)
        .replace("CORNER", corner)
        .replace("COLOUR", colour)
        for corner in CORNERS
        for text in (*TAKE_A_PLACE, *TAKE_ANYTHING)
    ]
    batt = al.weave([al.read_program(f"def at(I): return fill(I, FIVE, {t})") for t in texts])
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    nothing = [not (s.input == number).any() for s in samples]
    on_device = (result.fuel == NO_FUEL)[:, nothing].reshape(len(CORNERS), -1, sum(nothing))
    assert on_device[:, : len(TAKE_A_PLACE)].all()
    assert not on_device[:, len(TAKE_A_PLACE) :].any()


def test_lanes_take_elements_by_themselves(samples):
    texts = (*BY_LANES_TEXTS, *FAILING_TEXTS)
    batt = al.weave([al.read_program(f"def looped(I): return {text}") for text in texts])
    codes = batt.on_device().codes
    assert len(codes) == len(texts)
    for code in codes.values():
        ways = [i[WAY] for i in code.instructions if i[0] == op_numbers()["loop"]]
        assert ways
        assert all(way >= BY_LANES for way in ways)
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    assert (result.fuel == NO_FUEL)[: len(BY_LANES_TEXTS)].all()
    assert not (result.fuel == NO_FUEL)[len(BY_LANES_TEXTS) :].any()


def test_a_loop_with_more_than_numbers_is_gone_through_in_order(samples):
    texts = (
        "fill(I, ONE, mapply(neighbors, ofcolor(I, TWO)))",
        "fill(I, ONE, sfilter(asindices(I), compose(positive, lbind(index, I))))",
        "fill(I, ONE, apply(ulcorner, objects(I, T, F, T)))",
        "fill(I, ONE, sfilter(asindices(I), rbind(contained, ofcolor(I, ZERO))))",
    )
    batt = al.weave([al.read_program(f"def looped(I): return {text}") for text in texts])
    ways = [
        i[WAY]
        for code in batt.on_device().codes.values()
        for i in code.instructions
        if i[0] == op_numbers()["loop"]
    ]
    assert ways
    assert all(way < BY_LANES for way in ways)
    _same(batt.run(samples), batt.run(samples, device=PlayedBatt()))


@pytest.mark.parametrize(
    "texts", [LISTS_OF_FUNCTIONS, SETS_OF_SETS], ids=["functions and powers", "sets of sets"]
)
def test_a_device_computes_nearly_all_of_what_it_has_forms_for(samples, texts):
    batt = al.weave([al.read_program(f"def solve(I): return {text}") for text in texts])
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    assert result.device.bailed_share < 0.2


def test_tuples_of_two_numbers_and_of_places_that_are_not_laid_out(samples):
    texts = (
        "canvas(ONE, increment(apply(size, astuple(objects(I, T, F, T), partition(I)))))",
        "canvas(ONE, increment(apply(width, hsplit(I, THREE))))",
        "fill(I, ONE, merge(astuple(merge(totuple(apply(toindices, partition(I)))), "
        "mapply(backdrop, totuple(objects(I, T, F, T))))))",
    )
    batt = al.weave([al.read_program(f"def solve(I): return {text}") for text in texts])
    assert not batt.on_device().refusals
    result = batt.run(samples, device=PlayedBatt())
    _same(batt.run(samples), result)
    assert (result.fuel[0] == NO_FUEL).mean() > 0.8  # of two numbers; of three, the CPU says what


def test_match_mode_skips_the_same_pairs(samples):
    tasks = al.load("arc1-train")
    chosen = [s for name in list(tasks)[:40] for s in tasks[name].samples]
    made = [*standard_programs(12).values(), al.read_program("def copied(I): return identity(I)")]
    batt = al.weave([*made, *(al.read_program(f"def solve(I): return {op}(I)") for op in TURNS)])
    _same(batt.run(chosen, match=True), batt.run(chosen, match=True, device=PlayedBatt()))


TURNS = ("rot90", "rot180", "hmirror", "vmirror", "dmirror", "tophalf", "compress")


@pytest.mark.parametrize("match", [False, True])
def test_samples_in_parts(monkeypatch, match):
    monkeypatch.setattr(device_run, "LEAST_PART", 3)
    monkeypatch.setattr(device_run, "OWN_PER_THREAD", 0.1)
    monkeypatch.setattr(device_run, "MOST_OWN", 0.2)
    tasks = al.load("arc1-train")
    chosen = [s for name in list(tasks)[:8] for s in tasks[name].samples]
    large = al.read_program("def large(I): return upscale(I, THREE)")
    no_form = al.read_program("def judged(S, I): return first(first(S))")
    batt = al.weave([*standard_programs(12).values(), large, no_form])
    result = batt.run(chosen, match=match, device=PlayedBatt())
    _same(batt.run(chosen, match=match), result)
    assert result.device.bailed


@given(
    tasks=st.lists(st.integers(1, 9), min_size=1, max_size=30),
    least=st.integers(1, 20),
    threads=st.sampled_from([1, 2, 16, 100]),
    match=st.booleans(),
)
def test_every_sample_is_the_cpus_or_in_one_part(tasks, least, threads, match):
    starts = [sum(tasks[:number]) for number in range(len(tasks))] if match else []
    every = list(range(sum(tasks)))
    batt = al.weave([al.read_program("def solve(I): return I")])
    task = al.Task("many", [], [np.zeros((1 + number % 7, 3), np.uint8) for number in every])
    gather(batt._core, task.tests)
    run, filled = begun(batt, len(every), threads)
    arrays = device_run.Arrays(*filled, starts, filled[0][0] > 0, threads)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(device_run, "LEAST_PART", least)
        own, parts = device_run._dealt(arrays, run)
    assert sorted([*own, *(column for part in parts for column in part)]) == every
    assert all(part[0] in starts for part in parts) or not match
    assert len(own) <= len(every) / 30


def test_a_function_chosen_by_branch_is_the_only_one_called(samples):
    text = "def chosen(I):\n    f = branch(portrait(I), vconcat, hconcat)\n    return f(I, I)\n"
    batt = al.weave([al.read_program(text)])
    assert not batt.on_device().refusals
    _same(batt.run(samples), batt.run(samples, device=PlayedBatt()))


def test_work_is_an_upper_bound_of_fuel(samples):
    """So that whatever fuel would end is left to the CPU, which then says so."""
    batt = al.weave([*programs(2, seed=5), *loops()])
    fuel = batt.run(samples).fuel
    on_device, (run, _) = batt.on_device(), begun(batt, len(samples))
    started = on_device.start(on_device.prepare(PlayedBatt(), run, np.arange(len(samples))))
    _, reasons, _ = started.finish()
    ran = reasons != BAILED
    assert (started.works()[ran] >= fuel[batt.on_device().programs][ran]).all()


@pytest.mark.parametrize(
    ("text", "cause", "op"),
    [
        ("paint(I, merge(objects(upscale(I, NINE), T, F, T)))", "beyond 32x32", "objects"),
        (
            "fill(I, ONE, apply(toivec, interval(ZERO, A_LOT, ONE)))",
            "no room",
            "interval",
        ),
        ("vconcat(I, hconcat(I, I))", "ragged rows", "vconcat"),
        ("canvas(multiply(A_LOT, multiply(A_LOT, A_LOT)), UNITY)", "a large number", "multiply_i"),
    ],
)
def test_a_pair_that_bails_out_says_why_and_where(samples, text, cause, op):
    a_lot = "multiply(multiply(TEN, TEN), multiply(TEN, TEN))"
    batt = al.weave([al.read_program(f"def solve(I): return {text.replace('A_LOT', a_lot)}")])
    chosen = [s for s in samples if max(s.input.shape) > 8]
    batt.run(chosen)
    on_device, (run, _) = batt.on_device(), begun(batt, len(chosen))
    started = on_device.start(on_device.prepare(PlayedBatt(), run, np.arange(len(chosen))))
    assert (started.finish()[1] == BAILED).all()
    for work in started.works()[0]:
        found = BailOut.of(int(work))
        number = on_device.codes[0].instructions[found.instruction][0]
        assert (found.cause, number) == (cause, op_numbers()[op])


def test_fuel_that_runs_out_runs_out_on_a_device_too(samples):
    batt = al.weave(loops(), Limits(node_fuel=400, program_fuel=600))
    plain, played = batt.run(samples), batt.run(samples, device=PlayedBatt())
    assert (plain.reasons == Reason.FUEL).any()
    _same(plain, played)


def test_a_device_by_name_must_be_there():
    batt = al.weave([al.read_program("def solve(I): return rot90(I)")])
    with pytest.raises(al.InputError, match="no device 'tpu'"):
        batt.run([], device="tpu")
    if not gpus()[0]:
        with pytest.raises(al.InputError, match="no GPU"):
            batt.run([], device="gpu")
    assert batt.run([], device="auto").matches.shape == (1, 0)
