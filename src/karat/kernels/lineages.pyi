from karat.model.columns import Ints, Longs

BEGIN: int
END: int
PART_BEGIN: int
PART_END: int
MARKS: int

def lineages(
    words: Ints,
    offset: Ints,
    first: Ints,
    second: Ints,
    label: Ints,
    stack: Ints,
    ends: Longs,
    symbols: Ints,
) -> None: ...
def distances(
    symbols: Ints,
    offset: Longs,
    one: Ints,
    two: Ints,
    kind: Ints,
    move: int,
    replace: int,
    alike: int,
    costs: Longs,
    result: Longs,
    most: int,
) -> bool: ...
