from karat.model.columns import Flags, Ints

NOUN: int
CLAUSE: int
VERBAL: int
PREPOSITIONAL: int
ADVERBIAL: int
MODIFYING: int
NEITHER: int

def prune(
    span_offset: Ints,
    start: Ints,
    end: Ints,
    parent: Ints,
    label: Ints,
    number: Ints,
    out_offset: Ints,
    out_start: Ints,
    out_end: Ints,
    out_parent: Ints,
    out_label: Ints,
) -> int: ...
def redraw(
    bits: Ints,
    roles: Ints,
    token_offset: Ints,
    span_offset: Ints,
    start: Ints,
    end: Ints,
    parent: Ints,
    label: Ints,
    kinds: Flags,
    noun_phrases: bool,
    runs: bool,
    around: Ints,
    before: Ints,
    direct: Ints,
    last: Ints,
    some: Ints,
    every: Ints,
    children: Ints,
    shapes: Ints,
    out_offset: Ints,
    out_start: Ints,
    out_end: Ints,
    out_label: Ints,
    out_core: Flags,
) -> int: ...
