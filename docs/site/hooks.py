"""What mkdocs does beyond docs/: pages of the repository's root, the API reference, and a check.

Pages link each other as files of the repository, so that the links work on a code host too. Here
they become links of the site.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from arcloom import __all__ as public

ROOT = Path(__file__).parents[2]
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "SECURITY.md": "SECURITY.md",
    "bench/README.md": "bench/README.md",
    **{(name := f"bench/figures/{page.name}"): name for page in ROOT.glob("bench/figures/*.md")},
}
"""Pages outside docs/, and what the site calls them."""
DOWNLOADS = (
    "examples/kaggle.ipynb",
    "examples/programs.py",
    "examples/proposers/random_proposer.py",
    "examples/proposers/template_proposer.py",
    "examples/quickstart.py",
)
"""Files outside docs/ that pages link."""
LINK = re.compile(r"(\]\()([^):#]+)(#[^)]*)?(\))")
FOREIGN = re.compile(
    r"""<(?:script|img|iframe)[^>]*\ssrc=["']?(https?:)?//|<link[^>]*rel=["']?"""
    r"""(?:stylesheet|preconnect)["']?[^>]*href=["']?(https?:)?//"""
)

REFERENCE = """# Python reference

Everything public is in the package `arcloom`, imported as `al` on these pages. The words are in the
[glossary](glossary.md). This page is made from the docstrings.

`al.dsl` has every op of the [vocabulary](vocabulary.md) as a Python function.
"""


def on_files(files: Files, config: Any) -> Files:
    """Add the pages and files that are not in docs/."""
    for source, name in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text("utf-8")))
    for name in DOWNLOADS:
        files.append(File.generated(config, name, content=(ROOT / name).read_bytes()))
    files.append(File.generated(config, "reference.md", content=reference()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links between files of the repository into links of the site."""
    name = page.file.src_uri
    home = {site: source for source, site in PAGES.items()}.get(name, f"docs/{name}")

    def site_link(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(home), match[2]))
        in_site = PAGES.get(target, target.removeprefix("docs/"))
        relative = posixpath.relpath(in_site, posixpath.dirname(name) or ".")
        return f"{match[1]}{relative}{match[3] or ''}{match[4]}"

    return LINK.sub(site_link, markdown)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """A page that loads something from elsewhere is a fault: the site is read without a network."""
    found = FOREIGN.search(output)
    if found:
        raise PluginError(f"{page.file.src_uri} loads {found[0]}... from another host")
    return output


def reference() -> str:
    """The page of all that `arcloom` exports: functions first, then classes."""
    import arcloom

    functions, classes = [], []
    for name in sorted(public, key=str.lower):
        place = definition(getattr(arcloom, name))
        if place is not None:
            (classes if name[0].isupper() else functions).append((name, place))
    parts = [REFERENCE]
    for title, entries in (("Functions", functions), ("Classes", classes)):
        parts.append(f"## {title}\n")
        parts += [
            f"::: {place}\n    options:\n      heading: al.{name}\n" for name, place in entries
        ]
    return "\n".join(parts)


def definition(value: object) -> str | None:
    """Where a public thing is defined, as a dotted name; None for a module or a plain value."""
    if (
        type(value).__module__ == "arcloom.solve"
        or getattr(value, "__name__", "") == "arcloom.solve"
    ):
        return "arcloom.solve.api.solve"  # a package that can be called
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    return f"{module}.{name}" if module and name else None
