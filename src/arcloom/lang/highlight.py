"""Source text for notebooks, with its words coloured."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from arcloom.lang.vocabulary import CONSTANTS, find

_WORD: Final = re.compile(r"[^\W\d]\w*")
_KEYWORDS: Final = ("def", "return")
_STYLES: Final = {
    "keyword": "color:#8a1c8c",
    "op": "color:#0a5bb5",
    "constant": "color:#8f4700",
}


def source_html(source: str) -> str:
    """Source text with ops (and what they mean, as a title), constants and keywords coloured."""
    parts, at = [], 0
    for match in _WORD.finditer(source):
        parts += [escape(source[at : match.start()]), _word_html(match[0])]
        at = match.end()
    return f"<pre>{''.join(parts)}{escape(source[at:])}</pre>"


def _word_html(word: str) -> str:
    op = find(word)
    if op is not None:
        title = escape(f"{op.signature}: {op.summary}", quote=True)
        return f'<span style="{_STYLES["op"]}" title="{title}">{escape(word)}</span>'
    kind = "keyword" if word in _KEYWORDS else "constant" if word in CONSTANTS else None
    return escape(word) if kind is None else f'<span style="{_STYLES[kind]}">{escape(word)}</span>'
