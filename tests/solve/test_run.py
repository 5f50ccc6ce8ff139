"""`arcloom.solve` from Python: answers for every test, resumed from a library, never worse."""

import json

import pytest

import arcloom
from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.solve.config import SLOTS, SolveConfig
from arcloom.solve.given import given, given_probabilities
from arcloom.solve.report import report
from arcloom.solve.run import SolveRun
from arcloom.solve.strategies import STRATEGIES
from arcloom.solve.submission import read_submission
from tests.solve.small import small_tasks

FUEL = 60_000_000


def test_answers(tmp_path):
    answers = arcloom.solve(small_tasks(), fuel=FUEL, progress=False, out=tmp_path / "s.json")
    assert list(answers) == ["mirror", "turn", "riddle"]
    assert answers["mirror"].attempts[0][0].tolist() == [[9, 8, 7]]
    assert answers["mirror"].best.fits
    assert set(answers.programs) == {"mirror", "turn"}
    assert answers["riddle"].program is None
    assert [len(grids) for grids in answers["riddle"].attempts] == [2, 2]
    assert repr(answers) == "Answers('small': 2 of 3 tasks fitted, 2 expected right)"
    program = answers["mirror"].program.source(inline=True).splitlines()[-1]
    assert program.split("(")[0].removeprefix("    return ") in answers._repr_html_()
    answers.save(tmp_path / "saved.json")
    assert (tmp_path / "saved.json").read_bytes() == (tmp_path / "s.json").read_bytes()
    read = read_submission(tmp_path / "s.json", small_tasks())
    assert read["mirror"][0][0].tolist() == [[9, 8, 7]]


def test_the_same_fuel_gives_the_same_answers():
    def outcome(threads):
        answers = arcloom.solve(small_tasks(), fuel=FUEL, threads=threads, progress=False)
        found = [[f.program.hash for f in a.evidence.known] for a in answers.values()]
        return found, answers.figures.fuel

    assert outcome(1) == outcome(2) == outcome(3)


def test_a_path_is_loaded_and_malformed_tasks_are_left_out(tmp_path):
    good = {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[2]]}]}
    (tmp_path / "good.json").write_text(json.dumps(good))
    (tmp_path / "bad.json").write_text("{")
    assert list(arcloom.solve(tmp_path, fuel=1, progress=False)) == ["good"]


def test_no_tasks():
    answers = arcloom.solve(arcloom.Dataset("none", []), fuel=FUEL, progress=False)
    assert len(answers) == 0
    assert answers.figures.stop in ("fuel", "exhausted")


def test_a_run_goes_on_from_the_library(tmp_path):
    library = tmp_path / "lib.db"
    first = arcloom.solve(small_tasks(), fuel=FUEL, library=library, progress=False)
    with Library.open(library) as opened:
        assert set(opened.solved()) == {"mirror", "turn"}
        assert opened.integrity() == []
        assert [run.state for run in opened.runs()] == ["finished"]
    again = arcloom.solve(small_tasks(), fuel=FUEL, library=library, progress=False)
    assert again.figures.strategies["fit"]["calls"] == 0
    for task_id in first:
        before, after = first[task_id].evidence, again[task_id].evidence
        assert [_what(f) for f in after.known] == [_what(f) for f in before.known]
    for number, answers in enumerate((first, again)):
        answers.save(tmp_path / f"{number}.json")
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()


def test_a_resumed_run_does_not_begin_with_guesses(tmp_path):
    """A kill before the library is read must not leave less than the run before."""
    library, out = tmp_path / "lib.db", tmp_path / "s.json"
    arcloom.solve(small_tasks(), fuel=FUEL, library=library, out=out, progress=False)
    before = out.read_bytes()
    with Library.open(library) as opened:
        SolveRun(small_tasks(), SolveConfig.of(fuel=FUEL), library=opened, out=out)
    assert out.read_bytes() == before


def _what(found):
    outputs = [None if grid is None else grid.tolist() for grid in found.outputs]
    return found.program.hash, found.strategy, found.cost, found.matched, found.score, outputs


def test_another_seed_begins_anew_with_the_answers_kept(tmp_path):
    library = tmp_path / "lib.db"
    arcloom.solve(small_tasks(), fuel=FUEL, library=library, progress=False)
    other = arcloom.solve(small_tasks(), fuel=1, seed=1, library=library, progress=False)
    assert other.figures.fitted == 2
    assert other.figures.strategies["fit"]["calls"] > 0


