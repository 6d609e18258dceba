from karat.model.columns import Ints

def blocks(
    parent: Ints,
    words: int,
    child_offset: Ints,
    child: Ints,
    above: Ints,
    place: Ints,
    order: Ints,
    meeting: Ints,
    begin: Ints,
    pair: Ints,
    first: Ints,
    reach: Ints,
    parts: Ints,
    start: Ints,
    end: Ints,
    node: Ints,
) -> int: ...
