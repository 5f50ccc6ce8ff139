"""A training that was stopped goes on as if nothing had happened; foreign files are refused."""

import pickle

import pytest
import torch

from arcloom.errors import InputError
from arcloom.net import Network
from tests.net.made import made


def start(path=None, seed=3, names=("mirror", "row"), preset="tiny"):
    tasks = [made(name, seed=1)[0] for name in names]
    return Network.start(tasks, preset=preset, device="cpu", seed=seed, checkpoint=path)


def told(network):
    """What a network answers, with its bits to the last digit."""
    return {
        task_id: [[(v.grid.to_tuple(), v.votes, v.bits) for v in best] for best in tests]
        for task_id, tests in network.answer(views=4).items()
    }


def test_resumed_equals_uninterrupted(tmp_path):
    whole = start()
    whole.train(steps=20)
    path = tmp_path / "net.pt"
    first = start(path)
    first.train(steps=20, stop=lambda: first.step >= 9)
    again = start(path)
    assert (again.step, again.seconds) == (9, first.seconds)
    again.train(steps=11)
    assert told(again) == told(whole)
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_seed_gives_the_same_answers():
    one, two, other = start(), start(), start(seed=4)
    for network in (one, two, other):
        network.train(steps=5)
    assert told(one) == told(two) != told(other)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"seed": 4}, "another seed"), ({"names": ("row",)}, "other tasks")],
)
def test_a_checkpoint_of_another_training_is_refused(tmp_path, change, words):
    path = tmp_path / "net.pt"
    start(path).train(steps=1)
    with pytest.raises(InputError, match=f"net.pt: a checkpoint of {words}; "):
        start(path, **change)


class Evil:
    def __reduce__(self):
        return exec, ("raise SystemExit('ran')",)


@pytest.mark.parametrize("content", ["text", "evil", "torch", "empty", "pickle"])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path, content):
    path = tmp_path / "net.pt"
    if content == "evil":
        torch.save({"format": "arcloom network 1", "facts": Evil()}, path)
    elif content == "torch":
        torch.save([torch.zeros(2)], path)
    elif content == "pickle":
        path.write_bytes(pickle.dumps({"format": 1}))
    else:
        path.write_text("no checkpoint" if content == "text" else "")
    before = path.read_bytes()
    with pytest.raises(InputError, match="not a checkpoint of a network"):
        start(path)
    assert path.read_bytes() == before


def test_a_forged_checkpoint_is_refused(tmp_path):
    path = tmp_path / "net.pt"
    start(path).train(steps=1)
    content = torch.load(path, weights_only=True)
    content["model"] = content["model"][:-1]
    torch.save(content, path)
    with pytest.raises(InputError, match="a damaged checkpoint"):
        start(path)


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path):
    network = start(tmp_path / "none" / "net.pt")
    with pytest.raises(InputError, match="cannot be written"):
        network.train(steps=1)
