"""The token: who may come in, and how often one may guess."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

import workbench
from karat.model.errors import UsageError
from karat.web.app import create_app
from karat.web.security import visitors
from karat.web.settings import Limits, Settings

TOKEN = "a-token-of-enough-signs"
HTML = {"accept": "text/html"}


def browser(store: str, **settings: Any) -> TestClient:
    """A browser in front of a server that wants a token."""
    return workbench.client(store, token=TOKEN, **settings)


def log_in(ours: TestClient, token: str = TOKEN, onward: str = "/about") -> Any:
    """Send the form of /login."""
    found = re.search('name="csrf" value="([0-9a-f]{64})"', ours.get("/login").text)
    assert found is not None
    data = {"csrf": found[1], "token": token, "next": onward}
    return ours.post("/login", data=data, follow_redirects=False)


def test_without_the_token_there_is_nothing_to_see(store: str, capsys: Any) -> None:
    """People are led to the login, programs get 401; both are logged."""
    ours = browser(store)
    answer = ours.get("/about?a=b", headers=HTML, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=%2Fabout%3Fa%3Db")
    assert "no token" in capsys.readouterr().err
    answer = ours.get("/about")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert ours.get("/nope").status_code == 401
    assert ours.post("/logout").status_code == 401
    assert ours.get("/health").json() == {"status": "ok"}


def test_the_token_is_given_once(store: str) -> None:
    """A cookie that scripts cannot read and other sites cannot send then says who it is."""
    ours = browser(store)
    answer = log_in(ours)
    assert (answer.status_code, answer.headers["location"]) == (303, "/about")
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert TOKEN not in cookie
    assert "Secure" not in cookie
    assert "Log out" in ours.get("/about").text


def test_behind_https_the_cookie_is_secure(store: str) -> None:
    """A browser then never sends it in the open."""
    ours = TestClient(create_app(Settings(store, token=TOKEN)), base_url="https://localhost")
    assert log_in(ours).headers["set-cookie"].endswith("; Secure")


def test_a_login_makes_a_new_visitor(store: str) -> None:
    """A cookie that somebody else had put there before is worth nothing."""
    ours = browser(store)
    ours.get("/login")
    before = dict(ours.cookies)
    log_in(ours)
    assert dict(ours.cookies) != before
    ours.cookies.clear()
    ours.cookies.update(before)
    assert ours.get("/about").status_code == 401


def test_log_out(store: str) -> None:
    """The cookie is gone."""
    ours = browser(store)
    log_in(ours)
    assert workbench.post(ours, "/logout").url.path == "/login"
    assert ours.get("/about").status_code == 401


def test_a_cookie_is_signed(store: str) -> None:
    """Nobody raises their level, lives longer, or uses the cookie of a server with another token."""
    ours = browser(store)
    ours.get("/login")
    ((name, value),) = ours.cookies.items()
    who, until, _, mac = value.split(".")
    other = visitors.key_of(Settings(token="another token of enough signs"))
    forged = visitors.signed(other, visitors.new(visitors.KNOWN))
    for text in (
        f"{who}.{until}.1.{mac}",
        f"{who}.{until}.1",
        "",
        "x",
        "1.1.1.1",
        "a.b.c.d",
        forged,
        "." * 5000,
    ):
        ours.cookies.clear()
        assert ours.get("/about", headers={"cookie": f"{name}={text}"}).status_code == 401


def test_a_restart_logs_nobody_out(store: str) -> None:
    """As long as the token is the same."""
    ours = browser(store)
    log_in(ours)
    again = browser(store)
    again.cookies.update(ours.cookies)
    assert again.get("/about").status_code == 200


@pytest.mark.parametrize("onward", [
    "//evil.example", "http://evil.example", "/\\evil.example", "javascript:alert(1)", "\\\\evil.example",
    "/ /evil.example", "https:evil.example", "", "/\t/evil.example",
])  # fmt: skip
def test_the_login_leads_nowhere_else(store: str, onward: str) -> None:
    """An address of another site in ``next`` is not followed."""
    assert log_in(browser(store), onward=onward).headers["location"] == "/"
    found = log_in(browser(store), onward="/board/x?figure=f1").headers["location"]
    assert found == "/board/x?figure=f1"


def test_programs_send_the_token_in_a_header(store: str) -> None:
    """They need no cookie, and no token of a form."""
    ours = browser(store)
    right = {"authorization": f"Bearer {TOKEN}"}
    assert ours.get("/about", headers=right).status_code == 200
    assert ours.post("/logout", headers=right, follow_redirects=False).status_code == 303
    for wrong in ("Bearer x", f"Basic {TOKEN}", TOKEN, "", f"Bearer {TOKEN} {TOKEN}"):
        assert browser(store).get("/about", headers={"authorization": wrong}).status_code == 401


def test_guessing_is_slowed_down(store: str, capsys: Any) -> None:
    """After five wrong tokens even the right one has to wait, in the form and in a header."""
    ours = browser(store, limits=Limits(wrong_tokens=5))
    assert [log_in(ours, f"wrong {at}").status_code for at in range(5)] == [401] * 5
    late = log_in(ours)
    assert late.status_code == 429
    assert int(late.headers["retry-after"]) >= 1
    assert ours.get("/about", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 429
    said = capsys.readouterr().err
    assert said.count("wrong token\n") == 5
    assert "to wait" in said
    assert TOKEN not in said


def test_a_link_of_another_site_finds_who_is_logged_in(store: str) -> None:
    """The browser sends no cookie with it, so it is sent to the same address once more."""
    ours = browser(store)
    link = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
        **HTML,
    }
    answer = ours.get("/about?a=%22%3E%3Cscript%3E", headers=link)
    assert answer.status_code == 200
    assert '<meta http-equiv="refresh" content="0; url=/about?a=%22%3E%3Cscript%3E">' in answer.text
    again = ours.get(
        "/about", headers={**link, "sec-fetch-site": "same-origin"}, follow_redirects=False
    )
    assert again.status_code == 303


def test_a_server_for_others_needs_a_token(store: str) -> None:
    """Unless nothing can be written there."""
    for settings in ({"host": "0.0.0.0"}, {"trusted_hosts": ("x",)}, {"proxies": ("127.0.0.1",)}):
        with pytest.raises(UsageError, match="needs a token"):
            create_app(Settings(store, **settings))  # type: ignore[arg-type]
        create_app(Settings(store, read_only=True, **settings))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="less than 16"):
        create_app(Settings(store, token="short"))


def test_a_read_only_server_can_have_a_token(store: str) -> None:
    """For a leaderboard that not everybody may see."""
    ours = browser(store, read_only=True)
    assert log_in(ours).status_code == 303
    assert ours.get("/about").status_code == 200


def test_below_a_base_path(store: str) -> None:
    """All addresses, cookies and redirects are below it, and nothing is outside."""
    ours = browser(store, base_path="/karat")
    answer = ours.get("/karat/about", headers=HTML, follow_redirects=False)
    assert answer.headers["location"] == "/karat/login?next=%2Fabout"
    page = ours.get("/karat/login?next=/about")
    assert "Path=/karat;" in page.headers["set-cookie"]
    assert set(re.findall('(?:href|src|action)="(/[^/"]*)', page.text)) == {"/karat"}
    found = re.search('name="csrf" value="([0-9a-f]{64})"', page.text)
    assert found is not None
    data = {"csrf": found[1], "token": TOKEN, "next": "/about"}
    answer = ours.post("/karat/login", data=data, follow_redirects=False)
    assert answer.headers["location"] == "/karat/about"
    assert ours.get("/karat/about").status_code == 200
    assert ours.get("/about").status_code == 401
    bare = workbench.client(store, base_path="/karat").get("/karat", follow_redirects=False)
    assert (bare.status_code, bare.headers["location"]) == (303, "/karat/")
