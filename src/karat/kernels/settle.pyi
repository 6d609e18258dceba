from karat.model.columns import Flags, Ints

def settle(
    codes: Flags,
    token_offset: Ints,
    span_offset: Ints,
    start: Ints,
    end: Ints,
    parent: Ints,
    kept_start: Ints,
    kept_end: Ints,
    around: Ints,
    moves: Flags,
    lost: Flags,
    was: Ints,
) -> None: ...
