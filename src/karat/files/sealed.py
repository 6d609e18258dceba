"""Content below a line with its hash: what was damaged or cut off is not taken for the whole."""

from hashlib import sha256


def sealed(mark: bytes, content: bytes) -> bytes:
    """The content with its seal; ``mark`` says what kind of file it is.

    >>> unsealed(b"karat-note ", sealed(b"karat-note ", b"all of it"))
    b'all of it'
    """
    return mark + sha256(content).hexdigest().encode() + b"\n" + content


def unsealed(mark: bytes, data: bytes) -> bytes | None:
    """The content; None if the seal is missing, or is that of another content.

    >>> unsealed(b"karat-note ", sealed(b"karat-note ", b"all of it")[:-1]) is None
    True
    """
    head, _, content = data.partition(b"\n")
    return content if sealed(mark, content) == head + b"\n" + content else None
