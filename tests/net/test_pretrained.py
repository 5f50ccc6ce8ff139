"""Weights that were learnt on whole tasks: others begin with them, and nothing leaks."""

import pytest
import torch

from arcloom.errors import InputError
from arcloom.net import Network
from tests.net.made import made


def pretraining(path, seeds=(11, 12, 13), steps=150, **more):
    tasks = [made("row", seed=seed, task_id=f"row{seed}")[0] for seed in seeds]
    network = Network.pretraining(tasks, preset="tiny", device="cpu", **more)
    network.train(steps=steps)
    network.save_pretrained(path)
    return network


def start(path, seed=1, **more):
    task, wanted = made("row", seed=seed)
    network = Network.start([task], preset="tiny", device="cpu", pretrained=path, **more)
    return network, task, wanted


def bits(network, task, wanted):
    """What the right outputs cost."""
    return sum(network.likelihood(task, n, [grid])[0].bits for n, grid in enumerate(wanted))


def told(network, task):
    """What a network answers, with its bits to the last digit."""
    return [
        [(vote.grid.to_tuple(), vote.bits) for vote in best]
        for best in network.answer(views=2)[task.id]
    ]


def test_what_was_learnt_before_need_not_be_learnt_again(tmp_path):
    path = tmp_path / "pretrained.pt"
    pretraining(path)
    costs = {}
    for name, file in (("fresh", None), ("begun", path)):
        network, task, wanted = start(file)
        network.train(steps=20)
        costs[name] = bits(network, task, wanted)
    assert costs["begun"] < 0.5 * costs["fresh"]


def test_tests_are_learnt_too_and_a_task_to_do_without_is_refused(tmp_path):
    alone = made("row", seed=1)[0]
    tasks = [made("row", seed=seed, task_id=f"row{seed}")[0] for seed in (1, 2)]
    network = Network.pretraining(tasks, without=[alone], preset="tiny", device="cpu")
    assert [one.task_id for one in network.refused] == ["row1"]
    with pytest.raises(InputError, match="no task to learn"):
        Network.pretraining(tasks[:1], without=[alone], preset="tiny", device="cpu")


def test_a_task_that_was_learnt_before_gets_no_answer(tmp_path):
    path = tmp_path / "pretrained.pt"
    pretraining(path, seeds=(1, 2), steps=2)
    known, other = made("row", seed=1)[0], made("mirror", seed=5)[0]
    network = Network.start([known, other], preset="tiny", device="cpu", pretrained=path)
    network.train(steps=2)
    (one,) = network.known
    assert (one.task_id, "input of demo 1" in one.reason) == ("row", True)
    votes = network.answer(views=2)
    assert "row" not in votes or votes["row"] == [[], []]
    assert all(votes["mirror"])


def test_a_training_goes_on_with_the_weights_it_began_with_only(tmp_path):
    one, two, kept = tmp_path / "one.pt", tmp_path / "two.pt", tmp_path / "net.pt"
    pretraining(one, steps=2)
    pretraining(two, steps=3)
    network, task, _ = start(one, checkpoint=kept)
    network.train(steps=2)
    again, _, _ = start(one, checkpoint=kept)
    assert again.step == 2
    assert told(again, task) == told(network, task)
    for other in (two, None):
        with pytest.raises(InputError, match=r"net.pt: a checkpoint of other pretrained weights"):
            start(other, checkpoint=kept)


def test_a_pretraining_goes_on_from_its_checkpoint(tmp_path):
    path, kept = tmp_path / "pretrained.pt", tmp_path / "kept.pt"
    pretraining(path, steps=4, checkpoint=kept)
    again = pretraining(path, steps=3, checkpoint=kept)
    assert again.step == 7


def test_files_that_do_not_suit_are_refused(tmp_path):
    path = tmp_path / "pretrained.pt"
    with pytest.raises(InputError, match="there is no such file"):
        start(path)
    path.write_text("weights")
    with pytest.raises(InputError, match="no pretrained weights"):
        start(path)
    pretraining(path, steps=1)
    content = torch.load(path, weights_only=True)
    torch.save({**content, "weights": {}}, path)
    with pytest.raises(InputError, match="no pretrained weights"):
        start(path)
    torch.save(content, path)
    task = made("row", seed=1)[0]
    with pytest.raises(InputError, match=r"of a network 'tiny', not 'small'.* preset tiny"):
        Network.start([task], preset="small", device="cpu", pretrained=path)
