from karat.model.columns import Flags, Ints

VERB_PHRASE: int
ASIDE: int
NOUN_PHRASE: int
INVERTED: int
OTHER: int

def decide(
    bits: Ints,
    token_offset: Ints,
    span_offset: Ints,
    start: Ints,
    end: Ints,
    parent: Ints,
    label: Ints,
    kinds: Flags,
    candidates: Ints,
    around: Ints,
    row_after: Ints,
    before: Ints,
    codes: Flags,
) -> None: ...
