from karat.model.columns import Bytes, Flags, Ints, Longs

def lay_out(
    text: Bytes,
    token_offset: Ints,
    word_start: Ints,
    word_end: Ints,
    surface_offset: Ints,
    surface_first: Ints,
    surface_last: Ints,
    surface_start: Ints,
    surface_end: Ints,
    characters: Bytes,
    begin: Ints,
    finish: Ints,
    multiword: Flags,
    tokens: Ints,
    sentences: Ints,
) -> tuple[int, int]: ...
def partners(
    gold_begin: Ints,
    gold_finish: Ints,
    gold_multiword: Flags,
    system_begin: Ints,
    system_finish: Ints,
    system_multiword: Flags,
    gold_partner: Ints,
    system_partner: Ints,
    stretches: Ints,
) -> int: ...
def same(
    gold_text: Bytes,
    gold_start: Ints,
    gold_end: Ints,
    gold_word: Longs,
    system_text: Bytes,
    system_start: Ints,
    system_end: Ints,
    system_word: Longs,
    result: Flags,
) -> None: ...
def spelt(
    text: Bytes, at: int, size: int, final: bool, letters: int, ends: Longs, sums: Longs
) -> int: ...
