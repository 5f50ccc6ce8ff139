"""Statistics: how often each op occurs in stored programs, told from their canonical source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from arcloom.lang.vocabulary import find
from arcloom.library.records import Statistics

_WORD: Final = re.compile(r"[^\W\d]\w*")


def statistics_of(sources: Iterable[str]) -> Statistics:
    """Count ops, whether called or used as values. The sources need not be parsed for that."""
    uses: Counter[str] = Counter()
    programs: Counter[str] = Counter()
    total = 0
    for source in sources:
        body = source.partition("\n")[2]
        words = Counter(_WORD.findall(body))
        uses.update(words)
        programs.update(words.keys())
        total += 1
    ops = sorted(word for word in uses if find(word) is not None)
    return Statistics(total, {op: uses[op] for op in ops}, {op: programs[op] for op in ops})
