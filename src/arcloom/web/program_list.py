"""The list of programs: a page of it, as a person asks for it, and the lineage of one program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast, get_args

from arcloom.errors import InputError
from arcloom.library import Ancestor, Library
from arcloom.library.listing import IMPORTED, Listed, Order, Wanted
from arcloom.web.rows import Content, ProgramOrigins, program_row

PAGE: Final = 50
"""Programs on a page."""
LISTED: Final = 200
"""Programs on a page at most."""
MOST_TEXT: Final = 200
"""Characters of a text that is looked for."""

_FITS: Final = {"": None, "yes": True, "no": False}


def wanted_of(query: Mapping[str, str]) -> Wanted:
    """What a query asks for; refused where it makes no sense."""
    order = query.get("order") or "name"
    if order not in get_args(Order):
        raise InputError(f"programs are sorted by {', '.join(get_args(Order))}")
    fits = query.get("fits", "")
    if fits not in _FITS:
        raise InputError("'fits' is yes or no")
    text = query.get("wanted", "").strip()
    if len(text) > MOST_TEXT:
        raise InputError(f"a text to look for has at most {MOST_TEXT} characters")
    return Wanted(
        text=text.replace("\0", ""),
        kind=query.get("kind", ""),
        origin=query.get("origin", ""),
        fits=_FITS[fits],
        order=cast(Order, order),
        reverse=query.get("reverse") == "yes",
        first=_number(query, "first", 0, 10**9),
        count=_number(query, "count", PAGE, LISTED),
    )


def programs_content(library: Library, origins: ProgramOrigins, wanted: Wanted) -> Content:
    """A page of the list, with the origins that one may choose from."""
    found = library.listing(wanted)
    commands = sorted({run.command for run in library.runs()})
    return {
        "total": found.total,
        "all": found.all,
        "first": wanted.first,
        "origins": [IMPORTED, *commands],
        "programs": [listed_row(one, origins) for one in found.listed],
    }


def listed_row(listed: Listed, origins: ProgramOrigins) -> Content:
    """A program in the list."""
    row = program_row(listed.program, origins)
    return {**row, "tasks": listed.tasks, "fitted": listed.fitted, "score": listed.score}


def lineage_content(library: Library, program: str, origins: ProgramOrigins) -> Content:
    """The ancestors of a program, nearest first; the first is the program itself."""
    line = library.lineage(program)
    known = {
        stored.hash: stored
        for one in line
        if one.stored
        for stored in library.find(one.program)
        if stored.hash == one.program
    }

    def row(one: Ancestor) -> Content:
        stored = known.get(one.program)
        told = {} if stored is None else program_row(stored, origins)
        name = f"solve_{one.program[:8]}"
        plain = {"hash": one.program, "name": name, "origin": None, "nodes": None}
        return {
            **plain,
            **told,
            "source": one.source,
            "parents": list(one.parents),
            "stored": stored is not None,
        }

    return {"programs": [row(one) for one in line]}


def _number(query: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = query.get(name) or str(default)
    if not text.isdecimal() or not text.isascii() or len(text) > 10 or int(text) > most:
        raise InputError(f"'{name}' is a number from 0 to {most:,}")
    return int(text)
