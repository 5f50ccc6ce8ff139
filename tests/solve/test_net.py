"""The strategy `net`: beside the search, resumed from its checkpoint, left out where it cannot run.

The network is a tiny one on the CPU; it learns next to nothing, and need not.
"""

import json
import signal
from time import monotonic, sleep

import pytest

import arcloom as al
from arcloom.errors import InputError
from arcloom.search.bare_answer import NETWORK
from arcloom.search.net.config import why_not
from arcloom.solve.beside import JUDGED
from arcloom.solve.config import SolveConfig, net_lines
from arcloom.solve.report import report
from arcloom.solve.run import SolveRun
from arcloom.solve.submission import read_submission
from tests.e2e.command import start
from tests.solve.small import mirror_task, small_tasks

TINY = {"seconds": 4, "preset": "tiny", "views": 4}
FUEL = 20_000_000
needs_torch = pytest.mark.skipif(
    why_not("cpu") is not None, reason="needs PyTorch: pip install 'arcloom[net]'"
)
without_gpu = pytest.mark.skipif(why_not("auto") is None, reason="this machine has a GPU")


def config(**options):
    given = {"fuel": FUEL, "threads": 1, "device": "cpu", "strategies": "enumerate"} | options
    return SolveConfig.of(**given)


@pytest.fixture
def training_set(tmp_path):
    """A folder with a copy of a task under another id, and a task of its own."""
    folder = tmp_path / "more"
    folder.mkdir()
    pairs = mirror_task().pairs
    copy = {"train": [{"input": a.tolist(), "output": b.tolist()} for a, b in pairs]}
    (folder / "copy.json").write_text(json.dumps({**copy, "test": [{"input": [[5]]}]}))
    other = [{"input": [[6, 6]], "output": [[6]]}, {"input": [[7, 7]], "output": [[7]]}]
    (folder / "other.json").write_text(json.dumps({"train": other, "test": [{"input": [[1]]}]}))
    return folder


# Whether it takes part


def test_nobody_gets_a_network_without_asking():
    assert config().net is None
    assert SolveConfig.of(strategies="all").strategies == SolveConfig.of().strategies


@without_gpu
def test_a_network_that_is_named_must_be_able_to_run():
    with pytest.raises(InputError, match="the network needs") as told:
        SolveConfig.of(strategies="all,net")
    assert told.value.remedy


@without_gpu
def test_one_that_is_only_offered_time_is_left_out_with_a_line():
    settings = SolveConfig.of(net={"seconds": "1m"})
    assert settings.net is None
    (line,) = net_lines(settings)
    assert line.startswith("without the network: the network needs ")


@needs_torch
def test_the_networks_time_fits_the_run():
    assert config(fuel=None, budget="2m", strategies="all,net").net.seconds == 120
    assert config(fuel=None, net={"seconds": "20m"}).seconds == 1200
    with pytest.raises(InputError, match="takes 60 s, and the run ends after 30 s"):
        config(budget="30s", net={"seconds": "1m"})
    with pytest.raises(InputError, match="no time limit"):
        config(strategies="net")
    (line,) = net_lines(config(net=TINY))
    assert "trained by the clock" in line
    assert not net_lines(config(fuel=None, budget="1m", net=TINY))


@pytest.mark.parametrize("wrong", [{"views": 0}, {"held_out": -1}, {"epochs": 3}, {"seconds": "x"}])
def test_settings_that_make_no_sense(wrong):
    with pytest.raises(InputError):
        config(net=wrong)


@pytest.mark.parametrize("name", ["net", "all"])
def test_no_other_strategy_may_have_its_name(name):
    class Mine(al.Strategy):
        def search(self, task, effort):
            return al.Findings()

    mine = Mine()
    Mine.name = name
    with pytest.raises(InputError, match="already"):
        config(strategies=[mine])


# What it does


