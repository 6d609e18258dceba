from karat.model.columns import Bytes, Flags, Ints, Longs

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

class Spelt:
    def __init__(self, codes: Ints, at: Ints, rows: Ints, cut: Ints) -> None: ...

class Axis:
    def __init__(self, begin: Ints, finish: Ints) -> None: ...

class Room:
    def __init__(
        self,
        word: Ints,
        kept: Ints,
        start: Ints,
        end: Ints,
        place: Ints,
        loner: Ints,
        number: Ints,
        weight: Ints,
        code: Ints,
        cell: Ints,
        edge: Bytes,
        common: Bytes,
    ) -> None: ...

class Tables:
    def __init__(self, rows: Longs, row: Longs, steps: Bytes, pairs: Ints) -> None: ...

def overlay(
    spelt: Spelt, gold: Room, system: Room, tables: Tables, axis: Axis, skip: Flags
) -> None: ...
