"""Bodies of requests: their size is checked before they are read and while they are read, their speed too."""

import asyncio
import time

from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive

from karat.web.rendering import Problem
from karat.web.settings import Limits


def limited(request: Request, most: int, limits: Limits) -> Receive:
    """The ``receive`` of a request that raises a Problem once the body is too large or too slow."""
    announced = request.headers.get("content-length", "0")
    if not announced.isdecimal() or int(announced) > most:
        raise _too_large(most)
    start, got = time.monotonic(), 0

    async def receive() -> Message:
        nonlocal got
        due = min(limits.body_seconds, limits.grace_seconds + got / limits.least_rate)
        try:
            async with asyncio.timeout(max(0.0, start + due - time.monotonic())):
                message = await request.receive()
        except TimeoutError:
            raise Problem(408, "The request was sent too slowly.") from None
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        got += len(message.get("body", b""))
        if got > most:
            raise _too_large(most)
        return message

    return receive


def _too_large(most: int) -> Problem:
    return Problem(413, f"The request is larger than {_size(most)}.", "Send less.")


def _size(count: int) -> str:
    return f"{count / (1 << 20):.3g} MB" if count >= 1 << 20 else f"{count / 1024:.3g} KB"
