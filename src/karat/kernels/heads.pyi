from karat.model.columns import Flags, Ints, Longs

def govern(
    begin: Longs,
    kind: Ints,
    category: Ints,
    step_begin: Ints,
    side: Flags,
    conditional: Flags,
    of: Flags,
    when: Flags,
    unless: Flags,
    separator: Flags,
    family: Flags,
    coordination: int,
    allowed: Flags,
    chosen: Ints,
    governor: Ints,
    joined: Flags,
) -> None: ...
def refine(begin: Longs, kind: Ints, role: Flags, governor: Ints, moved: Ints) -> None: ...
