from karat.model.columns import Bytes, Flags, Ints

KNOWN: int
BASE: int
PARTICIPLE: int
GERUND: int
FINITE: int
BE: int
HAVE: int
DO: int
GET: int
MODAL: int
TO: int
NEGATION: int
NULL: int
POSSESSIVE: int
PUNCTUATION: int
ADVERB: int
NOMINAL: int
CONJUNCTION: int
BEFORE_NOUN: int
QUESTION: int
CAPITAL: int
WITH_POSSESSIVE: int
WITH_CONTRACTION: int
LOOK: int
NOUN: int
ERASED_AUXILIARY: int
ERASED_NEGATION: int
ERASED_TO: int
ERASED_NULL: int
ERASED_POSSESSIVE: int
ERASED_PUNCTUATION: int
CUT_POSSESSIVE: int
CUT_CONTRACTION: int
LEFT_BEHIND: int
SHAPES: tuple[int, ...]
SLOTS: int
FACTOR: int
KEYS: int

class Words:
    def __init__(self, text: Bytes, start: Ints, end: Ints, tag: Ints) -> None: ...

def look_up(words: Words, wanted: Flags, lexicon: Ints, result: Ints) -> None: ...
def marked(words: Words, mark: Flags, result: Flags) -> None: ...
def dashes(text: Bytes, places: Ints) -> int: ...
def classify(
    words: Words,
    tag_bits: Ints,
    lexicon: Ints,
    endings: Ints,
    mark: Flags,
    shapes: Ints,
    result: Ints,
) -> None: ...
