"""The token of the server: who may come in, and how often one may guess."""

import hashlib
import hmac
import ipaddress
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

# Seconds to wait after too many wrong tokens: doubled with each further one, up to this.
LONGEST = 300
# After so many seconds without a wrong token an address is forgotten; at most so many are known.
FORGOTTEN = 3600
KNOWN = 10_000


def generated() -> str:
    """A token that nobody guesses: 192 bits."""
    return secrets.token_urlsafe(24)


def same(given: str, due: str) -> bool:
    """Whether a token is right, in a time that does not tell how much of it is.

    >>> same("é", "e"), same("abc", "abc"), same("", "")
    (False, True, False)
    """
    one, other = (hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (given, due))
    return hmac.compare_digest(one, other) and bool(due)


class Guesses:
    """Wrong tokens by the address that sent them; ``clock`` is in seconds.

    >>> now = 0.0
    >>> wrong = Guesses(2, lambda: now)
    >>> [wrong.add("10.0.0.1") for _ in range(4)], wrong.wait("10.0.0.1"), wrong.wait("10.0.0.2")
    ([0.0, 1.0, 2.0, 4.0], 4.0, 0.0)
    >>> now = 3.0
    >>> wrong.wait("10.0.0.1")
    1.0
    """

    def __init__(self, free: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._clock = free, clock
        self._found: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, address: str) -> float:
        """The seconds for which this address is not listened to."""
        with self._lock:
            return self._wait(_network(address))

    def add(self, address: str) -> float:
        """Count a wrong token; the seconds to wait now."""
        name, now = _network(address), self._clock()
        with self._lock:
            count, last = self._found.pop(name, (0, now))
            self._found[name] = (1 if now - last > FORGOTTEN else count + 1, now)
            while len(self._found) > KNOWN:
                self._found.popitem(last=False)
            return self._wait(name)

    def forget(self, address: str) -> None:
        """The right token was given."""
        with self._lock:
            self._found.pop(_network(address), None)

    def _wait(self, name: str) -> float:
        count, last = self._found.get(name, (0, 0.0))
        if count < self._free:
            return 0.0
        pause = min(LONGEST, 2.0 ** min(count - self._free, 20))
        return max(0.0, last + pause - self._clock())


def _network(address: str) -> str:
    """Those who have one IPv6 address have a whole network of them.

    >>> _network("2001:db8::1") == _network("2001:db8::ffff"), _network("10.0.0.1")
    (True, '10.0.0.1')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))
