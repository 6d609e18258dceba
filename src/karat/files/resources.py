"""Data files: those that come with karat, found by name, and those of users.

>>> find("hierarchy", "hierarchies", "2006").path
'2006.toml'
>>> names("params", ".prm")
['collins', 'new']
"""

import codecs
import functools
import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

from karat.model.errors import InputError, SyntaxFault, UsageError, unknown

# Whether users' files are refused, see ``only_ours``.
_ONLY_OURS = ContextVar("only_ours", default=False)
_DATA = Path(__file__).parent.parent / "data"
# A longer file of settings, or a device without an end, would fill memory.
SETTINGS = 1 << 26
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class Resource(NamedTuple):
    """A file that was read: its name in messages, its bytes, and whether it is a user's."""

    path: str
    content: bytes
    own: bool = True

    @property
    def digest(self) -> str:
        """The hash in a signature of a user's file; empty for a file of karat."""
        return hashlib.sha256(self.content).hexdigest() if self.own else ""

    def text(self) -> str:
        """The content as text."""
        try:
            return self.content.removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError as error:
            raise self.fault("this is not UTF-8", error.start) from None

    def toml(self) -> dict[str, Any]:
        """The content as TOML.

        >>> Resource("x.toml", b"a = 1").toml()
        {'a': 1}
        """
        import tomllib  # most commands read no TOML

        text = self.text()
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise self.fault(*_placed(str(error), text)) from None
        except RecursionError:
            raise InputError(f"{self.path}: the values are nested too deep") from None
        except ValueError:
            # Python refuses numbers of thousands of digits, without a place.
            found = re.search(r"[0-9]{1000,}", text)
            at = len(text[: found.start()].encode()) if found else 0
            raise self.fault("this number has thousands of digits", at) from None

    def fault(self, what: str, at: int, advice: str = "") -> SyntaxFault:
        """A fault at a byte of the file."""
        before, after = self.content[:at], self.content[at:]
        begin = before.rfind(b"\n") + 1
        line = before[begin:] + after.split(b"\n", 1)[0]
        return SyntaxFault(what, self.path, before.count(b"\n") + 1, at - begin + 1, line, advice)


def _placed(message: str, text: str) -> tuple[str, int]:
    """The message of the TOML reader, and the byte that it is about."""
    found = _PLACE.search(message)
    if not found:
        return f"this is not TOML: {message}", 0
    what = f"this is not TOML: {message[: found.start()]}"
    if not found[1]:
        return what, len(text.encode())
    lines = text.split("\n")[: int(found[1])]
    lines[-1] = lines[-1][: int(found[2]) - 1]
    return what, len("\n".join(lines).encode())


def data(*parts: str) -> Path:
    """The path of a file or folder that comes with karat."""
    return _DATA.joinpath(*parts)


def names(folder: str, extension: str = ".toml") -> list[str]:
    """The names of the files in a folder of karat's data."""
    return list(_names(folder, extension))


@functools.cache
def _names(folder: str, extension: str) -> tuple[str, ...]:
    found = (path.name for path in data(folder).iterdir())
    named = (name.removesuffix(extension) for name in found if name.endswith(extension))
    return tuple(sorted(named))


@functools.cache
def ours(*parts: str) -> Resource:
    """A file that comes with karat."""
    return Resource(parts[-1], data(*parts).read_bytes(), own=False)


@functools.cache
def tables(*parts: str) -> dict[str, Any]:
    """A TOML file that comes with karat, parsed once; nobody may change the result."""
    return ours(*parts).toml()


@contextmanager
def only_ours() -> Iterator[None]:
    """Refuse users' files meanwhile: a server does not open what the options of a saved run name.

    >>> with only_ours():
    ...     find("hierarchy", "hierarchies", "2006").path
    '2006.toml'
    """
    before = _ONLY_OURS.set(True)
    try:
        yield
    finally:
        _ONLY_OURS.reset(before)


def read(path: str | os.PathLike[str], most: int = -1) -> Resource:
    """A user's file, of at most so many bytes."""
    name = os.fspath(path)
    _check(name)
    try:
        with Path(name).open("rb") as file:
            content = file.read(most + 1 if most >= 0 else -1)
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise InputError(f"{name}: this is a folder; give a file in it") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: cannot be read: {getattr(error, 'strerror', error)}") from None
    if 0 <= most < len(content):
        raise InputError(
            f"{name}: it has more than {most >> 20} MB, which no file of settings has; is it the right one?"
        )
    return Resource(name, content)


def find(
    kind: str, folder: str, name: str | os.PathLike[str], extension: str = ".toml"
) -> Resource:
    """A file of karat by its name, or a user's by its path; messages call it ``kind``."""
    wanted = os.fspath(name)
    known = names(folder, extension)
    if wanted in known:
        return ours(folder, wanted + extension)
    _check(wanted)
    if not os.path.exists(wanted):
        if os.path.basename(wanted) == wanted and "." not in wanted:
            raise UsageError(f"{unknown(kind, wanted, known)}; or give a file, mine{extension}")
        raise InputError(
            f"{wanted}: there is no such file; give one, or one of these by name: {', '.join(known)}"
        )
    return read(wanted, SETTINGS)


def _check(name: str) -> None:
    """Refuse a user's file if only those of karat may be opened."""
    if _ONLY_OURS.get():
        raise UsageError(
            f"{name} is a file that was not saved with the run, and it is not opened here; "
            "to use it, run karat on the command line"
        )
