"""Requests that no page of ours sends: they are refused and logged, and the server goes on."""

from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

import workbench
from karat.web.rendering import document, form
from karat.web.security.forms import guarded, streamed, uploads
from karat.web.security.headers import POLICY
from karat.web.settings import Limits


def echo(request: Request) -> Response:
    """What a form has sent."""
    return JSONResponse({name: str(text) for name, text in form(request).multi_items()})


@uploads
def large(request: Request) -> Response:
    """Whether a file has arrived."""
    return JSONResponse({"size": getattr(form(request)["file"], "size", None)})


def scripted(request: Request) -> Response:
    """What a script has sent."""
    return JSONResponse(document(request))


@streamed
async def forgetful(request: Request) -> Response:
    """An endpoint that does not check the token of its form."""
    async for _ in request.stream():
        pass
    return JSONResponse({})


def failing(request: Request) -> Response:
    """A mistake of ours."""
    raise ZeroDivisionError("secret of the house\x1b[31m")


def browser(store: str, **settings: Any) -> TestClient:
    """A browser in front of a server with some more pages."""
    found = workbench.client(store, **settings)
    routes = [
        Route(f"/{one.__name__}", one, methods=["POST"])
        for one in (echo, large, scripted, forgetful)
    ]
    found.app.router.routes += [*map(guarded, routes), Route("/failing", failing)]  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("host", [
    "evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.evil.example", "", "a b",
    "localhost@evil.example", "127.0.0.1:8765, evil.example", "[::1", "localhost:80:80",
    "ｌocalhost".encode(),
])  # fmt: skip
def test_a_host_that_is_not_ours_is_refused(store: str, host: Any, capsys: Any) -> None:
    """Against DNS rebinding: neither pages nor forms are given to such a request."""
    answer = browser(store).get("/about", headers={"host": host})
    assert answer.status_code in (400, 421)
    assert "X-CSRF" not in answer.text
    assert "set-cookie" not in answer.headers
    assert str(answer.status_code) in capsys.readouterr().err


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:9000", "[::1]:8765"])
def test_names_of_this_machine_are_fine(store: str, host: str) -> None:
    """With any port, as a tunnel may have another one."""
    assert browser(store).get("/about", headers={"host": host}).status_code == 200


def test_a_trusted_host_is_fine(store: str) -> None:
    """And nothing that ends like it."""
    ours = browser(store, trusted_hosts=("bench.example.org",), token="t" * 20)
    bearer = {"authorization": f"Bearer {'t' * 20}"}
    assert ours.get("/about", headers={"host": "Bench.example.org", **bearer}).status_code == 200
    assert ours.get("/about", headers={"host": "x.bench.example.org", **bearer}).status_code == 421


def test_any_address_is_fine_only_where_all_are_listened_at(store: str) -> None:
    """An address cannot be pointed elsewhere; a name can."""
    everywhere = browser(store, host="0.0.0.0", token="t" * 20)
    bearer = {"authorization": f"Bearer {'t' * 20}"}
    assert everywhere.get("/about", headers={"host": "192.0.2.7:80", **bearer}).status_code == 200
    assert everywhere.get("/about", headers={"host": "evil.example", **bearer}).status_code == 421
    assert browser(store).get("/about", headers={"host": "192.0.2.7:8765"}).status_code == 421


@pytest.mark.parametrize("headers", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:9999"},
    {"origin": "http://127.0.0.1:8765.evil.example"}, {"origin": "http://x@127.0.0.1:8765"},
    {"origin": "file://"}, {"origin": ""}, {"origin": "http://[::1"}, {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": workbench.HOME, "sec-fetch-site": "cross-site"},
])  # fmt: skip
def test_other_sites_cannot_send_anything(store: str, headers: dict[str, str], capsys: Any) -> None:
    """Not even with the token of a form."""
    ours = browser(store)
    token = workbench.csrf(ours)
    answer = ours.post("/echo", data={"csrf": token}, headers=headers)
    assert answer.status_code == 403
    assert "POST /echo: 403" in capsys.readouterr().err


