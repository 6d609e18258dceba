from karat.model.columns import Bytes, Flags, Ints, Longs

HOW: tuple[str, ...]

class Side:
    def __init__(
        self,
        text: Bytes,
        start: Ints,
        end: Ints,
        tag: Ints,
        first: Ints,
        last: Ints,
        word: Longs,
        null: Flags,
    ) -> None: ...

def place(offset: Ints, base: Ints, owner: Ints, lost: Flags, word: Longs, null: Flags) -> None: ...
def ranges(
    offset: Ints,
    base: Ints,
    rows: Ints,
    start: Ints,
    end: Ints,
    first: Ints,
    last: Ints,
    begin: Ints,
    finish: Ints,
) -> None: ...
def size_of_text(gold: Side, system: Side) -> int: ...
def write_text(gold: Side, system: Side, text: Bytes, start: Ints, end: Ints) -> None: ...
def tags(
    gold: Side,
    system: Side,
    offset: Ints,
    same: Flags,
    boundary: Flags,
    how: int,
    hollow: bool,
    null: int,
    absent: int,
    left: Ints,
    right: Ints,
) -> None: ...
