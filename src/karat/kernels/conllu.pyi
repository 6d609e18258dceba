from karat.model.columns import Bytes, Ints, Numbers

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

class Columns:
    def __init__(self, **columns: Numbers) -> None: ...

def nth_blank(text: Bytes, at: int, size: int, wanted: int) -> tuple[int, int]: ...
def scan(
    text: Bytes, size: int, roles: Ints, least: int, most: int, into: Columns
) -> tuple[int, int, int, int, int]: ...
