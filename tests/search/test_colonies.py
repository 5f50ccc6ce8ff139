"""Colonies: islands own their programs, migration copies, and a packed state goes on as before."""

import json
import random
import zlib
from base64 import b64decode, b64encode

import pytest

from arcloom import _core
from arcloom._core import BreedJob, Selection
from arcloom.errors import InputError
from arcloom.lang import read_program, read_source
from arcloom.library.keep_rule import standing
from arcloom.search.evolve.breeder import Mutations, new_breeder
from arcloom.search.evolve.colonies import Colonies, Floor
from arcloom.search.evolve.config import EvolveConfig
from arcloom.search.evolve.founders import founders
from arcloom.search.evolve.rates import Rates
from arcloom.search.learn.candidates import LEVELS, programs
from arcloom.tasks import Task
from tests.search.small import PROGRAMS

FLIP = Task(
    "flip",
    demos=[([[1, 2, 3]], [[3, 2, 1]]), ([[4, 5, 5]], [[5, 5, 4]]), ([[0, 0, 7]], [[7, 0, 0]])],
    tests=[[[8, 8, 1]]],
)


def colonies(tasks, **config):
    """Islands of these tasks with the example programs as their stock."""
    config = EvolveConfig(**{"islands": 3, "children": 48, **config})
    found = Colonies(new_breeder(Mutations()), tasks, config)
    programs = read_source(PROGRAMS.read_text()).values()
    stock = [found.breeder.add_program(*program.encode()) for program in programs]
    found.step([found.score(k, stock, Floor(), 0) for k in range(len(tasks))], 1)
    found.end_generation(0)
    return found, stock


def breed(found, stock, generations, first=1, only=None, threads=1):
    """Some generations, on all islands or on one."""
    for generation in range(first, first + generations):
        rng = random.Random(generation)
        jobs = [
            found.breed(task, island, generation, stock, Floor(), 0, rng)
            for island in range(found.config.islands)
            for task in range(len(found.tasks))
            if only is None or island == only
        ]
        found.step(jobs, threads)
        found.end_generation(generation)


def sources(found, island, task=0):
    return [r.source for r in found.breeder.residents(found.numbers[task], island)]


@pytest.fixture
def some(tasks):
    return list(tasks.values())[:2]


def test_a_child_stays_on_the_island_of_its_parents(some):
    found, stock = colonies(some, migrate=100)
    before = [sources(found, island) for island in range(3)]
    breed(found, stock, 3, only=1)
    after = [sources(found, island) for island in range(3)]
    assert after[0] == before[0]
    assert after[2] == before[2]
    assert set(after[1]) - set(before[1])


def test_the_best_migrate_when_it_is_time(some):
    found, stock = colonies(some, migrate=4)
    breed(found, stock, 3)
    best, others = sources(found, 0)[:3], sources(found, 1)
    apart = set(best) - set(others)
    assert apart
    found.end_generation(4)
    assert apart & set(sources(found, 1)), "copies have come"
    assert apart & set(sources(found, 0)), "and originals stayed"


def test_threads_play_no_part(some):
    packed = []
    for threads in (1, 3):
        found, stock = colonies(some)
        breed(found, stock, 6, threads=threads)
        packed.append(found.pack())
    assert packed[0] == packed[1]


@pytest.mark.parametrize("config", [{}, {"selection": "best", "elites": False, "patience": 2}])
def test_a_packed_state_goes_on_as_if_nothing_had_happened(some, config):
    whole, stock = colonies(some, **config)
    breed(whole, stock, 9)
    first, stock = colonies(some, **config)
    breed(first, stock, 5)
    second, stock = colonies(some, **config)
    second.unpack(first.pack())
    assert second.pack() == first.pack()
    breed(second, stock, 4, first=6)
    assert second.pack() == whole.pack()


