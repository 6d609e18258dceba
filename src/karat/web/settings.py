"""What the server was started with, as values."""

from dataclasses import dataclass, field

PORT = 8765
# Names by which a machine calls itself; only programs of this machine reach them.
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Limits:
    """What one request, and all requests together, may take."""

    upload: int = 32 << 20
    """bytes of a request that uploads files"""
    form: int = 1 << 20
    """bytes of any other request"""
    files: int = 20
    """files in one upload"""
    fields: int = 1000
    """fields of one form"""
    address: int = 8 << 10
    """characters of an address, its query included"""
    headers: int = 32 << 10
    """bytes of all headers of a request"""
    header_seconds: float = 10
    """for the headers of a request"""
    body_seconds: float = 120
    """for the whole body of a request"""
    least_rate: int = 1 << 10
    """bytes per second that a body has at least, after the first ten seconds"""
    requests: int = 100
    """connections at the same time"""
    wrong_tokens: int = 5
    """wrong tokens from one address before it has to wait"""
    jobs: int = 2
    """jobs that are worked on at the same time"""
    waiting: int = 20
    """jobs that wait"""
    job_seconds: float = 120
    """for one job"""


@dataclass(frozen=True)
class Settings:
    """How ``karat serve`` was called. ``store`` is the URL of a store, None the usual one.

    ``proxies`` are the addresses of reverse proxies whose X-Forwarded headers are believed, ``base_path``
    is the path below which all pages are, as in ``/karat``.

    >>> Settings().loopback, Settings(host="0.0.0.0").loopback
    (True, False)
    """

    store: str | None = None
    host: str = "127.0.0.1"
    port: int = PORT
    token: str = ""
    read_only: bool = False
    trusted_hosts: tuple[str, ...] = ()
    base_path: str = ""
    proxies: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)

    @property
    def loopback(self) -> bool:
        """Whether only programs on this machine reach the server."""
        return self.host in LOOPBACK
