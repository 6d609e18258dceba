"""Pairs of files for the programs that karat stands in for: generated, then damaged as files are.

Every pair follows from a Random, so that it can be made again. Trees are those of tests/oracle/tree_pairs.py,
with damage to their brackets. Texts in CoNLL-U are made here, columns of chunk tags in beside_columns.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tree_pairs import pair, too_large

LABELS = [
    "nsubj", "obj", "det", "case", "punct", "obl:in", "mark", "aux", "advmod", "root", "conj:and", "cc",
]  # fmt: skip
FEATURES = [
    "_", "_", "Number=Sing", "Number=Sing|Foo=Bar", "Tense=Past|Mood=Ind", "Mood=Ind|Tense=Past", "Foo=X",
    "a=b|A=b", "=",
]  # fmt: skip
GRAPHS = [
    "_", "0:root", "1:nsubj", "2:obj|1:conj:and", "1:nsubj|1:nsubj:xsubj", "2:conj>obl:in|2:obj",
    "1:dep|1:dep",
]  # fmt: skip
LETTERS = "abcABC\u00e9\u00df\u4e2d\U0001f600"


@dataclass(frozen=True)
class Pair:
    """Two files, a file of parameters where there is one, and the arguments of both programs."""

    gold: bytes
    system: bytes
    params: bytes | None = None
    arguments: tuple[str, ...] = ()


def one_byte(rng: Random, text: bytes, extra: bytes) -> bytes:
    at = rng.randint(0, len(text))
    return text[:at] + bytes([rng.choice(extra)]) + text[at:]


def less(rng: Random, text: bytes, some: bytes) -> bytes:
    places = [at for at, byte in enumerate(text) if byte in some]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + text[at + 1 :]


def _swapped(rng: Random, text: bytes) -> bytes:
    if len(text) < 3:
        return text
    a, b = sorted(rng.sample(range(len(text)), 2))
    return text[:a] + text[b : b + 1] + text[a + 1 : b] + text[a : a + 1] + text[b + 1 :]


def _lines(rng: Random, text: bytes) -> bytes:
    """One line is repeated, left out, or moved."""
    lines = text.split(b"\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(3)
    if kind == 0:
        lines.insert(to, lines[at])
    elif kind == 1:
        del lines[at]
    else:
        lines.insert(to, lines.pop(at))
    return b"\n".join(lines)


def trees(rng: Random) -> Pair:
    """Trees for EVALB, with parameters and options; in half of the pairs brackets are damaged."""
    gold, test, params = pair(rng)
    files = [gold, test]
    if rng.random() < 0.5:
        for _ in range(rng.choice([1, 1, 2, 4])):
            side = rng.randrange(2)
            kind = rng.randrange(4)
            if kind == 0:
                files[side] = one_byte(rng, files[side], b"(()) ")
            elif kind == 1:
                files[side] = less(rng, files[side], b"()")
            elif kind == 2:
                files[side] = _swapped(rng, files[side])
            else:
                files[side] = _lines(rng, files[side])
    if any(too_large(line) for side in files for line in side.split(b"\n")):
        files = [gold, test]
    options: tuple[str, ...] = ()
    if rng.random() < 0.3:
        options = ("-e", str(rng.choice([0, 1, 3, 99])), "-c", str(rng.choice([0, 5, 40])))
    return Pair(files[0], files[1], params, options)


def _tokens(rng: Random, text: str) -> list[tuple[str, list[str]]]:
    """A text cut into tokens; some of them are several words, spelt as they like."""
    found, at = [], 0
    while at < len(text):
        size = rng.randint(1, 3)
        several = (
            [rng.choice("abAB") for _ in range(rng.randint(1, 3))] if rng.random() < 0.15 else []
        )
        found.append((text[at : at + size], several))
        at += size
    return found


def _sentence(rng: Random, parts: Sequence[tuple[str, list[str]]], enhanced: bool) -> str:
    """The lines of a sentence; its heads make a tree."""
    count = sum(len(several) or 1 for _, several in parts)
    order = rng.sample(range(count), count)
    heads = {order[0]: 0}
    for rank, word in enumerate(order[1:], 1):
        heads[word] = order[rng.randrange(rank)] + 1
    lines, number = [f"# sent_id = {rng.randrange(99)}"] * (rng.random() < 0.3), 0
    for token, several in parts:
        if several:
            lines.append(f"{number + 1}-{number + len(several)}\t{token}" + 8 * "\t_")
        for form in several or [token]:
            label = "root" if heads[number] == 0 else rng.choice(LABELS[:-3])
            fitting = [
                g for g in GRAPHS if all(int(e[0]) <= count for e in g.split("|") if e != "_")
            ]
            graph = rng.choice(fitting) if enhanced else "_"
            row = (number + 1, form, rng.choice("_xy"), rng.choice("NV_"), rng.choice("_Z"),
                rng.choice(FEATURES), heads[number], label, graph, "_")  # fmt: skip
            lines.append("\t".join(map(str, row)))
            number += 1
    return "".join(line + "\n" for line in lines) + "\n"


def _text(rng: Random, text: str, enhanced: bool) -> str:
    """A file that spells the text."""
    parts, found = _tokens(rng, text), ""
    while parts:
        size = rng.randint(1, 6)
        found += _sentence(rng, parts[:size], enhanced)
        parts = parts[size:]
    return found


def _field(rng: Random, text: str) -> str:
    """Another value in one field, of the same column or of any."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    cells = lines[at].split("\t")
    column = rng.randrange(len(cells))
    values = [line.split("\t") for line in lines if "\t" in line]
    if values:
        other = rng.choice(values)
        cells[column] = other[
            column if column < len(other) and rng.random() < 0.8 else rng.randrange(len(other))
        ]
    lines[at] = "\t".join(cells)
    return "\n".join(lines)


