"""Judge files of CoNLL-U, block by block, as Universal Dependencies does.

A kernel finds the sentences that may break a rule; only these are looked at closely. What depends on
more than one sentence adds up.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from karat.formats.conllu.columns import odd_features
from karat.formats.conllu.sentences import judged, sentences
from karat.formats.conllu.wrong import KINDS, WANTED
from karat.kernels import ud as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Bytes, Ints, Longs
from karat.model.errors import SyntaxFault
from karat.model.faults import FaultMaker, Place

_LONE = re.compile(rb"\r(?!\n)")


class Rows(NamedTuple):
    """What the kernel says of each sentence with its blank lines; see ``kernels/ud.py``."""

    begin: Ints
    doubt: Any
    graph: Any
    first_word: Ints
    id_start: Ints
    id_end: Ints
    ids: Ints
    texts: Ints


class Tally(NamedTuple):
    """How often something is, and the line of the first."""

    times: int
    line: int


@dataclass(frozen=True)
class Block:
    """What is wrong with a block, what treebanks need besides, and what adds up over a file.

    ``graphs`` has the first sentence with an enhanced graph, and the first without one. ``ids`` has a number
    for each sent_id, and ``lines`` the line of the sentence's first word.
    """

    sentences: int
    unreadable: bool
    faults: list[SyntaxFault]
    wanted: dict[str, Tally]
    carriage: Place | None
    graphs: dict[bool, Place]
    ids: Longs
    lines: Longs


def judge(bank: Bank) -> Block:
    """What is wrong with a block.

    >>> import karat
    >>> text = "1\\ta\\t_\\t_\\t_\\t_\\t2\\tx\\t_\\t_\\n02\\tb\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
    >>> [(one.line, one.what) for one in judge(karat.read_text(text, format="conllu")).faults]
    [(2, 'this is not the number of a word')]
    """
    rows, carriage = _rows(bank)
    data, fault = bank.text.tobytes(), FaultMaker(bank)
    doubt = rows.doubt | _doubt_more(bank, data, rows)
    seen = _at_a_glance(data, rows, ~doubt)
    faults = _closely(bank, data, rows, doubt, seen, fault)
    ids = sorted(seen.ids)
    places = np.array([at for at, _ in ids], np.int64)
    return Block(
        len(bank), bool(bank.fault.any()), faults,
        {kind: Tally(len(at), fault.place(min(at)).line) for kind, at in seen.wanted.items() if at},
        None if carriage < 0 else fault.place(carriage),
        {has: fault.place(at) for has, at in seen.graphs.items()},
        np.array([number for _, number in ids], np.int64),
        np.searchsorted(fault.newlines, places) + bank.first_line,
    )  # fmt: skip


@dataclass
class _Seen:
    """What the sentences of a block say of themselves, by the offsets of their first words."""

    wanted: dict[str, list[int]] = field(default_factory=dict)
    graphs: dict[bool, int] = field(default_factory=dict)
    ids: list[tuple[int, int]] = field(default_factory=list)

    def has_graph(self, has: bool, at: int) -> None:
        self.graphs[has] = min(at, self.graphs.get(has, at))


def _rows(bank: Bank) -> tuple[Rows, int]:
    """What the kernel says, and where the first carriage return before a newline is."""
    text, most = bank.text, len(bank) + 2
    ints = (np.zeros(most, np.int32) for _ in Rows._fields)
    rows = Rows(*ints)._replace(doubt=np.zeros(most, np.int8), graph=np.zeros(most, np.int8))
    # An edge has at least four bytes, and a word twenty.
    edges, words = len(text) // 4 + 2, len(text) // 20 + 2
    scratch = kernel.Findings(
        **rows._asdict(), edge_from=np.empty(edges, np.int32), edge_to=np.empty(edges, np.int32),
        reached=np.empty(words, np.int8),
    )  # fmt: skip
    count, carriage = kernel.doubtful(text, len(text), scratch)
    rows = Rows(*(column[:count] for column in rows))
    return rows._replace(doubt=rows.doubt.astype(bool), graph=rows.graph.astype(bool)), carriage


def _doubt_more(bank: Bank, data: bytes, rows: Rows) -> Bools:
    """The rows that the kernel did not doubt, but that other signs speak against."""
    doubt = np.zeros(len(rows.doubt), bool)
    doubt[: len(bank)] = bank.fault != 0
    table = bank.layers["morphology"]
    strings = bank.labels.strings()
    used = np.unique(table["feats"]).tolist()
    odd = [one for one in used if odd_features(strings[one].decode("utf-8", "surrogateescape"))]
    if odd:
        words = np.flatnonzero(np.isin(table["feats"], odd))
        doubt[np.searchsorted(table.offset, words, "right") - 1] = True
    places = list[int]()
    if b"\r" in data:
        places += [found.start() for found in _LONE.finditer(data)]
    beyond = _not_ascii(bank.text)
    if not _is_normal({data[a:b] for a, b in beyond}):
        places += [a for a, b in beyond if not _is_normal([data[a:b]])]
    doubt[np.searchsorted(rows.begin, places, "right") - 1] = True
    return doubt


def _not_ascii(text: Bytes) -> list[tuple[int, int]]:
    """Where characters are that are not ASCII, with the one before them, which they may belong to."""
    at = np.flatnonzero(text >= 0x80)
    begins = np.flatnonzero(np.diff(at, prepend=-2) > 1)
    ends = np.append(begins[1:], len(at)) - 1 if len(at) else begins
    first = np.maximum(at[begins] - 1, 0)
    return list(zip(first.tolist(), (at[ends] + 1).tolist(), strict=True))


def _is_normal(pieces: Iterable[bytes]) -> bool:
    """Whether texts are UTF-8, in the normal form NFC, without marks of lost characters."""
    try:
        text = b"\n".join(pieces).decode()
    except UnicodeDecodeError:
        return False
    return "\ufffd" not in text and unicodedata.is_normalized("NFC", text)


def _at_a_glance(data: bytes, rows: Rows, sure: Bools) -> _Seen:
    """What the sentences say in which nothing is wrong."""
    seen = _Seen()
    for name, column in (("sent-id", rows.ids), ("text", rows.texts)):
        for kind, some in (("missing", column == 0), ("multiple", column > 1)):
            seen.wanted[f"{kind}-{name}"] = rows.first_word[sure & some].tolist()
    for has in (False, True):
        some = np.flatnonzero(sure & (rows.graph == has))
        if len(some):
            seen.has_graph(has, int(rows.first_word[some[0]]))
    one = sure & (rows.ids == 1)
    places = zip(rows.id_start[one].tolist(), rows.id_end[one].tolist(), strict=True)
    numbers = [hash(data[a:b]) for a, b in places]
    seen.ids = list(zip(rows.first_word[one].tolist(), numbers, strict=True))
    return seen


def _closely(
    bank: Bank, data: bytes, rows: Rows, doubt: Bools, seen: _Seen, fault: FaultMaker
) -> list[SyntaxFault]:  # fmt: skip
    """What is wrong in doubtful rows; what their sentences say of themselves is added to ``seen``."""
    faults = list[SyntaxFault]()
    ends = np.append(rows.begin[1:], len(data)).tolist()
    for row in np.flatnonzero(doubt).tolist():
        before, begin = len(faults), int(rows.begin[row])
        for lines in sentences(data[begin : ends[row]], begin):
            found = judged(lines)
            faults += [fault(one.at, *one.message) for one in found.wrong]
            for one in found.wanted:
                seen.wanted.setdefault(one.kind, []).append(one.at)
            if found.has_graph is not None:
                seen.has_graph(found.has_graph, found.first_word)
            if found.sent_id:
                number = hash(found.sent_id.encode("utf-8", "surrogateescape"))
                seen.ids.append((found.first_word, number))
        error = bank.error(row) if row < len(bank) else None
        if error is not None and len(faults) == before:
            faults.append(error)
    return faults


@dataclass
class Sums:
    """What the blocks of a file add up to."""

    wanted: dict[str, Tally] = field(default_factory=dict)
    carriage: Place | None = None
    graphs: dict[bool, Place] = field(default_factory=dict)
    ids: list[Longs] = field(default_factory=list)
    lines: list[Longs] = field(default_factory=list)

    def add(self, block: Block) -> None:
        """Add the next block of the file."""
        for kind, tally in block.wanted.items():
            before = self.wanted.get(kind, Tally(0, tally.line))
            self.wanted[kind] = Tally(before.times + tally.times, min(before.line, tally.line))
        self.carriage = self.carriage or block.carriage
        self.graphs = block.graphs | self.graphs
        self.ids.append(block.ids)
        self.lines.append(block.lines.astype(np.int64))

    def faults(self, path: str, *, marked: bool) -> list[SyntaxFault]:
        """What is wrong with the file as a whole; ``marked`` if it has a byte order mark."""
        found = list[tuple[str, Place]]()
        if marked:
            found.append(("byte-order-mark", Place(1, 1, b"")))
        if self.carriage:
            found.append(("non-unix-newline", self.carriage))
        if len(self.graphs) == 2:
            found.append(("edeps-only-sometimes", max(self.graphs.values())))
        return [SyntaxFault(KINDS[kind][0], path, *at, KINDS[kind][1]) for kind, at in found]

    def notes(self) -> Iterator[str]:
        """What sentences lack that a treebank of Universal Dependencies must have."""
        wanted = dict(self.wanted)
        if repeated := self._repeated():
            wanted["non-unique-sent-id"] = repeated
        for kind, (count, line) in sorted(wanted.items(), key=lambda one: (one[1].line, one[0])):
            what, advice = WANTED[kind]
            some = "a sentence has" if count == 1 else f"{count} sentences have"
            where = f"on line {line}" if count == 1 else f"the first on line {line}"
            yield f"{some} {what}, {where}; for a treebank of Universal Dependencies {advice}"

    def _repeated(self) -> Tally | None:
        """The sentences whose sent_id an earlier one has."""
        ids = np.concatenate([np.empty(0, np.int64), *self.ids])
        order = np.argsort(ids, kind="stable")
        later = order[1:][ids[order[1:]] == ids[order[:-1]]]
        if not len(later):
            return None
        return Tally(len(later), int(np.concatenate(self.lines)[later].min()))
