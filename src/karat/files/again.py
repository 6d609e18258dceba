"""Read a file twice, even if it can be read only once."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from tempfile import NamedTemporaryFile, TemporaryFile

from karat.files.source import Source, is_pipe


@contextmanager
def again(path: str) -> Iterator[Callable[[], Source]]:
    """What opens a file, as often as it is called; standard input and pipes wait in a temporary file."""
    if not is_pipe(path):
        yield lambda: Source(path)
        return
    # Where an open file can be opened again without a name, a process that is killed leaves none behind.
    nameless = os.path.isdir("/proc/self/fd")
    with TemporaryFile() if nameless else NamedTemporaryFile() as copy:
        with closing(Source(path, strip_bom=False)) as source:
            while len(piece := source.read(1 << 20)):
                copy.write(piece.data)
        copy.flush()
        place = f"/proc/self/fd/{copy.fileno()}" if nameless else copy.name
        yield lambda: Source(place, called=path)
