"""Fixtures for the tests of the library: each on SQLite and on PostgreSQL."""

import pytest

from arcloom.library import Library


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """Where a new library can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "lib.db")
    return request.getfixturevalue("postgres_server").clean("one")


@pytest.fixture
def other_address(request, address, tmp_path):
    """Where a second one can be made, in a database of the same sort."""
    if "://" not in address:
        return str(tmp_path / "other.db")
    return request.getfixturevalue("postgres_server").clean("two")


@pytest.fixture
def library(address):
    """A new library."""
    with Library.open(address, keep=3) as opened:
        yield opened
