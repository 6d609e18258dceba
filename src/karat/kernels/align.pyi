from karat.columns import Bytes, Flags, Ints

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
