"""Analyses: the record of one item, cut into its header, a derivation and a semantic structure.

    #id 12
    #text Dogs bark.
    (root_strict (0 sb-hd_mc_c …))
    {e2: …}

The lines that begin with # are optional; ``#none`` says that there is no analysis. The output of ACE
is read too: a line SENT: or SKIP: (no analysis) with the sentence, then one line per reading with the
MRS and the derivation. Of several readings the first is taken.
"""

import re
from dataclasses import dataclass
from typing import Any

from karat.formats._block import Fault
from karat.formats.delphin import derivations, library, semantics
from karat.formats.delphin.derivations import Derivation
from karat.formats.delphin.semantics import Meaning

KINDS = ("derivation", "mrs", "eds", "dmrs")
# The numbers of faults: first that of each kind, for an analysis that cannot be read.
NO_ANALYSIS, TWO, OTHER = 11, 12, 13

_HEADER = re.compile(
    r"#[ \t]*(id|text|none)\b[ \t]*[:=]?[ \t]*(.*)|(SENT|SKIP|NOTE|WARNING):[ \t]*(.*)"
)
_BETWEEN = re.compile(r"(?:\s|;|</?dmrs-list[^>]*>|<\?[^>]*>)*")
_MARKS = re.compile(r'"(?:\\.|[^"\\])*"|([(\[{])|([)\]}])', re.DOTALL)
_JSON = {'"relations"': "mrs", '"links"': "dmrs"}


@dataclass(frozen=True)
class Record:
    """What is known of one item; without a derivation and a meaning there is no analysis."""

    id: str = ""
    sentence: str = ""
    derivation: Derivation | None = None
    meaning: Meaning | None = None


NOTHING = Record()


def read(text: str) -> Record:
    """The record of an item; raises a Fault with the position of what is wrong.

    >>> read('#id 7\\n#none'), read("{e2: e2:_rain_v_1<3:9>{e}[]}").meaning.roles
    (Record(id='7', sentence='', derivation=None, meaning=None), [(-1, 0, 'TOP')])
    """
    header, pieces = _pieces(text)
    sentence = header.get("text") or header.get("SENT") or header.get("SKIP") or ""
    if not pieces:
        if "none" in header or "SKIP" in header or header.get("NOTE", "").startswith("0 readings"):
            return Record(header.get("id", ""), sentence)
        raise Fault(NO_ANALYSIS, 0)
    derivation: Derivation | None = None
    meaning: Meaning | None = None
    for kind, begin, end in pieces:
        try:
            if kind == "derivation":
                derivation = derivation or derivations.read(text[begin:end])
            else:
                meaning = meaning or semantics.read(kind, text[begin:end])
        except library.errors() as problem:
            raise Fault(KINDS.index(kind) + 1, begin + _where(problem, text[begin:end])) from None
    return Record(header.get("id", ""), sentence, derivation, meaning)


def said(text: str, name: str) -> str:
    """What the header of a record says, also of one that cannot be read; empty if it does not.

    >>> said("#id 7\\n#text Dogs bark.\\n#none", "text")
    'Dogs bark.'
    """
    found = re.search(rf"^#[ \t]*{name}\b[ \t]*[:=]?[ \t]*(.*)", text, re.MULTILINE)
    return found[1].strip() if found else ""


def complete(line: str) -> bool:
    """Whether a line is a whole analysis.

    >>> complete("{e2: e2:_rain_v_1<3:9>{e}[]}"), complete("{e2:")
    (True, False)
    """
    try:
        return bool(_pieces(line)[1])
    except Fault:
        return False


def _pieces(text: str) -> tuple[dict[str, str], list[tuple[str, int, int]]]:
    """What the header says, and the analyses: kind, begin and end of each."""
    header: dict[str, str] = {}
    pieces: list[tuple[str, int, int]] = []
    seen: set[str] = set()
    at = 0
    while (at := _next(text, at)) < len(text):
        line = re.compile(r"[^\r\n]*").match(text, at)
        assert line is not None  # it may be empty
        if found := _HEADER.match(line[0]):
            name, value = (found[1], found[2]) if found[1] else (found[3], found[4])
            header.setdefault(name, value.strip())
            at = line.end()
        elif text[at] == "#":
            at = line.end()
        else:
            kind, end = _analysis(text, at)
            group = "derivation" if kind == "derivation" else "meaning"
            if group not in seen:
                pieces.append((kind, at, end))
            elif "SENT" not in header:
                raise Fault(TWO, at)
            seen.add(group)
            at = end
    return header, pieces


def _next(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _analysis(text: str, at: int) -> tuple[str, int]:
    """The kind of the analysis that begins here, and where it ends."""
    if text.startswith("<dmrs", at):
        end = text.find("</dmrs>", at)
        if end < 0:
            raise Fault(KINDS.index("dmrs") + 1, at)
        return "dmrs", end + len("</dmrs>")
    if re.compile(r"dmrs\s*\{").match(text, at):
        return "dmrs", _end(text, at, "dmrs")
    if text[at] == "(":
        return "derivation", _end(text, at, "derivation")
    if text[at] == "[":
        return "mrs", _end(text, at, "mrs")
    if text[at] == "{":
        end = _end(text, at, "eds")
        json = semantics.is_json(text[at:end])
        found = (kind for mark, kind in _JSON.items() if json and mark in text[at:end])
        return next(found, "eds"), end
    raise Fault(OTHER, at)


def _end(text: str, at: int, kind: str) -> int:
    """Where the bracket that opens here closes; brackets in quotes do not count."""
    depth = 0
    for mark in _MARKS.finditer(text, at):
        depth += bool(mark[1]) - bool(mark[2])
        if depth == 0 and mark[2]:
            return mark.end()
    raise Fault(KINDS.index(kind) + 1, at)


def _where(problem: Any, text: str) -> int:
    """The position that PyDelphin complains about, or 0."""
    line, offset = getattr(problem, "lineno", None), getattr(problem, "offset", None)
    if not line or offset is None:
        return 0
    before = text.split("\n")[: line - 1]
    return min(sum(len(one) + 1 for one in before) + int(offset), max(len(text) - 1, 0))
