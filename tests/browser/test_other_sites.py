"""A page of another site, in a real browser, against a workbench that somebody is logged in to."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from effort import slow
from servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TOKEN = "a-token-of-enough-signs"
# What it tries; its title says what came of it.
PAGE = """<!doctype html><title>waiting</title>
<a id="link" href="{ours}/about">a link</a>
<form id="form" method="post" action="{ours}/logout"><button>win a prize</button></form>
<iframe id="frame" src="{ours}/about"></iframe>
<script>
const found = [];
async function tried(name, act) {{
  try {{ found.push(`${{name}}:${{await act()}}`); }} catch (error) {{ found.push(`${{name}}:refused`); }}
}}
function loaded(tag, address) {{
  return new Promise((yes, no) => {{
    const one = document.createElement(tag);
    one.onload = () => yes("loaded");
    one.onerror = no;
    one.src = address;
    document.body.append(one);
  }});
}}
(async () => {{
  await tried("fetch", async () => (await fetch("{ours}/about", {{credentials: "include"}})).status);
  const blind = {{method: "POST", mode: "no-cors", credentials: "include"}};
  await tried("blind", async () => (await fetch("{ours}/logout", blind)).type);
  await tried("script", () => loaded("script", "{ours}/about"));
  await tried("image", () => loaded("img", "{ours}{icon}"));
  document.title = found.join(" ");
}})();
</script>
"""


class Site:
    """Another site on this machine: for a browser 127.0.0.1 and localhost are different sites."""

    def __init__(self, page: str) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> "Site":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server(tmp_path: Any) -> Iterator[Server]:
    """A workbench with a token."""
    with Server(f"sqlite:///{tmp_path / 'runs.db'}", env={"KARAT_TOKEN": TOKEN}) as running:
        running.origin = running.origin.replace("127.0.0.1", "localhost")
        yield running


def log_in(page: "Page", server: Server) -> None:
    """Give the token in the form, as people do."""
    page.goto(f"{server.origin}/about")
    assert page.url.startswith(f"{server.origin}/login")
    page.fill("#token", TOKEN)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{server.origin}/about")


def test_another_site_can_link_and_nothing_else(browser: "Browser", server: Server) -> None:
    """It reads nothing, loads nothing, frames nothing, sends nothing; its link finds who is logged in."""
    context = browser.new_context()
    page = context.new_page()
    log_in(page, server)
    icon = page.get_attribute("link[rel=icon]", "href")
    with Site(PAGE.format(ours=server.origin, icon=icon)) as site:
        page.goto(site.address)
        page.wait_for_function("document.title !== 'waiting'")
        assert page.title() == "fetch:refused blind:refused script:refused image:refused"
        frame = page.frames[1]
        assert "workbench" not in frame.content()
        page.click("#form button")
        page.wait_for_load_state()
        assert "another site" in page.content()
        page.goto(site.address)
        page.click("#link")
        page.wait_for_selector("h1")
        assert page.url == f"{server.origin}/about"
        assert page.inner_text("h1") == "The workbench of karat"
        assert page.get_by_role("button", name="Log out").is_visible()
    context.close()
    said = "".join(server.said)
    assert "POST /logout: 403 the origin is 'http://127.0.0.1:" in said
    assert "the page of another site loads it (cross-site, no-cors)" in said


def test_a_link_of_another_site_leads_strangers_to_the_login(
    browser: "Browser", server: Server
) -> None:
    """And then to the page; no error in the console, nothing off the machine."""
    context = browser.new_context()
    page = context.new_page()
    with Site(PAGE.format(ours=server.origin, icon="/")) as site:
        page.goto(site.address)
        page.click("#link")
        page.wait_for_selector("#token")
        page.fill("#token", "wrong")
        page.keyboard.press("Enter")
        page.wait_for_selector("[role=alert]")
        assert page.inner_text("[role=alert]") == "The token is wrong."
        page.fill("#token", TOKEN)
        page.keyboard.press("Enter")
        page.wait_for_url(f"{server.origin}/about")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_selector("#token")
    context.close()


@pytest.mark.parametrize("scheme", ["dark", *slow("light")])
def test_the_login_can_be_used_by_everybody(
    browser: "Browser", server: Server, axe: Any, scheme: Any
) -> None:
    """No obstacles, no complaint, nothing wider than a phone."""
    context = browser.new_context(color_scheme=scheme, viewport={"width": 360, "height": 740})
    complaints: list[str] = []
    context.on("console", lambda message: complaints.append(message.text))
    page = context.new_page()
    page.goto(f"{server.origin}/login")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.activeElement.id") == "token"
    log_in(page, server)
    axe(page)
    page.goto(f"{server.origin}/nope")
    axe(page)
    context.close()
    assert [one for one in complaints if "404" not in one] == []
