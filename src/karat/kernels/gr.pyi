from karat.model.columns import Bytes, Flags, Ints

OPEN: int
SLOTS: int
STRAY: int
BAR: int
BRACE: int

def walk(
    text: Bytes,
    size: int,
    token_start: Ints,
    token_end: Ints,
    token_at: Ints,
    tag_start: Ints,
    tag_end: Ints,
    escaped: Flags,
    row_token: Ints,
    row_at: Ints,
    row_weight: Ints,
    word_start: Ints,
    word_end: Ints,
    word_tag_start: Ints,
    word_tag_end: Ints,
    word_offset: Ints,
    row_offset: Ints,
    sentence_at: Ints,
    number: Ints,
    fault: Flags,
    fault_at: Ints,
) -> tuple[int, int, int, int]: ...
