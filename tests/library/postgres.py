"""A PostgreSQL server of the tests' own, from the system's package; gone when they end."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

MISSING = "no PostgreSQL here: install Debian's package 'postgresql' (as root, `make test` does)"


def binaries():
    """The folder of initdb and postgres; None if they are not installed."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    places += [Path(found).resolve().parent] if found else []
    return next((p for p in places if (p / "initdb").exists() and (p / "postgres").exists()), None)


class Server:
    """A server, reached through a socket in its own folder; it can go down and come back."""

    def __init__(self, folder, command):
        self._folder = folder
        self._command = command
        self._numbers = count(1)
        self._made = set()
        self._process = None

    def start(self):
        """Start it, and wait until it answers."""
        with (self._folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, cwd=self._folder
            )
        _wait(self, self._process, self._folder / "log")

    def stop(self):
        """End it; its clients are cut off."""
        self.go_on()
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=30)

    def kill(self):
        """End it at once: nobody needs the data any more."""
        self.go_on()
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=30)

    def freeze(self):
        """Let it hang: its sockets stay open, and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def go_on(self):
        """End that."""
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        parent = self._process.pid
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        except OSError:
            children = []
        for pid in (parent, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def url(self, database):
        return f"postgresql://arcloom@/{database}?host={self._folder}"

    def execute(self, statement, database="postgres"):
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement)

    def new_database(self):
        """The URL of an empty database."""
        return self.clean(f"library{next(self._numbers)}")

    def clean(self, database):
        """The URL of the database of that name, without what a test before has left there."""
        if database not in self._made:
            self.execute(f"CREATE DATABASE {database}")
            self._made.add(database)
        self.execute("DROP SCHEMA IF EXISTS arcloom CASCADE", database)
        return self.url(database)


@contextmanager
def server():
    """Start a server, and end it."""
    where = binaries()
    user = _user() if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="arcloom-pg-"))
    if user:
        shutil.chown(folder, user)
    as_user = ["setpriv", f"--reuid={user}", "--clear-groups", "--"] if user else []
    data = folder / "data"
    made = [where / "initdb", "--no-sync", "--auth=trust", "--username=arcloom", "-D", data]
    subprocess.run([*as_user, *made], check=True, capture_output=True, cwd=folder)
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": folder,
        "fsync": "off",
        "max_connections": 50,
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    started = Server(folder, [*as_user, where / "postgres", "-D", data, *options])
    try:
        started.start()
        yield started
    finally:
        started.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(started, process, log):
    import psycopg

    deadline = time.monotonic() + 60
    while True:
        try:
            return started.execute("SELECT 1")
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()}") from None
            time.sleep(0.1)


def _user():
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise RuntimeError("no user to run PostgreSQL as")
