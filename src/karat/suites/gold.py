"""Gold analyses of a suite's items: those in the items, in a file, or in the folder of a suite.

A gold analysis is a text in one of karat's formats. So is every analysis that a run keeps, and both
are read in the same way: any scheme can compare them.

>>> gold = Gold({"7": "(S (N dogs)\\n (V bark))"}, "brackets")
>>> gold.bank(["7", "7"]).words(1)
[b'dogs', b'bark']
"""

import io
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from karat import formats, suites
from karat.files.source import Source
from karat.formats._writing import writer
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.scheme import Scheme
from karat.parsers import shapes
from karat.suites import keys, tsdb
from karat.suites.items import Item
from karat.suites.runs import Run

# Formats of trees. In these and in text a sentence is a line; in the others a blank line ends it.
TREES = frozenset({"brackets", "discbracket", "parseval"})
# Analyses in no known format: they can be the same as gold or not, but no scheme compares them.
TEXT = "text"
# The gold analyses in a suite's folder, by the layer that they give.
_FILES = {"trees": "trees.mrg", "edges": "ud.conllu", "gr": "gr.txt"}


@dataclass(frozen=True)
class Gold:
    """The gold analyses by the ids of the items, the format that they are in, and where they are from."""

    texts: Mapping[str, str] = field(default_factory=dict)
    format: str = formats.USUAL
    path: str = "gold"

    def bank(self, ids: Sequence[str]) -> Bank:
        """The gold analyses of these items; an item may be named several times."""
        return read([self.texts[one] for one in ids], self.format, self.path)


def read(texts: Sequence[str], format: str, what: str) -> Bank:  # noqa: A002  # the format's name
    """A Bank with one sentence for each text; ``what`` names them in messages."""
    if format in TREES or format == TEXT:
        whole = "".join(" ".join(shapes.tokens(text)) + "\n" for text in texts)
    else:
        whole = "".join(text.strip("\r\n") + "\n\n" for text in texts)
    bank = formats.read_text(whole, format=format, layout="lines")
    if len(bank) != len(texts):
        raise InputError(
            f"{what}: {len(texts)} analyses, but they read as {len(bank)} sentences of {format}; "
            "an analysis should be one sentence"
        )
    return replace(bank, path=what)


def guessed(texts: Sequence[str]) -> str:
    """The format of analyses, guessed from the first one; ``text`` if it is not a known format."""
    head = "\n\n".join(text.strip("\r\n") for text in texts[:50]).encode("utf-8", "replace")
    try:
        return formats.Format(formats.guess(head, "the analyses")).name
    except InputError:
        return TEXT


def of_items(items: Sequence[Item]) -> Gold:
    """What the items carry in their field ``gold``."""
    texts = {one.id: one.gold for one in items if one.gold.strip()}
    return Gold(texts, guessed(list(texts.values()))) if texts else Gold()


def of_bank(bank: Bank, ids: Sequence[str], format: str) -> Gold:  # noqa: A002  # the format's name
    """A corpus with one sentence for each of these items; an empty sentence is not an analysis."""
    write = writer(format, "-")
    texts = {}
    for i, key in enumerate(ids):
        if bank.token_offset[i] < bank.token_offset[i + 1]:
            stream = io.BytesIO()
            write(bank.slice(i, i + 1), stream)
            texts[key] = stream.getvalue().decode("utf-8", "replace")
    return Gold(texts, format)


def of_file(path: str, run: Run) -> Gold:
    """A file with an analysis for each item of a run, or for each grammatical one, in their order."""
    if run.missing:
        raise InputError(
            f"{path}: {run.path} is not finished, so it is not known which analysis belongs to "
            "which item; finish the run first"
        )
    bank = formats.read(path)
    for error in bank.errors():
        raise error
    every = [one.item.id for one in run.results]
    good = [one.item.id for one in run.results if one.item.grammatical]
    ids = next((ids for ids in (every, good) if len(ids) == len(bank)), None)
    if ids is None:
        raise InputError(
            f"{path}: {len(bank)} sentences, but {run.path} has {len(every)} items, {len(good)} of "
            "them grammatical; gold should have one sentence for each of either"
        )
    return replace(of_bank(bank, ids, _format(path)), path=path)


def of_run(run: Run, scheme: Scheme | None, given: str | None = None) -> Gold:
    """The gold for a run: ``given`` (a file or a suite), or that of its items, or that of its suite."""
    if given is not None:
        path = Path(given)
        if path.is_file():
            return of_file(given, run)
        if path.is_dir() or given in suites.bundled():
            return _of_folder(suites.folder(given), run, scheme)
        raise InputError(f"{given}: there is no such file or suite")
    carried = replace(of_items([one.item for one in run.results]), path=f"gold in {run.path}")
    if carried.texts or run.header.suite not in suites.bundled():
        return carried
    if suites.load(run.header.suite).sha256 != run.header.suite_sha256:
        return carried
    return _of_folder(suites.folder(run.header.suite), run, scheme)


def _of_folder(folder: Path, run: Run, scheme: Scheme | None) -> Gold:
    """The file with the layer that a scheme needs, or else one from which it can be derived.

    An [incr tsdb()] suite has its own analyses, as brackets or as dependencies.
    """
    layers = (scheme.needs.layer, *scheme.needs.derived_from) if scheme else ()
    if tsdb.is_profile(folder):
        layer = next((one for one in layers if one in keys.FORMATS), "trees")
        key = keys.key_of(folder, layer)
        return Gold(key.texts, key.format)
    names = [_FILES[layer] for layer in (*layers, "trees", "edges") if layer in _FILES]
    path = next((folder / name for name in names if (folder / name).is_file()), None)
    if path is None:
        return Gold()
    ids = [one.id for one in suites.load(str(folder)).items if one.grammatical]
    bank = formats.read(path)
    if len(bank) != len(ids):
        raise InputError(
            f"{path}: {len(bank)} sentences, but the suite has {len(ids)} grammatical items"
        )
    known = {one.item.id for one in run.results}
    found = of_bank(bank, ids, _format(str(path)))
    texts = {key: text for key, text in found.texts.items() if key in known}
    return Gold(texts, found.format, str(path))


def _format(path: str) -> str:
    with closing(Source(path)) as source:
        return formats.of(source, None).name
