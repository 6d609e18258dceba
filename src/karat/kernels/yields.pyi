from karat.model.columns import Ints

class Scratch:
    def __init__(self, *columns: Ints) -> None: ...

def blocks(
    parent: Ints,
    words: int,
    child_offset: Ints,
    child: Ints,
    scratch: Scratch,
    parts: Ints,
    start: Ints,
    end: Ints,
    node: Ints,
) -> int: ...
