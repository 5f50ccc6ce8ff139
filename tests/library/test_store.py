"""What a library stores and gives back, on both databases."""

import pytest

from arcloom.errors import InputError
from arcloom.lang import op, read_program, read_source
from arcloom.lang.vocabulary import unregister
from arcloom.library import Counts, Library
from arcloom.library.odds import LIKELIEST
from arcloom.tasks import Grid
from tests.library.samples import export, hashes, program, scored


def test_a_program_is_stored_once(library):
    first = library.record([scored(1, "a"), scored(1, "b"), scored(2, "a")])
    assert first == Counts(stored=2, known=0, replaced=0)
    again = library.record([scored(1, "c")])
    assert again == Counts(stored=0, known=1, replaced=0)
    assert library.count() == 2
    assert library.known([program(n).hash for n in range(5)]) == {
        program(1).hash,
        program(2).hash,
    }


def test_programs_come_back_as_they_were(library):
    library.add_programs({"solve_me": program(7)})
    (stored,) = library.programs()
    assert stored.parse() == program(7)
    assert stored.parse().name == stored.name == "solve_me"
    assert stored.imported
    assert stored.nodes == len(program(7))


def test_the_best_are_kept_in_order(library):
    library.record(
        [
            scored(1, demos=1, score=3000),
            scored(2, demos=2, score=2000),
            scored(3, demos=2, score=2500),
            scored(4, demos=2, score=2500, fuel=9),
            scored(5, demos=0, score=0),
        ]
    )
    assert hashes(library.best("t")) == [program(n).hash for n in (4, 3, 2)]
    assert hashes(library.best("t", 1)) == [program(4).hash]
    assert library.best("unknown") == []
    assert library.count() == 3


def test_of_what_fits_the_program_behind_the_likeliest_answer_comes_first(library):
    rows = {1: (3, 3000), 2: (3, 2500), 3: (2, 2500)}
    for task in "tu":
        found = [scored(n, task=task, demos=d, score=s) for n, (d, s) in rows.items()]
        library.record(found)
    task = library.best("t", 1)[0].score.task
    for likeliest, order in ((2, (2, 1, 3)), (3, (1, 2, 3)), (9, (1, 2, 3))):
        library.save_state(LIKELIEST + task, program(likeliest).hash)
        wanted = [program(n).hash for n in order]
        assert hashes(library.best("t")) == wanted
        assert [one.program for one in library.scores() if one.task_id == "t"] == wanted
        assert library.solved() == {"t": wanted[0], "u": program(1).hash}


def test_of_equal_behaviours_the_cheaper_stays(library):
    counts = library.record([scored(1, fuel=10, behaviour="x")])
    assert counts.stored == 1
    assert library.record([scored(2, fuel=11, behaviour="x")]) == Counts(0, 0, 0)
    assert library.record([scored(3, fuel=9, behaviour="x")]) == Counts(1, 0, 1)
    assert hashes(library.best("t")) == [program(3).hash]
    assert library.record([scored(4, task="u", behaviour="x")]).stored == 1


def test_a_better_score_of_a_stored_program_takes_the_place_of_the_old(library):
    library.record([scored(1, score=100)])
    library.record([scored(1, score=200)])
    library.record([scored(1, score=150)])
    (kept,) = library.best("t")
    assert kept.score.score == 200
    assert kept.score.mean_score == pytest.approx(200 / 3)


def test_a_program_stays_while_any_task_keeps_it(library):
    library.record([scored(1, "a", behaviour="x"), scored(1, "b")])
    assert library.record([scored(2, "a", fuel=1, behaviour="x")]).replaced == 0
    assert library.record([scored(3, "b", fuel=1, behaviour="b1")]).replaced == 1
    assert library.known([program(1).hash]) == set()


def test_imported_programs_stay(library):
    library.add_programs({"solve_a": program(1)})
    library.record([scored(1), *(scored(n, demos=3, score=3000) for n in (2, 3, 4))])
    assert program(1).hash not in hashes(library.best("t"))
    assert library.known([program(1).hash])
    # Imported later, it is safe from then on.
    library.add_programs({"solve_b": program(2)})
    library.prune(1)
    assert library.known([program(2).hash])


def test_differs_do_not_compete_with_programs(library):
    library.record([scored(n, demos=3) for n in (1, 2, 3)])
    library.record([scored(n, demos=0, differ=True) for n in (1, 2, 3, 4)])
    assert library.count() == library.count("differ") == 3
    assert len(library.best("t", kind="differ")) == 3
    assert {k.program.kind for k in library.best("t")} == {"program"}
    assert all(p.source.startswith("def differ(S, I, C)") for p in library.programs("differ"))


def test_declared_parameters_play_no_part(library):
    wide = read_source("def solve(S, I, C):\n    return rot90(I)")["solve"]
    library.add_programs([wide])
    (stored,) = library.programs()
    assert (stored.kind, stored.parse().params) == ("program", ("I",))


def test_answers_go_with_their_score(library):
    grids = (Grid([[1, 2]]), None)
    library.record([scored(1, demos=3, behaviour="x", answers=grids)])
    first, second = library.answers("t")
    assert (first.test_index, second.test_index) == (0, 1)
    assert first.grid.same([[1, 2]])
    assert second.grid is None
    library.record([scored(2, demos=3, fuel=1, behaviour="x", answers=(Grid([[3]]),))])
    (only,) = library.answers()
    assert only.program == program(2).hash


def test_answers_may_come_after_the_score(library):
    library.record([scored(1)])
    library.record([scored(1, answers=(Grid([[1]]),))])
    assert len(library.answers("t")) == 1


