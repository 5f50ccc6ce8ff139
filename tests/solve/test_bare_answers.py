"""Bare answers: a network's votes are findings, beside programs and together with them."""

import json
from itertools import permutations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from arcloom.errors import InputError
from arcloom.search.bare_answer import BareAnswer
from arcloom.solve.answers import Answer
from arcloom.solve.evidence import VOTED, Evidence
from arcloom.solve.odds import (
    GUESS,
    PROGRAMS,
    attempts,
    chosen,
    first_chance,
    odds,
    scored,
    total,
)
from arcloom.solve.pooling import shared
from arcloom.solve.ranking import rank
from arcloom.solve.votes_file import read_votes, write_votes
from arcloom.tasks import Grid
from tests.solve.small import found, mirror_task, riddle_task, small_tasks

# All keep the size and the colours of the input, as the demos do.
A, B, C, D = [[9, 7, 8]], [[8, 9, 7]], [[9, 8, 7]], [[8, 7, 9]]
GRIDS = (A, B, C, D)
VIEWS = ("vmirror(I)", "hmirror(I)", "rot90(I)", "rot180(I)", "rot270(I)", "dmirror(I)", "I")


def vote(output, votes, of=16, *, bits=1.0, origin="network", task="mirror", test=0):
    return BareAnswer(task, test, Grid(output), votes, of, bits, origin)


def evidence(*items, answers=(), task=None):
    held = Evidence(task or mirror_task())
    held.add(items)
    held.give(answers)
    return held


def outputs(held, count=2, **options):
    return [grid.tolist() for grid in attempts(held, count, **options)[0]]


programs = st.lists(
    st.tuples(
        st.sampled_from(VIEWS),
        st.sampled_from(GRIDS),
        st.integers(1, 60),
        st.sampled_from(["fit", "evolve", "enumerate"]),
        st.integers(1, 2),
        st.sampled_from([None, (0, 2), (1, 2), (2, 2)]),
    ),
    max_size=7,
    unique_by=lambda one: one[0],
)


def made(drawn):
    return [
        found(source, [grid], cost=cost, strategy=strategy, matched=matched, left_out=left_out)
        for source, grid, cost, strategy, matched, left_out in drawn
    ]


@given(programs)
def test_without_a_network_the_ranking_of_programs_stands(drawn):
    held = evidence(*made(drawn))
    ranked, told = outputs(held, 4), odds(held, 4).tests[0]
    # The chances are those of the programs' own scores, and guesses come last.
    known = scored(held, 0, rank(held, 0))
    chances = shared({n: total(PROGRAMS, values) for n, (_, values) in enumerate(known)})
    best = sorted(chances.values(), reverse=True)[:4]
    assert [one.probability for one in told][: len(best)] == pytest.approx(best)
    left = 1 - sum(chances.values())
    for one in told[len(chances) :]:
        assert one.probability == pytest.approx(left * GUESS)
        left -= one.probability
    # What is said of another test changes nothing here.
    other = evidence(*made(drawn))
    other.answers = (vote(A, 16, test=1),)
    assert outputs(other, 4) == ranked
    assert chosen(other, 0, 4)[0].probability == odds(held, 4).tests[0][0].probability


@given(programs)
def test_a_network_that_says_the_same_of_all_keeps_the_order_of_programs(drawn):
    held = evidence(*made(drawn))
    order = outputs(held, 4)
    held.give(vote(grid, 0, bits=60.0) for grid in order)
    assert outputs(held, 4) == order


def test_votes_answer_a_task_that_no_program_fits():
    held = evidence(answers=[vote(A, 3), vote(B, 12)])
    assert outputs(held) == [B, A]
    first, second = odds(held, 2).tests[0]
    assert first.why == "network: 12 of 16 views agree; no program that fits gives it"
    assert first.probability > second.probability > 0
    assert not held.fitted


