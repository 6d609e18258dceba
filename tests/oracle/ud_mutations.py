"""Files of CoNLL-U with something changed that may break a rule of Universal Dependencies."""

import random
from collections.abc import Callable

# Two sentences with a multiword token, empty nodes, graphs, features and comments.
WHOLE = """\
# newdoc id = d
# sent_id = a/1
# text = Il va au café
1\tIl\til\tPRON\t_\tGender=Masc|Number=Sing\t2\tnsubj\t2:nsubj|2.1:nsubj\t_
2\tva\taller\tVERB\t_\tMood=Ind|Number=Sing\t0\troot\t0:root\tGloss=goes
2.1\tva\taller\tVERB\t_\t_\t_\t_\t2:conj:et\t_
3-4\tau\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|Lang=fr
3\tà\tà\tADP\t_\t_\t5\tcase\t5:case\t_
4\tle\tle\tDET\t_\tDefinite=Def|Gender=Masc\t5\tdet\t5:det\t_
5\tcafé\tcafé\tNOUN\t_\tGender=Masc|Number=Sing\t2\tobl\t2:obl:à|2.1:obl:à\tSpaceAfter=No

# sent_id = a2
# text = a b c 10 000
1\ta\ta\tX\t_\tCase=Acc,Dat\t2\tdep\t2:dep\t_
2\tb\tb\tX\t_\t_\t3\tdep\t3:dep\tRef=1|X=2
2.1\t_\t_\t_\t_\t_\t_\t_\t2:dep|3:dep\t_
2.2\t_\t_\t_\t_\t_\t_\t_\t2.1:dep\t_
3\tc\tc\tX\t_\tCase=Nom\t0\troot\t0:root\t_
4\t10 000\t10 000\tNUM\t_\t_\t3\tnummod\t3:nummod\tA b=c d

# text = x
# sent_id = a3
1\tx\tx\tX\t_\t_\t0\troot\t0:root\t_

"""

_IDS = [
    "01",
    " 1",
    "+1",
    "1.1",
    "1.2",
    "2.1",
    "8.1.1",
    "0.1",
    "1-",
    "2-1",
    "1-2",
    "3-9",
    "0",
    "x",
    "²",
    "",
]
_HEADS = ["0", "1", "2", "3", "9", "_", "01", "+1", " 1", "1.1", "", "x", "99999999999"]
_DEPS = [
    "_", "0:root", "1:dep", "2:dep|1:dep", "1:dep|1:dep", "1:b|1:a", "2.1:dep", "2.9:dep", "1:", ":dep", "1",
    "9:dep", "x:dep", "01:dep", "1:dep|", "",
    "1:dep |2:dep", "2:a|2.1:a|3:a", "2.1:a|2:a", "1:a|1:b:c", "3:dep",
]  # fmt: skip
_FEATS = [
    "_", "A=B", "B=A|A=B", "A=B|A=C", "A=b", "a=B", "A", "A=B|", "A=C,B", "A=B,B", "A[x]=1", "A=B|a=C", "",
    "Typo=Yes", "A =B", "É=A", "A=B|A[x]=C", "Aa=B|AB=C", "A=1,b",
]  # fmt: skip
_MISC = [
    "_", "SpaceAfter=No|SpaceAfter=No", "Gloss=a|Gloss=b", "Lang|Lang=x", "a|b|c", "|", "a||b",
    "Ref=1|LId=2|Ref=3", "Lxyz=1|Lang=2", "Gloss |Gloss", "Xref=1|Ref=1", "", "Translit=a|LTranslit=b",
]  # fmt: skip
_SPACES = [" ", "\u00a0", "\u3000", "\u2009", "\u0085", "\x0b", "  "]
_LINES = [
    "",
    "# late",
    " ",
    "\t",
    "\u00a0",
    "x",
    "#",
    "# sent_id",
    "# sent_id = b c",
    "#text=",
    "# text",
    "5",
]


def mutated(chance: random.Random, text: str = WHOLE) -> bytes:
    """A text with one to three changes."""
    lines = text.split("\n")
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        chance.choice([_value, _value, _value, _space, _line, _columns])(chance, lines)
    whole = "\n".join(lines)
    if chance.random() < 0.1:
        whole = chance.choice(_WHOLES)(whole)
    return whole.encode()


def _row(chance: random.Random, lines: list[str]) -> int:
    rows = [i for i, line in enumerate(lines) if line.count("\t") == 9]
    return chance.choice(rows) if rows else 0


def _value(chance: random.Random, lines: list[str]) -> None:
    """Give a column another value."""
    at = _row(chance, lines)
    columns = lines[at].split("\t")
    column, values = chance.choice([(0, _IDS), (5, _FEATS), (6, _HEADS), (8, _DEPS), (9, _MISC)])
    if chance.random() < 0.15:
        column, values = chance.choice([1, 2, 3, 4, 7]), ["", "_", "a b", "e\u0301", "\ufffd", "’"]
    if column < len(columns):
        columns[column] = chance.choice(values)
    lines[at] = "\t".join(columns)


def _space(chance: random.Random, lines: list[str]) -> None:
    """Put white space into a line."""
    at = chance.randrange(len(lines))
    place = chance.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:place] + chance.choice(_SPACES) + lines[at][place:]


def _line(chance: random.Random, lines: list[str]) -> None:
    """Add, remove, repeat or move a line."""
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    change: Callable[[], object] = chance.choice([
        lambda: lines.insert(at, chance.choice(_LINES)), lambda: lines.pop(at),
        lambda: lines.insert(at, lines[other]), lambda: lines.insert(other, lines.pop(at)),
    ])  # fmt: skip
    change()


def _columns(chance: random.Random, lines: list[str]) -> None:
    """Add, remove or swap columns."""
    at = _row(chance, lines)
    columns = lines[at].split("\t")
    place = chance.randrange(len(columns))
    match chance.randrange(3):
        case 0:
            columns.insert(place, chance.choice(["", "_", "x"]))
        case 1:
            columns.pop(place)
        case _:
            columns[place], columns[0] = columns[0], columns[place]
    lines[at] = "\t".join(columns)


_WHOLES: list[Callable[[str], str]] = [
    lambda text: text.removesuffix("\n"),
    lambda text: text.removesuffix("\n\n"),
    lambda text: text + "\n",
    lambda text: "\n" + text,
    lambda text: text + "# the end",
    lambda text: text + "# the end\n\n",
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text,
]
