from karat.model.columns import Bytes, Flags, Ints

QUIRK_TAGS: int

class Side:
    def __init__(self, *columns: Bytes | Ints | Flags) -> None: ...

class Tables:
    def __init__(self, *tables: Bytes | Ints | Flags) -> None: ...

class Brackets:
    def __init__(self, *columns: Ints | Flags) -> None: ...

def prepare(
    gold: Side,
    system: Side,
    tables: Tables,
    quirks: bool,
    any_quote: bool,
    rows: Ints,
    ours: Brackets,
    theirs: Brackets,
) -> None: ...
