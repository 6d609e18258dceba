"""Write a Bank in a format given by its name and options, or by the name of the file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import numpy as np

from karat import formats
from karat.kernels import writing as kernel
from karat.model import options
from karat.model.bank import Bank
from karat.model.columns import Bytes, Ints
from karat.model.errors import InputError, UsageError

# The deepest level that is indented.
INDENTED = 200
# The room for text to begin with; it grows if a sentence is longer.
_ROOM = 1 << 20


@dataclass(frozen=True)
class Writer:
    """Writes Banks in one format; ``view`` derives what a Bank lacks, if the format names one."""

    name: str
    write: Callable[[Bank, BinaryIO], None]
    needs: str = ""
    view: str = ""

    def lacks(self, bank: Bank) -> bool:
        """Whether a Bank lacks what the format needs."""
        return bool(self.needs) and not bank.has(self.needs)

    def __call__(self, bank: Bank, stream: BinaryIO) -> None:
        """Write a Bank; refuse one that lacks what the format needs."""
        if self.lacks(bank):
            raise InputError(
                f"{bank.missing(self.needs)}, which the format {self.name} needs; derive them with a "
                "view (--view yields makes trees of dependencies), or write another format (--to)"
            )
        self.write(bank, stream)


def writer(wanted: str | None, path: str, *, pretty: bool = False, usual: str = "") -> Writer:
    """A writer for the given format, or for the format of the file's name, or for the default format.

    >>> import io, karat
    >>> bank, stream = karat.read_text("(S (N a) (V b))"), io.BytesIO()
    >>> writer("parseval(labels=right)", "-")(bank, stream)
    >>> stream.getvalue()
    b'((a N) (b V) S)\\n'
    """
    module, given = formats.named(wanted or formats.by_name(path) or usual or formats.USUAL)
    name = formats.Format(module).name
    types = options.of(module.write)
    if pretty and "pretty" not in types:
        raise UsageError(f"the format {name} has no indented form: leave out --pretty")
    settings = options.read(f"format {name}", given, options.of(module.write, "pretty"))
    if pretty:
        settings["pretty"] = True
    write = partial(module.write, **settings)
    return Writer(name, write, getattr(module, "NEEDS", ""), getattr(module, "VIEW", ""))


def each(bank: Bank, text: Callable[[int], bytes]) -> Iterator[bytes]:
    """The text of every sentence; the error names a sentence that cannot be written."""
    return map(located(bank, text), range(len(bank)))


def located(bank: Bank, text: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """The same function, whose errors name the sentence that cannot be written."""

    def call(sentence: int) -> bytes:
        try:
            return text(sentence)
        except InputError as problem:
            where = f"{bank.path}:{bank.line(sentence)}: sentence {bank.number(sentence)}"
            raise InputError(f"{where}: {problem}") from None

    return call


def indented(depth: int) -> bytes:
    """A new line, with two blanks for each level, but not for more levels than anybody reads.

    Otherwise the text of a tree would grow with the square of its depth.

    >>> indented(2), len(indented(100_000))
    (b'\\n    ', 401)
    """
    return b"\n" + b"  " * min(depth, INDENTED)


def columns_of(bank: Bank, *names: str) -> Iterator[Ints]:
    """Columns of a Bank in the form that kernels take."""
    return (np.ascontiguousarray(getattr(bank, name), np.int32) for name in names)


def _ordinary(sentence: int) -> bytes:
    raise AssertionError("every sentence of this format is ordinary")


def in_one_go(
    write: Callable[[int, Bytes], tuple[int, int, int]],
    text: Callable[[int], bytes] = _ordinary,
) -> Iterator[memoryview | bytes]:
    """The text of all sentences, as a kernel writes it; ``text`` writes one that is not ordinary.

    What is yielded is valid until the next is asked for.
    """
    sentence, reason, out = 0, kernel.FULL, np.empty(_ROOM, np.uint8)
    while reason != kernel.WRITTEN:
        sentence, size, reason = write(sentence, out)
        if size:
            yield out[:size].data
        elif reason == kernel.FULL:
            out = np.empty(2 * len(out), np.uint8)
        if reason == kernel.ODD:
            yield text(sentence)
            sentence += 1
