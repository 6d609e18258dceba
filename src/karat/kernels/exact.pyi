from karat.model.columns import Flags, Longs

HALF: int
EXPONENTS: int

def add(bits: Longs, part: Flags, low: Longs, high: Longs, counts: Longs) -> bool: ...
