from karat.model.columns import Flags, Ints, Longs

FEW: int

def sums(values: Flags, offset: Ints, out: Longs) -> None: ...
def match(
    gold_offset: Ints,
    gold_first: Ints,
    gold_second: Ints,
    gold_label: Ints,
    system_offset: Ints,
    system_first: Ints,
    system_second: Ints,
    system_label: Ints,
    partner_offset: Ints,
    partner: Ints,
    few: int,
    head: Ints,
    after: Ints,
    gold_hit: Flags,
    system_hit: Flags,
) -> None: ...
def cross(
    gold_offset: Ints,
    gold_start: Ints,
    gold_end: Ints,
    system_offset: Ints,
    system_start: Ints,
    system_end: Ints,
    few: int,
    inner_start: Ints,
    inner_end: Ints,
    stack: Ints,
    crossing: Flags,
) -> None: ...
def cross_pairs(
    gold_offset: Ints,
    gold_start: Ints,
    gold_end: Ints,
    system_offset: Ints,
    system_start: Ints,
    system_end: Ints,
    crossing: Flags,
    around: Ints,
    stack: Ints,
    pairs: Longs,
) -> None: ...
