"""What karat and the official validator of Universal Dependencies say about the format of a file.

A judgement is a place and a kind; kinds have the validator's names. Kinds that are about a whole sentence
have its number as their place, because the two programs point to different lines of it.
"""

import io
from codecs import BOM_UTF8
from functools import cache
from pathlib import Path
from typing import Any

from karat import formats
from karat.files.source import Source
from karat.formats.conllu.columns import FEATS
from karat.formats.conllu.judge import Sums, judge
from karat.formats.conllu.wrong import KINDS
from karat.model.labels import Labels

Judgement = tuple[int, str]

OF_SENTENCES = {
    "multiple-roots", "non-tree", "word-id-sequence", "unconnected-egraph", "edeps-only-sometimes",
}  # fmt: skip
OF_FILES = {"non-unix-newline"}
# What is said of lines before their columns are looked at; after the odd ones karat looks no further.
_ODD = {"misplaced-comment", "invalid-line"}
_OF_LINES = _ODD | {
    "missing-empty-line",
    "pseudo-empty-line",
    "invalid-utf",
    "unicode-normalization",
}
# What the validator also says of a column that it has already refused.
_FOLLOWS = {
    "unknown-head": {"invalid-head"},
    "unknown-ehead": {"invalid-ehead", "invalid-deps"},
}


def validators(tools: Any, path: Path) -> set[Judgement]:
    """What the validator says on its first two levels, as far as it is about the format.

    It takes a byte order mark for a part of the first line, and then comments below it for misplaced ones.
    """
    content = path.read_bytes()
    found = set[Judgement]()
    if content.startswith(BOM_UTF8):
        found |= {
            (1, "byte-order-mark") for one in _said(tools, path) if one == (1, "invalid-line")
        }
        path.write_bytes(content.removeprefix(BOM_UTF8))
    said = _said(tools, path)
    lines = path.read_text("utf-8").split("\n")
    going_on = _going_on(said, lines)
    return found | {
        _placed(line, kind, lines)
        for line, kind in said
        if not any((line, other) in said for other in _FOLLOWS.get(kind, ()))
        and not _implied(kind, lines[line - 1] if line <= len(lines) else "")
        and not (line >= going_on and kind not in _OF_LINES)
    }


def _going_on(said: set[Judgement], lines: list[str]) -> int:
    """The line from which the validator looks at columns in spite of odd lines: those of a last sentence
    without a blank line after it.
    """
    whole = lines[:-1] if not lines[-1] else lines
    last = max((i for i, line in enumerate(whole) if not line or line.isspace()), default=-1) + 2
    odd = any(line >= last and kind in _ODD for line, kind in said)
    return last if odd and any(kind == "missing-empty-line" for _, kind in said) else len(lines) + 2


def _said(tools: Any, path: Path) -> set[Judgement]:
    """The lines and names of its errors."""
    state = _validator(tools).validate_files([str(path)])
    return {(one.lineno, one.testid) for one in state.error_tracker if one.testid in KINDS}


@cache
def _validator(tools: Any) -> Any:
    """It reads its lists once."""
    return tools.Validator(lang="ud", level=2, output=None)


def _implied(kind: str, line: str) -> bool:
    """Whether karat leaves this to another message about the same line."""
    columns = line.split("\t")
    if kind == "word-interval-out":
        return columns[0].isdigit()
    if kind == "invalid-feature":
        return not columns[FEATS]
    if kind == "invalid-edeprel":
        return not any(edge.endswith(":") for edge in columns[8].split("|"))
    return False


def karats(content: bytes) -> tuple[set[Judgement], dict[str, int]]:
    """What karat says of the format, and how many sentences lack what treebanks need."""
    source = Source.of(io.BytesIO(content), "x.conllu")
    blocks = formats.parse("conllu").blocks(source)
    scanner = blocks.scanner(Labels())
    sums, kinds = Sums(), {what: kind for kind, (what, _) in KINDS.items() if "{}" not in what}
    found = set[Judgement]()
    faults = []
    for block in [*blocks, *([blocks.left_over] if blocks.left_over else [])]:
        one = judge(scanner.scan(block))
        sums.add(one)
        faults += one.faults
    faults += sums.faults("x.conllu", marked=source.marked)
    lines = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")
    for fault in faults:
        kind = kinds.get(fault.what) or _kind_of(fault.what)
        found.add(_placed(fault.line, "non-tree" if kind == "no-root" else kind, lines))
    return found, {kind: tally.times for kind, tally in sums.wanted.items()}


def differences(ours: set[Judgement], theirs: set[Judgement], content: bytes) -> set[Judgement]:
    """What only one of the two says, but for a multiword token with other words before its own."""
    lines = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")
    return (theirs - ours) | {
        (line, kind)
        for line, kind in ours - theirs
        if kind != "word-interval-out" or _at_its_words(line, lines)
    }


def _at_its_words(line: int, lines: list[str]) -> bool:
    """Whether the line of a multiword token is right before its first word, or no such word is there.

    The validator does not mind other words between; karat does, and so does the script of CoNLL 2018.
    """
    first = lines[line - 1].partition("-")[0]
    below = [one.partition("\t")[0] for one in lines[line:]]
    sentence = below[: below.index("")] if "" in below else below
    return first not in sentence or sentence[0] == first


def _kind_of(what: str) -> str:
    """The kind of a message that names a column."""
    for kind, (text, _) in KINDS.items():
        before, braces, after = text.partition("{}")
        if braces and what.startswith(before) and what.endswith(after):
            return kind
    raise AssertionError(what)


def _placed(line: int, kind: str, lines: list[str]) -> Judgement:
    if kind in OF_FILES:
        return 0, kind
    if kind in OF_SENTENCES:
        return sum(not one or one.isspace() for one in lines[: line - 1]), kind
    return line, kind
