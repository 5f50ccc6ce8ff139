"""The front of fit against length, against its definition."""

from hypothesis import given
from hypothesis import strategies as st

from arcloom.lang import read_program
from arcloom.library import Kept, Library, Scored, StoredScore
from arcloom.library.front import fit_of, front_of
from tests.library.samples import hashes

DEMOS = 3
# Matched demos give 1000 each; a program that fits may have lost some of it.
WORTH = st.integers(0, DEMOS).flatmap(
    lambda matched: st.tuples(
        st.just(matched),
        st.integers(1000 * matched, 999 * DEMOS + matched)
        if matched < DEMOS
        else st.sampled_from([1500, 3000]),
    )
)


def kept(number, worth, nodes):
    matched, score = worth
    return Kept(
        StoredScore("t", f"{number:04}", matched, DEMOS, score, 10, nodes, f"b{number}"), number
    )


def preference(one):
    score = one.score
    return -score.demos_matched, -score.score, score.nodes, score.fuel, score.program


def beats(one, other):
    """At least as good and as short, and better in one of the two."""
    fit, other_fit = preference(one)[:2], preference(other)[:2]
    nodes, other_nodes = one.score.nodes, other.score.nodes
    return fit <= other_fit and nodes <= other_nodes and (fit, nodes) != (other_fit, other_nodes)


@given(st.lists(st.tuples(WORTH, st.integers(1, 8)), max_size=12))
def test_nothing_beats_what_is_on_the_front_and_all_else_is_beaten(rows):
    all_ = sorted((kept(k, *row) for k, row in enumerate(rows)), key=preference)
    front = front_of(all_)
    unbeaten = [one for one in all_ if not any(beats(other, one) for other in all_)]
    places = [(*preference(one)[:2], one.score.nodes) for one in front]
    assert set(places) == {(*preference(one)[:2], one.score.nodes) for one in unbeaten}
    assert len(set(places)) == len(places), "of equals one is enough"
    assert [one.score.nodes for one in front] == sorted(one.score.nodes for one in front)


@given(st.lists(st.tuples(WORTH, st.just(1)), min_size=2, max_size=6))
def test_the_height_in_a_drawing_goes_by_the_keep_rule(rows):
    heights = [
        (preference(one)[:2], -fit_of(one.score))
        for one in (kept(k, *row) for k, row in enumerate(rows))
    ]
    assert all(0 <= -height <= 1 for _, height in heights)
    for one, height in heights:
        for other, other_height in heights:
            assert (one < other) <= (height < other_height)


def test_a_task_without_demos_has_no_fit():
    assert fit_of(StoredScore("t", "0", 0, 0, 0, 1, 1, "b")) == 0


def turned(times):
    return read_program(f"def solve(I): return {'rot90(' * times}I{')' * times}")


def test_a_library_gives_the_front_of_a_task_shortest_first(tmp_path):
    with Library(tmp_path / "lib.db") as library:
        for times, matched, score in ((1, 0, 700), (2, 1, 1800), (3, 1, 1700), (4, 3, 3000)):
            library.record([Scored(turned(times), "t", matched, 3, score, 9, f"b{times}")])
        front = library.front("t")
        assert hashes(front) == [turned(times).hash for times in (1, 2, 4)]
        assert library.front("unknown") == []
        library.record([Scored(read_program("def solve(I): return I"), "t", 3, 3, 3000, 1, "i")])
        assert [one.score.nodes for one in library.front("t")] == [1]
