"""The programs that come with Arcloom are read, and survive being written."""

from pathlib import Path

from arcloom.lang import read_programs, write_programs

EXAMPLES = Path(__file__).parents[2] / "examples" / "programs.py"


def test_examples_are_read() -> None:
    programs = read_programs(EXAMPLES)
    assert len(programs) >= 40
    assert len({program.hash for program in programs.values()}) >= 40
    assert all(name.startswith("solve_") and len(name) == 14 for name in programs)


def test_examples_survive_being_written(tmp_path: Path) -> None:
    programs = read_programs(EXAMPLES)
    for inline in (False, True):
        write_programs(programs, tmp_path / "out.py", inline)
        assert read_programs(tmp_path / "out.py") == programs
