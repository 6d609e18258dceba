"""``karat serve`` as people start it: sockets, slow and broken requests, signals, what it prints."""

import re
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from databases import Cluster
from effort import slow
from patience import SECONDS, until
from servers import Server

# A server whose limits are short enough for a test.
IMPATIENT = """
import sys
from karat.web.app import create_app
from karat.web.server import bound, home, serve
from karat.web.settings import Limits, Settings
with bound("127.0.0.1", 0) as at:
    limits = Limits(
        header_seconds=float(sys.argv[2]), body_seconds=3, grace_seconds=0.5, upload=100_000, connections=8
    )
    settings = Settings(sys.argv[1], port=at.getsockname()[1], limits=limits)
    serve(create_app(settings), settings, at, lambda: print(home(settings), flush=True))
"""


class Impatient(Server):
    """Closes connections that are slow, and those on which no request comes in so many seconds."""

    def __init__(self, store: str, seconds: float = 0.5) -> None:
        super().__init__(store)
        self.command = [sys.executable, "-c", IMPATIENT, store, str(seconds)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a process of its own; no test stops it."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('server') / 'runs.db'}") as running:
        yield running


def connection(server: Server) -> socket.socket:
    """A connection to the server."""
    host, port = server.origin.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=SECONDS)


def raw(server: Server, data: bytes) -> bytes:
    """What the server answers to these bytes, until it closes the connection."""
    with connection(server) as found:
        found.sendall(data)
        return rest(found)


def rest(found: socket.socket) -> bytes:
    """What is still to come."""
    answer = b""
    try:
        while some := found.recv(65536):
            answer += some
    except ConnectionResetError:
        pass
    return answer


def request(path: str, host: str = "localhost") -> bytes:
    """The bytes of a request that closes its connection."""
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1")


def test_it_listens_at_this_machine_only(server: Server) -> None:
    """And says where, with the port that it has found."""
    assert re.search(r"^karat serve: http://127\.0\.0\.1:\d+/ \(Ctrl-C stops it\)$", server.said[0])
    assert "token" not in "".join(server.said)
    assert server.ask("/health").status == 200


@pytest.mark.parametrize("one", [signal.SIGTERM, signal.SIGHUP, *slow(signal.SIGINT)])
def test_it_stops_when_told(store: str, one: signal.Signals) -> None:
    """At once, with status 0 and without a traceback."""
    before = signal.signal(
        signal.SIGHUP, signal.SIG_DFL
    )  # nohup would have it ignored by the server too
    try:
        with Server(store, forked=False) as running:
            running.ask("/about")
            running.process.send_signal(one)
            assert running.process.wait(SECONDS) == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert "Traceback" not in "".join(running.said)


def test_a_token_is_made_where_others_can_reach_it(store: str) -> None:
    """It is printed once, works, and is not the same next time."""
    made = []
    for _ in range(2):
        with Server(store, "--host", "0.0.0.0") as running:
            assert running.ask("/about").status == 401
            until(lambda server=running: len(server.said) > 1)
            found = re.search("log in with the token ([A-Za-z0-9_-]{32})$", running.said[1])
            assert found is not None
            made.append(found[1])
            bearer = f"Authorization: Bearer {found[1]}\r\n\r\n".encode()
            asked = request("/about").removesuffix(b"\r\n") + bearer
            assert raw(running, asked).startswith(b"HTTP/1.1 200")
        assert "".join(running.said).count(found[1]) == 1
    assert made[0] != made[1]


def test_a_token_from_the_environment_is_not_printed(store: str, tmp_path: Path) -> None:
    """Nor one from a file; neither is in the list of processes."""
    token = "0123456789abcdef-token"
    (tmp_path / "token.txt").write_text(f"{token}\n")
    for options, env in (
        ((), {"KARAT_TOKEN": token}),
        (("--token-file", str(tmp_path / "token.txt")), {}),
    ):
        with Server(store, *options, env=env, forked=False) as running:
            assert running.ask("/about").status == 401
            listed = Path(f"/proc/{running.process.pid}/cmdline")
            assert not listed.exists() or token.encode() not in listed.read_bytes()
        assert token not in "".join(running.said)


def test_everybody_may_read_a_public_leaderboard(store: str) -> None:
    """Without a token, and without a form."""
    with Server(store, "--read-only", "--public", "--trusted-host", "bench.example.org") as running:
        answer = raw(running, request("/about", "bench.example.org"))
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"read-only" in answer
        assert raw(running, request("/about", "evil.example")).startswith(b"HTTP/1.1 421")


@pytest.mark.parametrize("data", [
    b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET //etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /about HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    b"GET /about HTTP/1.1\r\nConnection: close\r\n\r\n",
    b"GET /about HTTP/1.0\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
    b"POST /logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"GET /about HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    b"\x16\x03\x01\x02\x00nonsense\r\n\r\n",
    b"nonsense\r\n\r\n",
])  # fmt: skip
def test_broken_requests(server: Server, data: bytes) -> None:
    """Each is answered with an error, or not at all; no file is shown, and the server goes on."""
    answer = raw(server, data)
    assert b"root:" not in answer
    if b"Upgrade" not in data:
        assert not answer or 400 <= int(answer.split(b" ")[1]) < 500
    assert server.ask("/health").status == 200
    assert "Traceback" not in "".join(server.said)