def test_a_source_without_likelihoods_is_believed_by_its_votes():
    def chance(votes, bits):
        answers = [vote(A, votes, bits=bits), vote(B, 1, bits=bits)]
        return odds(evidence(answers=answers), 2).tests[0][0].probability

    assert chance(15, None) > 0.9
    assert chance(4, None) < 0.2 < chance(4, 1.0)


def test_agreement_of_programs_and_network_raises_the_odds():
    alone = evidence(found(VIEWS[0], [A]))
    agreed = evidence(found(VIEWS[0], [A]), answers=[vote(A, 10)])
    against = evidence(found(VIEWS[0], [A]), answers=[vote(B, 10)])
    chances = [odds(held, 2).tests[0][0].probability for held in (against, alone, agreed)]
    assert chances == sorted(chances)
    assert "network: 10 of 16 views agree" in odds(agreed, 2).tests[0][0].why


def test_the_second_attempt_goes_to_another_source():
    """The programs' second output is far behind their first; the vote keeps its own chance."""
    items = [found(VIEWS[0], [A], cost=5), found(VIEWS[1], [B], cost=60)]
    assert outputs(evidence(*items)) == [A, B]
    assert outputs(evidence(*items, answers=[vote(C, 8, bits=15.0)])) == [A, C]


def test_a_single_stray_vote_does_not_displace_a_proven_second_output():
    rule = "apply_rule(learn_colours(S, ZERO), I)"
    items = [found(VIEWS[0], [A], cost=-20), found(rule, [B], cost=6, left_out=(2, 2))]
    assert outputs(evidence(*items, answers=[vote(C, 1, bits=40.0)])) == [A, B]


def test_the_judge_decides_between_programs():
    """Both fit and nearly tie; the network gives neither, and finds one far likelier."""
    items = [found(VIEWS[0], [A], cost=10), found(VIEWS[1], [B], cost=10.5)]
    assert outputs(evidence(*items)) == [A, B]
    unsure = odds(evidence(*items), 2).tests[0]
    judged = evidence(*items, answers=[vote(A, 0, bits=50.0), vote(B, 0, bits=0.5)])
    after = chosen(judged, 0, 2)
    share = [a.probability / (a.probability + b.probability) for a, b in (unsure, after)]
    by_output = {one.proposal.output.tolist()[0][0]: one.probability for one in after}
    assert by_output[8] / sum(by_output.values()) > 1 - share[0]


def test_a_program_found_later_is_judged_too():
    held = evidence(found(VIEWS[0], [A], cost=10), answers=[vote(B, 12)])
    assert outputs(held) == [A, B]
    held.add([found(VIEWS[1], [B], cost=12)])
    assert outputs(held) == [B, A]


def test_an_answer_that_is_only_judged_is_no_attempt():
    held = evidence(found(VIEWS[0], [A]), answers=[vote(B, 0, bits=0.1)])
    assert B not in outputs(held, 3)


def test_one_source_by_itself():
    held = evidence(found(VIEWS[0], [A]), answers=[vote(B, 16), vote(C, 4, 4, origin="mine")])
    assert outputs(held, 1, only=["fit"]) == [A]
    assert outputs(held, 1, only=["network"]) == [B]
    assert outputs(held, 1, only=["mine"]) == [C]
    assert held.origins == ["mine", "network"]


def test_new_votes_replace_old_ones_and_judgements_stay_beside_them():
    held = evidence(answers=[vote(A, 10), vote(B, 6)])
    held.give([vote(C, 0, bits=3.0)])
    assert [one.votes for one in held.answers] == [10, 6, 0]
    held.give([vote(A, 0, bits=9.0)])  # it has votes, which say more
    assert [one.votes for one in held.answers] == [10, 6, 0]
    held.give([vote(B, 16)])
    assert [(one.output.tolist(), one.votes) for one in held.answers] == [(B, 16)]


