"""What parsers print, brought into forms that can be scored; used by record.py."""

import re

from karat.parsers import shapes

_TAGS = {one: one for one in (",", ".", "``", "''", "-LRB-", "-RRB-", "$")} | {"?": ".", "!": "."}
_WORD = re.compile(r"(?<![(\S])[^\s()]+")  # not after a bracket: those are labels
_UNTAGGED = re.compile(r"\( ([^\s()]+)\)")  # a word with an empty tag
_QUOTED = re.compile(r'\("(\w+)" "((?:\\.|[^"\\])*)"\)')


def treebank(words: list[str]) -> list[str]:
    """Quotes and brackets as the Treebank has them."""
    quotes = iter(["``", "''"] * len(words))
    return [next(quotes) if one == '"' else shapes.word(one) for one in words]


def iob(line: str) -> str:
    """OpenNLP's chunks in columns.

    >>> print(iob(" [NP Dogs_NNS ] [VP eat_VBP ] [NP meat_NN]"), end="")
    Dogs NNS B-NP
    eat VBP B-VP
    meat NN B-NP
    <BLANKLINE>
    """
    rows, chunk, first = [], "O", False
    # At the end of a line it writes the bracket without a blank before it.
    for piece in re.sub(r"\]$", " ]", line.rstrip()).split():
        if piece.startswith("[") and "_" not in piece:
            chunk, first = piece[1:], True
        elif piece == "]":
            chunk = "O"
        else:
            word, _, tag = piece.rpartition("_")
            mark = "" if chunk == "O" else "B-" if first else "I-"
            rows.append(f"{word} {tag} {mark}{chunk}\n")
            first = False
    return "".join(rows) + "\n"


def tagged(tree: str) -> str:
    """A tree whose words have no tags, as a line in which they have: punctuation's own, else W.

    >>> tagged("(S (NP ( Dogs)) (VP bark) .)")
    '(S (NP (W Dogs)) (VP (W bark)) (. .))\\n'
    """
    tree = _UNTAGGED.sub(r"\1", tree)
    leaves = iter(_leaf(one, "W") for one in treebank(_WORD.findall(tree)))
    return _WORD.sub(lambda _: next(leaves), tree) + "\n"


def plain_tree(line: str) -> str:
    """Festival's tree without the quotes around labels and words."""
    pairs = _QUOTED.findall(line)
    words = treebank([re.sub(r"\\(.)", r"\1", word) for _, word in pairs])
    leaves = iter(_leaf(word, tag.upper()) for word, (tag, _) in zip(words, pairs, strict=True))
    return re.sub(r'\("(\w+)"', r"(\1", _QUOTED.sub(lambda _: next(leaves), line))


def _leaf(word: str, tag: str) -> str:
    """A word with its tag; punctuation has the Treebank's."""
    return f"({_TAGS.get(word, tag)} {word})"


def rootless(line: str) -> str:
    """Stanford's tree without ROOT.

    >>> rootless("(ROOT (NP (NN x)))\\n")
    '(NP (NN x))\\n'
    """
    return line.removeprefix("(ROOT ").removesuffix(")\n") + "\n"
