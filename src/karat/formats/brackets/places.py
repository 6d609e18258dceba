"""Where the brackets of a sentence open in the text of its file."""

import re
from dataclasses import dataclass

from karat.model.bank import Bank

_TOKEN = re.compile(rb"[()]|[^\s()]+")


@dataclass
class _Node:
    at: int
    atoms: int = 0
    children: int = 0
    bare: bool = False  # white space before its first word, or before its end, where a label stands


def openings(bank: Bank, sentence: int) -> list[int]:
    """The position in the text of the ``(`` of each bracket, in the order of the Bank's rows.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (DT the) (NN dog)) (VP barks now))")
    >>> openings(bank, 0)
    [0, 3, 26]
    """
    begin = int(bank.sentence_at[sentence])
    last = sentence + 1 == len(bank)
    end = len(bank.text) if last else int(bank.sentence_at[sentence + 1])
    text = bank.text[begin:end].tobytes()
    rows = int(bank.span_offset[sentence + 1] - bank.span_offset[sentence])
    found = [begin + node.at for node in _nodes(text) if not _preterminal(node)]
    # Odd text, such as a tag without a word: all is said to be where the sentence is.
    return found if len(found) == rows else [begin] * rows


def word_opening(bank: Bank, row: int) -> int:
    """The position in the text of the ``(`` before a word and its tag."""
    at = int(bank.word_start[row])
    return bank.text[max(0, at - 1000) : at].tobytes().rfind(b"(") + max(0, at - 1000)


def _nodes(text: bytes) -> list[_Node]:
    nodes: list[_Node] = []
    around: list[_Node] = []
    for token in _TOKEN.finditer(text):
        if token[0] == b"(":
            if around:
                around[-1].children += 1
            around.append(_Node(token.start()))
            nodes.append(around[-1])
        elif token[0] == b")":
            if around:
                node = around.pop()
                node.bare |= node.atoms == 1 and text[token.start() - 1 : token.start()].isspace()
        elif around:
            node = around[-1]
            node.bare |= not node.atoms and token.start() > node.at + 1
            node.atoms += 1
    return nodes


def _preterminal(node: _Node) -> bool:
    """A word with its tag, or one of the two alone."""
    return not node.children and (node.atoms == 2 or (node.atoms == 1 and node.bare))