def test_evidence_keeps_the_answers_with_the_most_votes():
    many = [vote([[n % 10, n // 10]], n, 64) for n in range(1, 40)]
    held = evidence(answers=many)
    assert [one.votes for one in held.answers] == list(range(39, 39 - VOTED, -1))


def test_the_order_of_answers_changes_nothing():
    items = [vote(A, 8), vote(B, 8), vote(C, 2, bits=None), vote(D, 0, bits=1.0)]
    whole = {tuple(evidence(answers=order).answers) for order in permutations(items)}
    assert len(whole) == 1


def test_a_network_changes_nothing_in_what_the_search_goes_by():
    held = evidence(found(VIEWS[0], [A]), found(VIEWS[1], [A]))
    before = (held.fits, held.settled, first_chance(held), held.strategies)
    held.give([vote(B, 16)])
    assert (held.fits, held.settled, first_chance(held), held.strategies) == before


def test_an_answer_shows_the_votes():
    held = evidence(answers=[vote([[9, 8, 7]], 14)])
    answer = Answer(held.task, attempts(held, 2), held)
    assert repr(answer) == "Answer(mirror: no program fits; network: 14 of 16 views agree)"
    assert answer.bare[0][0].votes == 14
    assert "network: 14 of 16 views agree" in answer._repr_html_()
    assert answer.row()["votes"] == 14 / 16


# The file


def entry(grid, votes=3, of=4, bits=0.5):
    return {"grid": grid, "votes": votes, "of": of, "bits": bits}


def test_votes_come_back_from_their_file(tmp_path):
    tasks = small_tasks()
    given = [
        vote(A, 3, 4, bits=2.5),
        vote(B, 1, 4, bits=None),
        vote(C, 4, 4, task="riddle", test=1),
    ]
    write_votes(tmp_path / "votes.json", tasks, given)
    back = read_votes(tmp_path / "votes.json", tasks)
    shown = [(v.task_id, v.test, v.output.tolist(), v.votes, v.of, v.bits) for v in back]
    assert shown == [
        ("mirror", 0, A, 3, 4, 2.5),
        ("mirror", 0, B, 1, 4, None),
        ("riddle", 1, C, 4, 4, 1.0),
    ]
    assert {v.origin for v in back} == {"network"}
    content = json.loads((tmp_path / "votes.json").read_text())
    (tmp_path / "plain.json").write_text(json.dumps(content["tasks"]))
    assert len(read_votes(tmp_path / "plain.json", tasks)) == len(back)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ([], "votes are a JSON object"),
        ({"other": [[]]}, "none of the 1 tasks is in it"),
        ({"riddle": [[]]}, "riddle: must list as many entries as there are tests: 2"),
        ({"riddle": [[], {}]}, "task riddle, test 2: must be a list of votes"),
        ({"riddle": [[3], []]}, "a vote must be an object"),
        ({"riddle": [[{"grid": A}], []]}, "lacks its `votes` or `of`"),
        ({"riddle": [[entry([[11]])], []]}, "task riddle, test 1"),
        ({"riddle": [[entry(A, 5, 4)], []]}, "5 of 4 votes cannot be"),
        ({"riddle": [[entry(A, bits=-1)], []]}, "bits cannot be"),
        ({"riddle": [[entry(A, bits="x")], []]}, "are no number"),
        ({"riddle": [[entry(A, bits=10**400)], []]}, "are no number"),
        ({"riddle": [[entry(A, bits=float("inf"))], []]}, "votes.json"),
        ({"riddle": [[entry(A, 1, 10**400)], []]}, "votes cannot be"),
        ({"riddle": [[entry([[1] * 31])], []]}, "at most 30x30"),
    ],
)
def test_a_file_that_holds_no_votes_is_refused_with_its_place(tmp_path, content, problem):
    path = tmp_path / "votes.json"
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"votes\.json") as told:
        read_votes(path, {"riddle": riddle_task()})
    assert problem in str(told.value)
