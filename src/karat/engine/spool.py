"""Values that must wait until it is known whether they are wanted, in order, in little memory."""

import pickle
from collections.abc import Iterator
from typing import IO, Any, Generic, TypeVar

_Value = TypeVar("_Value")
# So many bytes are kept in memory; what is longer goes into a temporary file, which has no name.
_MEMORY = 1 << 23


class Spool(Generic[_Value]):
    """Keeps values in the order in which they are added.

    >>> rows = Spool[int]()
    >>> rows.add(3)
    >>> rows.add(4)
    >>> list(rows), list(rows)
    ([3, 4], [3, 4])
    >>> rows.close()
    """

    def __init__(self) -> None:
        from tempfile import SpooledTemporaryFile  # few runs need it, and it takes time to load

        self._file = SpooledTemporaryFile(max_size=_MEMORY)  # noqa: SIM115  # closed by close()

    def add(self, value: _Value) -> None:
        self._file.seek(0, 2)
        pickle.dump(value, self._file, pickle.HIGHEST_PROTOCOL)

    def __iter__(self) -> Iterator[_Value]:
        """All values; none may be added before the last is given."""
        return _values(self._file)

    def close(self) -> None:
        """Forget all values."""
        self._file.close()


class Shelf(Generic[_Value]):
    """Values in a file, which one process adds and another one reads, as often as it likes.

    The file is in a folder that whoever made it removes. Only adding needs a context.

    >>> import pathlib, tempfile
    >>> shelf = Shelf[int](str(pathlib.Path(tempfile.mkdtemp(), "numbers")))
    >>> with shelf as adding:
    ...     adding.add(3)
    >>> list(shelf), list(shelf)
    ([3], [3])
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def __enter__(self) -> "Shelf[_Value]":
        self._file = open(self._path, "wb")  # closed by __exit__
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, value: _Value) -> None:
        assert self._file is not None, "values are added in a context"
        pickle.dump(value, self._file, pickle.HIGHEST_PROTOCOL)

    def __iter__(self) -> Iterator[_Value]:
        with open(self._path, "rb") as file:
            yield from _values(file)


def _values(file: Any) -> Iterator[Any]:
    """All values of a file; it has only what was added."""
    file.seek(0, 2)
    end = file.tell()
    file.seek(0)
    while file.tell() < end:
        yield pickle.load(file)
