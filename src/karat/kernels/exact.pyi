from karat.model.columns import Longs

HALF: int
EXPONENTS: int

def add(bits: Longs, low: Longs, high: Longs) -> int: ...
