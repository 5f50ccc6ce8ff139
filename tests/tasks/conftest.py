"""Fixtures for the tests of tasks: small task files on disk."""

import json

import pytest


@pytest.fixture
def content():
    """A well-formed task, as JSON content, that a test may spoil."""
    return {
        "train": [
            {"input": [[1, 2]], "output": [[2, 1]]},
            {"input": [[3, 4], [5, 6]], "output": [[4, 3], [6, 5]]},
        ],
        "test": [{"input": [[7, 8, 9]], "output": [[9, 8, 7]]}],
    }


@pytest.fixture
def write(tmp_path):
    """write(name, content) puts content (text as it stands, else as JSON) in a file."""

    def write_file(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write_file
