from karat.model.columns import Bytes, Flags, Ints

COLUMNS: int
WORD_ID: int
RANGE: int
HEAD: int
OUT_OF_RANGE: int
CYCLE: int
EMPTY_FORM: int
COMMENT: int
LEMMA: int
UPOS: int
XPOS: int
FEATS: int
DEPREL: int
INTERNED: int
FORM: int
GOVERNOR: int
DEPS: int
MISC: int
ID: int
OTHER: int
PADDING: int
ROOT: int
NONE: int

def nth_blank(text: Bytes, at: int, size: int, wanted: int) -> tuple[int, int]: ...
def scan(
    text: Bytes,
    size: int,
    roles: Ints,
    least: int,
    most: int,
    places: Ints,
    word_start: Ints,
    word_end: Ints,
    head: Ints,
    rest: Ints,
    surface: Ints,
    hidden: Ints,
    comments: Ints,
    token_offset: Ints,
    surface_offset: Ints,
    hidden_offset: Ints,
    comment_offset: Ints,
    sentence_at: Ints,
    fault: Flags,
    fault_at: Ints,
    scratch: Ints,
) -> tuple[int, int, int, int, int]: ...
