"""Text for people: nothing that comes from a file can steer the terminal, or pass for a line of ours."""

import codecs
import io
import os
import re
import sys
from typing import Any, BinaryIO, cast

from karat.reports.progress import ERASED
from karat.reports.terminal import printable, readable

_COLOUR = re.compile("(\033\\[[0-9;]*m)")


def safe(text: str) -> str:
    """Lines in which what does not print is an escape; so are line ends in the arguments of the command.

    GitHub Actions reads commands from whatever is printed, so there none can be in it.
    """
    for argument in sys.argv[1:]:
        if "\n" in argument:
            for name in (argument, argument.partition("=")[2]):
                text = text.replace(name, printable(name)) if "\n" in name else text
    if not os.environ.get("GITHUB_ACTIONS"):
        return readable(text)
    from karat.reports.ci import inert

    return inert(readable(text))


class People(io.TextIOWrapper):
    """A stream that people read as it is: standard error, and standard output on a terminal.

    A verb that writes ``colours`` of its own says so, and escapes what is between them; in all else a colour
    comes from a file, and could hide text. If the stream is not ``needed`` and cannot be written (its disk is
    full, its reader left), nothing more is written to it: the command goes on, and its exit status says
    what it would have said.
    """

    def __init__(self, stream: io.TextIOWrapper, *, needed: bool) -> None:
        super().__init__(stream.buffer, stream.encoding, "backslashreplace", line_buffering=True)
        self.colours = False
        self._needed = needed
        # Whether a progress bar stands in the last line; and whether none is wanted.
        self._steered, self.still = False, False
        self._stream = stream  # which would close the buffer if it were collected
        # What programs read as bytes is theirs as it is; a terminal gets no bytes that steer it.
        kind = _Bytes if stream.isatty() else _AsTheyAre
        self._bytes = cast(BinaryIO, kind(self))

    @property
    def buffer(self) -> BinaryIO:
        return self._bytes

    def write(self, text: str) -> int:
        """Write text in its safe form, in place of a progress bar."""
        if self._steered:
            self.steer(f"\r{ERASED}")
        if text.isprintable():
            return self._put(text)
        parts = _COLOUR.split(text) if self.colours else [text]
        parts[::2] = map(safe, parts[::2])
        return self._put("".join(parts))

    def _put(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError:
            self._give_up()
        return len(text)

    def pass_on(self, data: bytes) -> None:
        """Write bytes as they are, after the text so far."""
        self.flush()
        try:
            super().buffer.write(data)
        except OSError:
            self._give_up()

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        """Go on without this stream, unless it is needed; what waits in its buffer is dropped."""
        if self._needed:
            raise  # noqa: PLE0704  # called where an error is handled
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)

    def steer(self, text: str) -> int:
        """Write a progress bar, with control characters of our own."""
        if self.still:
            return 0
        self._steered = text != f"\r{ERASED}"
        return self._put(text)


class _AsTheyAre(io.RawIOBase):
    """Bytes for programs."""

    def __init__(self, people: People) -> None:
        self._people = people

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._people.pass_on(bytes(data))
        return len(data)

    def flush(self) -> None:
        self._people.flush()


class _Bytes(io.RawIOBase):
    """Bytes for people: they are decoded, and written as text is."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._say(self._decoder.decode(bytes(data)))
        return len(data)

    def flush(self) -> None:
        self._say(self._decoder.decode(b"", final=True))
        self._people.flush()

    def _say(self, text: str) -> None:
        self._people.write(text if text.isprintable() else safe(text))
