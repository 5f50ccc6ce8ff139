"""The documentation names what there is."""

import re
from pathlib import Path

import pytest

from arcloom import __version__
from arcloom.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
FIGURES = sorted((ROOT / "bench").rglob("*.md"))
PAGES = sorted([ROOT / "README.md", *FIGURES, *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^):#]*)(?:#([^)]*))?\)")
FIRST_LINES = 10


@pytest.mark.parametrize("page", ["README.md", "docs/cli.md"])
def test_every_command_is_documented(page):
    text = (ROOT / page).read_text()
    for name in COMMANDS:
        assert f"arcloom {name}" in text


def test_the_architecture_names_every_package():
    text = (ROOT / "docs/ARCHITECTURE.md").read_text()
    packages = [p.parent for p in (ROOT / "src/arcloom").glob("*/__init__.py")]
    parts = [p for p in (ROOT / "native").iterdir() if p.is_dir()]
    for folder in [*packages, *parts]:
        assert f"{folder.name}/" in text, folder


def test_the_changelog_has_this_version():
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()


def named(page):
    return str(page.relative_to(ROOT))


def anchors(page):
    """What a link to a heading of the page may end in, as GitHub makes it."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_to_pages_and_headings_that_exist(page):
    for file, heading in LINK.findall(page.read_text()):
        target = page.parent / file if file else page
        assert target.exists(), file
        assert not heading or heading in anchors(target), f"{file}#{heading}"


# The architecture and the glossary itself need no link: one is for developers, one is the target.
@pytest.mark.parametrize("page", [p for p in PAGES if p.name not in ("glossary.md",)], ids=named)
def test_every_page_links_the_glossary_in_its_first_lines(page):
    first = "\n".join(page.read_text().splitlines()[:FIRST_LINES])
    assert "glossary.md)" in first


def test_the_glossary_defines_the_projects_words_once():
    rows = re.findall(r"^\| ([\w -]+) \| ", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE)
    words = [row for row in rows if row not in ("word", "---")]
    assert len(words) == len(set(words))
    wanted = {"batt", "card", "hand", "differ", "fuel", "Undefined", "tile", "rule", "finding"}
    assert wanted | {"library", "program", "op", "node", "archive"} <= set(words)


def test_the_site_lists_every_page():
    """mkdocs is not needed to see that a page is missing from the site, or listed but not there."""
    listed = set(re.findall(r"([\w/.-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE))
    docs = {str(p.relative_to(ROOT / "docs")) for p in (ROOT / "docs").rglob("*.md")}
    docs |= {named(page) for page in FIGURES}
    made = {"index.md", "reference.md"}  # from README.md and from docstrings
    elsewhere = {name for name in listed - docs - made if (ROOT / name).exists()}
    assert listed == docs | made | elsewhere


def test_the_kaggle_guide_and_the_notebook_agree():
    guide = (ROOT / "docs/guide/kaggle.md").read_text()
    notebook = (ROOT / "examples/kaggle.ipynb").read_text()
    hours = re.search(r'budget="(\d+h)"', guide)
    assert hours is not None
    assert f'\\"ARC_BUDGET\\", \\"{hours[1]}\\"' in notebook
    for shared in ("arcloom-wheels", "arc-prize-2025/arc-agi_test_challenges.json", "arcloom.db"):
        assert shared in guide
        assert shared in notebook
