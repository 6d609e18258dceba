"""Some sentences of a Bank, in any order; several Banks as one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from karat.model.bank import BY_SENTENCE, BY_SPAN, BY_WORD, PLACES, Bank
from karat.model.columns import Longs
from karat.model.layers import Table, picked_columns, stacked


def picked(bank: Bank, sentences: Longs) -> Bank:
    """The sentences with these numbers, in this order; one may come several times.

    >>> import karat
    >>> import numpy as np
    >>> bank = picked(karat.read_text("(S (N a))\\n(S (N b))"), np.array([1, 0, 1]))
    >>> [bank.words(i) for i in range(3)]
    [[b'b'], [b'a'], [b'b']]
    """
    words = {name: getattr(bank, name) for name in BY_WORD}
    token_offset, words = picked_columns(bank.token_offset, sentences, words)
    spans = {name: getattr(bank, name) for name in BY_SPAN}
    span_offset, spans = picked_columns(bank.span_offset, sentences, spans)
    columns: dict[str, Any] = {name: getattr(bank, name)[sentences] for name in BY_SENTENCE}
    layers = {name: table.picked(sentences) for name, table in bank.layers.items()}
    columns |= {"token_offset": token_offset, "span_offset": span_offset, **words, **spans}
    return replace(bank, layers=layers, **columns)


def alike(banks: Sequence[Bank]) -> list[Bank]:
    """The Banks with the layers that all of them have, so that they can be joined.

    >>> import karat
    >>> texts = "1\\tpassive\\n", "# inventory: passive\\n1\\tpassive\\n"
    >>> [sorted(bank.layers) for bank in alike([*map(karat.read_text, texts)])]
    [['ids', 'phenomena'], ['ids', 'phenomena']]
    """
    shared = set.intersection(*(set(bank.layers) for bank in banks))
    return [
        replace(bank, layers={name: bank.layers[name] for name in bank.layers if name in shared})
        for bank in banks
    ]


def joined(banks: Sequence[Bank]) -> Bank:
    """Several Banks that share their labels, joined into one; places in the file stay right.

    >>> import karat
    >>> one = karat.read_text("(S (N a))\\n(S (N b))")
    >>> [joined([one, one]).words(i) for i in range(4)]
    [[b'a'], [b'b'], [b'a'], [b'b']]
    """
    if len(banks) == 1:
        return banks[0]
    begins = np.cumsum([0, *(len(bank.text) for bank in banks[:-1])]).tolist()
    columns: dict[str, Any] = {
        name: np.concatenate(
            [
                getattr(bank, name) + np.int32(at) if name in PLACES else getattr(bank, name)
                for bank, at in zip(banks, begins, strict=True)
            ]
        )
        for name in (*BY_WORD, *BY_SPAN, *BY_SENTENCE)
    }
    return replace(
        banks[0],
        text=np.concatenate([bank.text for bank in banks]),
        token_offset=stacked([bank.token_offset for bank in banks]),
        span_offset=stacked([bank.span_offset for bank in banks]),
        layers={
            name: Table.joined([bank.layers[name] for bank in banks], begins)
            for name in banks[0].layers
        },
        **columns,
    )