def test_slow_headers(store: str) -> None:
    """A connection without a request is closed; many of them do not stop the others."""
    with Impatient(store) as running:
        silent = [connection(running) for _ in range(4)]
        began = time.monotonic()
        slow = connection(running)
        slow.sendall(b"GET /about HTTP/1.1\r\nHost: loc")
        assert rest(slow) == b""
        assert [rest(one) for one in silent] == [b""] * 4
        assert time.monotonic() - began < 30
        again = connection(running)
        again.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert again.recv(100).startswith(b"HTTP/1.1 200")
        again.sendall(b"GET /health HTTP/1.1\r\nHost: ")
        assert b"HTTP/1.1 200" not in rest(again)
        assert running.ask("/health").status == 200
        for one in (*silent, slow, again):
            one.close()
    assert "no request in 0.5 s" in "".join(running.said)


def test_slow_and_oversized_bodies(store: str) -> None:
    """A body that comes too slowly, or that is larger than allowed, is given up."""
    head = b"POST /logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    with Impatient(store) as running:
        with connection(running) as slow:
            slow.sendall(head + b"Content-Length: 1000\r\n\r\ncsrf=")
            assert rest(slow).startswith(b"HTTP/1.1 408")
        with connection(running) as large:
            large.sendall(head + b"Content-Length: 2000000\r\n\r\n")
            assert rest(large).startswith(b"HTTP/1.1 413")
        with connection(running) as chunked:
            chunked.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
            try:
                for _ in range(40):
                    chunked.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
            except OSError:
                pass
            assert rest(chunked)[:12] in (b"HTTP/1.1 413", b"")
        assert running.ask("/health").status == 200
    said = "".join(running.said)
    assert "408 The request was sent too slowly." in said
    assert "413 The request is larger than 1 MB." in said


def test_too_many_connections(store: str) -> None:
    """Those above the limit are told to come again; later all is well."""
    with Impatient(store, seconds=SECONDS) as running:
        held = [connection(running) for _ in range(8)]
        assert running.ask("/health").status == 503
        for one in held:
            one.close()
        until(lambda: running.ask("/health").status == 200)


def test_a_database_that_goes_away_comes_back(cluster: Cluster, postgresql_url: str) -> None:
    """Pages say so meanwhile, without telling where it is; then all is as before."""
    name = urlsplit(postgresql_url).path.lstrip("/")
    with Server(postgresql_url) as running:
        assert running.ask("/runs").status == 200
        cluster.run(f'ALTER DATABASE "{name}" CONNECTION LIMIT 0', "postgres")
        cluster.run(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false', "postgres")
        ended = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        cluster.run(ended, "postgres")
        answer = running.ask("/runs")
        assert answer.status == 503
        assert "The store of runs does not answer." in answer.text
        assert name not in answer.text
        assert running.ask("/health").status == 503
        cluster.run(
            f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true CONNECTION LIMIT -1', "postgres"
        )
        assert running.ask("/runs").status == 200
    said = "".join(running.said)
    assert "GET /runs: 503 " in said
    assert "Traceback" not in said


@pytest.mark.parametrize("proxies, address, secure", [
    (("--proxy", "127.0.0.1"), "192.0.2.7", True), (("--proxy", "192.0.2.0/24"), "127.0.0.1", False),
])  # fmt: skip
def test_only_a_trusted_proxy_is_believed(
    store: str, proxies: tuple[str, ...], address: str, secure: bool
) -> None:
    """Others cannot say that they are somebody else, or that they came by HTTPS."""
    said = b"X-Forwarded-For: 10.9.9.9, 192.0.2.7\r\nX-Forwarded-Proto: https\r\n\r\n"
    with Server(store, *proxies, env={"KARAT_TOKEN": "t" * 20}) as running:
        assert raw(running, request("/about").removesuffix(b"\r\n") + said).startswith(
            b"HTTP/1.1 401"
        )
        page = raw(running, request("/login").removesuffix(b"\r\n") + said)
        assert (b"; Secure\r\n" in page) == secure
    assert f"{address} GET /about: 401" in "".join(running.said)


def test_a_browser_is_opened_on_request(store: str, tmp_path: Path) -> None:
    """At the address that was printed."""
    program = tmp_path / "browser"
    new, opened = tmp_path / "new", tmp_path / "opened"
    program.write_text(f'#!/bin/sh\necho "$1" > {new}\nmv {new} {opened}\n')
    program.chmod(0o755)
    with Server(store, "--open", env={"BROWSER": f"{program} %s"}) as running:
        until(opened.exists)
        assert opened.read_text() == f"{running.origin}/\n"


def test_it_stops_even_if_somebody_sends_slowly(store: str) -> None:
    """A request that does not end is given up; the exit status is still 0."""
    with Impatient(store) as running, connection(running) as slow:
        slow.sendall(b"POST /logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nx")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(SECONDS) == 0
