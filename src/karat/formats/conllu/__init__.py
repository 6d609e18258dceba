"""CoNLL-U: the ten columns of Universal Dependencies, one word per line.

Words, lemmas, both tags, features, heads and labels become columns; multiword tokens, empty nodes,
the enhanced graph, comments and the last column are kept, and written as they were read. A sentence
without words is written as a comment, so that it keeps its place. A head out of range, a cycle, a
wrong number of columns or a word out of order is a fault of its sentence alone. Several roots are
allowed here (a partial parse); schemes that need a single root refuse them.

>>> import karat
>>> bank = karat.read_text("1\\tDogs\\tdog\\tNOUN\\tNNS\\t_\\t2\\tnsubj\\t_\\t_\\n"
...                        "2\\tbark\\tbark\\tVERB\\tVBP\\t_\\t0\\troot\\t_\\t_\\n\\n")
>>> bank.words(0), bank.layers["edges"]["head"].tolist()
([b'Dogs', b'bark'], [1, -1])
"""

from functools import partial

from karat.files.source import Source
from karat.formats import _words
from karat.formats._sentences import BLOCK
from karat.model.errors import SyntaxFault

SUMMARY = "one word per line in ten columns (Universal Dependencies)"
EXTENSIONS = (".conllu",)
SCHEME = "conll18"
EXAMPLE = (
    "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n"
    "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
)

# Formats whose lines differ from these in their number of columns, or in what the ninth column has.
_ALIKE = ("conllx", "conll08", "conll09")

COLUMNS = _words.Columns("ID FORM LEMMA UPOS XPOS FEATS GOVERNOR DEPREL DEPS MISC", 10, 10)


class Blocks(_words.Blocks):
    """A file cut into blocks of whole sentences."""

    universal = True

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        super().__init__(COLUMNS, source, layout, size)


# Several blank lines count as one, so a sentence without words needs a line.
write = partial(_words.write, COLUMNS, b"# no parse\n")


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely CoNLL-U.

    >>> sniff(EXAMPLE.encode()), sniff(b"(S (N a))"), sniff(b"1\\ta\\t_\\tN\\tN\\t_\\t0\\tROOT\\t0\\tROOT\\n")
    (True, False, False)
    """
    words = _words.first_words(head)
    if not words:
        return head.startswith((b"# sent_id", b"# text", b"# newdoc", b"# global.columns"))
    tens = [row for row in words if len(row) == 10]
    return words[0][0][:1].isdigit() and bool(tens) and not any(row[8].isdigit() for row in tens)


def broken(head: bytes) -> bool:
    """Whether a file that is named so has comments alone, or lines in columns, if not in ten.

    >>> broken(b"1\\ta\\ta\\tX\\n"), broken(b"# later\\n"), broken(b"(S (N a))")
    (True, True, False)
    """
    rows = _words.first_words(head)
    return all(len(row) > 3 for row in rows[:1])


def claims(head: bytes, path: str, other: str) -> bool:
    """Whether a file that is named so is in this format, although it looks like another one.

    Ten columns are CoNLL-U, even if DEPS has heads without labels. Another number is refused: the name or
    the file is wrong, and only the user knows which.

    >>> claims(b"1\\ta\\t_\\tN\\tN\\t_\\t0\\troot\\t0\\t_\\n", "x.conllu", "conllx")
    True
    """
    if other not in _ALIKE:
        return False
    first = next(row for row in _words.first_words(head) if row)
    if len(first) == 10:
        return True
    text = b"\t".join(first)
    lines = [line.rstrip(b"\r") for line in head.split(b"\n")]
    raise SyntaxFault(
        f"this line has {len(first)} columns, as files of the format {other} have, but the name of the file "
        "says CoNLL-U, which has ten",
        path, lines.index(text) + 1, 1, text,
        f"if it is {other}, say so with --format {other}, or let its name end in .{other}",
    )  # fmt: skip
