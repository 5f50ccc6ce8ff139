"""Whom the server answers: the right host, the right origin, the right token; and nothing else."""

import hashlib
import json
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from arcloom.errors import InputError
from arcloom.library import Library
from arcloom.web.address import Address
from arcloom.web.guard import COOKIE, MAX_BODY
from tests.search import small

TOKEN = "open sesame"
STEPS = json.dumps({"source": "def solve(I): return I", "grid": "12/34"}).encode()
JSON = {"content-type": "application/json"}


def ask(site, path="/", method="GET", body=None, **headers):
    """The answer's status, headers and text; the path goes out as it stands."""
    connection = HTTPConnection(urlsplit(site).netloc, timeout=30)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, given)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, dict(response.getheaders()), text


@pytest.fixture(scope="module")
def guarded(evolved):
    from arcloom.web.explorer import Explorer
    from tests.web.conftest import serving

    with serving(Explorer(small.small_tasks()), token=TOKEN) as url:
        yield url.partition("?")[0].rstrip("/")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "localhost:80", "LOCALHOST"])
def test_local_hosts_are_answered(site, host):
    assert ask(site, host=host)[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "169.254.169.254",
        "[::",
        "",
        "@",
    ],
)
def test_a_forged_host_is_refused(site, host):
    status, _, text = ask(site, host=host)
    assert status in (400, 421)
    assert "gallery" not in text


def test_two_hosts_are_refused(site):
    connection = HTTPConnection(urlsplit(site).netloc)
    connection.putrequest("GET", "/", skip_host=True)
    connection.putheader("Host", "127.0.0.1")
    connection.putheader("Host", "evil.example")
    connection.endheaders()
    assert connection.getresponse().status == 400
    connection.close()


def test_another_sites_requests_are_refused(site):
    own = site.rstrip("/")
    assert ask(site, "/api/steps", "POST", STEPS, **JSON, origin=own)[0] == 200
    assert ask(site, "/api/steps", "POST", STEPS, **JSON, origin="http://evil.example")[0] == 403
    assert ask(site, "/api/steps", "POST", STEPS, **JSON, origin="null")[0] == 403
    assert ask(site, "/api/steps", "POST", STEPS, **JSON, origin="http://[")[0] == 403
    assert ask(site, origin="http://[")[0] == 403
    assert ask(site, "/api/steps", "POST", STEPS, content_type="text/plain")[0] == 415


def test_pages_may_load_nothing_foreign(site):
    _, headers, _ = ask(site)
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/../../../../etc/passwd",
        "/api/../../../etc/passwd",
        "/api/task?id=../../etc/passwd",
        "/api/task?id=..%2f..%2fetc%2fpasswd%00",
        "/api/program?hash=../../etc/passwd",
        "/api/run?id=../../etc/passwd",
        "/api/outputs?task=../../etc/passwd&program=../../etc/passwd",
        "/app.js/../../../etc/passwd",
        "/lib.db",
    ],
)
def test_paths_lead_nowhere_else(site, path):
    status, _, text = ask(site, path)
    assert status == 404
    assert "root:" not in text
    assert "problem" in json.loads(text)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"not json", "not JSON"),
        (b"[]", "not a JSON object"),
        (b"[" * 500_000, "not JSON"),
        (b'{"source": "def solve(I): return I", "grid": "x"}', "a grid is rows"),
        (b'{"source": "def solve(I): return I", "grid": "12/3"}', "ragged"),
        (b'{"source": "def solve(I): return I"}', "neither a task nor a grid"),
        (b'{"source": "def solve(I): return I", "task": "../x"}', "no task"),
    ],
)
def test_what_cannot_be_run_is_told(site, body, problem):
    status, _, text = ask(site, "/api/steps", "POST", body, **JSON)
    assert status in (400, 404)
    assert problem in json.loads(text)["problem"]


def test_large_requests_are_refused(site):
    assert ask(site, "/api/steps", "POST", b" " * (MAX_BODY + 1), **JSON)[0] == 413
    assert ask(site, "/api/steps", "POST", iter([b"{}"]), **JSON)[0] == 411  # in chunks
    long = json.dumps({"source": "x" * 900_000, "grid": "1"}).encode()
    status, _, text = ask(site, "/api/steps", "POST", long, **JSON)
    assert status == 200
    assert "the page takes 200,000" in json.loads(text)["error"]["message"]


def test_methods_that_change_things_do_not_exist(site):
    for method in ("PUT", "DELETE", "PATCH"):
        status, _, _ = ask(site, "/api/tasks", method, b"{}", **JSON)
        assert status == 404


def test_without_the_token_nothing_is_answered(guarded):
    for path in ("/", "/app.js", "/api/tasks", "/api/events"):
        status, _, text = ask(guarded, path)
        assert status == 401
        assert "3c9b0459" not in text
    assert ask(guarded, "/api/tasks", authorization="Bearer wrong")[0] == 401
    assert ask(guarded, "/api/tasks?token=wrong")[0] == 401
    assert ask(guarded, "/api/tasks", cookie=f"{COOKIE}=wrong")[0] == 401


def test_with_the_token_all_is(guarded):
    assert ask(guarded, "/api/tasks", authorization=f"Bearer {TOKEN}")[0] == 200
    status, headers, _ = ask(guarded, "/?token=open%20sesame")
    assert (status, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert ask(guarded, "/", cookie=cookie.partition(";")[0])[0] == 200


def test_a_hostile_cookie_is_read_at_once(guarded):
    """Python's own reader of cookies takes longer than `ask` waits for this one."""
    cookie = f'{COOKIE}="' + "\\\\" * 30_000 + '"'
    assert ask(guarded, "/api/tasks", cookie=cookie)[0] == 401


def test_a_page_opens_with_its_token(guarded, page):
    page.goto(f"{guarded}/?token=open%20sesame")
    page.locator(".card").first.wait_for()
    assert "token" not in page.url
    page.goto(f"{guarded}/#/task/3c9b0459")
    page.get_by_role("heading", name="Task 3c9b0459").wait_for()


def test_other_addresses_need_a_token():
    with pytest.raises(InputError, match="--token"):
        Address("0.0.0.0").check()
    with pytest.raises(InputError, match="--token"):
        Address("192.168.1.5", token="").check()
    Address("0.0.0.0", token="secret").check()
    Address("localhost").check()


def test_looking_leaves_the_library_as_it_was(serve, library):
    before = hashlib.sha256(library.read_bytes()).hexdigest()
    with Library.open(library, readonly=True) as opened:
        program, run = opened.programs()[0].hash, opened.runs()[0].id
    paths = [
        "/api/status", "/api/programs?wanted=rot", "/api/runs", "/api/verdicts",
        "/api/task?id=3c9b0459", f"/api/program?hash={program}", f"/api/run?id={run}",
        f"/api/outputs?task=3c9b0459&program={program}", "/api/expected?task=3c9b0459",
    ]  # fmt: skip
    with serve(small.small_tasks(), library) as site:
        for path in paths:
            assert ask(site, path)[0] == 200
    assert hashlib.sha256(library.read_bytes()).hexdigest() == before
