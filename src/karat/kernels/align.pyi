from typing import Any

from karat.model.columns import Bytes, Flags, Ints, Longs

class Words:
    def __init__(self, text: Bytes, start: Ints, end: Ints) -> None: ...

class Surface:
    def __init__(self, offset: Ints, first: Ints, last: Ints, start: Ints, end: Ints) -> None: ...

class Places:
    # Any: memoryviews too, where NumPy is not loaded.
    def __init__(self, begin: Any, finish: Any, multiword: Any) -> None: ...

def lay_out(
    words: Words,
    token_offset: Ints,
    surface: Surface,
    characters: Bytes,
    begin: Ints,
    finish: Ints,
    multiword: Flags,
    tokens: Ints,
    sentences: Ints,
) -> tuple[int, int]: ...
def partners(
    gold: Places, system: Places, gold_partner: Any, system_partner: Any, stretches: Any
) -> int: ...
def same(
    gold: Words, gold_word: Longs, system: Words, system_word: Longs, result: Flags
) -> None: ...
def spelt(
    text: Any, at: int, size: int, final: bool, letters: int, ends: Any, sums: Any
) -> int: ...
