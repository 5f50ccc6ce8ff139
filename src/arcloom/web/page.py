"""The page: its HTML, style and script, for the server and for the report.

The script is written as modules, one subject each, and handed out as one file, in which a module is
a function that gives its exports. So no tool but Python is needed to put them together.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from arcloom.draw.palette import COLOUR_BLIND, COLOURS

ASSETS: Final = Path(__file__).parent / "assets"

MODULES: Final = (
    "dom",
    "api",
    "settings",
    "grid",
    "picture",
    "chart",
    "keys",
    "gallery",
    "highlight",
    "editor",
    "dag",
    "share",
    "lineage",
    "paint",
    "front",
    "task",
    "program",
    "programs",
    "runs",
    "main",
)

_IMPORT: Final = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@cache
def script() -> str:
    """All modules in one."""
    return "\n".join(_module(name) for name in MODULES)


@cache
def style() -> str:
    """The style sheet, with the colours of the palettes."""
    return _palettes() + _text("style.css")


@cache
def page() -> str:
    """The page that the server sends. The browser then asks for style and script."""
    return (
        _text("page.html")
        .replace("<!--style-->", '<link rel="stylesheet" href="/style.css">')
        .replace("<!--script-->", '<script type="module" src="/app.js"></script>')
    )


def report_page(content: dict[str, Any]) -> str:
    """The page with everything in it; `content` are the resources by their path."""
    # A "<" within a script could end it.
    data = json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "<!--style-->": f"<style>{style()}</style>",
        "<!--script-->": f'<script type="application/json" id="content">{data}</script>'
        f'<script type="module">{script()}</script>',
    }
    text = _text("page.html")
    for mark, part in parts.items():
        before, after = text.split(mark)
        text = f"{before}{part}{after}"
    return text


def _palettes() -> str:
    rules = []
    for name, colours in (("arc", COLOURS), ("safe", COLOUR_BLIND)):
        values = "".join(f"--c{n}:{colour};" for n, colour in enumerate(colours))
        rules.append(f"[data-palette={name}]{{{values}}}\n")
    return "".join(rules)


def _module(name: str) -> str:
    text = _text(f"{name}.js")
    exports = ", ".join(match[2] for match in _EXPORT.finditer(text))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(r"const \1 = module_\2;", text))
    return f"const module_{name} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


def _text(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")
