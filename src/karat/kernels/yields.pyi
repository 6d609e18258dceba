from karat.model.columns import Ints

def blocks(
    parent: Ints,
    words: int,
    child_offset: Ints,
    child: Ints,
    of_nodes: Ints,
    of_words: Ints,
    parts: Ints,
    start: Ints,
    end: Ints,
    node: Ints,
) -> int: ...
