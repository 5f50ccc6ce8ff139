"""A library with programs that nobody could weave in a lifetime: all that use it go on."""

from textwrap import dedent

import pytest

from tests.engine.alone import alone
from tests.engine.test_weaving import DOUBLED, wide

BEGIN = """
    import sys
    from pathlib import Path
    import arcloom as al
    from arcloom.lang import read_programs
    from arcloom.library import Library
    from tests.engine.support import solve
    from tests.search.small import PROGRAMS, evolution, new_library, small_tasks

    folder = Path(sys.argv[1])
    hostile = {f"hostile_{k}": solve(text) for k, text in enumerate(sys.argv[2:])}
    tasks = small_tasks()
    library = new_library(folder / "lib.db")
    library.add_programs(hostile)
"""
HOSTILE = [
    DOUBLED["compose"].replace("apply(f60, initset(I))", "first(apply(f60, initset(I)))"),
    DOUBLED["with values"].replace("apply(f60, (1, 2))", "canvas(size(apply(f60, (1, 2))), UNITY)"),
    wide(700, 300),
]

USES = {
    "evolve": """
        evolution(library, tasks=tasks, generations=2).run()
        print(any(not program.imported for program in library.programs()))
    """,
    "solve": """
        library.close()
        two = al.Dataset("two", list(tasks.values())[:2])
        answers = al.solve(two, budget="3s", library=folder / "lib.db", threads=1)
        print(len(answers) == 2)
    """,
    "check": """
        from arcloom.solve.check import check
        honest = read_programs(PROGRAMS)
        expected = check(tasks, honest).solvers
        print(len(expected) > 0 and check(tasks, {**hostile, **honest}).solvers == expected)
    """,
}


@pytest.mark.parametrize("use", USES)
def test_the_others_go_on(use: str, tmp_path):
    script = dedent(BEGIN) + dedent(USES[use])
    assert alone(script, str(tmp_path), *HOSTILE)[-1] == "True"
