"""Export: stored programs as one Python file, which reads back as the same programs.

Its text depends on the content of the library alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from arcloom.lang.program_file import HEADER
from arcloom.library.records import StoredProgram, StoredScore


def export_source(programs: Iterable[StoredProgram], scores: Iterable[StoredScore]) -> str:
    """The text of the file, by name; above each program the tasks that it fits on all demos."""
    fits: dict[str, set[str]] = defaultdict(set)
    for score in scores:
        if score.fits:
            fits[score.program].add(score.task_id)
    parts = []
    for name, stored in sorted(_named(programs).items()):
        tasks = sorted(fits[stored.hash])
        note = f"# fits {' '.join(tasks)}\n" if tasks else ""
        parts.append(note + _renamed(_text(stored, name), name))
    return "\n\n".join([HEADER, *parts])


def _named(programs: Iterable[StoredProgram]) -> dict[str, StoredProgram]:
    """A function a name: names that several programs share get the hash of each as well."""
    stored = list(programs)
    wanted = [(name, program) for program in stored for name in program.names or (program.name,)]
    uses = Counter(name for name, _ in wanted)
    named: dict[str, StoredProgram] = {}
    for name, program in sorted(wanted, key=lambda pair: (uses[pair[0]], pair[0], pair[1].hash)):
        # Names of one program come first, so that a made one gives way to them.
        made = f"{name}_{program.hash[:8]}"
        choices = [name] if uses[name] == 1 else [made]
        free = next(n for n in (*choices, made, f"{name}_{program.hash}") if n not in named)
        named[free] = program
    return named


def _text(stored: StoredProgram, name: str) -> str:
    """The program as it was imported, perhaps under the name without the hash."""
    known = next((n for n in stored.names if n == name), None)
    return stored.text(known or next((n for n in stored.names if name.startswith(f"{n}_")), name))


def _renamed(source: str, name: str) -> str:
    """The source under another name: it stands between `def ` and the first parenthesis."""
    _, parenthesis, rest = source.partition("(")
    return f"def {name}{parenthesis}{rest}"
