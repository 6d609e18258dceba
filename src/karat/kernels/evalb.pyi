from karat.model.columns import Bytes, Flags, Ints

GOLD_FAULT: int
SYSTEM_FAULT: int
MISSING: int
EMPTY: int
LENGTH: int
WORDS: int
QUIRK_CUT: int
QUIRK_ROOT: int
QUIRK_PARTNER: int
QUIRK_CHAIN: int
QUIRK_TAGS: int
MOST_QUOTES: int

def prepare(*columns: Bytes | Ints | Flags | bool) -> None: ...
