"""CoNLL-U: the ten columns of Universal Dependencies, one word per line.

Words, lemmas, both tags, features, heads and labels become columns; multiword tokens, empty nodes,
the enhanced graph, comments and the last column are kept, and written as they were read. A head
out of range, a cycle, a wrong number of columns or a word out of order is a fault of its sentence
alone; several roots are legal here (a partial parse), and a fault for those schemes that want one.

>>> import karat
>>> bank = karat.read_text("1\\tDogs\\tdog\\tNOUN\\tNNS\\t_\\t2\\tnsubj\\t_\\t_\\n"
...                        "2\\tbark\\tbark\\tVERB\\tVBP\\t_\\t0\\troot\\t_\\t_\\n\\n")
>>> bank.words(0), bank.layers["edges"]["head"].tolist()
([b'Dogs', b'bark'], [1, -1])
"""

from functools import partial
from typing import BinaryIO

from karat.formats import _words
from karat.kernels import conllu as kernel
from karat.model.bank import Bank

SUMMARY = "one word per line in ten columns (Universal Dependencies)"
EXTENSIONS = (".conllu",)
SCHEME = "conll18"
EXAMPLE = (
    "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n"
    "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
)

COLUMNS = _words.Columns(
    (
        kernel.ID, kernel.FORM, kernel.LEMMA, kernel.UPOS, kernel.XPOS, kernel.FEATS,
        kernel.GOVERNOR, kernel.DEPREL, kernel.DEPS, kernel.MISC,
    ),
    10, 10,
)  # fmt: skip

Scanner = partial(_words.Scanner, COLUMNS)
Blocks = partial(_words.Blocks, COLUMNS)


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely CoNLL-U.

    >>> sniff(EXAMPLE.encode()), sniff(b"(S (N a))"), sniff(b"1\\ta\\t_\\tN\\tN\\t_\\t0\\tROOT\\t0\\tROOT\\n")
    (True, False, False)
    """
    words = _words.first_words(head)
    if not words:
        return head.startswith((b"# sent_id", b"# text", b"# newdoc", b"# global.columns"))
    return (
        words[0][0][:1].isdigit()
        and any(len(row) == 10 for row in words)
        and not any(len(row) == 10 and row[8].isdigit() for row in words)
    )


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write a Bank; what it has no layer for is ``_``."""
    for sentence in range(len(bank)):
        words = _words.Sentence(bank, sentence)
        lines = [
            b"\t".join(row)
            for row in zip(
                (b"%d" % (i + 1) for i in range(len(words.forms))),
                words.forms, words.lemma, words.upos, words.xpos, words.feats,
                words.head, words.label, words.deps, words.misc,
                strict=True,
            )
        ]  # fmt: skip
        for line in _comments(bank, sentence) + _between(bank, sentence, lines):
            stream.write(line + b"\n")
        stream.write(b"\n")


def _comments(bank: Bank, sentence: int) -> list[bytes]:
    if "comments" not in bank.layers:
        return []
    table = bank.layers["comments"]
    rows = table.rows(sentence)
    return [
        bank.text[a:b].tobytes()
        for a, b in zip(
            table["word_start"][rows].tolist(), table["word_end"][rows].tolist(), strict=True
        )
    ]


def _between(bank: Bank, sentence: int, lines: list[bytes]) -> list[bytes]:
    """The word lines with those of multiword tokens and empty nodes where they belong."""
    before: dict[int, list[bytes]] = {}
    # Empty nodes follow the word whose number they have; a range precedes its first word.
    for layer, place in (("empty", "before"), ("surface", "first")):
        if layer not in bank.layers:
            continue
        table = bank.layers[layer]
        rows = table.rows(sentence)
        for at, a, b in zip(
            table[place][rows].tolist(),
            table["line_start"][rows].tolist(),
            table["line_end"][rows].tolist(),
            strict=True,
        ):
            before.setdefault(at, []).append(bank.text[a:b].tobytes())
    result: list[bytes] = []
    for i in range(len(lines) + 1):
        result += before.get(i, []) + lines[i : i + 1]
    return result