@needs_torch
def test_the_network_answers_and_judges_beside_the_search(tmp_path, training_set):
    settings = config(net={**TINY, "train": [str(training_set)]})
    run = SolveRun(small_tasks(), settings, name="small", out=tmp_path / "s.json")
    answers = run.run()
    figures = answers.figures
    assert figures.failures == []
    assert (figures.stop, figures.network["phase"]) == ("fuel", "done")
    assert figures.training["step"] > 0
    assert figures.answered == 3
    # A task that is in the run is refused by its grids, whatever its id; the report lists it.
    (refused,) = report(run)["network"]["refused"]
    assert refused["task_id"] == "copy"
    assert "mirror" in refused["reason"]
    # Each output of a program has been judged, also those found before the training was over.
    mirror = answers["mirror"].evidence
    said = {one.output.to_tuple() for one in mirror.answers if one.origin == NETWORK}
    outputs = [found.outputs[0] for found in mirror.known]
    given = list(dict.fromkeys(grid.to_tuple() for grid in outputs if grid is not None))[:JUDGED]
    assert given
    assert said.issuperset(given)
    assert figures.network["judged"] > 0
    # The search itself is the same as without it.
    plain = al.solve(small_tasks(), config=config(), progress=False)
    for task_id in plain:
        hashes = [found.program.hash for found in plain[task_id].evidence.known]
        assert hashes == [found.program.hash for found in answers[task_id].evidence.known]


@needs_torch
def test_the_training_ends_in_time_for_answers_however_long_its_start_took():
    settings = config(fuel=None, budget="12s", net={**TINY, "seconds": 12})
    run = SolveRun(small_tasks(), settings)
    run.run()
    assert run.figures.answered == 3
    assert run.figures.training["seconds"] < 0.8 * 11.8


@needs_torch
def test_a_training_that_was_stopped_goes_on_from_its_checkpoint(tmp_path):
    checkpoint = tmp_path / "lib.net.pt"
    settings = config(fuel=None, budget="120s", net={**TINY, "seconds": 120})

    def stop(run):
        if run.network.training.get("step", 0) > 0:
            raise al.StopSearch

    first = SolveRun(small_tasks(), settings, watch=stop, checkpoint=checkpoint)
    first.run()
    assert first.figures.answered == 0
    assert checkpoint.exists()
    again = SolveRun(small_tasks(), config(net=TINY), checkpoint=checkpoint)
    again.run()
    assert again.figures.failures == []
    assert again.figures.answered == 3
    assert "goes on from step" in " ".join(again.figures.network["notes"])
    # A checkpoint of other tasks is left alone, and the run goes on without the network.
    before = checkpoint.read_bytes()
    others = SolveRun(al.Dataset("one", [mirror_task()]), config(net=TINY), checkpoint=checkpoint)
    others.run()
    assert checkpoint.read_bytes() == before
    (failure,) = others.figures.failures
    assert failure["strategy"] == "net"
    assert "other tasks" in failure["problem"]
    assert others.figures.fitted == 1


@needs_torch
def test_a_network_that_crashes_costs_only_its_answers():
    def kill(run):
        run._beside._process.kill()

    run = SolveRun(small_tasks(), config(net=TINY), watch=kill)
    answers = run.run()
    (failure,) = answers.figures.failures
    assert failure["strategy"] == "net"
    assert "its process ended by itself with code -9" in failure["problem"]
    assert answers.figures.fitted == 2


@needs_torch
def test_a_kill_in_training_leaves_a_whole_submission(tmp_path):
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    for task in small_tasks().values():
        demos = [{"input": a.tolist(), "output": b.tolist()} for a, b in task.pairs]
        tests = [{"input": sample.input.tolist()} for sample in task.tests]
        (tasks / f"{task.id}.json").write_text(json.dumps({"train": demos, "test": tests}))
    out = tmp_path / "s.json"
    command = f"solve {tasks} --budget 5m --strategies enumerate,net --device cpu --out {out}"
    options = "--net-preset tiny --net-seconds 5m --threads 1 --progress 0"
    process = start(*command.split(), *options.split())
    deadline = monotonic() + 120
    for line in process.stderr:
        if "network: loss" in line or monotonic() > deadline:
            break
    sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert "network: loss" in line
    kept = read_submission(out, small_tasks())
    assert kept["mirror"][0][0].tolist() == [[9, 8, 7]]
