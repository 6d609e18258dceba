from karat.model.columns import Bytes, Flags, Ints

class Findings:
    def __init__(
        self,
        begin: Ints,
        doubt: Flags,
        graph: Flags,
        first_word: Ints,
        id_start: Ints,
        id_end: Ints,
        ids: Ints,
        texts: Ints,
        edge_from: Ints,
        edge_to: Ints,
        reached: Flags,
    ) -> None: ...

def doubtful(text: Bytes, size: int, into: Findings) -> tuple[int, int]: ...
