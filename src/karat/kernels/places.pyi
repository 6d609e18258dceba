from karat.model.columns import Bytes, Flags, Ints

class Words:
    def __init__(self, text: Bytes, offset: Ints, start: Ints, end: Ints, null: Flags) -> None: ...

class Edges:
    def __init__(
        self, before: Ints, after: Ints, known: Ints, single: Flags, skip: Flags
    ) -> None: ...

class Axis:
    def __init__(self, rows: Ints, cut: Ints, begin: Ints, finish: Ints) -> None: ...

class Places:
    def __init__(
        self,
        offset: Ints,
        gold: Ints,
        system: Ints,
        same: Flags,
        gold_first: Ints,
        gold_last: Ints,
        system_first: Ints,
        system_last: Ints,
        versions: Flags,
    ) -> None: ...

class Side:
    def __init__(
        self, begin: Ints, finish: Ints, heard: Ints, partner: Ints, edge: Ints
    ) -> None: ...

def alike(gold: Words, system: Words, spelt: Ints, edges: Edges, axis: Axis) -> None: ...
def places(
    gold: Words,
    system: Words,
    edges: Edges,
    axis: Axis,
    left: Side,
    right: Side,
    found: Places,
    words: bool,
) -> int: ...
