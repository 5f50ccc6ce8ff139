"""The documentation names what there is."""

from pathlib import Path

import pytest

from arcloom import __version__
from arcloom.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]


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
