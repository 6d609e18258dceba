"""What the server was started with, as values."""

import ipaddress
from dataclasses import dataclass, field

from karat.model.errors import UsageError

PORT = 8765
# The shortest token that people may choose.
SHORTEST = 16


@dataclass(frozen=True)
class Limits:
    """What one request, and all requests together, may take."""

    upload: int = 64 << 20
    """bytes of a request that uploads files"""
    form: int = 1 << 20
    """bytes of any other request"""
    files: int = 20
    """files in one upload"""
    file: int = 32 << 20
    """bytes of one file"""
    expanded: int = 256 << 20
    """bytes of a file after decompression"""
    ratio: int = 200
    """times that a file may grow when it is decompressed, above 1 MB"""
    sentences: int = 200_000
    """sentences of one file"""
    fields: int = 1000
    """fields of one form"""
    address: int = 8 << 10
    """characters of an address, its query included"""
    headers: int = 32 << 10
    """bytes of all headers of a request"""
    header_seconds: float = 10
    """for the headers of a request"""
    body_seconds: float = 120
    """for the whole body of a request, and for each part of an answer"""
    grace_seconds: float = 10
    """after which a body must have its least rate"""
    least_rate: int = 1 << 10
    """bytes per second"""
    connections: int = 250
    """at the same time"""
    wrong_tokens: int = 5
    """wrong tokens from one address before it has to wait"""
    jobs: int = 2
    """jobs that are worked on at the same time"""
    waiting: int = 20
    """jobs that wait"""
    finished: int = 100
    """finished jobs that are remembered"""
    job_seconds: float = 120
    """for one job"""
    job_memory: int = 4 << 30
    """bytes of address space of one job"""


@dataclass(frozen=True)
class Settings:
    """How ``karat serve`` was called. ``store`` is the URL of a store, None the usual one.

    ``read_only``: nothing can be changed, and files and where they were are not shown. ``figures_only``: no
    page that shows words of sentences is there, because not every treebank may be passed on.
    ``trusted_hosts`` are names under which browsers reach the server, ``proxies`` the addresses of reverse
    proxies whose X-Forwarded headers are believed, and all pages are below ``base_path``, as in ``/karat``.

    >>> Settings().loopback, Settings(host="0.0.0.0").loopback
    (True, False)
    """

    store: str | None = None
    host: str = "127.0.0.1"
    port: int = PORT
    token: str = ""
    read_only: bool = False
    figures_only: bool = False
    trusted_hosts: tuple[str, ...] = ()
    base_path: str = ""
    proxies: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)

    @property
    def loopback(self) -> bool:
        """Whether only programs on this machine reach the server."""
        return self.host == "localhost" or _is_loopback(self.host)

    @property
    def private(self) -> bool:
        """Whether nobody but this machine can reach the server, not even through a proxy."""
        return self.loopback and not self.trusted_hosts and not self.proxies

    @property
    def published(self) -> bool:
        """Whether not everything in the store is for those who visit."""
        return self.read_only or self.figures_only

    def check(self) -> None:
        """A UsageError if others could write without a token."""
        if self.token and len(self.token) < SHORTEST:
            raise UsageError(f"the token has less than {SHORTEST} characters; choose a longer one")
        if not self.token and not self.private and not self.read_only:
            raise UsageError("others can reach this server, so it needs a token; set KARAT_TOKEN")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
