"""What holds for all tests: Ctrl-C means what it does at a keyboard; a GPU; a server."""

import os
import signal

import hypothesis
import pytest

from arcloom.engine.gpu.choose import gpus
from arcloom.lang import plugins
from tests.library import postgres

# No test depends on how fast the machine is: an example may take as long as it takes. CI tries the
# same examples each time, so that luck does not blame a change. At a developer's they differ.
hypothesis.settings.register_profile("ours", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("ours")

# A shell starts what runs in the background with Ctrl-C ignored, and its children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _plugins_are_forgotten():
    """A command executes the files it was given, and workers get all that were executed."""
    before = dict(plugins._EXECUTED)
    yield
    plugins._EXECUTED.clear()
    plugins._EXECUTED.update(before)


@pytest.fixture(scope="session")
def postgres_server():
    """A PostgreSQL server; the tests that need it are skipped where it is not installed.

    One for all, since it takes seconds to make: each test has databases of its own there, and one
    that stops the server starts it again.
    """
    if postgres.binaries() is None:
        pytest.skip(postgres.MISSING)
    with postgres.server() as server:
        yield server


@pytest.fixture(scope="module")
def gpu():
    """The first GPU; where there is none that works, the test is skipped and says why."""
    count, why = gpus()
    if not count:
        pytest.skip(why)
    from arcloom.engine.gpu.cuda import Gpu

    return Gpu()
