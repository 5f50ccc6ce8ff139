"""Versions: libraries of every earlier one open, and the migrations arrive at the schema."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from arcloom.errors import InputError
from arcloom.library import Library, database, versions
from arcloom.library.address import is_url
from arcloom.library.schema import NAMESPACE, VERSION
from tests.library.samples import export, scored

FIXTURES = Path(__file__).parent / "fixtures"

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{number:04}"
down_revision = "{before:04}"


def upgrade():
    with op.batch_alter_table("runs") as runs:
        runs.add_column(sa.Column("machine", sa.Text, nullable=False, server_default="here"))
    {more}
"""


def connect(address):
    if is_url(address):
        return database.postgresql(address, timeout=5, readonly=False)
    return database.sqlite(Path(address), mode="rwc", timeout=5)


def structure(address):
    """The tables with all that belongs to them, as the database tells."""
    opened = connect(address)
    schema = None if opened.is_sqlite else NAMESPACE
    with opened.read() as connection:
        found = inspect(connection)
        told = {
            table: {
                "columns": [
                    (c["name"], str(c["type"]), c["nullable"])
                    for c in found.get_columns(table, schema)
                ],
                "key": found.get_pk_constraint(table, schema),
                "references": sorted(map(repr, found.get_foreign_keys(table, schema))),
                "indexes": sorted(map(repr, found.get_indexes(table, schema))),
                "checks": sorted(map(repr, found.get_check_constraints(table, schema))),
                "options": found.get_table_options(table, schema),
            }
            for table in sorted(found.get_table_names(schema))
        }
    opened.close()
    return told


def test_the_migrations_arrive_at_the_schema(address, other_address):
    Library.open(address).close()
    migrated = connect(other_address)
    with migrated.write() as connection:
        if not migrated.is_sqlite:
            connection.execute(text(f"CREATE SCHEMA {NAMESPACE}"))
        versions.migrate(connection)
    migrated.close()
    assert structure(other_address) == structure(address)


def test_there_is_a_library_of_every_version():
    assert sorted(p.stem for p in FIXTURES.glob("*.db")) == [
        f"v{number:04}" for number in range(1, VERSION + 1)
    ]


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.db")), ids=lambda path: path.stem)
@pytest.mark.parametrize("readonly", [False, True])
def test_a_library_of_every_version_opens(tmp_path, file, readonly):
    copy = shutil.copy(file, tmp_path)
    with Library.open(copy, readonly=readonly) as library:
        assert library.integrity() == []
        assert export(library) == file.with_suffix(".txt").read_text()
        assert library.load_state("evolve") == {"generation": 3}
        assert [run.command for run in library.runs()] == ["evolve"]
        assert library.answers("a")[0].grid.same([[1, 2], [3, 4]])
    with Library.open(copy) as library:
        assert library.record([scored(99, "z")]).stored == 1


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.db")), ids=lambda path: path.stem)
def test_bare_answers_are_there_from_version_five_on(tmp_path, file):
    with Library.open(shutil.copy(file, tmp_path), readonly=True) as library:
        votes = [(one.votes, one.views, one.bits) for one in library.bare_answers(task_id="a")]
    kept = [(14, 16, 0.5), (2, 16, 12.25), (0, 16, 40.0)]
    assert votes == (kept if file.stem >= "v0005" else [])


@pytest.fixture
def next_version(monkeypatch, tmp_path):
    """next_version(more) has Arcloom know one more version."""

    def make(more=""):
        folder = tmp_path / "migrations"
        shutil.copytree(versions.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
        number = VERSION + 1
        text = NEXT.format(more=more, number=number, before=VERSION)
        (folder / "versions" / f"v{number:04}_machine.py").write_text(text)
        monkeypatch.setattr(versions, "MIGRATIONS", folder)
        monkeypatch.setattr(versions, "VERSION", number)
        monkeypatch.setattr("arcloom.library.opening.VERSION", number)

    return make


@pytest.mark.parametrize("readonly", [False, True])
def test_an_older_library_is_migrated(address, next_version, readonly):
    with Library.open(address) as library:
        library.record([scored(1)], library.start_run("evolve"))
        before = export(library)
    next_version()
    with Library.open(address, readonly=readonly) as library:
        assert library.integrity() == []
        assert export(library) == before
    assert "machine" in [name for name, *_ in structure(address)["runs"]["columns"]]


def test_a_migration_that_fails_changes_nothing(address, next_version):
    with Library.open(address) as library:
        library.record([scored(1)])
        before = export(library)
    told = structure(address)
    next_version('op.execute("INSERT INTO nowhere VALUES (1)")')
    with pytest.raises(Exception, match="nowhere"):
        Library.open(address)
    assert structure(address) == told
    opened = connect(address)
    with opened.read() as connection:
        assert versions.version_of(connection, "") == VERSION
    opened.close()
    assert before


def test_a_version_that_is_no_number(tmp_path):
    with Library.open(tmp_path / "lib.db") as library, library._database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'abc'"))
    with pytest.raises(InputError, match="not a library of Arcloom"):
        Library.open(tmp_path / "lib.db")
