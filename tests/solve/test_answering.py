"""Runs with bare answers: of a strategy, from a file, resumed from a library, and in the report."""

import json

import arcloom as al
from arcloom.library import Library
from arcloom.solve.config import SolveConfig
from arcloom.solve.report import read_report, report
from arcloom.solve.run import SolveRun
from arcloom.solve.submission import read_submission
from arcloom.solve.votes_file import write_votes
from tests.solve.small import small_tasks

FUEL = 60_000_000


class Mean(al.Strategy):
    """Answers each test with the same grid, in as many views as it has been called."""

    name = "mean"
    share = 0.1

    def search(self, task: al.Task, effort: al.Effort) -> al.Findings:
        of = effort.level + 1
        answers = tuple(
            al.BareAnswer(task.id, n, al.Grid([[0, 7], [7, 0]]), of, of, origin=self.name)
            for n in range(len(task.tests))
        )
        return al.Findings(answers=answers, fuel=1)


class Wrong(al.Strategy):
    """Answers a test that is not there."""

    name = "wrong"

    def search(self, task: al.Task, effort: al.Effort) -> al.Findings:
        return al.Findings(answers=(al.BareAnswer(task.id, 9, al.Grid([[1]]), 1, 1),))


def solve(**options):
    return al.solve(small_tasks(), fuel=FUEL, progress=False, **options)


def network(cells=((9, 8, 7),), task="mirror", votes=14):
    return al.BareAnswer(task, 0, al.Grid(cells), votes, 16, 0.5)


def run(votes=(), library=None, out=None):
    config = SolveConfig.of(fuel=FUEL, threads=1, device="cpu")
    return SolveRun(small_tasks(), config, name="small", library=library, out=out, votes=votes)


def test_a_strategy_of_your_own_may_answer_without_programs():
    answers = solve(strategies=["enumerate", Mean()])
    riddle = answers["riddle"]
    assert [grids[0].tolist() for grids in riddle.attempts] == [[[0, 7], [7, 0]]] * 2
    assert riddle.why[0][0].startswith("mean: 2 of 2 views agree; no program")
    assert not riddle.fitted
    assert answers.figures.answered == 3
    assert answers["mirror"].attempts[0][0].tolist() == [[9, 8, 7]]


def test_any_number_of_threads_gives_the_same_answers():
    def outcome(threads):
        answers = solve(strategies=["enumerate", Mean()], threads=threads)
        grids = [[[g.tolist() for g in test] for test in a.attempts] for a in answers.values()]
        return grids, [answer.probability for answer in answers.values()]

    assert outcome(1) == outcome(3)


def test_an_answer_that_cannot_be_is_a_failure_of_its_strategy():
    answers = solve(strategies=["enumerate", Wrong()])
    assert answers.figures.fitted == 2
    assert {failure["strategy"] for failure in answers.figures.failures} == {"wrong"}
    assert "there is no test 10" in answers.figures.failures[0]["problem"]


def test_a_resumed_run_has_the_answers(tmp_path):
    with Library.open(tmp_path / "lib.db") as library:
        first = run([network(), network([[3]], "riddle", 10)], library).run()
        assert library.integrity() == []
    with Library.open(tmp_path / "lib.db") as library:
        again = run(library=library, out=tmp_path / "s.json").run()
    for task_id in first:
        assert again[task_id].probability == first[task_id].probability
        assert again[task_id].why == first[task_id].why
    kept = read_submission(tmp_path / "s.json", small_tasks())
    assert kept["riddle"][0][0].tolist() == [[3]]


def test_the_answers_are_a_tasks_own(tmp_path):
    """Another task of the same id does not get them."""
    tasks = small_tasks()
    other = al.Task("riddle", [([[1]], [[2]])], [[[5]], [[6]]])
    with Library.open(tmp_path / "lib.db") as library:
        run([network([[3]], "riddle")], library).run()
        config = SolveConfig.of(fuel=1, threads=1, device="cpu")
        answers = SolveRun(al.Dataset("other", [other]), config, library=library).run()
    assert answers["riddle"].bare == ((), ())
    assert "riddle" in tasks


def test_the_submission_has_the_votes_before_any_search(tmp_path):
    run([network([[3]], "riddle")], out=tmp_path / "s.json")
    kept = read_submission(tmp_path / "s.json", small_tasks())
    assert kept["riddle"][0][0].tolist() == [[3]]


def test_votes_come_from_a_file(tmp_path):
    file = tmp_path / "votes.json"
    write_votes(file, small_tasks(), [network(), network([[3]], "riddle", 16)])
    answers = solve(strategies="enumerate", net_votes=file)
    assert answers["riddle"].attempts[0][0].tolist() == [[3]]
    assert "network: 14 of 16 views agree" in answers["mirror"].why[0][0]
    assert answers["mirror"].probability > solve(strategies="enumerate")["mirror"].probability


def test_the_report_tells_votes_and_where_programs_agree(tmp_path):
    finished = run([network(), network([[3]], "riddle")])
    finished.run()
    content = report(finished)
    riddle, mirror = (content["per_task"][task] for task in ("riddle", "mirror"))
    told = {"origin": "network", "votes": 14, "of": 16, "bits": 0.5}
    assert riddle["answers"] == [[told], []]
    assert riddle["attempts"][0][0]["programs"] == 0
    assert mirror["attempts"][0][0]["programs"] > 0
    assert mirror["attempts"][0][0]["answers"] == [told]
    assert riddle["alone"]["network"][0]["attempt_1"] == [[3]]
    (tmp_path / "report.json").write_text(json.dumps(content))
    read = read_report(tmp_path / "report.json", small_tasks())
    assert read.agreed == {"mirror": ((0, 1),), "turn": (), "riddle": ()}
    assert set(read.alone["network"]) == {"mirror", "riddle"}
