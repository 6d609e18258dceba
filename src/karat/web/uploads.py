"""Forms with files: read piece by piece, within limits, into files with names of our own.

What a request calls a file is only ever shown, never a path. Every limit is checked while the request is
read, so nothing beyond it is kept, whatever its Content-Length says.
"""

from collections import defaultdict
from collections.abc import AsyncIterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from karat.model.errors import InputError
from karat.reports.terminal import printable
from karat.web.settings import Limits

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

# The bytes of a field that is not a file, and the characters of a file's name.
_FIELD = 10_000
_NAME = 255
_BROKEN = "the request is not a whole form; it may have been cut off on the way, so send it again"


class Refused(InputError):
    """A request that is not read to its end, and the status of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Upload:
    """A file that was sent: the field, the user's name for it, where it is now, and its bytes."""

    field: str
    name: str
    path: Path
    size: int


@dataclass(frozen=True)
class Form:
    """What was sent: the fields, each with its values, and the files, which are in a folder of a job."""

    folder: Path
    fields: dict[str, list[str]]
    files: list[Upload]

    def text(self, name: str) -> str:
        """The first value of a field without blanks around it; empty if there is none."""
        return self.fields.get(name, [""])[0].strip()


class Check(Protocol):
    """What a form must show; both may refuse it."""

    def field(self, name: str, value: str) -> None:
        """A field has arrived."""

    def file(self) -> None:
        """The next part is a file."""


async def received(
    content_type: str, body: AsyncIterable[bytes], folder: Path, limits: Limits, check: Check
) -> Form:
    """Read a form into a folder, which must be empty."""
    kind, options = parse_options_header(content_type)
    if kind != b"multipart/form-data" or b"boundary" not in options:
        raise Refused(415, "send the files as a form (multipart/form-data)")
    reader = _Reader(folder, limits, check)
    try:
        parser = MultipartParser(options[b"boundary"], reader.callbacks())
        total = 0
        async for piece in body:
            total += len(piece)
            if total > limits.upload:
                raise Refused(413, f"all files together have more than {megabytes(limits.upload)}")
            parser.write(piece)
    except FormParserError:
        raise Refused(400, _BROKEN) from None
    finally:
        reader.close()
    if not reader.ended:
        raise Refused(400, _BROKEN)
    return reader.form


def megabytes(size: int) -> str:
    """A number of bytes for people.

    >>> megabytes(32 << 20), megabytes(1500), megabytes(3 << 19)
    ('32 MB', '1500 bytes', '1.5 MB')
    """
    return f"{size / (1 << 20):.3g} MB" if size >= 1 << 20 else f"{size} bytes"


@dataclass
class _Part:
    """The part that is being read."""

    headers: dict[str, bytes] = field(default_factory=dict)
    header: bytearray = field(default_factory=bytearray)
    value: bytearray = field(default_factory=bytearray)
    of: str = ""
    name: str | None = None
    data: bytearray = field(default_factory=bytearray)
    stream: BinaryIO | None = None
    size: int = 0


class _Reader:
    """Collects the parts of a form as the parser finds them."""

    def __init__(self, folder: Path, limits: Limits, check: Check) -> None:
        self.form = Form(folder, defaultdict(list), [])
        self.ended = False
        self._folder, self._limits, self._check = folder, limits, check
        self._part = _Part()
        self._parts = 0

    def callbacks(self) -> "MultipartCallbacks":
        return {
            "on_part_begin": self._begin, "on_header_field": self._header,
            "on_header_value": self._value, "on_header_end": self._header_end,
            "on_headers_finished": self._headers_end, "on_part_data": self._data,
            "on_part_end": self._end, "on_end": self._all,
        }  # fmt: skip

    def close(self) -> None:
        if self._part.stream:
            self._part.stream.close()

    def _begin(self) -> None:
        self._parts += 1
        if self._parts > self._limits.fields:
            raise Refused(413, f"the form has more than {self._limits.fields} fields")
        self._part = _Part()

    def _header(self, data: bytes, start: int, end: int) -> None:
        self._part.header += data[start:end]

    def _value(self, data: bytes, start: int, end: int) -> None:
        self._part.value += data[start:end]

    def _header_end(self) -> None:
        part = self._part
        part.headers[part.header.decode("latin-1").lower()] = bytes(part.value)
        part.header, part.value = bytearray(), bytearray()

    def _headers_end(self) -> None:
        part = self._part
        _, options = parse_options_header(part.headers.get("content-disposition", b""))
        if b"name" not in options:
            raise Refused(400, _BROKEN)
        part.of = options[b"name"].decode("utf-8", "replace")
        if b"filename" not in options:
            return
        self._check.file()
        part.name = shown_name(options[b"filename"].decode("utf-8", "replace"))
        if len(self.form.files) >= self._limits.files:
            raise Refused(413, f"there are more than {self._limits.files} files")
        # x: never a file that is already there.
        part.stream = (self._folder / f"file-{self._parts}").open("xb")

    def _data(self, data: bytes, start: int, end: int) -> None:
        part = self._part
        part.size += end - start
        if part.stream is None:
            if part.size > _FIELD:
                raise Refused(413, f"a field of the form has more than {_FIELD} bytes")
            part.data += data[start:end]
            return
        if part.size > self._limits.file:
            most = megabytes(self._limits.file)
            raise Refused(413, f"{part.name}: the file has more than {most}, the most for one file")
        part.stream.write(data[start:end])

    def _end(self) -> None:
        part = self._part
        if part.stream is None:
            value = part.data.decode("utf-8", "replace")
            self._check.field(part.of, value)
            self.form.fields[part.of].append(value)
            return
        part.stream.close()
        path = self._folder / f"file-{self._parts}"
        # A browser sends an empty file without a name where none was chosen.
        if part.name or part.size:
            self.form.files.append(Upload(part.of, part.name or "file", path, part.size))
        else:
            path.unlink()

    def _all(self) -> None:
        self.ended = True


def shown_name(name: str) -> str:
    r"""The name of a file as it is shown: without folders, with nothing that does not print.

    >>> shown_name("../../etc/passwd"), shown_name("C:\\x\\gold.mrg"), shown_name("a\x00b")
    ('passwd', 'gold.mrg', 'a\\x00b')
    """
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    shown = printable(last)
    return shown if len(shown) <= _NAME else f"{shown[: _NAME - 1]}…"
