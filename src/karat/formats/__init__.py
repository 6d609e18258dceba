"""Formats: one module each, found by looking into this folder.

A format's module has ``SUMMARY`` (a line for ``karat formats``), ``EXTENSIONS``, ``EXAMPLE``,
``sniff(head)`` (whether a file with this beginning may be in the format), ``Blocks`` (cuts a Source
into blocks of whole sentences and makes the Scanner that turns them into Banks) and
``write(bank, stream, …)``. _block.py has the interfaces Blocks and Scanner; simple.py makes both from
a function that reads one sentence. A module may also have

``SCHEME``      the scheme that such files are scored with when none is named; otherwise USUAL_SCHEME
``NEEDS``       what a Bank must have in order to be written: ``trees`` or the name of a layer
``VIEW``        the view that derives what it needs
``WRITTEN_AS``  the format that ``karat convert`` writes such files in when none is named
``broken(head)``, ``claims(head, path, other)`` whether a file with such a name is in the format after all
``check(bank)`` finds what is wrong in a file that can be read; ``remarks(bank)`` what was not looked at

Parameters of Blocks and write that have defaults are options: ``iob(tagging=bioes)``.
"""

import io
import os
import re
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any

from karat.files.source import COMPRESSED, Corpus, Source, is_pipe
from karat.formats._foreign import derived, foreign, numbered
from karat.formats._tables import advice_on, column, opened, refuse_table
from karat.model import options
from karat.model.errors import InputError, UnknownFormat, UsageError
from karat.model.registry import Registry
from karat.model.sentence import WRITERS

if TYPE_CHECKING:
    from karat.formats._block import Blocks
    from karat.formats.lenient import Lenient
    from karat.model.bank import Bank

REGISTRY = Registry("format", __name__, __path__, others=("simple", "lenient"))
USUAL = "brackets"
# The scheme for trees when none is named: EVALB with the parameters of most papers.
USUAL_SCHEME = "evalb(params=collins)"
# The scheme for a Bank that was not read from a file, by what it has.
_BY_CONTENT = {
    "trees": USUAL_SCHEME, "edges": "deps", "chunks": "chunks", "gr": "gr", "phenomena": "phenomena",
}  # fmt: skip

# What messages say of files that cannot be read.
LENIENT = "--lenient reads what it can"
STRICT_GOLD = (
    "gold is the first file, and is never repaired, even with --lenient: are the files swapped?"
)
REPAIRABLE = ("brackets", "conllu")

# How many bytes the format of a file is detected from, and the size of blocks if it becomes one Bank.
HEAD, WHOLE = 1 << 16, 1 << 22

# The module of the format names is an attribute of this package.
every_name, module = REGISTRY.names, REGISTRY.load

# Ordinary trees are recognised at a glance, without importing other formats: a bracket in a bracket, no
# bars, a word with its tag, and after a ')' only brackets.
_ORDINARY = re.compile(rb"\s*\(\s*(?:[^\s()|]+\s+)?\([^|]*\Z")
_TAGGED = re.compile(rb"\([^\s()]+\s+[^\s()]+\)")
_AFTER_CLOSING = re.compile(rb"\)\s*[^\s()]")


def guess(head: bytes, path: str) -> ModuleType:
    """The format of a file that begins with these bytes; ``brackets``, the broadest, is tried last.

    >>> guess(b"(S (N a) (V b))", "x").__name__
    'karat.formats.brackets'
    """
    if unread := foreign(head):
        raise InputError(
            f"{path}: these are {unread.what}, which karat does not read; {unread.advice}"
        )
    if derived(head):
        return module("delphin")
    if _ORDINARY.match(head) and _TAGGED.search(head) and not _AFTER_CLOSING.search(head):
        return module("discbracket" if numbered(head) else USUAL)
    if not head.strip():
        return module(by_name(path) or USUAL)
    named = by_name(path)
    for other in chain((name for name in REGISTRY.in_turn() if name != USUAL), [USUAL]):
        if module(other).sniff(head):
            claims = getattr(module(named), "claims", None) if named not in ("", other) else None
            return module(named if claims and claims(head, path, other) else other)
    advice = advice_on(head)
    if named:
        if getattr(module(named), "broken", lambda _: False)(head):
            return module(named)
        advice = f"if it is {named}, as its name says, --format {named} shows what is wrong with it"
    raise UnknownFormat(
        path,
        f"this looks like none of the formats {', '.join(every_name())}; {advice}; "
        f"{LENIENT} if it is broken, or the answer of a language model",
    )


def by_name(path: str) -> str:
    """The format whose files have such names; empty if there is none.

    >>> by_name("x.mrg"), by_name("x.iob"), by_name("x.conllu.gz"), by_name("-")
    ('brackets', 'iob', 'conllu', '')
    """
    name = PurePath(path.lower())
    extension = (name.with_suffix("") if name.suffix in COMPRESSED else name).suffix
    known = chain([USUAL], REGISTRY.in_turn()) if extension else []
    return next((name for name in known if extension in module(name).EXTENSIONS), "")


@dataclass(frozen=True)
class Format:
    """A format with the options for reading its files: ``iob(tagging=bioes)``."""

    module: ModuleType
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.module.__name__.rpartition(".")[2]

    def blocks(self, source: Source, layout: str = "auto", **size: int) -> "Blocks":
        """A file, ready to be cut into blocks, of the usual ``size`` in bytes if none is given."""
        from karat.formats._block import BEGINNING, Beginning

        cut = partial(self.module.Blocks, layout=layout, size=2 * BEGINNING, **self.options)
        beginning = Beginning(source, cut)
        blocks: Blocks = self.module.Blocks(source, layout, **size, **self.options)
        blocks.beginning = beginning
        return blocks

    def read(self, source: Source, layout: str = "auto") -> "Bank":
        """A whole file as one Bank."""
        from karat.formats._block import whole

        return whole(self.blocks(source, layout, size=WHOLE), self.name)


