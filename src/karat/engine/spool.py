"""Values that must wait until it is known whether they are wanted, in order, in little memory."""

import pickle
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Generic, TypeVar

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
        self._file = SpooledTemporaryFile(max_size=_MEMORY)  # noqa: SIM115  # closed by close()

    def add(self, value: _Value) -> None:
        self._file.seek(0, 2)
        pickle.dump(value, self._file, pickle.HIGHEST_PROTOCOL)

    def __iter__(self) -> Iterator[_Value]:
        """All values; none may be added before the last is given."""
        self._file.seek(0, 2)
        end = self._file.tell()
        self._file.seek(0)
        while self._file.tell() < end:
            value: _Value = pickle.load(self._file)  # it has only what add() wrote
            yield value

    def close(self) -> None:
        """Forget all values."""
        self._file.close()
