from karat.model.columns import Bytes, Flags, Ints, Longs

def length(start: Ints, end: Ints, rows: Longs) -> int: ...
def spell(
    text: Bytes,
    start: Ints,
    end: Ints,
    rows: Longs,
    plain: Bytes,
    codes: Ints,
    offset: Ints,
    odd: Flags,
) -> int: ...
def insert(
    codes: Ints,
    offset: Ints,
    odd: Flags,
    others: Ints,
    others_at: Ints,
    result: Ints,
    result_at: Ints,
) -> None: ...