def test_a_task_that_changed_is_not_recalled(tmp_path):
    library = tmp_path / "lib.db"
    arcloom.solve(small_tasks(), fuel=FUEL, library=library, progress=False)
    # No program gives two outputs for one input.
    demos = [([[1, 2]], [[7, 7, 7]]), ([[1, 2]], [[7, 8, 7]])]
    changed = arcloom.Task("mirror", demos, [[[1, 2, 3]]])
    answers = arcloom.solve({"mirror": changed}, fuel=1, library=library, progress=False)
    assert answers.figures.fitted == 0


def test_the_report_tells_what_was_found():
    run = SolveRun(small_tasks(), SolveConfig.of(fuel=FUEL, starter=None))
    run.run()
    content = json.loads(json.dumps(report(run)))
    mirror, riddle = content["per_task"]["mirror"], content["per_task"]["riddle"]
    assert (mirror["fitted"], riddle["fitted"]) == (True, False)
    assert mirror["program"].startswith("def solve(I):\n    O = vmirror(I)")
    assert mirror["strategy"] == "enumerate"
    assert mirror["cost"] > 0
    assert mirror["tests"][0][0]["programs"] >= 1
    assert mirror["alone"]["fit"][0]["attempt_1"] == [[9, 8, 7]]
    assert (content["fitted"], content["tasks"]) == (2, 3)
    assert content["configuration"]["strategies"] == list(STRATEGIES)
    assert content["strategies"]["fit"]["fitted"] == 2
    assert mirror["probability"] > 0.5 > riddle["probability"] > 0
    assert [len(test) for test in riddle["attempts"]] == [2, 2]
    likely = [task["probability"] for task in content["per_task"].values()]
    assert content["expected"] == pytest.approx(sum(likely), abs=1e-3)


def test_the_library_keeps_the_odds_of_its_answers(tmp_path):
    library = tmp_path / "lib.db"
    answers = arcloom.solve(small_tasks(), fuel=FUEL, library=library, progress=False)
    assert answers.expected == pytest.approx(sum(a.probability for a in answers.values()))
    assert answers.expected == pytest.approx(answers.figures.expected)
    with Library.open(library) as opened:
        for task in small_tasks().values():
            answer, stored = answers[task.id], given(opened, task)
            assert stored.odds == answer.odds
            for grids, test in zip(stored.attempts, answer.attempts, strict=True):
                assert all(a.same(b) for a, b in zip(grids, test, strict=True))
        kept = given_probabilities(opened, small_tasks().values())
        assert kept == {task_id: answer.probability for task_id, answer in answers.items()}
        changed = arcloom.Task("mirror", [([[1, 2]], [[7, 7, 7]])], [[[1, 2, 3]]])
        assert given(opened, changed) is None
        assert given_probabilities(opened, [changed]) == {}


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"budget": "soon"}, "'soon' is not a budget of time"),
        ({"fuel": 0}, "fuel must be at least 1"),
        ({"memory": "lots"}, "'lots' is not an amount of memory"),
        ({"memory": "10M"}, "'10M' is too little"),
        ({"attempts": 0}, "attempts must be 1 to 10"),
        ({"threads": 0}, "threads must be at least 1"),
        ({"strategies": "luck"}, "no strategy 'luck'"),
        ({"strategies": ()}, "no strategy is named"),
        ({"device": "tpu"}, "no device 'tpu'"),
    ],
)
def test_what_makes_no_sense_is_refused(options, problem):
    with pytest.raises(InputError, match=problem):
        arcloom.solve(small_tasks(), progress=False, **options)


def test_strategies_come_in_their_order_once():
    assert SolveConfig.of(strategies="evolve, fit,fit").strategies == ("fit", "evolve")


def test_memory_is_shared_out():
    by_time = [SolveConfig.of(memory="1G", threads=n) for n in (1, 2)]
    assert by_time[0].memory_per_thread == 2 * by_time[1].memory_per_thread
    by_fuel = [SolveConfig.of(memory="1G", fuel=1, threads=n) for n in (1, 2, 64)]
    assert len({config.memory_per_thread for config in by_fuel}) == 1
    assert by_fuel[2].threads == SLOTS