def shadows():
    """A task that a rule about cells fits: what has a filled cell on its left turns red."""
    rng = random.Random(5)
    pairs = []
    for _ in range(4):
        grid = [[rng.choice((0, 0, 3, 8)) for _ in range(14)] for _ in range(14)]
        red = [[2 if j and row[j - 1] else c for j, c in enumerate(row)] for row in grid]
        pairs.append((grid, red))
    return Task("shadows", demos=pairs[:3], tests=[pairs[3][0]])


def test_what_is_kept_of_earlier_jobs_changes_no_result():
    """Rules and costly steps are kept in a breeder. A new one for each generation has none."""
    some = [shadows()]
    config = {"islands": 2, "children": 64, "mutations": Mutations(learn=5.0), "focus": False}
    learning = [one for one in founders() if "learn_tree" in one.source()]

    def begun():
        found, stock = colonies(some, **config)
        more = [found.breeder.add_program(*one.encode()) for one in learning]
        found.step([found.score(0, more, Floor(), 0)], 1)
        return found, [*stock, *more]

    whole, stock = begun()
    breed(whole, stock, 5)
    packed = begun()[0].pack()
    for generation in range(1, 6):
        fresh, stock = begun()
        fresh.unpack(packed)
        breed(fresh, stock, 1, first=generation)
        packed = fresh.pack()
    assert sum("apply_rule" in source for source in sources(whole, 0)) > 3
    assert packed == whole.pack()


@pytest.mark.parametrize(
    "text",
    ["", "?", "AAAA", b64encode(zlib.compress(b"[]")).decode(), b64encode(b"{}").decode()],
)
def test_a_state_that_nobody_wrote_is_refused(some, text):
    found, _ = colonies(some)
    with pytest.raises(InputError, match="state"):
        found.unpack(text)


def test_scores_of_another_task_are_refused(some):
    """Islands compare scores by their place, so all must have as many."""
    found, _ = colonies(some)
    content = json.loads(zlib.decompress(b64decode(found.pack())))
    for islands in content["islands"].values():
        islands[0][1][0][7].pop()
    with pytest.raises(InputError, match="state"):
        found.unpack(b64encode(zlib.compress(json.dumps(content).encode())).decode())


def scored(task, *texts, generalise=True, **guises):
    """What programs get on a task, in the order of the texts."""
    breeder = new_breeder(Mutations())
    selection = Selection(capacity=8, lexicase=True, elites=True, patience=0)
    breeder.set_selection(selection, generalise, **guises)
    number = breeder.add_task(task.pairs, [test.input for test in task.tests])
    programs = [read_program(text) for text in texts]
    hand = [breeder.add_program(*program.encode()) for program in programs]
    jobs = [BreedJob(number, [one], as_they_are=True) for one in hand]
    return [breeder.step([job], 1, True, None).children[0] for job in jobs]


def test_what_has_only_learnt_the_demos_by_heart_loses_score():
    """A table of cells fits any demos; a mirror gives them without having seen them."""
    mirror = "def solve(I):\n    return vmirror(I)\n"
    told = "def solve(S, I):\n    return last(extract(S, compose(lbind(equality, I), first)))\n"
    plain, by_heart = scored(FLIP, mirror, told)
    assert plain.fits
    assert by_heart.fits
    assert plain.score == 3000
    assert by_heart.score < 2000
    _, trusted = scored(FLIP, mirror, told, generalise=False)
    assert trusted.score == 3000


BY_DEMOS = "mir_rot(I, a_mr(S))"
ASKED = {"recoloured": True, "turned": True}


