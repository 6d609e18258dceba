from karat.model.columns import Flags, Ints, Longs

FEW: int

class Rows:
    def __init__(self, offset: Ints, first: Ints, second: Ints, label: Ints) -> None: ...

def sums_by_key(key: Ints, sentence: Ints, lost: Flags, values: Flags, out: Longs) -> None: ...
def sums(values: Flags, offset: Ints, out: Longs) -> None: ...
def match(
    gold: Rows,
    system: Rows,
    partner_offset: Ints,
    partner: Ints,
    few: int,
    head: Ints,
    after: Ints,
    gold_hit: Flags,
    system_hit: Flags,
) -> None: ...
def pick(column: Ints, offset: Ints, sentences: Longs, result: Ints) -> None: ...
def cross(
    gold: Rows,
    system: Rows,
    few: int,
    inner_start: Ints,
    inner_end: Ints,
    stack: Ints,
    crossing: Flags,
) -> None: ...
def cross_pairs(
    gold: Rows, system: Rows, crossing: Flags, around: Ints, stack: Ints, pairs: Longs
) -> None: ...