@pytest.mark.parametrize("mode, goal, status", [
    ("navigate", "document", 200), ("no-cors", "image", 403), ("no-cors", "script", 403),
    ("cors", "empty", 403),
    ("navigate", "iframe", 403), ("navigate", "embed", 403), ("websocket", "websocket", 403),
])  # fmt: skip
def test_other_sites_may_link_and_nothing_else(
    store: str, mode: str, goal: str, status: int
) -> None:
    """They cannot load a page as a picture, a script or a frame."""
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": goal}
    assert browser(store).get("/about", headers=headers).status_code == status


@pytest.mark.parametrize("token", [None, "", "0" * 64, "é", "x" * 100_000])
def test_a_form_needs_its_token(store: str, token: str | None, capsys: Any) -> None:
    """Also where nothing says that another site has sent it."""
    ours = browser(store)
    ours.get("/about")
    answer = ours.post("/echo", data={} if token is None else {"csrf": token})
    assert answer.status_code == 403
    assert "too old" in capsys.readouterr().err


def test_the_token_of_another_visitor_is_no_token(store: str) -> None:
    """Nor that of a visitor without a cookie."""
    ours, theirs = browser(store), browser(store)
    token = workbench.csrf(theirs)
    assert theirs.post("/echo", data={"csrf": token, "a": "1"}).json()["a"] == "1"
    assert ours.post("/echo", data={"csrf": token}).status_code == 403
    theirs.cookies.clear()
    assert theirs.post("/echo", data={"csrf": token}).status_code == 403


def test_a_script_sends_its_token_in_a_header(store: str) -> None:
    """And JSON; what is no JSON, and what no database can keep, is refused."""
    ours = browser(store)
    headers = {"x-csrf": workbench.csrf(ours), "content-type": "application/json"}
    assert ours.post("/scripted", content='{"a": [1]}', headers=headers).json() == {"a": [1]}
    for bad in ("{", "[" * 100_000, '"\\u0000"', '"\\ud800"', b"\xff"):
        assert ours.post("/scripted", content=bad, headers=headers).status_code == 400
    assert (
        ours.post("/scripted", content="{}", headers={**headers, "x-csrf": "0" * 64}).status_code
        == 403
    )


def test_an_endpoint_that_forgets_to_check_a_token_fails(store: str) -> None:
    """The mistake is seen at the first try, not by an attacker."""
    assert browser(store).post("/forgetful", content="x").status_code == 500


def test_read_only_means_no_writing(store: str) -> None:
    """No form works, with a right token or without."""
    ours = browser(store, read_only=True)
    assert ours.post("/echo", data={"a": "1"}).status_code == 403
    answer = ours.get("/about")
    assert "read-only" in answer.text
    assert "set-cookie" not in answer.headers
    assert 'method="post"' not in answer.text


def test_bodies_are_capped(store: str, capsys: Any) -> None:
    """By what they announce, and by what they send; uploads have a cap of their own."""
    ours = browser(store, limits=Limits(form=1000, upload=5000))
    token = workbench.csrf(ours)
    assert ours.post("/echo", data={"csrf": token, "a": "x" * 500}).status_code == 200
    assert ours.post("/echo", data={"csrf": token, "a": "x" * 1000}).status_code == 413
    file = {"file": ("x.mrg", b"x" * 3000)}
    assert ours.post("/large", data={"csrf": token}, files=file).json() == {"size": 3000}
    file = {"file": ("x.mrg", b"x" * 6000)}
    assert ours.post("/large", data={"csrf": token}, files=file).status_code == 413

    def pieces() -> Any:
        yield from [b"x" * 400] * 10

    kind = {"content-type": "application/json", "x-csrf": token}
    assert ours.post("/scripted", content=pieces(), headers=kind).status_code == 413
    assert "larger than 0.977 KB" in capsys.readouterr().err


