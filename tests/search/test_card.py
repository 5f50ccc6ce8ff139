"""A card: a hand and its children."""

import pytest

from arcloom.errors import InputError
from arcloom.lang import read_program
from arcloom.library import Library
from arcloom.search.evolve.card import draw_card
from tests.search.small import SOLVED, evolution


def test_children_are_new_programs(library, tasks):
    card = draw_card(library, tasks[SOLVED[0]], hand=16, count=20)
    assert card.task == SOLVED[0]
    assert len(set(card.programs)) == len(card.programs) == 20
    assert 1 < len(card.hand) <= 16
    assert {p.hash for p in card.hand} <= {p.hash for p in library.programs()}
    for child in card.programs:
        assert read_program(child.source()) == child


def test_the_hand_has_its_names(library, tasks):
    card = draw_card(library, tasks[SOLVED[0]], freeze_programs=True)
    assert card.programs == card.hand
    assert {p.name for p in card.hand} <= {p.name for p in library.programs()}


def test_the_seed_decides(library, tasks):
    evolution(library, tasks=tasks, generations=1).run()
    first, again, other = (
        [p.hash for p in draw_card(library, tasks[SOLVED[0]], seed=seed).programs]
        for seed in (1, 1, 2)
    )
    assert first == again != other


def test_nothing_is_stored(library, tasks):
    before = library.revision
    draw_card(library, tasks[SOLVED[0]])
    assert library.revision == before


def test_an_empty_library_has_no_hand(tmp_path, tasks):
    with (
        Library.open(tmp_path / "empty.db") as empty,
        pytest.raises(InputError, match="no programs to deal"),
    ):
        draw_card(empty, tasks[SOLVED[0]])


@pytest.mark.parametrize("wrong", [{"hand": 0}, {"count": 0}])
def test_what_makes_no_sense(library, tasks, wrong):
    with pytest.raises(InputError, match="at least 1"):
        draw_card(library, tasks[SOLVED[0]], **wrong)
