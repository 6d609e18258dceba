"""Fixed expressions: several words that act as one function word, as *because of* and *as well as*.

In Universal Dependencies the first word is the head and the others depend on it with the label
``fixed``. The table ``[fixed]`` of ``data/heads/NAME.toml`` has the expressions, by the label that the
first word gets; the label ``same`` keeps the one that the head of the words had. An expression counts
only if its words hang together: nothing but one word outside is above them. So *out of* in
*out of sight* is one, but not in *went out of habit*, where *out* depends on the verb.
"""

from collections.abc import Mapping

import numpy as np

from karat.files.spelling import folded
from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.views.deps.hung import Hung

SAME = "same"
LABEL = b"fixed"


def join_fixed(
    bank: Bank, expressions: Mapping[tuple[str, ...], str], hung: Hung, head: Ints, label: Ints
) -> tuple[Ints, Ints]:
    """The heads and labels of all words, with the words of fixed expressions joined."""
    if not expressions:
        return head, label
    head, label = head.copy(), label.copy()
    fixed = bank.labels.intern(LABEL)
    longest = max(map(len, expressions))
    opens, follows = (hung.among(name)[hung.tag_kind] for name in ("fixed-first", "fixed-second"))
    done, opening = 0, np.flatnonzero(opens[:-1] & follows[1:])
    sentences = np.searchsorted(bank.token_offset, opening, "right")
    for first, sentence in zip(opening.tolist(), sentences.tolist(), strict=True):
        if first < done:
            continue
        start, stop = bank.token_offset[sentence - 1 : sentence + 1].tolist()
        end = min(first + longest, stop)
        words = [
            folded(bank.text[a:b].tobytes().decode("utf-8", "replace"))
            for a, b in zip(bank.word_start[first:end], bank.word_end[first:end], strict=True)
        ]
        for length in range(len(words), 1, -1):
            name = expressions.get(tuple(words[:length]))
            above = {int(head[row]) for row in range(first, first + length)}
            outside = above - set(range(first, first + length))
            if name is None or len(outside) != 1:
                continue
            done = first + length
            _join(first, done, outside.pop(), head[start:stop], label, start)
            label[first + 1 : done] = fixed
            if name != SAME:
                label[first] = bank.labels.intern(name.encode())
            break
    return head, label


def _join(first: int, end: int, outside: int, head: Ints, label: Ints, start: int) -> None:
    """Hang the words from ``first`` up to ``end`` on the first, and all that hangs on them too.

    ``head`` has the heads of the sentence that begins at ``start``.
    """
    own = head[first - start : end - start]
    if own[0] != outside:
        label[first] = label[first + int(np.argmax(own == outside))]
    head[(head > first) & (head < end)] = first
    own[0], own[1:] = outside, first
