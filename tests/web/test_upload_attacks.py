"""Uploads that want to hurt the server: each is refused or fails alone, and the server goes on."""

import asyncio
import gzip
import io
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import workbench
from hostile_strings import HOSTILE
from karat.model.errors import InputError
from karat.web.jobs import Jobs
from karat.web.scoring import score
from karat.web.settings import Limits
from karat.web.uploads import Form, received
from karat.web.workspace import Workspace, sweep
from patience import SECONDS
from servers import Server
from uploading import GOLD, SYSTEM, ended, send

SMALL = Limits(
    upload=200_000, file=100_000, files=5, fields=50, expanded=2 << 20, ratio=100, sentences=100,
    job_seconds=SECONDS, jobs=1, waiting=3,
)  # fmt: skip
BOUNDARY = "karat-boundary"
HEADERS = {
    "content-type": f"multipart/form-data; boundary={BOUNDARY}",
    "origin": workbench.HOME,
    "sec-fetch-site": "same-origin",
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with small limits."""
    store = f"sqlite:///{tmp_path_factory.mktemp('attacks') / 'runs.db'}"
    with workbench.client(store, limits=SMALL) as found:
        yield found


@pytest.fixture(autouse=True)
def goes_on(browser: TestClient) -> Iterator[None]:
    """After every attack the server answers, and no folder of a job is left."""
    yield
    assert browser.get("/health").json()["status"] == "ok"
    assert not waste(browser)


def waste(browser: TestClient) -> list[str]:
    """What is left of jobs that are over."""
    jobs: Jobs = browser.app.state.jobs  # type: ignore[attr-defined]
    workspace: Workspace | None = jobs._workspace
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        left = [one.name for one in workspace.path.iterdir()] if workspace else ["lock"]
        if left == ["lock"]:
            return []
        time.sleep(0.05)
    return left


def part(name: str, content: str, filename: str | None = None) -> bytes:
    """A part of a form, as it is sent."""
    named = f'; filename="{filename}"' if filename is not None else ""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
    return (head + content + "\r\n").encode()


END = f"--{BOUNDARY}--\r\n".encode()


def raw(browser: TestClient, body: Any) -> Any:
    return browser.post("/upload", content=body, headers=HEADERS, follow_redirects=False)


def token(browser: TestClient) -> bytes:
    return part("csrf", workbench.csrf(browser))


def test_a_file_that_is_too_large(browser: TestClient) -> None:
    answer = send(browser, ("gold.mrg", "x" * 150_000), ("a.mrg", SYSTEM))
    assert answer.status_code == 413
    assert "gold.mrg: the file has more than 100000 bytes" in answer.text


def test_files_that_are_too_large_together(browser: TestClient) -> None:
    """Told by the length of the request, before it is read."""
    answer = send(browser, ("g", "x" * 90_000), ("a", "x" * 90_000), ("b", "x" * 90_000))
    assert answer.status_code == 413


def test_a_request_without_a_length(browser: TestClient) -> None:
    """It comes in chunks, and is cut off where it is too large."""
    first = token(browser) + part("gold", "", "g.mrg")[:-2]
    chunks = iter([first, *[b"x" * 30_000] * 2, *[part("s", "x" * 60_000, "x.mrg")] * 3])
    answer = raw(browser, chunks)
    assert answer.status_code == 413
    assert "The request is larger than 195 KB." in answer.text


@pytest.mark.parametrize("cut", [3, 40, 200, 300])
def test_a_request_that_is_cut_off(browser: TestClient, cut: int) -> None:
    body = token(browser) + part("gold", GOLD, "g.mrg") + part("system-1", SYSTEM, "a.mrg") + END
    answer = raw(browser, body[:-cut])
    assert answer.status_code == 400
    assert "not a whole form" in answer.text


def test_a_form_with_ten_thousand_fields(browser: TestClient) -> None:
    body = token(browser) + b"".join(part(f"n{at}", "") for at in range(10_000))
    answer = raw(browser, iter([body[:150_000]]))
    assert answer.status_code == 413
    assert "more than 50 fields" in answer.text


def test_a_form_with_too_many_files(browser: TestClient) -> None:
    files = b"".join(part("systems", SYSTEM, f"{at}.mrg") for at in range(20))
    answer = raw(browser, token(browser) + files + END)
    assert answer.status_code == 413
    assert "more than 5 files" in answer.text


def test_a_field_that_is_too_long(browser: TestClient) -> None:
    answer = raw(browser, token(browser) + part("name", "x" * 50_000) + END)
    assert answer.status_code == 413


@pytest.mark.parametrize("before", [b"", part("csrf", "0" * 64)])
def test_no_file_is_taken_without_the_token(browser: TestClient, before: bytes) -> None:
    """Not even if the right token comes after it."""
    body = before + part("gold", GOLD, "g.mrg") + token(browser) + part("s", SYSTEM, "a") + END
    assert raw(browser, body).status_code == 403


@pytest.mark.parametrize("content_type", [
    "multipart/form-data", "multipart/form-data; boundary=" + "x" * 5_000, "text/plain", "",
    "application/x-www-form-urlencoded",
])  # fmt: skip
def test_what_is_not_a_form_with_files(browser: TestClient, content_type: str) -> None:
    headers = {**HEADERS, "content-type": content_type}
    answer = browser.post("/upload", content=b"csrf=1", headers=headers)
    assert answer.status_code in (400, 403, 415)


@pytest.mark.parametrize("name, shown", [
    ("../../../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("C:\\\\windows\\\\win.ini", "win.ini"),
    ("file-1", "file-1"), ("lock", "lock"), ("..", ".."), ("a\x00b.mrg", "a\\x00b.mrg"),
    ("x" * 3_000, "x" * 254 + "…"), ("-", "-"), ("--help", "--help"), ("~root", "~root"), ("con", "con"),
])  # fmt: skip
def test_names_that_are_paths(tmp_path: Path, name: str, shown: str) -> None:
    """They are shown, never opened: every file has a name of our own."""
    body = part("gold", GOLD, name) + END
    form = asyncio.run(read(body, tmp_path))
    (found,) = form.files
    assert found.name == shown
    assert found.path.parent == tmp_path
    assert re.fullmatch("file-[0-9]+", found.path.name)
    assert found.path.read_text() == GOLD


def test_a_name_that_is_a_path_is_told_in_messages(browser: TestClient) -> None:
    body = token(browser) + part("gold", GOLD, "g.mrg") + part("s", "broken", "../../etc/passwd")
    found = ended(browser, raw(browser, body + END))
    assert found["message"].startswith("passwd: this looks like none of the formats")


async def read(body: bytes, folder: Path, pieces: Sequence[int] = ()) -> Form:
    """A form that comes in pieces of these sizes, and the rest at once."""

    async def stream() -> AsyncIterator[bytes]:
        rest = body
        for size in pieces:
            yield rest[:size]
            rest = rest[size:]
        yield rest

    return await received(HEADERS["content-type"], stream(), folder, SMALL, Anybody())


class Anybody:
    """Takes every form."""

    def field(self, name: str, value: str) -> None: ...

    def file(self) -> None: ...


@given(
    content=st.binary(max_size=400).map(lambda some: some.replace(b"\x00", b"\r\n--karat")),
    pieces=st.lists(st.integers(1, 60), max_size=60),
)
def test_pieces_do_not_matter(content: bytes, pieces: list[int]) -> None:
    """However a form is cut on its way, the files are what was sent."""
    with tempfile.TemporaryDirectory() as folder:
        body = (
            part("csrf", "x")
            + part("gold", "", "g.mrg")[:-2]
            + content
            + b"\r\n"
            + part("name", "n")
            + END
        )
        form = asyncio.run(read(body, Path(folder), pieces))
        assert [one.path.read_bytes() for one in form.files] == [content]
        assert (form.text("csrf"), form.text("name")) == ("x", "n")


@pytest.mark.parametrize("text", list(HOSTILE.values())[:20], ids=list(HOSTILE)[:20])
def test_hostile_fields_are_shown_as_text(browser: TestClient, text: str) -> None:
    """In a form that is shown again, because gold is missing."""
    fields = "".join(
        part(one, text).decode() for one in ("name", "tags", "name-1", "scheme", "format", "stored")
    )
    answer = raw(browser, token(browser) + fields.encode() + part("system-1", SYSTEM, "a") + END)
    assert answer.status_code == 400
    assert "<script>window" not in answer.text
    assert "<img" not in answer.text


def zipped() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("gold.mrg", b"\0" * (5 << 20))
    return stream.getvalue()


def zstd_bomb() -> bytes:
    zstd = pytest.importorskip("backports.zstd")
    packed: bytes = zstd.compress(b"(" * (64 << 20))
    return packed


def xz_bomb() -> bytes:
    import lzma

    return lzma.compress(b"(" * (16 << 20))


@pytest.mark.parametrize("bomb, said", [
    (zipped, "this is a zip archive"),
    (zstd_bomb, "when it is decompressed"),
    (xz_bomb, "when it is decompressed"),
    (lambda: gzip.compress(b"(" * (16 << 20)), "when it is decompressed"),
    (lambda: gzip.compress(GOLD.encode())[:-6], "gold.gz: the compressed data is damaged"),
    (lambda: b"\x28\xb5\x2f\xfd garbage", "gold.gz: the compressed data is damaged"),
])  # fmt: skip
def test_bombs(tmp_path: Path, bomb: Any, said: str) -> None:
    """Compressed files that would fill the disk, archives, and broken ones: one message each."""
    with pytest.raises(InputError, match=said) as error:
        task(tmp_path, bomb(), SYSTEM.encode())
    assert str(error.value).startswith("gold.gz: ")
    assert sum(one.stat().st_size for one in tmp_path.iterdir()) < 5 << 20


def task(folder: Path, gold: bytes, system: bytes) -> dict[str, Any]:
    """What the process of a job does, in this one."""
    (folder / "file-1").write_bytes(gold)
    (folder / "file-2").write_bytes(system)
    shown = [("gold.gz", "file-1"), ("a.mrg", "file-2")]
    first, second = ({"name": x, "shown": x, "path": str(folder / y)} for x, y in shown)
    limits = {"expanded": SMALL.expanded, "ratio": SMALL.ratio, "sentences": SMALL.sentences}
    reading = {"format": None, "layout": "auto", "lenient": False}
    arguments = {
        "store": f"sqlite:///{folder / 'runs.db'}", "gold": first, "systems": [second], "schemes": [],
        "failed": "", "reading": reading, "name": "", "tags": [], "limits": limits,
    }  # fmt: skip
    return score(arguments, folder)


def test_a_bomb_as_a_job(browser: TestClient) -> None:
    found = ended(browser, send(browser, ("gold.zst", zstd_bomb()), ("a.mrg", SYSTEM)))
    assert found["message"].startswith(
        "gold.zst: it grows to more than 1 MB when it is decompressed"
    )


@pytest.mark.parametrize("content", [
    "(" * 90_000 + "\n", ")" * 90_000 + "\n",
    "(S (N " + "x" * 90_000 + "))\n", "\0" * 50_000, "\n" * 90_000, "",
    "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n" * 8_000,
])  # fmt: skip
def test_files_that_are_hard_to_read(tmp_path: Path, content: str) -> None:
    """Endless words, binary files, nothing: a message or a score."""
    try:
        said = task(tmp_path, content.encode(), content.encode())["page"]
    except InputError as error:
        said = str(error)
    assert said
    assert str(tmp_path) not in said


def test_a_tree_of_a_hundred_thousand_levels(browser: TestClient) -> None:
    """Compressed, so that it is small enough; it ends in a message or in a score."""
    deep = gzip.compress(b"(X " * 100_000 + b"(N a)" + b")" * 100_000 + b"\n")
    found = ended(browser, send(browser, ("gold.gz", deep), ("a.gz", deep), scheme="leafancestor"))
    assert found["state"] in ("done", "failed")
    assert "fault of karat" not in str(found["message"])


def test_too_many_sentences(browser: TestClient) -> None:
    found = ended(browser, send(browser, ("gold.mrg", GOLD * 100), ("a.mrg", SYSTEM * 100)))
    assert found["message"] == "gold.mrg: it has 200 sentences, more than 100, the most here"


def test_more_jobs_than_are_taken(store: str) -> None:
    """Refused with a message, before the files are read; the others are done."""
    with workbench.client(store, limits=Limits(jobs=1, waiting=1)) as browser:
        answers = [send(browser, ("g.mrg", GOLD), ("a.mrg", SYSTEM)) for _ in range(4)]
        taken = [one for one in answers if one.status_code == 303]
        refused = [one for one in answers if one.status_code == 503]
        assert len(taken) + len(refused) == 4
        assert refused
        assert "jobs are waiting already" in refused[0].text
        assert {ended(browser, one)["state"] for one in taken} == {"done"}


def test_cancel(store: str) -> None:
    """A running job and a waiting one; neither is saved."""
    with workbench.client(store, limits=Limits(jobs=1)) as browser:
        answers = [send(browser, ("g.mrg", GOLD), ("a.mrg", SYSTEM)) for _ in range(2)]
        for one in answers:
            workbench.post(browser, f"{one.headers['location']}/cancel")
        assert [ended(browser, one)["state"] for one in answers] == ["cancelled", "cancelled"]
        assert "It was cancelled." in browser.get(answers[0].headers["location"]).text
        assert not browser.app.state.store.runs()  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", ["0" * 10, "x", "%2e%2e%2fetc", "A" * 10])
def test_no_such_job(browser: TestClient, key: str) -> None:
    for what in ("", "/state", "/file"):
        assert browser.get(f"/job/{key}{what}").status_code == 404


def test_what_a_killed_server_left_is_removed(tmp_path: Path) -> None:
    """By the next one; the folder of a server that runs stays."""
    script = (
        "import os, sys; from karat.web.workspace import Workspace; one = Workspace(sys.argv[1]);"
        "(one.new() / 'file').write_text('x'); print(one.path, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL
    left, running = Path(done.stdout.strip()), Workspace(str(tmp_path))
    assert left.is_dir()
    assert sweep(str(tmp_path)) == [left]
    assert not left.exists()
    assert running.path.is_dir()
    assert os.stat(running.path).st_mode & 0o777 == 0o700
    running.close()
    assert not running.path.exists()


class Impatient(Server):
    """A server that waits for nobody."""

    SCRIPT = """
import sys
from karat.web.app import create_app
from karat.web.server import bound, home, serve
from karat.web.settings import Limits, Settings
with bound("127.0.0.1", 0) as at:
    limits = Limits(body_seconds=2, grace_seconds=0.5, least_rate=100_000)
    settings = Settings(sys.argv[1], port=at.getsockname()[1], limits=limits)
    serve(create_app(settings), settings, at, lambda: print(home(settings), flush=True))
"""

    def __init__(self, store: str) -> None:
        super().__init__(store)
        self.command = [sys.executable, "-c", self.SCRIPT, store]


def test_a_slow_upload_and_one_that_breaks_off(store: str) -> None:
    """By a socket: an upload in drops is ended, one that is cut leaves nothing, and the server goes on."""
    with Impatient(store) as server:
        page = server.ask("/upload")
        cookie = page.headers["set-cookie"].split(";")[0]
        found = page.text.split('name="csrf" value="')[1][:64]
        host, port = server.origin.removeprefix("http://").split(":")
        head = (
            f"POST /upload HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.origin}\r\nCookie: {cookie}\r\n"
            f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: 500000\r\n\r\n"
        ).encode()
        start = part("csrf", found) + part("gold", GOLD * 50, "g.mrg")[:-2]
        with socket.create_connection((host, int(port)), timeout=SECONDS) as slow:
            slow.sendall(head + start)
            began, answer = time.monotonic(), b""
            while time.monotonic() - began < SECONDS and not answer:
                try:
                    slow.sendall(b"(")
                    slow.settimeout(0.2)
                    answer = slow.recv(65536)
                except TimeoutError:
                    continue
                except OSError:
                    break
            assert answer.startswith(b"HTTP/1.1 408")
        with socket.create_connection((host, int(port)), timeout=SECONDS) as broken:
            broken.sendall(head + start)
        assert server.ask("/health").status == 200
    assert "Traceback" not in "".join(server.said)
