"""Faults of the outside world: one line, and the library is as it was."""

import os
import re
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from arcloom.errors import InputError
from arcloom.library import Library, database
from arcloom.library.faults import LostError
from arcloom.library.schema import APPLICATION_ID, VERSION
from tests.library.samples import export, program, scored

NOBODY = 65534
FIXTURES = Path(__file__).parent / "fixtures"


@contextmanager
def refused(problem, place=""):
    """Expect an InputError of one line with this problem."""
    with pytest.raises(InputError, match=re.escape(problem)) as caught:
        yield
    assert "\n" not in str(caught.value)
    assert str(place) in str(caught.value)


@contextmanager
def unprivileged():
    """Without root's right to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder():
    """A folder that users other than root can reach, which pytest's own is not."""
    made = Path(tempfile.mkdtemp(prefix="arcloom-test-"))
    made.chmod(0o777)
    yield made
    made.chmod(0o777)
    shutil.rmtree(made)


@pytest.fixture
def file(tmp_path):
    """A library with one program."""
    path = tmp_path / "lib.db"
    with Library.open(path) as library:
        library.record([scored(1)])
    return path


def test_an_older_library_that_cannot_be_written_is_read_from_a_copy(folder, tmp_path, caplog):
    Library.open(shutil.copy(FIXTURES / "v0001.db", tmp_path)).close()  # loads alembic, as root
    old = FIXTURES / "v0001.db"
    path = Path(shutil.copy(old, folder))
    path.chmod(0o444)
    folder.chmod(0o555)
    with unprivileged():
        with Library.open(path, readonly=True) as library:
            copy = Path(library._database._file)
            assert copy.exists()
            assert library.place == str(path)
            assert export(library) == old.with_suffix(".txt").read_text()
        assert not copy.parent.exists(), "the copy goes with the library"
        with refused("read-only", path):
            Library.open(path)
    assert caplog.messages == [
        f"arcloom: {path}: of an older version, and cannot be written; a migrated copy is read"
    ]
    assert path.read_bytes() == old.read_bytes()


@pytest.mark.parametrize("readonly", [False, True])
def test_not_a_database(tmp_path, readonly):
    path = tmp_path / "lib.db"
    path.write_text("This is no database, and it is longer than a header of SQLite's. " * 20)
    before = path.read_bytes()
    with refused("no SQLite database", path):
        Library.open(path, readonly=readonly)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("readonly", [False, True])
def test_a_foreign_database(tmp_path, readonly):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE programs (hash)")
    other.close()
    before = path.read_bytes()
    with refused("not a library of Arcloom", path):
        Library.open(path, readonly=readonly)
    assert path.read_bytes() == before


def test_a_foreign_postgresql_schema(postgres_server):
    url = postgres_server.new_database()
    name = url.partition("@/")[2].partition("?")[0]
    postgres_server.execute("CREATE SCHEMA arcloom", name)
    postgres_server.execute("CREATE TABLE arcloom.programs (hash text)", name)
    with refused("not a library of Arcloom"):
        Library.open(url)


def test_other_tables_of_a_postgresql_database_are_left_alone(postgres_server):
    url = postgres_server.new_database()
    name = url.partition("@/")[2].partition("?")[0]
    postgres_server.execute("CREATE TABLE programs (hash text)", name)
    with Library.open(url) as library:
        assert library.record([scored(1)]).stored == 1


def test_a_newer_version(file):
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '0099'")
    database.close()
    for readonly in (False, True):
        with refused(f"schema version 99; this Arcloom knows versions up to {VERSION}", file):
            Library.open(file, readonly=readonly)


def test_an_empty_file_becomes_a_library(tmp_path):
    path = tmp_path / "lib.db"
    path.touch()
    with refused("holds nothing yet", path):
        Library.open(path, create=False)
    with Library.open(path) as library:
        assert library.record([scored(1)]).stored == 1


def test_missing(tmp_path):
    path = tmp_path / "none.db"
    for how in ({"create": False}, {"readonly": True}):
        with refused("no such library", path):
            Library.open(path, **how)
    assert not path.exists()
    with refused("its folder does not exist"):
        Library.open(tmp_path / "none" / "lib.db")
    with refused("a folder"):
        Library.open(tmp_path)


def test_a_read_only_file(folder):
    path = folder / "lib.db"
    with Library.open(path) as library:
        library.record([scored(1)])
    path.chmod(0o444)
    with unprivileged(), refused("read-only", path):
        Library.open(path)
    with Library.open(path, readonly=True) as library:
        assert library.count() == 1


def test_a_read_only_folder(folder):
    path = folder / "lib.db"
    with Library.open(path) as library:
        library.record([scored(1)])
    path.chmod(0o666)
    folder.chmod(0o555)
    with unprivileged():
        with refused("read-only", path):
            Library.open(path)
        with refused("cannot be opened"):
            Library.open(folder / "new.db")
        with Library.open(path, readonly=True) as library:
            assert library.count() == 1
    assert [file.name for file in folder.iterdir()] == ["lib.db"]


def test_damage_is_told(file):
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = bytes(200)
    file.write_bytes(data)
    with refused("the database is damaged", file):
        Library.open(file, readonly=True)


def test_a_program_that_is_not_what_its_hash_says(file):
    with sqlite3.connect(file) as database:
        database.execute("UPDATE programs SET source = replace(source, 'upscale', 'downscale')")
    database.close()
    with Library.open(file) as library:
        (problem,) = library.integrity()
        assert program(1).hash in problem
        with pytest.raises(InputError, match="damaged"):
            library.programs()[0].parse()


