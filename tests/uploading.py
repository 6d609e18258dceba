"""Uploads in tests: send files as the form does, and wait for the job."""

import time
from typing import Any

from starlette.testclient import TestClient

import workbench
from patience import SECONDS

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n"
SYSTEM = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It) (VBZ rains)))\n"
# What a state of a job is followed by no other.
OVER = ("done", "failed", "cancelled")

File = tuple[str, str | bytes]


def send(
    browser: TestClient, gold: File | None, *systems: File, **fields: Any
) -> Any:  # fmt: skip
    """The answer to an upload; a file is its name and its content."""
    files = [("gold", gold)] if gold else []
    files += [(f"system-{at}", one) for at, one in enumerate(systems, 1)]
    # Without files httpx would not send a form of this kind.
    files = files or [("gold", ("", b""))]
    data = {name.replace("_", "-"): value for name, value in fields.items()}
    return workbench.post(browser, "/upload", data, files=files, follow_redirects=False)


def ended(browser: TestClient, answer: Any) -> dict[str, Any]:
    """What became of the job that an answer leads to."""
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        found: dict[str, Any] = browser.get(f"{address}?as=json").json()
        if found["state"] in OVER:
            return found
        time.sleep(0.05)
    raise AssertionError(f"the job was not over after {SECONDS} seconds")


def scored(browser: TestClient, gold: File, *systems: File, **fields: Any) -> str:
    """The id of the run that an upload became."""
    found = ended(browser, send(browser, gold, *systems, **fields))
    assert found["state"] == "done", found
    run: str = found["result"]["run"]
    return run
