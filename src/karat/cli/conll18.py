"""karat conll18: the CoNLL 2018 shared task's script, option for option and byte for byte."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import click

from karat.cli import _options, verb

if TYPE_CHECKING:
    from karat.engine.conll18 import Content
    from karat.reference.conll18_blocks import Readable


@verb("""
  karat conll18 gold.conllu system.conllu
  karat conll18 -v gold.conllu system.conllu""")
@click.argument("gold")
@click.argument("system")
@click.option("-v", "--verbose", is_flag=True, help="Print all figures.")
@click.option("-c", "--counts", is_flag=True, help="Print counts in place of figures.")
def command(gold: str, system: str, verbose: bool, counts: bool) -> None:
    """Print what the CoNLL 2018 shared task's evaluation script prints.

    The script stops where a sentence is not a tree or the two texts differ. So does this command, with a
    message that names the line. To score files with such sentences, type: karat score --scheme
    'conll18(failed=empty)'.
    """
    from karat.reference.conll18_report import table

    sys.stdout.write(table(counts_of(gold, system), verbose=verbose, raw=counts))


def counts_of(*paths: str) -> Mapping[str, int]:
    """The counts of gold and system; what the script refuses is an error."""
    from karat.reference.conll18_blocks import opened

    piped: dict[int, Any] = {}
    with ExitStack() as stack:
        streams = [opened(path) or _other(path, at, piped, stack) for at, path in enumerate(paths)]
        found = _quickly(paths[0], streams)
        return _carefully(paths, piped) if found is None else found


def _other(path: str, at: int, piped: dict[int, Any], stack: ExitStack) -> "Readable":
    """A compressed file, unpacked as it is read; a pipe is kept in ``piped``, as it is read only once."""
    from karat.files.source import is_pipe

    if not is_pipe(path):
        return _Unpacked(path)
    import tempfile

    piped[at] = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115  # the stack closes it
    with closing(_Unpacked(path)) as stream:
        room = memoryview(bytearray(1 << 20))
        while got := stream.readinto(room):
            piped[at].write(room[:got])
    piped[at].seek(0)
    return _Piped(piped[at])


class _Piped:
    """What came from a pipe; who reads it does not close it, because it may be read again."""

    def __init__(self, file: Any) -> None:
        self.readinto, self.tell = file.readinto, file.tell

    def close(self) -> None:
        """Nothing."""


class _Unpacked:
    """A compressed file as a stream; errors say what is wrong with it."""

    def __init__(self, path: str) -> None:
        from karat.files.source import Source

        self._source = Source(path, strip_bom=False)

    def readinto(self, room: memoryview) -> int:
        found = self._source.read(len(room))
        room[: len(found)] = found.data
        return len(found)

    def tell(self) -> int:
        return self._source.position

    def close(self) -> None:
        self._source.close()


def _quickly(path: str, streams: "Sequence[Readable]") -> Mapping[str, int] | None:
    """The counts of two ordinary files, block by block; None if there is anything unusual in them.

    ``path`` is gold's, which progress is shown for.
    """
    from karat.comparison.plain_texts import Sums
    from karat.engine.pool import cores, in_order
    from karat.reference.conll18_blocks import Differing, pairs
    from karat.reports.progress import Progress

    gold, system = streams
    try:
        sums = Sums()
        with closing(Progress(path)) as progress:
            for _, counts in in_order(pairs(gold, system), _counting, cores()):
                if counts is None:
                    return None
                sums.add(counts)
                progress(gold.tell())
        return sums.by_figure()
    except Differing:
        return None
    finally:
        for stream in streams:
            stream.close()


def _counting() -> Callable[[tuple[memoryview, memoryview]], memoryview | None]:
    from karat.comparison.plain_texts import PlainTexts

    compared = PlainTexts(strict=True)
    return lambda pair: compared(*pair)


def _carefully(paths: Sequence[str], piped: Mapping[int, Any]) -> Mapping[str, int]:
    """The counts of any two files; ``piped`` has the content of those that can be read only once."""
    _options.import_numpy()
    from karat.engine.conll18 import counts_of
    from karat.files.source import Source

    with ExitStack() as stack:
        contents = list["Content"]()
        for at, path in enumerate(paths):
            if at in piped:
                piped[at].seek(0)
                contents.append(piped[at])
            else:
                contents.append(stack.enter_context(closing(Source(path, strip_bom=False))))
        return counts_of(paths, contents)