def test_locked_for_too_long(file):
    with Library.open(file, timeout=0.2) as library:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with refused("locked for too long", file):
            library.record([scored(2)])
        with refused("locked for too long", file):
            Library.open(file, timeout=0.2)
        assert library.count() == 1, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        assert library.record([scored(2)]).stored == 1


def test_locked_for_too_long_on_postgresql(postgres_server):
    import psycopg

    url = postgres_server.new_database()
    with Library.open(url, timeout=0.2) as library:
        with psycopg.connect(url) as other:
            other.execute(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})")
            with refused("locked for too long"):
                library.record([scored(2)])
            assert library.count() == 0, "reading goes on"
        assert library.record([scored(2)]).stored == 1


def test_a_server_that_restarts(postgres_server):
    """Connections that were cut are made anew, and what the server missed is sent again."""
    with Library.open(postgres_server.new_database()) as library:
        library.record([scored(1)])
        postgres_server.stop()
        back = threading.Timer(1.0, postgres_server.start)
        back.start()
        assert library.record([scored(2)]).stored == 1
        back.join()
        run = library.start_run("test")
        postgres_server.stop()
        postgres_server.start()
        assert library.count() == 2
        assert [one.id for one in library.runs()] == [run]


def test_a_server_that_stays_away(postgres_server):
    with Library.open(postgres_server.new_database(), timeout=0.5) as library:
        postgres_server.stop()
        try:
            with refused("PostgreSQL"):
                library.record([scored(1)])
        finally:
            postgres_server.start()
        assert library.record([scored(1)]).stored == 1


def test_a_server_that_does_not_answer(postgres_server, monkeypatch):
    """Its sockets stay open, so that no network tells."""
    monkeypatch.setattr("arcloom.library.database.ANSWER_TIMEOUT", 0.5, raising=False)
    url = f"{postgres_server.new_database()}&connect_timeout=2"
    with Library.open(url, timeout=0.5) as library:
        told = []

        def record():
            try:
                library.record([scored(1)])
            except InputError as error:
                told.append(str(error))

        postgres_server.freeze()
        thread = threading.Thread(target=record, daemon=True)
        thread.start()
        thread.join(30)
        postgres_server.go_on()
        assert len(told) == 1
        assert library.record([scored(1)]).stored == 1


def test_a_writer_that_was_stopped(postgres_server, monkeypatch):
    """One that falls silent within a transaction loses its locks, and can try again."""
    monkeypatch.setattr(database, "SILENT_WRITER", 0.5)
    url = postgres_server.clean("one")
    with Library.open(url) as stopped, Library.open(url) as other:

        def write_slowly():
            with stopped._database.write(alone=False) as connection:
                other.record([scored(1)])  # both share the lock
                other.prune(5)  # this one needs it alone, and waits for it
                connection.execute(text("SELECT 1"))

        with pytest.raises(LostError):
            write_slowly()
        stopped.record([scored(2)])
        assert {s.program for s in other.scores()} == {scored(n).program.hash for n in (1, 2)}


def test_a_table_that_another_has_locked(postgres_server):
    import psycopg

    url = postgres_server.new_database()
    with Library.open(url, timeout=0.2) as library, psycopg.connect(url) as other:
        other.execute("LOCK TABLE arcloom.programs")
        with refused("locked for too long"):
            library.count()


def test_a_file_that_is_deleted_while_it_is_in_use(file):
    with Library.open(file) as library:
        file.unlink()
        with refused("deleted or replaced", file):
            library.record([scored(2)])


def test_a_file_that_is_replaced_while_it_is_in_use(file, tmp_path):
    with Library.open(file) as library:
        library.record([scored(2)])
        Library.open(tmp_path / "new.db").close()
        (tmp_path / "new.db").replace(file)
        with refused("deleted or replaced", file):
            library.record([scored(3)])


def test_a_server_that_cannot_be_reached():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens here
        port = taken.getsockname()[1]
        with refused("refused", f"me:***@127.0.0.1:{port}/db"):
            Library.open(f"postgresql://me:secret@127.0.0.1:{port}/db")


def test_a_database_that_does_not_exist(postgres_server):
    with refused('database "nowhere" does not exist'):
        Library.open(postgres_server.url("nowhere"))


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:secret@host/db",
        "postgresql://me:secret@host:port/db",
        "postgresql://me:secret@host",
        "http://me:secret@example.org/lib.db",
        "://",
    ],
)
def test_a_bad_url(url):
    with pytest.raises(InputError, match="not the URL of a library") as caught:
        Library.open(url)
    assert "secret" not in str(caught.value)


@pytest.fixture
def small_disk(tmp_path):
    """A file system of one megabyte, and a function that makes it larger."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root")
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this machine does not allow mounting a small file system")
    yield place, lambda: subprocess.run(["mount", "-o", "remount,size=64m", str(place)], check=True)
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk(small_disk):
    place, enlarge = small_disk
    with Library.open(place / "lib.db", keep=1_000_000) as library:
        stored = set()
        with refused("disk"):
            for first in range(1, 100_000, 100):
                batch = [scored(number) for number in range(first, first + 100)]
                library.record(batch)
                stored.update(s.program.hash for s in batch)
        assert stored
        assert {p.hash for p in library.programs()} == stored
    with Library.open(place / "lib.db", readonly=True) as library:
        assert library.integrity() == []
        assert {p.hash for p in library.programs()} == stored
        before = export(library)
    enlarge()
    with Library.open(place / "lib.db") as library:
        assert export(library) == before
        assert library.record(batch).stored == 100


def test_no_room_for_a_new_library(small_disk):
    place, _ = small_disk
    with pytest.raises(OSError, match="No space"):
        (place / "filler").write_bytes(bytes(2**21))
    with refused("disk"):
        Library.open(place / "lib.db")