@pytest.mark.parametrize(
    ("text", "guises", "score"),
    [
        (BY_DEMOS, ASKED, 3000),
        # It goes by which colours are low.
        (f"branch(greater(FIVE, maximum(palette(I))), {BY_DEMOS}, I)", {"recoloured": True}, 1500),
        (f"branch(greater(FIVE, maximum(palette(I))), {BY_DEMOS}, I)", {"turned": True}, 3000),
        (f"branch(greater(FIVE, maximum(palette(I))), {BY_DEMOS}, I)", {}, 3000),
        # It goes by how the grids lie.
        (f"branch(portrait(I), {BY_DEMOS}, I)", {"recoloured": True}, 3000),
        (f"branch(portrait(I), {BY_DEMOS}, I)", {"turned": True}, 1500),
        # The colours that it names are its own choice, and it takes no demos.
        (f"branch(contained(FOUR, palette(I)), {BY_DEMOS}, I)", {"recoloured": True}, 3000),
        ("branch(portrait(I), vmirror(I), I)", ASKED, 3000),
    ],
)
def test_what_takes_the_demos_is_tried_in_other_colours_and_turned(text, guises, score):
    demos = [[[1, 2, 4], [0, 2, 3], [4, 4, 0], [3, 1, 1]], [[4, 1], [2, 2], [0, 3]]]
    demos.append([[2, 4, 4, 3], [1, 1, 0, 0], [2, 0, 4, 1], [1, 2, 3, 4], [4, 4, 1, 2]])
    tests = [[[4, 3], [1, 1], [2, 0]]]
    task = Task("t", [(grid, [row[::-1] for row in grid]) for grid in demos], tests)
    (child,) = scored(task, f"def solve(S, I):\n    return {text}\n", **guises)
    assert child.fits
    assert child.score == score


def test_what_answers_the_tests_otherwise_in_other_colours_loses_score():
    """It gives all demos in all colours; for the test it goes by which colour is the lowest."""
    demos = [[[0, 1, 2]], [[4, 0, 0]], [[0, 3, 3]]]
    text = f"def solve(S, I):\n    return replace({BY_DEMOS}, minimum(palette(I)), ZERO)\n"
    for test, score in (([[0, 5, 6]], 3000), ([[4, 5, 6]], 1500)):
        task = Task("t", [(grid, [row[::-1] for row in grid]) for grid in demos], [test])
        (child,) = scored(task, text, recoloured=True)
        assert child.fits
        assert child.score == score


def test_what_gives_no_answer_loses_score():
    answer = "branch(contained(EIGHT, palette(I)), ONE, vmirror(I))"
    text = f"def solve(I):\n    return {answer}\n"
    (child,) = scored(FLIP, text)
    assert child.fits
    assert child.score == 1500


COLOURS = Task(
    "colours",
    demos=[
        ([[1, 0, 2]], [[4, 0, 5]]),
        ([[2, 2, 1]], [[5, 5, 4]]),
        ([[0, 1, 2, 1]], [[0, 4, 5, 4]]),
        ([[1, 2]], [[4, 5]]),
    ],
    tests=[[[2, 1, 3]]],
)
BY_HAND = "replace(replace(I, ONE, FOUR), TWO, FIVE)"


@pytest.mark.parametrize(
    ("texts", "sure"),
    [
        (("I",), False),
        # Nothing else fits.
        ((BY_HAND,), True),
        # Another one gives something else for the test.
        ((BY_HAND, f"replace({BY_HAND}, THREE, SIX)"), False),
        # A learnt rule that tells each demo left out, whoever else fits.
        (("apply_rule(learn_colours(S, 0), I)", f"replace({BY_HAND}, THREE, SIX)"), True),
        # Learnt by heart.
        (("last(extract(S, compose(lbind(equality, I), first)))",), False),
    ],
)
def test_a_task_is_sure_if_its_best_program_is_hardly_ever_wrong(texts, sure):
    found = Colonies(new_breeder(Mutations()), [COLOURS], EvolveConfig())
    programs = [read_program(f"def solve(S, I):\n    return {text}\n") for text in texts]
    hand = [found.breeder.add_program(*program.encode()) for program in programs]
    found.step([found.score(0, hand, Floor(), 0)], 1)
    assert found.sure(0) == sure


def test_cases_are_scores_by_demo_and_by_differ():
    (child,) = scored(FLIP, "def solve(I):\n    return rot180(I)\n")
    assert child.cases[:3] == [1000, 1000, 1000]
    (child,) = scored(FLIP, "def solve(I):\n    return I\n")
    assert len(child.cases) == 3 + 7
    assert all(0 <= case <= 1000 for case in child.cases)
    assert sum(child.cases[:3]) == child.score


