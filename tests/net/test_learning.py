"""A tiny network learns made-up tasks, answers their tests and judges outputs."""

import numpy as np
import pytest

from arcloom.errors import InputError
from arcloom.net import Network
from arcloom.net.voting import AGREED
from tests.net.made import RULES, made

STEPS = 360


@pytest.fixture(scope="module")
def tasks():
    return {name: made(name, seed=1) for name in RULES}


@pytest.fixture(scope="module")
def trained(tasks):
    network = Network.start(
        [task for task, _ in tasks.values()], preset="tiny", device="cpu", held_out=1
    )
    seen = []
    network.train(steps=STEPS, on_progress=seen.append)
    return network, seen


def test_it_answers_tests_that_it_has_not_seen(tasks, trained):
    votes = trained[0].answer(views=8)
    for name, (_, wanted) in tasks.items():
        for best, right in zip(votes[name], wanted, strict=True):
            # Colours are hardest: after so short a training, one of two attempts may be needed.
            tried = best[: 2 if name == "recolour" else 1]
            assert any(vote.grid.same(right) for vote in tried), name
            assert all(vote.of == 8 for vote in best)


def test_answers_are_judged_under_all_views(tasks, trained):
    """An answer that few views gave is as likely under all of them as `likelihood` says."""
    network = trained[0]
    task, _ = tasks["recolour"]
    votes = network.answer([task], views=8)[task.id][1]
    assert len(votes) > 2
    judged = network.likelihood(task, 1, [vote.grid for vote in votes], views=8)
    assert [vote.judged for vote in votes] == pytest.approx([one.bits for one in judged], rel=1e-3)
    assert all(vote.judged > vote.bits for vote in votes)
    order = [vote.judged - AGREED * vote.votes / vote.of for vote in votes]
    assert order == sorted(order)


def test_without_time_answers_are_not_judged(tasks, trained):
    task, _ = tasks["mirror"]
    votes = trained[0].answer([task], views=8, seconds=0)[task.id][0]
    assert votes
    assert [vote.judged for vote in votes] == [None] * len(votes)


def test_a_device_that_records_no_steps_trains_without(tasks):
    """A CPU is one. `auto` tries it on GPUs only, so the test asks for it here."""
    given = [task for task, _ in tasks.values()]
    plain, tried = (Network.start(given, preset="tiny", device="cpu") for _ in range(2))
    trainer = tried._trainer
    trainer.record = trainer.may_fail = True
    trainer._unrecorded = 3
    losses = [network.train(steps=4).loss for network in (plain, tried)]
    assert losses[0] == losses[1]
    assert "cannot record steps here" in tried.notes[-1]
    assert "cannot record" not in " ".join(plain.notes)


def test_progress_tells_of_the_training(trained):
    network, seen = trained
    assert [progress.step for progress in seen][-1] == network.step == STEPS
    assert seen[-1].loss < 0.2 < seen[0].loss
    assert seen[-1].seconds_left == 0
    assert seen[-1].epochs > 50
    assert network.held_out_accuracy() in (0.0, 1.0)


def test_the_right_output_is_likelier_than_others(tasks, trained):
    task, wanted = tasks["mirror"]
    right = np.asarray(wanted[0])
    wrong = right.copy()
    wrong[1, 2] = (wrong[1, 2] + 1) % 4
    bits = trained[0].likelihood(task, 0, [wanted[0], type(wanted[0])(wrong)], views=4)
    assert bits[0].bits + 3 < bits[1].bits
    assert bits[1].cells.shape == (3, 3)
    assert np.unravel_index(bits[1].cells.argmax(), (3, 3)) == (1, 2)


def test_a_grid_that_is_too_large_is_impossible(tasks, trained):
    task, wanted = tasks["mirror"]
    large = type(wanted[0])(np.zeros((31, 2), int))
    assert trained[0].likelihood(task, 0, [large], views=1)[0].bits == np.inf


def test_decoding_gives_the_bits_that_judging_gives(tasks, trained):
    """Both compute the same in other ways: token by token with a cache, and all at once."""
    network = trained[0]
    for task, wanted in tasks.values():
        for test in range(len(wanted)):
            vote = network.answer([task], views=1)[task.id][test][0]
            judged = network.likelihood(task, test, [vote.grid], views=1)[0]
            assert vote.bits == pytest.approx(judged.bits, abs=1e-3)
            assert judged.exact == 1.0


def test_tasks_it_has_not_learnt_are_refused(trained):
    stranger, _ = made("mirror", seed=9, task_id="stranger")
    with pytest.raises(InputError, match="has not learnt task 'stranger'"):
        trained[0].answer([stranger])


def test_a_spent_budget_ends_the_decoding(trained):
    votes = trained[0].answer(views=64, seconds=0.0)
    assert 0 < max(vote.of for tests in votes.values() for best in tests for vote in best) <= 32


def test_stop_ends_training_and_decoding(tasks):
    network = Network.start([tasks["row"][0]], preset="tiny", device="cpu")
    network.train(1000.0, stop=lambda: network.step >= 3)
    assert network.step == 3
    assert network.answer(stop=lambda: True) == {"row": [[], []]}
