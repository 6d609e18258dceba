"""The Host header: only names that this server has.

A page of another site can point its own name at this machine (DNS rebinding), and a browser would then let
it read our answers. But the browser sends that site's name, so we do not answer.
"""

import ipaddress
import re
import socket

from karat.web.settings import Settings

WILDCARDS = ("0.0.0.0", "::")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")


def name_of(host: str) -> str | None:
    """The name in a Host header, without its port; None if it is none.

    >>> name_of("LocalHost:80"), name_of("[::1]:80"), name_of("a@b"), name_of("a:b:c"), name_of("")
    ('localhost', '::1', None, None, None)
    """
    found = _HOST.fullmatch(host.lower())
    return found[1].strip("[]").rstrip(".") if found else None


class Hosts:
    """The names of this server.

    >>> ours = Hosts(Settings(trusted_hosts=("bench.example.org",)))
    >>> [name in ours for name in ("localhost", "bench.example.org", "evil.example")]
    [True, True, False]
    """

    def __init__(self, settings: Settings) -> None:
        self._names = {"localhost", "127.0.0.1", "::1", settings.host.lower()}
        self._names |= {one.lower() for one in settings.trusted_hosts}
        # An address that is not a name cannot be pointed elsewhere, so all are fine if we listen at all.
        self._addresses = settings.host in WILDCARDS
        if self._addresses:
            self._names.add(socket.gethostname().lower())

    def __contains__(self, name: str) -> bool:
        return name in self._names or (self._addresses and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