def test_what_fits_is_reported_without_idle_steps(tasks):
    """Bred from a program that turns twice for nothing, whatever fits has no step to spare."""
    idle = "def solve(I):\n    return rot90(rot270(rot90(rot270(vmirror(I)))))\n"
    breeder = new_breeder(Mutations())
    number = breeder.add_task(FLIP.pairs, [test.input for test in FLIP.tests])
    hand = [breeder.add_program(*read_program(idle).encode())]
    result = breeder.step([BreedJob(number, hand, children=200, seed=3)], 1, True, None)
    fits = [child for child in result.children if child.fits]
    assert fits
    assert min(child.nodes for child in fits) == 2


def test_for_a_solved_task_only_what_fits_counts():
    """Whatever misses a demo neither joins an island nor is reported, and no rule is learnt."""
    flip = "def solve(I):\n    return rot90(rot270(vmirror(I)))\n"
    breeder = new_breeder(Mutations(learn=3.0))
    number = breeder.add_task(FLIP.pairs, [test.input for test in FLIP.tests])
    hand = [breeder.add_program(*read_program(flip).encode())]
    breeder.step([BreedJob(number, hand, as_they_are=True)], 1, True, None)
    assert breeder.solved(number)
    job = BreedJob(number, hand, children=400, seed=3, solved=True, generation=1)
    result = breeder.step([job], 1, True, None)
    assert result.scored > 50
    assert result.children
    assert all(child.fits for child in result.children)
    assert all(r.matched == len(FLIP.demos) for r in breeder.residents(number, 0))
    assert not any("apply_rule" in r.source for r in breeder.residents(number, 0))


def test_every_rule_has_a_founder():
    families = [row.name for row in _core.rule_rows() if row.table == "family"]
    founding = {program.hash for program in founders()}
    for family in families:
        plain = read_program(f"def solve(S, I):\n    return apply_rule({family}(S, 0), I)\n")
        assert plain.hash in founding, family


def test_what_fit_tries_are_founders():
    ready = {one.program.hash for level in range(LEVELS) for one in programs(level)}
    assert ready < {program.hash for program in founders()}


PALETTE = Task(
    "palette",
    demos=[([[0, 1, 0]], [[0, 4, 0]]), ([[0, 2, 0]], [[0, 5, 0]]), ([[0, 3, 3]], [[0, 6, 6]])],
    tests=[[[1, 2, 7]]],
)
LEARNT = "def solve(S, I):\n    return apply_rule(learn_colours(S, 0), I)\n"
WRITTEN = (
    "def solve(I):\n    return replace(replace(replace(replace(I, 1, 4), 2, 5), 3, 6), 7, 8)\n"
)


def test_islands_rank_as_a_library_does():
    """By nodes and lost score, where a program fits. The learnt rule would miss left-out demos."""
    found, _ = colonies([PALETTE], islands=1)
    both = [read_program(source) for source in (LEARNT, WRITTEN)]
    hand = [found.breeder.add_program(*program.encode()) for program in both]
    found.step([found.score(0, hand, Floor(), 0)], 1)
    residents = found.breeder.residents(found.numbers[0], 0)
    programs = [read_program(r.source) for r in residents]
    rows = [
        standing(r.matched, len(PALETTE.demos), r.score, len(program), r.fuel, "", "", False)[:4]
        for r, program in zip(residents, programs, strict=True)
    ]
    assert rows == sorted(rows)
    learnt, written = (programs.index(program) for program in both)
    assert learnt < written
    assert residents[learnt].score < residents[written].score


def test_rates_follow_success():
    rates = Rates([1.0, 1.0, 2.0], adaptive=True)
    assert rates.weights() == [1.0, 1.0, 2.0]
    rates.count([10_000, 10_000, 10_000], [900, 100, 500])
    up, down, same = rates.weights()
    assert up > 1.5
    assert down < 0.5
    assert same == pytest.approx(2.0, rel=0.01)
    assert Rates([1.0, 1.0], adaptive=False).weights() == [1.0, 1.0]
