"""`arcloom net`: trains, goes on, answers; and what `solve` says of a network that cannot run."""

import json

import pytest

from arcloom.search.net.config import why_not
from arcloom.solve.submission import read_submission
from arcloom.tasks.load import load

needs_torch = pytest.mark.skipif(
    why_not("cpu") is not None, reason="needs PyTorch: pip install 'arcloom[net]'"
)
without_gpu = pytest.mark.skipif(why_not("auto") is None, reason="this machine has a GPU")
TINY = ("--preset", "tiny", "--device", "cpu")


@pytest.mark.parametrize(
    "line", ["net train {} --preset smal", "solve {} --net-preset smal --strategies net"]
)
def test_a_preset_that_there_is_not(arcloom, tasks, line):
    """It is told first, whether or not a network could run here."""
    result = arcloom(*line.format(tasks).split())
    told = "no network preset 'smal'; the presets are tiny, small, base, large"
    assert (result.exit_code, result.stderr) == (2, f"arcloom: {told}\n")


@needs_torch
def test_train_then_answer_then_solve(arcloom, arcloom_json, tasks, tmp_path):
    file = ("--checkpoint", tmp_path / "net.pt")
    given = ("net", "train", tasks, *TINY, *file, "--train", tasks, "--held-out", 1)
    first = arcloom_json(*given, "--seconds", 1)
    assert first["step"] > 0
    assert first["seconds"] >= 1
    assert {one["task_id"] for one in first["refused"]} == {"mirror", "trap", "turn"}
    again = arcloom(*given, "--seconds", 2, "--progress", 0)
    assert again.exit_code == 0
    assert "goes on from step" in again.stderr
    assert "loss" in again.stdout

    out, votes, library = tmp_path / "s.json", tmp_path / "votes.json", tmp_path / "lib.db"
    arcloom_json("solve", tasks, "--fuel", 1000, "--library", library, "--out", out)
    files = ("--out", out, "--votes", votes, "--views", 2, "--train", tasks, "--held-out", 1)
    content = arcloom_json("net", "answer", tasks, *TINY, *file, *files, "--judge", library)
    assert content["tasks"] == 3
    assert content["judged"] > 0
    assert len(read_submission(out, load(str(tasks)))) == 3
    assert set(json.loads(votes.read_text())["tasks"]) == {"mirror", "trap", "turn"}
    solved = arcloom_json(
        "solve", tasks, "--fuel", 1000, "--net-votes", votes, "--out", tmp_path / "t.json"
    )
    assert solved["answered"] == content["answered"] > 0

    other = arcloom("net", "answer", tasks, *TINY, *file, "--out", out, "--votes", votes)
    assert other.exit_code == 2
    assert "a checkpoint of other tasks" in other.stderr


@needs_torch
def test_pretrain_then_train_with_its_weights(arcloom, arcloom_json, tasks, tmp_path):
    weights, other = tmp_path / "pretrained.pt", tmp_path / "other"
    other.mkdir()
    (other / "copy.json").write_text(
        json.dumps(
            {
                "train": [{"input": [[n, 5, 7]], "output": [[n, 5, 7]]} for n in range(4)],
                "test": [{"input": [[9, 5, 7]], "output": [[9, 5, 7]]}],
            }
        )
    )
    given = ("net", "pretrain", *TINY, "--out", weights, "--seconds", 1)
    made = arcloom_json(*given, other, tasks, "--without", tasks)
    assert made["step"] > 0
    assert {one["task_id"] for one in made["refused"]} == {"mirror", "trap", "turn"}
    assert made["weights"] == str(weights)
    kept = tmp_path / "pretrained.training.pt"
    assert made["checkpoint"] == str(kept)
    again = arcloom(*given, other, tasks, "--without", tasks, "--progress", 0)
    assert (again.exit_code, "goes on from step" in again.stderr) == (0, True)

    begun = ("net", "train", tasks, *TINY, "--checkpoint", tmp_path / "net.pt", "--seconds", 1)
    trained = arcloom_json(*begun, "--pretrained", weights)
    assert any("begins with" in note for note in trained["notes"])
    assert trained["known"] == []
    network = ("--net-pretrained", weights, "--net-preset", "tiny", "--net-seconds", 1)
    files = ("--out", tmp_path / "s.json", "--report", tmp_path / "r.json")
    arcloom_json("solve", tasks, "--device", "cpu", "--fuel", 1000, *network, *files)
    report = json.loads((tmp_path / "r.json").read_text())
    assert any("begins with" in note for note in report["network"]["notes"])

    nowhere = arcloom("net", "pretrain", other, *TINY, "--out", tmp_path / "no" / "x.pt")
    assert (nowhere.exit_code, "no such folder" in nowhere.stderr) == (2, True)


def test_weights_that_are_not_there_end_a_run_at_once(arcloom, tasks, tmp_path):
    out = tmp_path / "s.json"
    missing = ("--net-pretrained", tmp_path / "none.pt")
    result = arcloom("solve", tasks, "--fuel", 1000, *missing, "--out", out)
    assert result.exit_code == 2
    assert "no such file of pretrained weights" in result.stderr
    assert not out.exists()


@needs_torch
def test_solve_tells_that_a_network_follows_the_clock(arcloom, tasks, tmp_path):
    result = arcloom(
        *("solve", tasks, "--fuel", 1000, "--device", "cpu", "--out", tmp_path / "s.json"),
        *("--strategies", "net", "--net-preset", "tiny", "--net-seconds", 2, "--net-views", 1),
    )
    assert result.exit_code == 0, result.stderr
    assert "trained by the clock" in result.stderr
    assert "network (tiny): " in result.stdout
    assert (tmp_path / "s.net.pt").exists()


@without_gpu
def test_a_machine_that_cannot_is_told_in_one_line(arcloom, tasks, tmp_path):
    out = ("--out", tmp_path / "s.json")
    left_out = arcloom("solve", tasks, "--fuel", 1000, "--net-seconds", 5, *out)
    assert left_out.exit_code == 0
    assert "arcloom: without the network: the network needs " in left_out.stderr
    named = arcloom("solve", tasks, "--budget", 5, "--strategies", "all,net", *out)
    assert named.exit_code == 2
    assert "the network needs " in named.stderr
    apart = arcloom("net", "train", tasks, "--seconds", 1, "--checkpoint", tmp_path / "net.pt")
    assert apart.exit_code == 2
    assert not (tmp_path / "net.pt").exists()


def test_answering_needs_a_training(arcloom, tasks, tmp_path):
    result = arcloom("net", "answer", tasks, "--checkpoint", tmp_path / "none.pt")
    assert result.exit_code == 2
    assert "run `arcloom net train`" in result.stderr
