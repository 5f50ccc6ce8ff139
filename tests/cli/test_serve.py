"""`arcloom serve` as a process: it says where it is, and Ctrl-C ends it at once."""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager
from urllib.request import urlopen

import pytest

from arcloom.cli import serve

COMMAND = [sys.executable, "-c", "from arcloom.cli.main import main; main()"]
HANGS = 60
"""Seconds after which a process counts as hanging."""


@contextmanager
def served(*arguments):
    command = [*COMMAND, "serve", "--port", "0", "--json", *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        lines = []
        while not lines or lines[-1] != "}\n":
            lines.append(process.stdout.readline())
            assert lines[-1], process.stderr.read()
        try:
            yield process, json.loads("".join(lines))
        finally:
            process.kill()


def test_it_serves_and_ends_with_ctrl_c(tasks):
    with served("--dataset", tasks) as (process, told):
        assert told["dataset"] == "tasks"
        assert told["library"] is None
        with urlopen(f"{told['url']}api/tasks") as answer:
            assert [task["id"] for task in json.load(answer)["tasks"]] == ["mirror", "trap", "turn"]
        following = urlopen(f"{told['url']}api/events")  # a stream that would not end by itself
        assert following.readline() == b"event: pulse\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(HANGS) == 130
        assert "Traceback" not in process.stderr.read()
        following.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--library", "none.db"], "none.db: no such library"),
        (["--host", "0.0.0.0"], "give a --token"),
        (["--dataset", "none"], "no dataset, folder or file 'none'"),
    ],
)
def test_what_is_wrong_is_said_before_it_serves(arcloom, arguments, said):
    result = arcloom("serve", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_port_that_is_taken(arcloom, tasks):
    with served("--dataset", tasks) as (_, told):
        port = told["url"].rstrip("/").rpartition(":")[2]
        result = arcloom("serve", "--dataset", tasks, "--port", port)
        assert result.exit_code == 2
        assert "--port" in result.stderr


def test_without_the_extra_it_says_what_to_install(arcloom, monkeypatch):
    monkeypatch.setattr(serve, "find_spec", {}.get)
    result = arcloom("serve")
    assert result.exit_code == 2
    assert "pip install 'arcloom[web]'" in result.stderr


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_an_address_of_another_machine_is_refused_with_its_remedy(arcloom, host):
    result = arcloom("serve", "--host", host, "--token", "secret", "--port", 0)
    assert result.exit_code == 2
    assert result.stderr.endswith("name an address of this machine with --host\n")
