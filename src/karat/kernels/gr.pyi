from karat.model.columns import Bytes, Numbers

OPEN: int
SLOTS: int
STRAY: int
BAR: int
BRACE: int

class Columns:
    def __init__(self, **columns: Numbers) -> None: ...

def walk(text: Bytes, size: int, columns: Columns, indexed: bool) -> tuple[int, int, int, int]: ...
