from karat.model.columns import Flags, Ints

VERB_PHRASE: int
ASIDE: int
NOUN_PHRASE: int
INVERTED: int
OTHER: int

class Trees:
    def __init__(
        self, token_offset: Ints, span_offset: Ints, start: Ints, end: Ints, parent: Ints
    ) -> None: ...

def decide(
    bits: Ints,
    trees: Trees,
    label: Ints,
    kinds: Flags,
    candidates: Ints,
    around: Ints,
    row_after: Ints,
    before: Ints,
    codes: Flags,
) -> None: ...
def settle(
    codes: Flags,
    trees: Trees,
    kept_start: Ints,
    kept_end: Ints,
    around: Ints,
    moves: Flags,
    lost: Flags,
    was: Ints,
) -> None: ...
