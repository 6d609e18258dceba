"""Some sentences of a Bank, in any order."""

from dataclasses import replace
from typing import Any

from karat.model.bank import BY_SENTENCE, BY_SPAN, BY_WORD, Bank
from karat.model.columns import Longs
from karat.model.layers import gathered


def picked(bank: Bank, sentences: Longs) -> Bank:
    """The sentences with these numbers, in this order; one may come several times.

    >>> import karat
    >>> import numpy as np
    >>> bank = picked(karat.read_text("(S (N a))\\n(S (N b))"), np.array([1, 0, 1]))
    >>> [bank.words(i) for i in range(3)]
    [[b'b'], [b'a'], [b'b']]
    """
    token_offset, words = gathered(bank.token_offset, sentences)
    span_offset, spans = gathered(bank.span_offset, sentences)
    rows = ((BY_WORD, words), (BY_SPAN, spans), (BY_SENTENCE, sentences))
    columns: dict[str, Any] = {
        name: getattr(bank, name)[chosen] for names, chosen in rows for name in names
    }
    layers = {name: table.picked(sentences) for name, table in bank.layers.items()}
    columns |= {"token_offset": token_offset, "span_offset": span_offset}
    return replace(bank, layers=layers, **columns)