def named(text: str) -> tuple[ModuleType, dict[str, str]]:
    """A format by its name, and the options given with it."""
    name, given, rest = options.split(text)
    if rest:
        raise UsageError(f"cannot read {rest!r} after the format {name}")
    refuse_table(name, text)
    return module(name), given


def parse(text: str) -> Format:
    """A format by name, with the options for reading it.

    >>> parse("iob( tagging=bioes )").options
    {'tagging': 'bioes'}
    """
    found, given = named(text)
    if not given:
        return Format(found)
    types = options.of(found.Blocks, "layout", "size")
    return Format(found, options.read(Format(found).name, given, types))


def of(source: Source, format: str | None) -> Format:  # noqa: A002  # the option's name
    """The format of a file: the given one, or else the one detected from its content."""
    if format is not None:
        return parse(format)
    if source.corpus:
        with suppress(InputError):  # it names the file, see below
            return Format(_guessed(source.corpus, "".join(PurePath(source.path).suffixes[-2:])))
    return Format(guess(source.head(HEAD), source.path))


@lru_cache(8)
def _guessed(corpus: Corpus, suffixes: str) -> ModuleType:
    """The format of all files of a corpus whose names end so: the same beginning decides."""
    return guess(corpus.begins[:HEAD], f"x{suffixes}")


def open_blocks(
    path: str, layout: str, format: str | None, *, hashed: bool = False,  # noqa: A002  # the option's name
    lenient: bool = False, gold: "Bank | None" = None, corpus: Corpus | None = None,
) -> "Blocks":  # fmt: skip
    """A file, ready to be cut into blocks; its format is detected if none is given.

    ``lenient``: it is read at once, and ``gold`` helps to place its sentences. ``corpus``: see Source."""
    source, format, layout = opened(path, format, layout, hashed=hashed)  # noqa: A001  # the option's name
    source.corpus = corpus
    with source.closed_on_error():
        if not lenient:
            return of(source, format).blocks(source, layout)
        from karat.formats import _held

        return _held.HeldBlocks(source, *repaired(source, format, layout, gold))


def usual_scheme(path: str, format: str | None) -> str:  # noqa: A002  # the option's name
    """The default scheme for a gold file."""
    if format is not None:
        wanted = column(format)
        return scheme_of(parse(wanted.of if wanted else format).module)
    with closing(Source(path, look=is_pipe(path))) as source:
        return scheme_of(of(source, None).module)


def usual_scheme_of(bank: "Bank") -> str:
    """The default scheme for gold in memory.

    It is that of the format that it was read from, if it still has what such files have.

    >>> usual_scheme_of(read_text("(S (N a))")), usual_scheme_of(read_text("a B-NP\\n"))
    ('evalb(params=collins)', 'chunks')
    """
    known = module(bank.format) if bank.format else None
    needed = getattr(known, "NEEDS", "")
    if known and (not needed or bank.has(needed)):
        return scheme_of(known)
    return next((_BY_CONTENT[one] for one in _BY_CONTENT if bank.has(one)), USUAL_SCHEME)


def scheme_of(found: ModuleType) -> str:
    """The default scheme for files in a format."""
    return str(getattr(found, "SCHEME", USUAL_SCHEME))


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002  # the option's name
    layout: str = "auto",
    lenient: bool = False,
    gold: "Bank | None" = None,
) -> "Bank":
    """Read a file; ``-`` is standard input, and .gz, .xz, .zst are unpacked.

    The format is detected from the content if it is not given; ``layout`` says whether brackets have one
    sentence per line. With ``lenient`` broken files are read for what they are. The layer ``repairs``
    says what was done, and ``gold`` helps to put the sentences in their places.

    >>> import karat, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "gold.mrg")
    >>> path.write_text("(S (N dogs) (V bark))")
    21
    >>> karat.read(path)
    Bank(1 sentence, 2 words: trees, tags)
    """
    if not isinstance(path, (str, os.PathLike)):
        raise UsageError(f"karat.read takes the path of a file, not a {type(path).__name__}")
    source, format, layout = opened(os.fspath(path), format, layout, hashed=True)  # noqa: A001  # the option's name
    with closing(source):
        if lenient:
            return replace(repaired(source, format, layout, gold).bank, sha256=source.sha256())
        return of(source, format).read(source, layout)


def repaired(
    source: Source,
    format: str | None,  # noqa: A002  # the option's name
    layout: str = "auto",
    gold: "Bank | None" = None,
) -> "Lenient":
    """A file read leniently, with all repairs."""
    from karat.formats.lenient import read_lenient

    return read_lenient(source.rest(), format, source.path, gold, layout)


def read_text(
    text: str | bytes,
    *,
    format: str | None = None,  # noqa: A002  # the option's name
    layout: str = "auto",
) -> "Bank":
    """Read a string as if it were a file.

    >>> import karat
    >>> len(karat.read_text("(S (N a))\\n(S (N b))"))
    2
    """
    if not isinstance(text, (str, bytes)):
        raise UsageError(f"karat.read_text takes a string or bytes, not a {type(text).__name__}")
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    source = Source.of(io.BytesIO(data), "<text>")
    return of(source, format).read(source, layout)


def _tree(bank: "Bank") -> str:
    """The only sentence of a Bank as text; positions of words are written if constituents have gaps."""
    stream = io.BytesIO()
    module("discbracket" if "yields" in bank.layers else USUAL).write(bank, stream)
    return stream.getvalue().decode("utf-8", "surrogateescape").rstrip("\n")


WRITERS["tree"] = _tree
