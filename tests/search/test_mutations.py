"""Mutations: every change, and that children are programs like any other."""

import re
from collections import Counter
from dataclasses import fields

import pytest

from arcloom._core import BreedJob
from arcloom.engine import weave
from arcloom.lang import OPS, read_program, read_source
from arcloom.lang.encoding import decode
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.search.learn.candidates import FIT_LIMITS
from arcloom.tasks import Task

CHANGES = [field.name for field in fields(Mutations)][: len(Mutations().changes())]
PARENTS = """
def solve_a(I):
    big = upscale(I, TWO)
    recoloured = replace(big, THREE, FIVE)
    return hconcat(vmirror(recoloured), big)

def solve_b(I):
    found = objects(I, T, F, T)
    largest = argmax(found, size)
    return fill(I, TWO, toindices(largest))

def solve_c(I):
    return mir_rot(trim(I), R3)
"""


def only(change, **others):
    """Mutations of one kind."""
    none = dict.fromkeys(CHANGES, 0.0)
    return Mutations(**{**none, change: 1.0, "more": 0.0, **others})


def breed(tasks, mutations, jobs=200, parents=PARENTS, task="62c24649"):
    """Children, one a job, and how many were scored; only those that give a grid are reported."""
    breeder = new_breeder(mutations)
    task = tasks[task]
    hand = [breeder.add_program(*p.encode()) for p in read_source(parents).values()]
    # An island breeds from its own programs, so each child gets an empty one.
    breeder_tasks = [breeder.add_task(task.pairs, []) for _ in range(jobs)]
    rows = [
        BreedJob(breeder_task, hand, children=1, keep=1, seed=1000 + k)
        for k, breeder_task in enumerate(breeder_tasks)
    ]
    result = breeder.step(rows, 1, True, None)
    children = [decode(*breeder.program(child.number)) for child in result.children]
    assert len(children) >= jobs / 20  # else what holds for all of them says nothing
    return children, result


def ops(program):
    return Counter(node.payload for node in program.nodes if node.kind in ("call", "opref"))


PROGRAMS = list(read_source(PARENTS).values())


def nearest(child):
    """How the child's ops differ from those of the parent it is likest to."""
    pairs = [(ops(child) - ops(p), ops(p) - ops(child)) for p in PROGRAMS]
    return min(pairs, key=lambda pair: pair[0].total() + pair[1].total())


def words(program):
    """The words of the body: names of steps, ops and constants."""
    return re.findall(r"-?\w+", program.source().partition("\n")[2])


def changed_words(child):
    """How many words tell the child from the parent it is likest to; they have equally many."""
    found = [
        sum(a != b for a, b in zip(words(child), words(p), strict=True))
        for p in PROGRAMS
        if len(words(child)) == len(words(p))
    ]
    return min(found, default=None)


def test_there_are_nine_changes():
    assert [
        *("argument", "op", "constant", "insert", "remove", "cross", "derive", "chain", "learn"),
    ] == CHANGES


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_makes_valid_programs(tasks, change):
    children, result = breed(tasks, only(change))
    assert len(set(children) - set(PROGRAMS)) > 5
    for child in children:
        assert read_program(child.source()) == child
        assert read_program(child.source(inline=True)) == child
        code, constants = child.encode()
        assert decode(code, constants) == child
    reasons = weave(children, FIT_LIMITS).run(tasks["62c24649"].demos).reasons
    assert (reasons == 0).any(axis=1).all()  # each has a result on some demo
    assert result.scored + result.unchanged == 200


def test_another_constant(tasks):
    for child in breed(tasks, only("constant"))[0]:
        assert nearest(child) == (Counter(), Counter())
        assert changed_words(child) == 1


def test_another_op(tasks):
    for child in breed(tasks, only("op"))[0]:
        added, lost = nearest(child)
        assert (added.total(), lost.total()) == (1, 1)


def test_a_step_more(tasks):
    """One op, and perhaps ops that it takes as values."""
    more = Counter()
    for child in breed(tasks, only("insert"), jobs=600)[0]:
        added, lost = nearest(child)
        assert 1 <= added.total() <= 3
        assert not lost
        more.update(added)
    assert any(OPS[name].arity > 1 for name in more), "ops of several arguments are inserted too"


