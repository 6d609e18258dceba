"""The server: an application at a socket, until it is told to stop."""

import logging
import signal
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from karat.model.errors import UsageError
from karat.web import log
from karat.web.security.connections import Impatient
from karat.web.settings import Settings

# Seconds that requests have to end when the server stops.
LAST = 10


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens; a UsageError that says what to type if it cannot."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise UsageError(f"--host: there is no address {host!r}") from None
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(place)
        found.listen(128)
    except OSError as error:
        found.close()
        raise UsageError(
            f"cannot listen at {host}, port {port}: {error.strerror or error}; "
            "choose another port with --port, or any free one with --port 0"
        ) from None
    return found


def home(settings: Settings) -> str:
    """The address of the first page.

    >>> home(Settings(host="::1", port=80, base_path="/karat")), home(Settings(host="0.0.0.0"))
    ('http://[::1]:80/karat/', 'http://127.0.0.1:8765/')
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{settings.port}{settings.base_path}/"


def serve(app: Starlette, settings: Settings, at: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP; requests that are being answered are answered."""
    limits = settings.limits
    logger = logging.getLogger("uvicorn.error")
    logger.handlers, logger.propagate = [log.Handler()], False
    protocol = type("Protocol", (Impatient,), {"SECONDS": limits.header_seconds})
    config = uvicorn.Config(
        app, http=protocol, ws="none", log_config=None, log_level="warning", access_log=False,
        server_header=False, limit_concurrency=limits.connections,
        h11_max_incomplete_event_size=limits.headers, timeout_graceful_shutdown=LAST,
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=list(settings.proxies),
    )  # fmt: skip
    # The server raises the signal again after it has stopped; that is not an error.
    before = {one: signal.signal(one, lambda *_: None) for one in (signal.SIGINT, signal.SIGTERM)}
    server = _Server(config, ready)
    # The terminal was closed. The server knows only the other two, and nohup has this one ignored.
    closed = getattr(signal, "SIGHUP", None)
    if closed is not None and signal.getsignal(closed) is not signal.SIG_IGN:
        before[closed] = signal.signal(closed, server.handle_exit)
    try:
        server.run([at])
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so if it has worked."""
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()