def test_solved_are_the_tasks_with_a_program_that_fits_all_demos(library):
    library.record([scored(1, "a", demos=3), scored(2, "a", demos=3, fuel=1), scored(3, "b")])
    assert library.solved() == {"a": program(2).hash}
    assert [(t.task_id, t.programs, t.best.fits) for t in library.tasks()] == [
        ("a", 2, True),
        ("b", 1, False),
    ]


def test_runs(library):
    run = library.start_run("evolve", {"hand": 32, "b": 1}, seed=2**80)
    library.record([scored(1, answers=(Grid([[1]]),))], run)
    (begun,) = library.runs()
    assert (begun.state, begun.finished, begun.seed) == ("running", None, 2**80)
    library.finish_run(run, {"candidates": 5})
    (over,) = library.runs()
    assert (over.state, over.figures, over.configuration["hand"]) == (
        "finished",
        {"candidates": 5},
        32,
    )
    assert library.programs()[0].created_run == library.answers()[0].run == run


def test_state(library):
    assert library.load_state("evolve") is None
    library.save_state("evolve", {"generation": 1})
    library.record([scored(1)], state={"evolve": {"generation": 2, "rng": 2**127}})
    assert library.load_state("evolve") == {"generation": 2, "rng": 2**127}
    library.save_state("evolve", None)
    assert library.load_state("evolve") is None


def test_what_fails_leaves_nothing(library):
    library.record([scored(1)])
    before = export(library), library.revision
    with pytest.raises(TypeError):
        library.record([scored(2, demos=3)], state={"key": {1, 2}})  # a set is no JSON
    assert (export(library), library.revision) == before
    assert library.record([scored(2, demos=3)]).stored == 1  # and what is remembered is right


def test_the_revision_tells_what_is_new(library):
    library.record([scored(1)])
    seen = library.revision
    library.record([scored(1)])
    assert library.revision == seen, "nothing has changed"
    library.record([scored(2)])
    assert [p.hash for p in library.programs(since=seen)] == [program(2).hash]


def test_pruning_is_for_good(library):
    library.record([scored(n, fuel=n) for n in (1, 2, 3)])
    assert library.prune(2) == Counts(0, 0, 1)
    library.record([scored(n, fuel=n) for n in (1, 2, 3)])
    assert hashes(library.best("t")) == [program(n).hash for n in (1, 2)]
    assert library.keep == 2
    assert library.integrity() == []


def test_statistics(library):
    library.add_programs(
        read_source("def a(I):\n    return apply(rot90, rot90(rot90(I)))\ndef b(I):\n    return I")
    )
    found = library.statistics()
    assert found.total == 2
    assert found.uses == {"apply": 1, "rot90": 3}
    assert found.programs == {"apply": 1, "rot90": 1}


def test_finding_by_name_and_by_hash(library):
    library.add_programs({"solve_x": program(1), "solve_y": program(1)})
    library.record([scored(2)])
    digest = program(2).hash
    assert [p.names for p in library.find("solve_x")] == [("solve_x", "solve_y")]
    for wanted in (digest, digest[:8], f"solve_{digest[:8]}"):
        assert [p.hash for p in library.find(wanted)] == [digest]
    assert library.find("nothing") == []


def test_merging(library, other_address):
    library.add_programs({"solve_a": program(1)})
    library.record([scored(2, "t", demos=2, answers=(Grid([[2]]),)), scored(3, "u")])
    with Library.open(other_address, keep=3) as other:
        run = other.start_run("evolve")
        other.add_programs({"solve_b": program(1), "solve_c": program(9)})
        batch = [scored(n, demos=3, answers=(Grid([[n]]),)) for n in (5, 6, 7)]
        other.record([*batch, scored(3, "u", differ=True)], run)
        assert library.merge(other) == Counts(stored=5, known=1, replaced=1)
        after = export(library), library.answers(), library.runs()
        assert library.merge(other) == Counts(stored=0, known=6, replaced=0)
        assert (export(library), library.answers(), library.runs()) == after
        other.merge(library)
        assert export(other) == export(library)
    assert hashes(library.best("t")) == hashes(sorted(batch, key=lambda s: s.program.hash))
    assert library.find("solve_b")[0].names == ("solve_a", "solve_b")
    assert library.integrity() == []


def test_a_library_keeps_at_least_one(library, tmp_path):
    with pytest.raises(InputError, match="at least 1"):
        library.prune(0)
    with pytest.raises(InputError, match="at least 1"):
        Library.open(tmp_path / "x.db", keep=0)


def test_reading_only(address):
    with Library.open(address) as library:
        library.record([scored(1)])
    with Library.open(address, readonly=True) as reader:
        assert reader.count() == 1
        with pytest.raises(InputError, match="reading only"):
            reader.record([scored(2)])


def test_names_in_an_export(library):
    library.add_programs({"solve_0a": program(1)})
    library.add_programs({"solve_0a": program(2), "solve_0b": program(2)})
    library.record([scored(3, "task2", demos=3), scored(3, "task1", demos=3)])
    text = export(library)
    named = read_source(text)
    assert named == {
        f"solve_0a_{program(1).hash[:8]}": program(1),
        f"solve_0a_{program(2).hash[:8]}": program(2),
        "solve_0b": program(2),
        f"solve_{program(3).hash[:8]}": program(3),
    }
    assert f"# fits task1 task2\ndef solve_{program(3).hash[:8]}(I):" in text


def test_a_stored_program_with_an_op_that_is_not_here_is_told_by_its_name(tmp_path):
    def only_there(grid: "Grid") -> "Grid":
        return grid

    op(only_there)
    with Library.open(tmp_path / "lib.db") as library:
        try:
            library.add_programs([read_program("def mine(I): return only_there(I)")])
        finally:
            unregister("only_there")
        (stored,) = library.programs()
    with pytest.raises(InputError, match="the stored program mine cannot be read: unknown op"):
        stored.parse()
