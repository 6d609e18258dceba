from karat.model.columns import Bytes, Ints, Longs

class Characters:
    def __init__(self, code: Ints, edge: Bytes) -> None: ...

def anchors(
    gold: Ints, system: Ints, weight: Ints, rows: Longs, steps: Bytes, pairs: Ints
) -> int: ...
def cells(
    gold: Characters,
    system: Characters,
    row: Longs,
    steps: Bytes,
    gold_cell: Ints,
    system_cell: Ints,
    gold_common: Bytes,
    system_common: Bytes,
) -> int: ...
