"""Chromium for tests, and an ear on each page: what it complains of, and whom it asks."""

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request

PROGRAMS = ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")
# The same engine without windows around its pages, each of which costs more than most pages do.
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
# Containers have no sandbox; everything else is what a browser does of its own accord.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # nothing is drawn by a GPU, so it needs no process of its own
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOCAL = ("file:", "data:", "blob:", "about:")
TIMEOUT = 30_000  # milliseconds; a machine may have other things to do
# It does not load style sheets a second time, which a page on disk may not do, and lists only what is wrong.
AXE_OPTIONS = {"preload": False, "resultTypes": ["violations"]}

# A violation of the content security policy is an event of the document, not always a message.
WATCH_POLICY = """document.addEventListener("securitypolicyviolation", event =>
    console.error(`policy: ${event.violatedDirective} blocked ${event.blockedURI}`))"""


def chromium(*, whole: bool = False) -> str | None:
    """The browser to test with: KARAT_CHROMIUM, otherwise the first that is installed.

    ``whole`` leaves out those without windows, for who measures what people wait for.
    """
    named = os.environ.get("KARAT_CHROMIUM")
    usual = PROGRAMS if whole else SHELLS + PROGRAMS
    return next(filter(None, map(shutil.which, (named,) if named else usual)), None)


class Watched:
    """An address opened in a browser of its own, and everything that went wrong there.

    ``origin`` is that of a server on this machine, the only one that its pages may ask.
    """

    def __init__(self, browser: "Browser", url: str, *, origin: str = "", **options: Any) -> None:
        self.complaints: list[str] = []
        self.local = (*LOCAL, f"{origin}/") if origin else LOCAL
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(TIMEOUT)
        self.context.add_init_script(WATCH_POLICY)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda event: self.complaints.append(f"error: {event.error}"))
        self.context.on("request", self._request)
        self.context.on("dialog", self._dialog)
        self.page: Page = self.context.new_page()
        self.page.goto(url)

    def _console(self, message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _request(self, request: "Request") -> None:
        if not request.url.startswith(self.local):
            self.complaints.append(f"request: {request.url}")

    def _dialog(self, dialog: "Dialog") -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()


def address(path: Path | str, fragment: str = "") -> str:
    """The address of a file, with a fragment."""
    return Path(path).resolve().as_uri() + (f"#{fragment}" if fragment else "")


def obstacles(page: "Page") -> list[str]:
    """What axe finds serious or critical on a page: rule, node and its source."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("typeof window.axe?.run == 'function'"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate("options => axe.run(options)", AXE_OPTIONS)
    return [
        f"{each['id']} ({each['impact']}): {each['help']}\n"
        f"    {' '.join(map(str, node['target']))}\n    {node['html'][:200]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
