"""The text that parsers read and print: tokens, bracketed trees and CoNLL-U.

Only ASCII white space separates words, as in the formats: a no-break space is part of a word.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_BRACKET = re.compile(r"[()]")
_LEAF = re.compile(r"\(([^\s()]+)\s+([^\s()]+)\)")
# An opening bracket with its label, which may be empty, or a word.
_LABEL_OR_WORD = re.compile(r"\([^\s()]*|([^\s()]+)")
_ESCAPED = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_LETTERS = re.compile(r"[\W_]+")
# An answer whose letters are less like the sentence's than this is about another sentence.
_ALIKE = 0.5
# More letters than these are not compared.
_COMPARED = 400


class Garbage(ValueError):
    """A parser printed something that cannot be understood; the message says why."""


def tokens(text: str) -> list[str]:
    """The tokens of a sentence.

    >>> tokens(" 10\\u00a0000 dogs\\r\\n")
    ['10\\xa0000', 'dogs']
    """
    return [token for token in _SPACE.split(text) if token]


def joined(text: str) -> bool:
    """Whether the last word of a sentence and the mark after it are one token.

    >>> joined("It rained."), joined("It rained ."), joined("It rained etc .")
    (True, False, False)
    """
    *_, last = tokens(text) or [""]
    return last[-1:] in (".", "?", "!") and last[:-1].isalpha()


def word(token: str) -> str:
    """A token as it is written in a bracketed tree.

    >>> word("(")
    '-LRB-'
    """
    return token.translate(_ESCAPED)


def about(words: Iterable[str], sentence: str) -> bool:
    """Whether an answer with these words is about a sentence: most of its letters are the same.

    Parsers may cut words differently, change quotes or case, or replace a rare word.

    >>> about(["Do", "n't", "go", "-RRB-"], "don't go )"), about(["I", "sleep"], "Dogs bark .")
    (True, False)
    """
    ours, theirs = letters(tokens(sentence)), letters(words)
    if ours == theirs or not ours or not theirs:
        return True
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= _ALIKE


def letters(words: Iterable[str]) -> str:
    """The letters and digits of words, by which an answer is told from that to another sentence.

    >>> letters(["Do", "n't", "go", "-RRB-"])
    'dontgo'
    """
    kept = (one for one in words if not one.startswith("-") or not one.endswith("-"))
    return _LETTERS.sub("", "".join(kept)).casefold()[:_COMPARED]


def trees(text: str) -> list[str]:
    """The trees of a text, each on one line.

    >>> trees("(S (N a)\\n  (V b)) (X c)")
    ['(S (N a) (V b))', '(X c)']
    """
    found, depth, begin = [], 0, 0
    for bracket in _BRACKET.finditer(text):
        if bracket[0] == "(":
            if depth == 0:
                if text[begin : bracket.start()].strip():
                    raise Garbage(f"no tree: {_shown(text)}")
                begin = bracket.start()
            depth += 1
        else:
            depth -= 1
            if depth < 0:
                raise Garbage(f"brackets that do not balance: {_shown(text)}")
            if depth == 0:
                found.append(" ".join(tokens(text[begin : bracket.end()])))
                begin = bracket.end()
    if depth or text[begin:].strip():
        raise Garbage(f"{'brackets that do not balance' if depth else 'no tree'}: {_shown(text)}")
    return found


def tree_tags(tree: str) -> tuple[tuple[str, str], ...]:
    """The words of a tree with their tags.

    >>> tree_tags("(S (N dogs) (V bark))")
    (('dogs', 'N'), ('bark', 'V'))
    """
    return tuple((found[2], found[1]) for found in _LEAF.finditer(tree))


def tree_words(tree: str) -> list[str]:
    """The words of a tree, also of one without tags.

    >>> tree_words("(S (N dogs) (X bark loudly))"), tree_words("( (S (NP) ( dogs)))"), tree_words("()")
    (['dogs', 'bark', 'loudly'], ['dogs'], [])
    """
    return [found[1] for found in _LABEL_OR_WORD.finditer(tree) if found[1]]


def conllu(rows: Sequence[Sequence[object]]) -> str:
    """Lines of CoNLL-U from (form, lemma, upos, xpos, feats, head, deprel); ``_`` if empty.

    >>> print(conllu([("dogs", "dog", "NOUN", "", "", 0, "root")]), end="")
    1	dogs	dog	NOUN	_	_	0	root	_	_
    """
    lines = []
    for i, row in enumerate(rows, 1):
        cells = ["_" if cell is None or cell == "" else str(cell) for cell in row]
        lines.append("\t".join([str(i), *cells, "_", "_"]) + "\n")
    return "".join(lines)


def checked_conllu(text: str) -> str:
    """A sentence of CoNLL-U or CoNLL-X without its comments; raises Garbage for anything else.

    >>> checked_conllu("# c\\n1\\ta\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n").count("\\t")
    9
    """
    rows = (line.removesuffix("\r") for line in text.split("\n"))
    lines = [line for line in rows if line.strip() and not line.startswith("#")]
    for line in lines:
        if line.count("\t") != 9:
            raise Garbage(f"a line of {line.count(chr(9)) + 1} columns instead of 10: {line[:60]}")
    return "".join(line + "\n" for line in lines)


def conllu_tags(text: str) -> tuple[tuple[str, str], ...]:
    """The words of checked CoNLL-U with their tags."""
    rows = [line.split("\t") for line in text.split("\n")]
    return tuple((row[1], row[3] if row[3] != "_" else row[4]) for row in rows if row[0].isdigit())


def _shown(text: str, width: int = 60) -> str:
    one = " ".join(text.split())
    return one if len(one) <= width else one[: width - 1] + "…"
