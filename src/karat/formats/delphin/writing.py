"""Write the trees of a Bank as derivations, and its predications as EDS or SimpleDMRS."""

import re
from collections.abc import Iterator

from karat.formats.delphin import analyses, library
from karat.formats.delphin.semantics import TOP, read
from karat.model.bank import Bank
from karat.model.errors import InputError

# Names with other characters than these may mean something else in a notation.
_ODD = re.compile(r"[^\w+\-.'/=|]")


def headers(bank: Bank, name: str, errors: str = "replace") -> list[str]:
    """What the headers of the records say, if the Bank was read from such records.

    ``errors`` says what becomes of bytes that are not UTF-8.
    """
    starts = bank.sentence_at.tolist()
    ends = [*starts[1:], len(bank.text)]
    # A Bank may have no sentences.
    pieces = (bank.text[a:b].tobytes() for a, b in zip(starts, ends, strict=False))
    return [analyses.said(piece.decode("utf-8", errors), name) for piece in pieces]


def texts(bank: Bank) -> Iterator[bytes]:
    """One record per sentence."""
    if not bank.has_trees and "predications" not in bank.layers:
        raise InputError(f"{bank.path} has {bank.contents()} but no derivations or predications")
    known = zip(*(headers(bank, name, "surrogateescape") for name in ("id", "text")), strict=True)
    for i, (identifier, sentence) in enumerate(known):
        header = [
            f"#id {identifier or bank.number(i)}",
            *([f"#text {sentence}"] if sentence else []),
        ]
        lines = list[str]()
        if bank.span_offset[i] < bank.span_offset[i + 1]:
            lines.append(_derivation(bank, i))
        if "predications" in bank.layers:
            lines += _meaning(bank, i)
        yield "\n".join([*header, *(lines or ["#none"]), "", ""]).encode("utf-8", "surrogateescape")


def _derivation(bank: Bank, sentence: int) -> str:
    """UDF: the outermost node without numbers, if it is the only one; scores are not known."""
    spans = [(a, b, _text(name)) for a, b, name in bank.spans(sentence)]
    rows = slice(*bank.span_offset[sentence : sentence + 2].tolist())
    parents = bank.parent[rows].tolist()
    words = [_text(one) for one in bank.words(sentence)]
    tags = [_text(one) or "word" for one in bank.tags(sentence)]
    if parents.count(-1) != 1 or spans[0][:2] != (0, len(words)):
        raise InputError(
            f"{bank.path}: sentence {bank.number(sentence)}: this is not one tree over all words"
        )
    opened: dict[int, list[str]] = {}
    closed: dict[int, int] = {}
    for row, (start, end, name) in enumerate(spans):
        if start == end:
            what = f"sentence {bank.number(sentence)}: {name} has no words"
            raise InputError(f"{bank.path}: {what}, so it cannot be part of a derivation")
        opened.setdefault(start, []).append(f"({name}" if not row else f"(0 {name} 0 {start} {end}")
        closed[end] = closed.get(end, 0) + 1
    pieces = [
        " ".join([*opened.get(i, []), f"(0 {tag} 0 {i} {i + 1} ({_quoted(word)}))"])
        + ")" * closed.get(i + 1, 0)
        for i, (word, tag) in enumerate(zip(words, tags, strict=True))
    ]
    return " ".join(pieces)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


def _meaning(bank: Bank, sentence: int) -> list[str]:
    strings = bank.labels.strings()
    layer, columns = bank.layers["predications"], ("label", "carg", "type", "properties")
    rows = [
        ([_text(strings[number]) for number in row[:4]], row[4], row[5])
        for row in layer.each(sentence, *columns, "first", "last")
    ]
    edges = [
        (a, b, _text(strings[label]))
        for a, b, label in bank.layer("roles").each(sentence, "source", "target", "label")
    ]
    if not rows:
        return []
    scoped = any("/" in role for _, _, role in edges)
    text = (_simpledmrs if scoped else _eds)(rows, edges)
    names = [*(one for row, _, _ in rows for one in row), *(role for _, _, role in edges)]
    odd = next(filter(_ODD.search, names), None)
    if odd is not None and not _can_be_read(text, "dmrs" if scoped else "eds"):
        notation = "SimpleDMRS" if scoped else "EDS"
        raise InputError(
            f"{bank.path}: sentence {bank.number(sentence)}: {odd} cannot be written in {notation}"
        )
    return [text]


def _can_be_read(text: str, kind: str) -> bool:
    try:
        read(kind, text)
    except library.errors():
        return False
    return True


_Rows = list[tuple[list[str], int, int]]
_Edges = list[tuple[int, int, str]]


def _pairs(properties: str) -> list[tuple[str, str]]:
    found = (one.partition("=") for one in properties.split("|") if one)
    return [(key, value) for key, _, value in found]


def _eds(rows: _Rows, edges: _Edges) -> str:
    eds, lnk = library.module("eds"), library.module("lnk")
    nodes = []
    ids = [f"{row[0][2] or '_'}{i + 1}" for i, row in enumerate(rows)]
    for i, ((name, carg, kind, properties), first, last) in enumerate(rows):
        roles = {role: ids[b] for a, b, role in edges if a == i}
        place = lnk.Lnk.charspan(first, last) if first >= 0 else None
        held = (kind or None, roles, dict(_pairs(properties)), carg or None, place)
        nodes.append(eds.Node(ids[i], name, *held))
    top = next((ids[b] for a, b, role in edges if role == TOP), None)
    return str(library.module("codecs.eds").encode(eds.EDS(top=top, nodes=nodes)))


def _simpledmrs(rows: _Rows, edges: _Edges) -> str:
    dmrs, lnk = library.module("dmrs"), library.module("lnk")
    nodes, base = [], 10000
    for i, ((name, carg, kind, properties), first, last) in enumerate(rows):
        place = lnk.Lnk.charspan(first, last) if first >= 0 else None
        held = (kind or None, dict(_pairs(properties)), carg or None, place)
        nodes.append(dmrs.Node(base + i, name, *held))
    links = [
        dmrs.Link(base + a, base + b, role.partition("/")[0], role.partition("/")[2])
        for a, b, role in edges
        if a >= 0
    ]
    top = next((base + b for _, b, role in edges if role == TOP), None)
    structure = dmrs.DMRS(top=top, nodes=nodes, links=links)
    return str(library.module("codecs.simpledmrs").encode(structure))
