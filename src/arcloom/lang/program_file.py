"""Writes programs to a file, which reads back as the same programs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from arcloom.lang.program import Program

HEADER: Final = "from arcloom.dsl import *\n"


def write_programs(
    programs: Mapping[str, Program] | Iterable[Program],
    path: str | os.PathLike[str],
    inline: bool = False,
) -> None:
    """Write programs to a file, under the mapping's names or their own.

    Of programs that are equal and have one name, one is written; different ones of one name are
    told apart by a number.
    """
    named = programs.items() if isinstance(programs, Mapping) else ((p.name, p) for p in programs)
    written: dict[str, Program] = {}
    for name, program in named:
        written.setdefault(_free_name(name, program, written), program)
    texts = [program.source(name, inline) for name, program in written.items()]
    Path(path).write_text("\n\n".join([HEADER, *texts]), encoding="utf-8")


def _free_name(name: str, program: Program, taken: Mapping[str, Program]) -> str:
    free, number = name, 1
    while taken.get(free, program) != program:
        number += 1
        free = f"{name}_{number}"
    return free
