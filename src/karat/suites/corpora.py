"""Corpora as suites: plain text, starred sentences and treebanks.

In plain text each line is an item, and its number is the id. A star before a sentence says that it
is ungrammatical; marks with a question mark (``?``, ``??``, ``?*``) are another grade:

>>> [(one.sentence, one.judgement) for one in sentences("*Him likes she.\\n\\n?He sleep.\\nOh.", "x")]
[('Him likes she.', 'no'), ('He sleep.', '?'), ('Oh.', 'yes')]

In a treebank each sentence is a good item with its analysis as gold, without null elements. Its id
is its sent_id in CoNLL-U, otherwise its number. The source of an item is the document that CoNLL-U
names (newdoc id), otherwise the file.
"""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path, PurePath

from karat import formats
from karat.files.source import COMPRESSED, STANDARD_INPUT, Source
from karat.formats._writing import writer
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.parsers import shapes
from karat.suites.gold import of_bank
from karat.suites.items import Item, Suite, checked
from karat.views.nulls import without_nulls

TEXT = "text"
_MARK = re.compile(r"([*?]+)\s*(?=\S)")
_COMMENT = re.compile(rb"#\s*(sent_id|newdoc id)\s*=\s*(.*)")


def read(path: str, format: str | None = None) -> Suite:  # noqa: A002  # the option's name
    """A suite from a file of text or trees."""
    name = stem(path)
    return checked(name, _items(path, name, format), path)


def read_folder(path: Path) -> Suite | None:
    """A suite from all files of a folder that are text or trees by their names; None if there are none."""
    named = [(formats.by_name(one.name), one) for one in sorted(path.iterdir()) if one.is_file()]
    examples = {kind: one.name for kind, one in reversed(named) if kind}
    if not examples:
        return None
    if len(examples) > 1:
        said = ", ".join(f"{kind} ({example})" for kind, example in sorted(examples.items()))
        raise InputError(
            f"{path}: this folder has files of several formats: {said}; give one of them"
        )
    paths = [one for kind, one in named if kind]
    found = [(one, _items(str(one), stem(one.name), None)) for one in paths]
    ids = [item.id for _, items in found for item in items]
    if len(set(ids)) < len(ids):
        found = [
            (one, [replace(item, id=f"{stem(one.name)}:{item.id}") for item in items])
            for one, items in found
        ]
    return checked(path.resolve().name, [item for _, items in found for item in items], str(path))


def stem(path: str) -> str:
    """The name of a file without its extensions.

    >>> stem("corpora/gold.mrg.gz"), stem("-")
    ('gold', 'stdin')
    """
    if path == STANDARD_INPUT:
        return "stdin"
    name = PurePath(path)
    return (name.with_suffix("") if name.suffix in COMPRESSED else name).stem


def _items(path: str, source: str, format: str | None) -> list[Item]:  # noqa: A002  # the option's name
    with closing(Source(path)) as file:
        chosen = _format(file, format)
        if chosen.name == TEXT:
            return sentences(_decoded(file), source)
        bank = chosen.read(file)
    for error in bank.errors():
        raise error
    return treebank(bank, source, getattr(chosen.module, "WRITTEN_AS", chosen.name))


def _format(file: Source, format: str | None) -> formats.Format:  # noqa: A002  # the option's name
    """The given format, or the one detected from the content; a .txt file of no other format is text."""
    try:
        return formats.of(file, format)
    except InputError as error:
        if format is None and formats.by_name(file.path) == TEXT:
            return formats.parse(TEXT)
        raise InputError(f"{error}\nfor plain text, one sentence per line: --format text") from None


def _decoded(file: Source) -> str:
    data = b""
    while len(more := file.read(formats.WHOLE)):
        data += more.tobytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{file.path}:{line}: this is not UTF-8") from None


def sentences(text: str, source: str) -> list[Item]:
    """One item for each line that is not blank."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        # Only ASCII blanks separate words: a no-break space is part of a word.
        words = " ".join(shapes.tokens(line))
        mark = _MARK.match(words)
        if mark:
            words = words[mark.end() :]
        if words:
            graded = mark is not None and "?" in mark[1]
            judged = None if graded else mark is None
            grade = mark[1] if mark and graded else ""
            found.append(Item(str(number), words, judged, grade, source=source))
    return found


def treebank(bank: Bank, source: str, format: str) -> list[Item]:  # noqa: A002  # the format's name
    """One good item for each sentence; one without words is excluded."""
    if bank.has_trees:
        bank = without_nulls(bank)
    stream = io.BytesIO()
    writer(TEXT, "-")(bank, stream)
    lines = stream.getvalue().decode("utf-8", "replace").split("\n")
    ids, sources = zip(*_named(bank, source), strict=True) if len(bank) else ((), ())
    gold = of_bank(bank, ids, format).texts
    return [
        Item(
            key, line, source=place, gold=_bare(gold.get(key, "")),
            excluded="" if line else "it has no words",
        )
        for key, place, line in zip(ids, sources, lines, strict=False)
    ]  # fmt: skip


def _bare(gold: str) -> str:
    """A gold analysis on one line, or CoNLL-U without its comments."""
    if gold.startswith("#"):
        return "".join(line for line in gold.splitlines(keepends=True) if line[:1] != "#")
    return gold.strip("\n")


def _named(bank: Bank, source: str) -> Iterator[tuple[str, str]]:
    """The id and the source of each sentence."""
    said = [dict(_said(bank, i)) for i in range(len(bank))]
    ids = [one.get("sent_id", "") for one in said]
    known = all(ids) and len(set(ids)) == len(ids)
    for number, one in enumerate(said, 1):
        source = one.get("newdoc id") or source
        yield ids[number - 1] if known else str(number), source


def _said(bank: Bank, sentence: int) -> Sequence[tuple[str, str]]:
    """The sentence id and document that the comments of a sentence name."""
    if "comments" not in bank.layers:
        return []
    found = []
    for a, b in bank.layers["comments"].each(sentence, "word_start", "word_end"):
        if match := _COMMENT.fullmatch(bank.text[a:b].tobytes().strip()):
            found.append((match[1].decode(), match[2].decode("utf-8", "replace").strip()))
    return found
