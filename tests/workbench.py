"""The workbench in tests: a client that speaks to an application without a network, as a browser would."""

import re
from typing import Any

from starlette.testclient import TestClient

from karat.web.app import create_app
from karat.web.settings import Settings

HOME = "http://127.0.0.1:8765"


def client(store: str, **settings: Any) -> TestClient:
    """A browser in front of a server with this store; what goes wrong in the server is an answer 500."""
    app = create_app(Settings(store=store, **settings))
    return TestClient(app, base_url=HOME, raise_server_exceptions=False)


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
