"""Encodings that karat does not read."""

from karat.model.columns import Bytes
from karat.model.errors import InputError

# The byte order marks of UTF-16; UTF-32 begins with one of them, or with zeros and one of them.
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_FEW = 200


def refuse_wide(data: Bytes, path: str) -> None:
    """Refuse a file that begins so if its characters have two or four bytes."""
    if is_wide(data):
        raise InputError(
            f"{path}: this is UTF-16 or UTF-32, and karat reads UTF-8; convert it, as in: "
            f"iconv -f UTF-16 -t UTF-8 {path}"
        )


def is_wide(data: Bytes) -> bool:
    """Whether a file that begins so has characters of two or four bytes, with or without a mark.

    Without one, every other byte of plain letters is zero; no format has zeros in its text.
    """
    if data[:4].tobytes().startswith(_WIDE):
        return True
    zeros = data[:_FEW] == 0
    sides = [float(side.mean()) for side in (zeros[::2], zeros[1::2]) if len(side) > 1]
    return bool(sides) and max(sides) > 0.9 and zeros.mean() < 0.9
