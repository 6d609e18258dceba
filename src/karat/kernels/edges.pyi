from karat.model.columns import Ints

def preorder(
    offset: Ints, head: Ints, child: Ints, sister: Ints, rank: Ints, last: Ints
) -> None: ...
