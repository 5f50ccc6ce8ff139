"""What the explorer makes of a dataset and a library."""

import pytest

import arcloom
from arcloom.errors import InputError
from arcloom.lang import read_program
from arcloom.library import Library, Scored
from arcloom.tasks import Dataset, Grid, Task
from arcloom.web.explorer import Explorer, NotFoundError
from arcloom.web.library_reader import LibraryReader

TASK = Task("t", demos=[([[1, 2]], [[2, 1]])], tests=[[[3, 4]]])


def scored(source, behaviour, answer=None, matched=1, fuel=10):
    program = read_program(source)
    answers = () if answer is None else (Grid(answer),)
    return Scored(program, "t", matched, 1, 1000 * matched, fuel, behaviour, answers)


@pytest.fixture
def explorer(tmp_path):
    path = tmp_path / "lib.db"
    with Library.open(path) as library:
        run = library.start_run("evolve", {}, 1)
        library.add_programs({"mine": read_program("def solve(I): return vmirror(I)")})
        library.record(
            [
                scored("def solve(I): return vmirror(I)", "a", [[4, 3]], fuel=30),
                scored("def solve(I): return rot180(I)", "b", [[4, 3]], fuel=10),
                scored("def solve(I): return hmirror(I)", "c", [[9, 9]], fuel=20),
                scored("def solve(I): return dmirror(I)", "d", [[8, 8]], fuel=40),
                scored("def solve(I): return rot90(I)", "e", matched=0),
            ],
            run,
        )
        found = [
            {
                "source": "def other(S, I):\n    O = rot180(I)\n    return O\n",
                "strategy": "fit",
                "cost": 10.0,
                "score": 1000,
                "left_out": None,
            }
        ]
        library.save_state("solve 123", found)
    explorer = Explorer(Dataset("d", [TASK]), LibraryReader(str(path)))
    yield explorer
    explorer.shelf.close()


def test_the_attempts_are_the_two_best_different_answers(explorer):
    [attempts] = explorer.task("t")["attempts"]
    assert [attempt["grid"] for attempt in attempts] == ["43", "99"]


def test_programs_come_best_first_with_their_origin(explorer):
    kept = explorer.task("t")["kept"]
    assert [row["origin"] for row in kept] == ["imported", "fit", "evolve", "evolve", "evolve"]
    assert [row["matched"] for row in kept] == [1, 1, 1, 1, 0]
    assert kept[0]["name"] == "mine"
    assert explorer.status()["tasks"]["t"]["origin"] == "imported"


def test_the_front_of_a_task_has_what_none_beats(explorer):
    content = explorer.task("t")
    [point] = content["front"]
    assert (point["nodes"], point["matched"], point["fit"]) == (2, 1, 1)
    assert point["hash"] == content["kept"][1]["hash"], "of equals, the one of less fuel"
    assert [row["fit"] for row in content["kept"]] == [1, 1, 1, 1, 0]


def test_rows_say_how_likely_the_answers_of_solve_are(tmp_path, explorer):
    assert explorer.status()["tasks"]["t"]["probability"] is None
    assert explorer.task("t")["probability"] is None
    path = tmp_path / "solved.db"
    tasks = Dataset("d", [TASK])
    answer = arcloom.solve(tasks, fuel=20_000_000, library=path, progress=False)["t"]
    solved = Explorer(tasks, LibraryReader(str(path)))
    content = solved.task("t")
    assert solved.status()["tasks"]["t"]["probability"] == answer.probability
    assert content["probability"] == answer.probability
    [attempts] = content["attempts"]
    assert [attempt["why"] for attempt in attempts] == list(answer.why[0])
    assert sum(a["probability"] for a in attempts) == pytest.approx(answer.probability)
    solved.shelf.close()


def test_what_a_program_gives(explorer):
    mirror = explorer.programs("mine")["programs"][0]["hash"]
    outputs = explorer.outputs("t", mirror)
    assert [picture["rows"] for picture in outputs["demos"] + outputs["tests"]] == ["21", "43"]


def test_what_is_not_there_is_told(explorer):
    with pytest.raises(NotFoundError, match="no task 'x' in d"):
        explorer.task("x")
    with pytest.raises(NotFoundError, match="no program"):
        explorer.program("00")
    with pytest.raises(NotFoundError, match="no run"):
        explorer.run("00")


def test_without_a_library_the_tasks_are_there():
    explorer = Explorer(Dataset("d", [TASK]))
    assert explorer.task("t")["kept"] == explorer.task("t")["front"] == []
    assert explorer.status() == {"revision": None, "tasks": {}}
    with pytest.raises(NotFoundError, match="--library"):
        explorer.programs()


def test_a_program_that_cannot_be_read_spoils_nothing(explorer):
    """It may use an op of another session."""
    from sqlalchemy import create_engine, text

    engine = create_engine(f"sqlite:///{explorer.shelf.name}")
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE programs SET source = 'def solve(I):\n    return mine(I)\n'")
        )
        connection.execute(text("UPDATE meta SET value = value + 1 WHERE key = 'revision'"))
    engine.dispose()
    assert len(explorer.task("t")["kept"]) == 5
    assert "mine(I)" in explorer.program(explorer.task("t")["kept"][0]["hash"])["source"]


def listed(explorer, **query):
    return [row["name"] for row in explorer.programs(**query)["programs"]]


def test_programs_are_listed_with_their_worth_in_pages(explorer):
    found = explorer.programs(order="fitted", count="2")
    assert (found["all"], found["total"], len(found["programs"])) == (5, 5, 2)
    best = found["programs"][0]
    assert (best["tasks"], best["fitted"], best["score"]) == (1, 1, 1000)
    rest = explorer.programs(order="fitted", first="2", count="50")["programs"]
    assert [row["fitted"] for row in rest] == [1, 1, 0]
    everything = [row["hash"] for row in [*found["programs"], *rest]]
    assert len(set(everything)) == 5
    back = explorer.programs(order="fitted", reverse="yes")["programs"]
    assert [row["hash"] for row in back] == everything[::-1]


def test_programs_are_filtered(explorer):
    assert listed(explorer, origin="imported") == ["mine"]
    assert "mine" not in listed(explorer, origin="evolve")
    assert len(listed(explorer, fits="no")) == 1
    assert len(listed(explorer, wanted="ROT")) == 2
    assert listed(explorer, wanted="MIN") == ["mine"]
    assert listed(explorer, kind="differ") == []
    name = listed(explorer, fits="no")[0]
    assert listed(explorer, wanted=name) == [name]  # it is called after its hash
    assert listed(explorer, wanted="50%_") == []  # no pattern: the text itself
    assert explorer.programs()["origins"] == ["imported", "evolve"]


@pytest.mark.parametrize(
    "query", [{"order": "x"}, {"fits": "x"}, {"first": "-1"}, {"count": "9999"}]
)
def test_a_list_that_makes_no_sense_is_refused(explorer, query):
    with pytest.raises(InputError):
        explorer.programs(**query)


def test_a_program_tells_its_lineage(explorer):
    mine = explorer.programs("mine")["programs"][0]["hash"]
    child = scored("def solve(I): return vmirror(rot90(I))", "f", fuel=1)
    with Library.open(explorer.shelf.name) as library:
        library.record([child._replace(parents=(mine,))])
    line = explorer.lineage(child.program.hash)["programs"]
    assert [row["name"] for row in line] == [f"solve_{child.program.hash[:8]}", "mine"]
    assert [row["origin"] for row in line] == ["unknown", "imported"]
    assert line[0]["parents"] == [mine]
