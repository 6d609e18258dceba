"""Read a file twice, even if it can be read only once."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from tempfile import NamedTemporaryFile

from karat.files.source import Source, is_pipe


@contextmanager
def again(path: str) -> Iterator[Callable[[], Source]]:
    """What opens a file, as often as it is called; standard input and pipes wait in a temporary file."""
    if not is_pipe(path):
        yield lambda: Source(path)
        return
    with NamedTemporaryFile() as copy:
        with closing(Source(path, strip_bom=False)) as source:
            while len(piece := source.read(1 << 20)):
                copy.write(piece.data)
        copy.flush()
        yield lambda: Source(copy.name, called=path)
