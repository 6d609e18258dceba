from karat.model.columns import Bytes, Flags, Ints, Keys, Longs

FINE: int
UNCLOSED: int
SURPLUS: int
OUTSIDE: int
TAG: int
BRACKET: int
PADDING: int
STRIDE: int
GATHER: int
FULL: int

def nth_newline(text: Bytes, i: int, end: int, wanted: int) -> tuple[int, int]: ...
def rehash(old_slots: Ints, old_keys: Keys, slots: Ints, keys: Keys, factor: int) -> None: ...
def intern(
    text: Bytes,
    places: Ints,
    column: Ints,
    row: int,
    count: int,
    slots: Ints,
    keys: Keys,
    uses: Flags,
    ends: Longs,
    blob: Bytes,
    known: int,
    factor: int,
) -> tuple[int, int]: ...
def mark(column: Ints, uses: Flags, use: int) -> None: ...
def skim(
    text: Bytes,
    at: int,
    size: int,
    indexed: int,
    *columns: Bytes | Flags | Ints | Keys | Longs | int,
) -> tuple[int, int, int, int, int]: ...
def walk(
    text: Bytes,
    at: int,
    size: int,
    lines: bool,
    final: bool,
    *columns: Bytes | Flags | Ints | int,
) -> tuple[int, int, int]: ...
