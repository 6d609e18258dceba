from karat.model.columns import Flags, Ints, Longs

class Rules:
    def __init__(self, *columns: Ints | Flags) -> None: ...

def govern(
    begin: Longs,
    items: Ints,
    kind: Ints,
    category: Ints,
    rules: Rules,
    coordination: int,
    allowed: Flags,
    chosen: Ints,
    governor: Ints,
    joined: Flags,
) -> None: ...
def refine(
    begin: Longs,
    kind: Ints,
    role: Flags,
    governor: Ints,
    joined: Flags,
    moved: Ints,
    before: Ints,
) -> None: ...
