"""Fixtures for the tests of search."""

import pytest

from tests.search import small


@pytest.fixture(scope="session")
def tasks():
    """Ten training tasks."""
    return small.small_tasks()


@pytest.fixture
def library(tmp_path):
    """A library with the example programs, which nothing has been evolved in."""
    with small.new_library(tmp_path / "lib.db") as opened:
        yield opened