def test_forms_are_capped(store: str) -> None:
    """In fields, files, and characters that no database keeps; broken ones are refused."""
    ours = browser(store, limits=Limits(fields=5, files=1))
    token = workbench.csrf(ours)
    many = {"csrf": token, **{f"a{at}": "x" for at in range(9)}}
    assert ours.post("/echo", data=many).status_code == 400
    files = [("file", ("x", b"x")), ("file", ("y", b"y"))]
    assert ours.post("/large", data={"csrf": token}, files=files).status_code == 400
    assert ours.post("/echo", data={"csrf": token, "a": "a\0b"}).status_code == 400
    broken = {"content-type": "multipart/form-data; boundary=x"}
    assert ours.post("/echo", content=b"--x\r\nnonsense", headers=broken).status_code in (400, 403)
    assert (
        ours.post(
            "/echo", content=b"x", headers={"content-type": "multipart/form-data"}
        ).status_code
        == 400
    )


@pytest.mark.parametrize("path, status", [
    ("/about?a=" + "x" * 9000, 414), ("/about?a=%00", 400), ("/%00", 400), ("/static/../app.py", 404),
    ("/static/%2e%2e/%2e%2e/app.py", 404), ("/static/00000000/..%2f..%2fapp.py", 404),
    ("/a//evil.example/", 404),
    ("/static//etc/passwd", 404), ("/static/00000000//etc/passwd", 404),
    ("/..%5c..%5cwindows", 404), ("/%ff%fe", 404),
])  # fmt: skip
def test_no_path_of_a_request_is_opened(store: str, path: str, status: int, capsys: Any) -> None:
    """Traversal leads nowhere."""
    answer = browser(store).get(path, follow_redirects=False)
    assert answer.status_code == status
    assert "import " not in answer.text
    assert "root:" not in answer.text
    assert str(status) in capsys.readouterr().err


def test_headers_are_capped(store: str) -> None:
    """All together, however many they are."""
    headers = {f"x-{at}": "y" * 1000 for at in range(40)}
    assert browser(store).get("/about", headers=headers).status_code == 431


def test_a_request_that_reads_has_no_body(store: str) -> None:
    """A GET with a body is one of those who smuggle."""
    assert browser(store).request("GET", "/about", content=b"x").status_code == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"])
def test_other_methods_do_nothing(store: str, method: str) -> None:
    """There is GET, HEAD and POST."""
    assert browser(store).request(method, "/about").status_code == 405


def test_a_mistake_of_ours_shows_nothing_of_the_house(store: str, capsys: Any) -> None:
    """The page has an id, the log has the traceback under the same id, without control characters."""
    ours = browser(store)
    answer = ours.get("/failing")
    said = capsys.readouterr().err
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    name = answer.text.split("has it as ")[1][:8]
    assert f"{name} Traceback" in said
    assert "secret of the house\\x1b[31m" in said
    assert "\x1b" not in said
    assert ours.get("/about").status_code == 200


def test_the_log_cannot_be_forged(store: str, capsys: Any) -> None:
    """What comes from a request is on one line, cut short, without control characters."""
    path = "/x%0akarat%20serve:%20all%20is%20well%1b[2J" + "y" * 3000
    browser(store).get(path, headers={"host": "evil\x1b[31m"})
    browser(store).get(path)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("karat serve: 2") and len(line) < 800 for line in lines)
    assert not any("\x1b" in line for line in lines)


def test_every_answer_has_the_headers(store: str) -> None:
    """Pages, errors, refusals, files."""
    ours = browser(store)
    found = [ours.get(path) for path in ("/about", "/nope", "/health", "/failing", "/about?%00")]
    found.append(ours.get("/about", headers={"host": "evil.example"}))
    for answer in found:
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["referrer-policy"] == "same-origin"
    assert "unsafe" not in POLICY


def test_files_are_kept_by_browsers_and_change_their_address(store: str) -> None:
    """An address with another hash is not found, so nobody gets an old file by a new name."""
    ours = browser(store)
    address = ours.get("/about").text.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = ours.get(address)
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    assert ours.get(address.replace("/static/", "/static/x")).status_code == 404


def test_errors_are_json_for_programs(store: str) -> None:
    """With the same sentence."""
    answer = browser(store).get("/nope?as=json")
    assert answer.json() == {
        "error": "There is no such page.",
        "todo": "Check the address, or choose from the menu.",
    }
