"""Which analyses of a file are of which sentence of a treebank, by their words.

A file may hold several analyses of a sentence (n-best), one after the other: those that have the same
words. An empty line ends a sentence in a file of one tree per line. A file may lack sentences, but
what it has comes in the order of the treebank. Null elements do not count, nor do the escapes of the
Penn Treebank.

>>> import karat
>>> treebank = karat.read_text("(S (N a))\\n(S (N b))\\n(S (N c))")
>>> of_sentences(treebank, karat.read_text("(S (N a))\\n(X (N a))\\n(S (N c))"))
[[0, 1], [], [2]]
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby

from karat.comparison.pairing import plain
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.views.nulls import without_nulls

Words = tuple[bytes, ...]

# A message quotes at most so many words.
_SHOWN = 8


def of_sentences(treebank: Bank, analyses: Bank) -> list[list[int]]:
    """For each sentence of the treebank, the numbers of its analyses, which may be none."""
    wanted, given = _words(treebank), _words(analyses)
    places: dict[Words, list[int]] = {}
    for at, words in enumerate(wanted):
        places.setdefault(words, []).append(at)
    found: list[list[int]] = [[] for _ in wanted]
    now, closed = -1, True
    for row, words in enumerate(given):
        if not words:
            closed = True
            continue
        if closed or wanted[now] != words:
            later = places.get(words, [])
            place = bisect_right(later, now)
            if place < len(later):
                now = later[place]
            elif now < 0 or wanted[now] != words:
                raise _stray(treebank, analyses, row, now + 1)
        closed = False
        found[now].append(row)
    _share_out(wanted, found, treebank, analyses)
    return found


def _words(bank: Bank) -> list[Words]:
    bare = without_nulls(bank)
    return [tuple(map(plain, bare.words(sentence))) for sentence in range(len(bare))]


def _share_out(
    wanted: Sequence[Words], found: list[list[int]], treebank: Bank, analyses: Bank
) -> None:
    """Neighbouring sentences with the same words have as many analyses each."""
    for _, some in groupby(range(len(wanted)), key=lambda at: wanted[at]):
        first, *others = some
        if not others or any(found[at] for at in others):
            continue
        every, sentences = found[first], len(others) + 1
        share, rest = divmod(len(every), sentences)
        if rest:
            raise InputError(
                f"{analyses.path}:{analyses.line(every[0])}: {len(every)} analyses for sentences "
                f"{first + 1} to {others[-1] + 1} of {treebank.path}, which have the same words; "
                "give each as many analyses, or put an empty line after each of these sentences"
            )
        for part in range(sentences):
            found[first + part] = every[part * share : (part + 1) * share]


def _stray(treebank: Bank, analyses: Bank, row: int, expected: int) -> InputError:
    where = f"{analyses.path}:{analyses.line(row)}"
    what = f"{where}: no sentence of {treebank.path} has the words {_quoted(analyses, row)}"
    if expected < len(treebank):
        line = f"{treebank.path}:{treebank.line(expected)}"
        what += f" here; the next one ({line}) is {_quoted(treebank, expected)}"
    return InputError(f"{what}; the analyses must have its words, in its order")


def _quoted(bank: Bank, sentence: int) -> str:
    words = without_nulls(bank.slice(sentence, sentence + 1)).words(0)
    text = b" ".join(words[:_SHOWN]).decode("utf-8", "replace")
    return repr(text + (" …" if len(words) > _SHOWN else ""))
