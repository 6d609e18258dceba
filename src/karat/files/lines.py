"""Text with one sentence per line, as parsers read it."""

from karat.files.source import Source
from karat.model.errors import InputError

# A longer line is no sentence for a parser.
LONGEST = 1 << 20


def lines(source: Source) -> list[str]:
    r"""The lines of a file as text; one that is longer than LONGEST is refused.

    Only a line feed ends a line; the other line separators of Unicode may be part of a word. Bytes that
    are not UTF-8 are replaced.

    >>> import io
    >>> lines(Source.of(io.BytesIO(b"a b\n\nc"), "x.txt"))
    ['a b', '', 'c']
    """
    found: list[bytes] = []
    begun = b""
    while len(piece := source.read(1 << 20)):
        *ended, begun = (begun + piece.tobytes()).split(b"\n")
        # Checked while reading, because a line may have no end.
        for number, line in enumerate([*ended, begun], len(found) + 1):
            if len(line) > LONGEST:
                raise InputError(
                    f"{source.path}:{number}:1: a line of more than {LONGEST >> 20} MiB; put each sentence "
                    "on a line of its own"
                )
        found += ended
    return [line.decode("utf-8", "replace") for line in [*found, *([begun] if begun else [])]]
