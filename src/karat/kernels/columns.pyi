from karat.model.columns import Bytes, Flags, Ints, Longs

NO_TAG: int
KINDS: int

def nth_boundary(text: Bytes, i: int, size: int, wanted: int) -> tuple[int, int]: ...
def scan(
    text: Bytes,
    size: int,
    column: int,
    word_start: Ints,
    word_end: Ints,
    spots: Ints,
    token_offset: Ints,
    sentence_at: Ints,
    fault: Flags,
    fault_at: Ints,
) -> tuple[int, int]: ...
def chunk(
    starts: Flags,
    ends: Flags,
    token_offset: Ints,
    prefix: Ints,
    kind: Ints,
    chunk_offset: Ints,
    start: Ints,
    end: Ints,
    label: Ints,
) -> int: ...
def fields(
    text: Bytes, size: int, delimiter: int, usual: int, spots: Ints
) -> tuple[int, int, int]: ...
def compare(
    starts: Flags,
    ends: Flags,
    gold_prefix: Ints,
    gold_kind: Ints,
    guess_prefix: Ints,
    guess_kind: Ints,
    state: Ints,
    gold: Longs,
    guessed: Longs,
    correct: Longs,
) -> None: ...
