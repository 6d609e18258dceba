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
    def __init__(self, *columns: Bytes | Ints) -> None: ...

class Words:
    def __init__(self, *columns: Bytes | Ints) -> None: ...

def trees(
    bank: Trees, names: Names, sentence: int, deepest: int, out: Bytes
) -> tuple[int, int, int]: ...
def lines(
    bank: Words, names: Names, roles: Ints, missing: Bytes, sentence: int, out: Bytes
) -> tuple[int, int, int]: ...
