"""The workbench in tests: a client that speaks to an application without a network, as a browser would."""

import atexit
import re
from functools import cache
from typing import Any

from anyio.abc import BlockingPortal
from anyio.from_thread import start_blocking_portal
from starlette.testclient import TestClient

from karat.web.app import create_app
from karat.web.settings import Settings

HOME = "http://127.0.0.1:8765"


def client(store: str, **settings: Any) -> TestClient:
    """A browser in front of a server with this store; what goes wrong in the server is an answer 500."""
    app = create_app(Settings(store=store, **settings))
    browser = TestClient(app, base_url=HOME, raise_server_exceptions=False)
    browser.portal = portal()
    return browser


@cache
def portal() -> BlockingPortal:
    """One event loop for all clients; they would make one for each request."""
    opened = start_blocking_portal()
    atexit.register(opened.__exit__, None, None, None)
    return opened.__enter__()


def csrf(browser: TestClient, path: str = "/about") -> str:
    """The token of the forms that this browser sees."""
    found = re.search('X-CSRF": "([0-9a-f]{64})"', browser.get(path).text)
    assert found is not None, f"{path} has no token"
    return found[1]


def post(browser: TestClient, path: str, data: dict[str, Any] | None = None, **more: Any) -> Any:
    """Send a form as a page of ours does; ``more`` is what httpx takes, such as files."""
    fields = {"csrf": csrf(browser), **(data or {})}
    return browser.post(
        path, data=fields, headers={"origin": HOME, "sec-fetch-site": "same-origin"}, **more
    )