def test_rules_are_learnt_from_prepared_demos(tasks):
    children, _ = breed(tasks, only("learn"), jobs=400, task="0520fde7")
    used = Counter(op for child in children for op in ops(child))
    assert used["apply_rule"] >= len(children) / 2
    assert used["on_inputs"] >= len(children) / 2, "what fits without it is simplified"
    assert len([op for op in used if op.startswith("learn_")]) > 2


def test_a_rule_is_learnt_from_what_another_leaves_to_do(tasks):
    draft = read_program("def solve(S, I):\n    return apply_rule(learn_draft(S, 0), I)\n")
    breeder = new_breeder(only("learn"))
    number = breeder.add_task(tasks["5582e5ca"].pairs, [])
    hand = [breeder.add_program(*draft.encode())]
    breeder.step([BreedJob(number, hand, as_they_are=True)], 1, True, None)
    assert breeder.residents(number, 0), "what has no score cannot be a parent"
    bred = []
    for seed in range(20):  # a job learns one new rule
        result = breeder.step([BreedJob(number, hand, children=8, seed=seed)], 1, True, None)
        bred += [decode(*breeder.program(child.number)) for child in result.children]
    second = [child for child in bred if ops(child)["apply_rule"] == 3]
    assert second, "twice called, once as the step that prepares the demos"
    assert all(ops(child)["lbind"] == ops(child)["on_inputs"] == 1 for child in second)


def test_constants_come_from_the_grids_of_the_task():
    """A size that no list of small numbers has."""
    wide = Task("t", demos=[([[1] * 3], [[1] * 17])], tests=[[[1] * 3]])
    parents = "def solve(I):\n    return canvas(ONE, (ONE, TWO))\n"
    children, _ = breed({"t": wide}, only("constant"), jobs=400, parents=parents, task="t")
    assert any((1, 17) in [node.payload for node in child.nodes] for child in children)


def test_a_step_less(tasks):
    for child in breed(tasks, only("remove"))[0]:
        added, lost = nearest(child)
        assert not added
        assert lost


def test_colours_and_views_that_the_demos_tell(tasks):
    used = Counter()
    # A task whose inputs and outputs have colours of their own.
    for child in breed(tasks, only("derive"), jobs=600, task="0520fde7")[0]:
        used.update(ops(child).keys())
    assert {"c_iz", "c_zo", "p_g", "get_nth", "get_color_rank"} <= used.keys()


def test_a_view_becomes_that_of_the_demos(tasks):
    view = "def solve(I):\n    return mir_rot(I, R3)\n"
    children, _ = breed(tasks, only("derive"), parents=view, task="3c9b0459")
    assert "a_mr" in {op for child in children for op in ops(child)}


def test_parts_of_another(tasks):
    two = [set(ops(p)) | set(ops(q)) for p in PROGRAMS for q in PROGRAMS]
    children, _ = breed(tasks, only("cross"))
    assert all(any(set(ops(child)) <= both for both in two) for child in children)
    mixed = [c for c in children if not any(set(ops(c)) <= set(ops(p)) for p in PROGRAMS)]
    assert len(mixed) > 5


def test_another_program_run_on_the_result(tasks):
    two = [set(ops(p)) | set(ops(q)) for p in PROGRAMS for q in PROGRAMS]
    children, _ = breed(tasks, only("chain"))
    assert all(set(ops(child)) in two for child in children)
    assert len({frozenset(ops(child)) for child in children}) > len(PROGRAMS)


def test_most_children_give_a_grid(tasks):
    """Changes go by types; without that, hardly one in ten would."""
    children, result = breed(tasks, Mutations(), jobs=1000)
    assert result.scored > 900
    assert len(children) / result.scored > 0.5


def test_the_size_has_a_limit(tasks):
    free, _ = breed(tasks, Mutations(more=0.9), jobs=400)
    assert max(len(child) for child in free) > 14
    children, _ = breed(tasks, Mutations(more=0.9, max_nodes=14), jobs=400)
    assert max(len(child) for child in children) <= 14


def test_what_the_weights_favour_is_chosen(tasks):
    def turned(**options):
        used = Counter()
        for child in breed(tasks, only("op", **options), jobs=600)[0]:
            used.update(ops(child))
        return (used["rot90"] + used["rot180"]) / used.total()

    assert turned(weights={"rot90": 100.0, "rot180": 100.0}) > 3 * turned()
