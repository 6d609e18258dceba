"""Read a file twice, even if it can be read only once."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from tempfile import NamedTemporaryFile, TemporaryFile

from karat.files.source import Source, is_pipe
from karat.model.errors import InputError

# A pipe or device without an end would fill the disk, of which others need some: above so many bytes, this
# many are left free.
LONG, FREE = 1 << 28, 1 << 30


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
                if source.position > LONG and shutil.disk_usage(tempfile.gettempdir()).free < FREE:
                    raise InputError(
                        f"{path}: it is copied, because it is read twice, and {tempfile.gettempdir()} has no "
                        "room for it; save it as a file, or name another folder with TMPDIR"
                    )
        copy.flush()
        place = f"/proc/self/fd/{copy.fileno()}" if nameless else copy.name
        yield lambda: Source(place, called=path)
