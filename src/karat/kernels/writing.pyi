from karat.model.columns import Bytes, Ints, Longs

WRITTEN: int
FULL: int
ODD: int
INTERNED: int
FORM: int
GOVERNOR: int
DEPS: int
MISC: int
ID: int
OTHER: int

class Names:
    def __init__(self, ends: Longs, blob: Bytes) -> None: ...

class Trees:
    def __init__(
        self,
        text: Bytes,
        token_offset: Ints,
        word_start: Ints,
        word_end: Ints,
        tag: Ints,
        span_offset: Ints,
        span_start: Ints,
        span_end: Ints,
        label: Ints,
        parent: Ints,
        special: Bytes,
    ) -> None: ...

class Words:
    def __init__(
        self,
        text: Bytes,
        token_offset: Ints,
        word_start: Ints,
        word_end: Ints,
        interned: Ints,
        head: Ints,
        rest: Ints,
        comment_offset: Ints,
        comments: Ints,
        hidden_offset: Ints,
        hidden: Ints,
        surface_offset: Ints,
        surface: Ints,
    ) -> None: ...

def trees(
    bank: Trees, names: Names, sentence: int, deepest: int, out: Bytes
) -> tuple[int, int, int]: ...
def lines(
    bank: Words, names: Names, roles: Ints, missing: Bytes, sentence: int, out: Bytes
) -> tuple[int, int, int]: ...
