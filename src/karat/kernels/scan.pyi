from karat.columns import Bytes, Flags, Ints, Longs, Words

FINE: int
UNCLOSED: int
SURPLUS: int
OUTSIDE: int
ODD: int
TAG: int
BRACKET: int
PADDING: int
STRIDE: int

def nth_newline(text: Bytes, i: int, end: int, wanted: int) -> tuple[int, int]: ...
def scan(
    text: Bytes,
    size: int,
    lines: bool,
    final: bool,
    delimiter: Bytes,
    places: Ints,
    slots: Ints,
    lows: Words,
    highs: Words,
    uses: Flags,
    ends: Longs,
    blob: Bytes,
    masks: Words,
    known: int,
    factor: int,
    word_start: Ints,
    word_end: Ints,
    tag: Ints,
    span_start: Ints,
    span_end: Ints,
    label: Ints,
    parent: Ints,
    token_offset: Ints,
    span_offset: Ints,
    sentence_at: Ints,
    fault: Flags,
    fault_at: Ints,
    odd: Flags,
    unclosed: Ints,
) -> tuple[int, int, int, int]: ...
