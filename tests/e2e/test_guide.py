"""The user guide: what its pages say to type is typed, page by page, and works."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arcloom.cli.main import app

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/guide").glob("*.md"))
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_says_works(page, tmp_path, monkeypatch):
    text = page.read_text()
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names = {"__name__": "guide"}
    fences = FENCE.findall(text)
    assert 2 * len(fences) == len(re.findall("^```", text, re.MULTILINE)), "none is overlooked"
    for language, note, code in fences:
        options = dict(option.partition("=")[::2] for option in note.split())
        if "notest" in options:
            continue
        if "file" in options:
            Path(options["file"]).write_text(code)
        elif language == "python":
            exec(compile(code, f"{page.name}", "exec"), names)
        else:
            _type(code, int(options.get("exit", 0)))


def _type(code, expected):
    """Run the lines of a shell; all but the last must succeed."""
    *lines, last = code.splitlines()
    for line in lines:
        assert _run(line) == 0, line
    assert _run(last) == expected, last


def _run(line):
    if not line.startswith("arcloom "):
        return subprocess.run(line, shell=True).returncode
    result = CliRunner().invoke(app, shlex.split(line)[1:], prog_name="arcloom")
    print(result.output)
    return result.exit_code


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_and_pictures_are_there(page):
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), target


def test_the_guide_lists_its_pages():
    links = LINK.findall((ROOT / "docs/guide/README.md").read_text())
    listed = {link for link in links if "/" not in link}
    assert listed == {page.name for page in PAGES} - {"README.md"}
