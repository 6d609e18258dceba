"""Texts of the store: ids, times, names; and what may stand in a column."""

import re
import secrets
import string
from datetime import UTC, datetime

from karat.model.errors import UsageError

_ALPHABET = string.digits + string.ascii_lowercase
RUN_ID = re.compile(r"[0-9a-z]{10}")
BOARD_ID = re.compile(r"[0-9a-f]{12}")
ENTRY_ID = re.compile(r"([0-9a-z]{10})\.([1-9][0-9]{0,5})")
SHA256 = re.compile(r"[0-9a-f]{64}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
# The longest name or tag.
_LONGEST = 200


def new_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def clean(text: str) -> str:
    """The text with U+FFFD for what a database refuses: NUL, and bytes of paths that are not UTF-8.

    >>> clean("a\\x00b\\udcff")
    'a\\ufffdb\\ufffd\\ufffd\\ufffd'
    """
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").replace("\0", "\ufffd")


def checked(what: str, text: str) -> str:
    """A name or a tag that was given by a user, without blanks around it.

    >>> checked("tag", " nightly ")
    'nightly'
    """
    found = clean(text).strip()
    if not found:
        raise UsageError(f"a {what} needs at least one letter")
    if len(found) > _LONGEST:
        raise UsageError(f"the {what} has {len(found)} characters; at most {_LONGEST} are allowed")
    if not found.isprintable():
        raise UsageError(f"the {what} {found!r} has characters that cannot be printed")
    return found
