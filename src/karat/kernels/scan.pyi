from karat.model.columns import Bytes, Flags, Ints, Keys, Longs

FINE: int
UNCLOSED: int
SURPLUS: int
OUTSIDE: int
TAG: int
BRACKET: int
PADDING: int
STRIDE: int
FULL: int

class Tables:
    def __init__(self, bits: Ints, ones: Bytes, white: Bytes, flags: Bytes) -> None: ...

class Columns:
    def __init__(self, *columns: Ints | Flags) -> None: ...

class Names:
    def __init__(
        self,
        slots: Ints,
        keys: Keys,
        uses: Flags,
        ends: Longs,
        blob: Bytes,
        factor: int,
        shift: int,
    ) -> None: ...

def nth_newline(text: Bytes, i: int, end: int, wanted: int) -> tuple[int, int]: ...
def rehash(old_slots: Ints, old_keys: Keys, names: Names) -> None: ...
def intern(
    text: Bytes, places: Ints, column: Ints, row: int, names: Names, known: int
) -> tuple[int, int]: ...
def mark(column: Ints, uses: Flags, use: int) -> None: ...
def skim(
    text: Bytes,
    at: int,
    size: int,
    indexed: int,
    tables: Tables,
    places: Ints,
    names: Names,
    columns: Columns,
    sentences: int,
    tokens: int,
    spans: int,
) -> tuple[int, int, int, int, int]: ...
def walk(
    text: Bytes,
    at: int,
    size: int,
    lines: bool,
    final: bool,
    tables: Tables,
    places: Ints,
    columns: Columns,
    unclosed: Ints,
    sentences: int,
    tokens: int,
    spans: int,
) -> tuple[int, int, int]: ...