_ODD = [
    "1-1",
    "2-1",
    "1.1",
    "0",
    "-1",
    "01",
    " 1",
    "+1",
    "_",
    "",
    " ",
    "\u00a0",
    "a b",
    "1-",
    "x",
    "8.1.1",
    "9" * 20,
]


def _odd_field(rng: Random, text: str) -> str:
    """A strange value in one field."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    cells = lines[at].split("\t")
    cells[rng.randrange(len(cells))] = rng.choice(_ODD)
    lines[at] = "\t".join(cells)
    return "\n".join(lines)


def texts(rng: Random, *, damage: float = 0.3, enhanced: bool = False) -> Pair:
    """Two files in CoNLL-U over one text; some are damaged in fields, lines and bytes."""
    text = "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 30)))
    files = [_text(rng, text, enhanced)]
    files.append(files[0] if rng.random() < 0.5 else _text(rng, text, enhanced))
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        any_field = rng.random() < damage / 4
        files[1] = (_field if any_field else _relabelled)(rng, files[1])
    written = [file.encode() for file in files]
    if rng.random() < damage:
        side = rng.randrange(2)
        for _ in range(rng.choice([1, 1, 2])):
            kind = rng.randrange(4)
            if kind == 0:
                written[side] = one_byte(
                    rng, written[side], b"\t\n\r \x0b\x0c\x1c#_1a\xc2\xa0\xff\x00.-"
                )
            elif kind == 1:
                written[side] = less(rng, written[side], b"\t\n_123")
            elif kind == 2:
                written[side] = _lines(rng, written[side])
            else:
                odd = _odd_field(rng, written[side].decode("utf-8", "surrogateescape"))
                written[side] = odd.encode("utf-8", "surrogateescape")
    return Pair(written[0], written[1], None, rng.choice([(), ("-v",), ("-c",)]))


def _relabelled(rng: Random, text: str) -> str:
    """Another relation, tag, lemma or set of features of one word."""
    lines = text.split("\n")
    rows = [at for at, line in enumerate(lines) if line.count("\t") == 9]
    at = rng.choice([at for at in rows if "-" not in lines[at].split("\t")[0]] or rows)
    cells = lines[at].split("\t")
    column = rng.choice([2, 3, 4, 5, 7])
    cells[column] = rng.choice(
        [["_", "x", "y"], ["N", "V"], ["_", "Z"], FEATURES, [], LABELS][column - 2]
    )
    lines[at] = "\t".join(cells)
    return "\n".join(lines)


def enhanced_texts(rng: Random) -> Pair:
    """As ``texts``, with enhanced graphs, and only what the format allows."""
    return texts(rng, damage=0.0, enhanced=True)
