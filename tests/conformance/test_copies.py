"""`learn_repair` completes copies of a model: what it learns, and when it gives no answer."""

import pytest

import arcloom as al
from arcloom import dsl
from arcloom.dsl import UndefinedError

MODEL = ("023", "020", "022")
"""A red hook with a green mark: every turn of it looks different."""


def grid(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(cell) for cell in row) for row in text.split())


def drawn(*placed: tuple[int, int, tuple[str, ...]], size: int = 12) -> tuple[tuple[int, ...], ...]:
    """A black grid with these pictures, each with its upper left corner at a place."""
    cells = [[0] * size for _ in range(size)]
    for top, left, picture in placed:
        for i, row in enumerate(picture):
            for j, cell in enumerate(row):
                cells[top + i][left + j] = int(cell) or cells[top + i][left + j]
    return tuple(map(tuple, cells))


def turned(picture: tuple[str, ...], code: int) -> tuple[str, ...]:
    """The picture mirrored or turned, by the codes of mir_rot."""
    cells = dsl.mir_rot(grid(" ".join(picture)), code)
    return tuple("".join(map(str, row)) for row in cells)


def larger(picture: tuple[str, ...], times: int) -> tuple[str, ...]:
    return tuple("".join(c * times for c in row) for row in picture for _ in range(times))


def only(picture: tuple[str, ...], shown: str) -> tuple[str, ...]:
    return tuple("".join(c if c in shown else "0" for c in row) for row in picture)


def demo(*copies: tuple[int, int, tuple[str, ...]], shown: str = "2", model_stays: bool = True):
    """The model in a corner; of the copies the input has only the cells of one colour."""
    traces = [(top, left, only(picture, shown)) for top, left, picture in copies]
    model = [(0, 0, MODEL)]
    return drawn(*model, *traces), drawn(*(model if model_stays else []), *copies)


def learnt(demos, test):
    return dsl.apply_rule(dsl.learn_repair(tuple(demos), 0), test)


def test_copies_are_completed():
    demos = [demo((5, 5, MODEL)), demo((8, 1, MODEL), (4, 7, MODEL))]
    test, expected = demo((6, 2, MODEL), (1, 8, MODEL), (9, 9, MODEL))
    assert learnt(demos, test) == expected


@pytest.mark.parametrize("code", range(1, 8))
def test_copies_may_be_turned(code: int):
    demos = [demo((5, 5, turned(MODEL, 1))), demo((8, 1, turned(MODEL, 5)))]
    test, expected = demo((6, 2, turned(MODEL, code)))
    assert learnt(demos, test) == expected


def test_where_only_turns_are_shown_a_mirror_is_no_rival():
    """Two marks leave a turn and a mirror open."""
    marked = ("023", "020", "422")
    demos = [
        (drawn((0, 0, marked), (5, 5, only(copy, "34"))), drawn((0, 0, marked), (5, 5, copy)))
        for copy in (turned(marked, 1), turned(marked, 3))
    ]
    test, expected = (
        drawn((0, 0, marked), (6, 3, p)) for p in (only(turned(marked, 2), "34"), turned(marked, 2))
    )
    assert learnt(demos, test) == expected


def test_copies_may_be_larger():
    demos = [demo((5, 5, larger(MODEL, 2))), demo((4, 1, MODEL))]
    test, expected = demo((3, 3, larger(MODEL, 3)))
    assert learnt(demos, test) == expected


def test_the_model_may_go():
    demos = [demo((5, 5, MODEL), model_stays=False), demo((8, 1, MODEL), model_stays=False)]
    test, expected = demo((6, 2, MODEL), model_stays=False)
    assert learnt(demos, test) == expected


@pytest.mark.parametrize("shown", ["2", "3"])
def test_a_copy_may_be_cut_by_the_edge(shown: str):
    demos = [demo((5, 5, MODEL), shown=shown), demo((8, 1, MODEL), shown=shown)]
    test, expected = demo((11, 7, MODEL[:1]), (3, 3, MODEL), shown=shown)
    assert learnt(demos, test) == expected


def test_a_mark_that_tells_no_turn_means_the_model_as_it_is():
    demos = [demo((5, 5, turned(MODEL, 1))), demo((8, 1, turned(MODEL, 5)))]
    test, expected = demo((6, 2, MODEL), shown="3")
    assert learnt(demos, test) == expected


def test_two_turns_that_explain_a_trace_equally_well_give_no_answer():
    """Which one it is would depend on the order in which the learner looks."""
    arms = ("040", "111", "050")
    line = turned(arms, 1)  # its blue line runs from top to bottom
    demos = [
        (drawn((0, 0, arms), (5, 5, only(line, "1"))), drawn((0, 0, arms), (5, 5, line)))
        for _ in range(2)
    ]
    with pytest.raises(UndefinedError):
        dsl.learn_repair(tuple(demos), 0)


def test_the_rule_in_words():
    demos = [demo((5, 5, turned(MODEL, 1))), demo((8, 1, turned(MODEL, 5)))]
    told = al.describe_rule(dsl.learn_repair(tuple(demos), 0)).sentence
    assert told == (
        "Models are parts of several colours. Where only some of a model's colours show, "
        "the rest of the copy is painted; copies may be turned or mirrored."
    )


def test_selections_that_choose_the_same_models_are_one_explanation():
    """Copies may be turned, mirrored or larger, on black or the commonest colour."""
    demos = tuple(demo((5, 5, MODEL)) for _ in range(2))
    assert len({dsl.learn_repair(demos, n) for n in range(12)}) == 12
    with pytest.raises(UndefinedError):
        dsl.learn_repair(demos, 12)
