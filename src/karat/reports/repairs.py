"""What was done to read a file leniently: one line per repair, or JSON."""

from karat.formats.lenient import Lenient
from karat.model.repairs import counts
from karat.reports.table import dumps


def text(path: str, lenient: Lenient, limit: int) -> str:
    """One line per repair, with its place, and a summary."""
    lines = [
        f"{path}:{one.line}:{one.column}: {one.kind}: {one.what}" for one in lenient.repairs[:limit]
    ]
    if len(lenient.repairs) > limit:
        lines.append(f"… and {len(lenient.repairs) - limit} more; --limit shows them")
    size, said = len(lenient.bank), counts(lenient.bank)
    sentences = f"{size} sentence{'s' * (size != 1)}"
    lines.append(
        f"{path}: {sentences}: {said.whole} read whole, {said.repaired} repaired, {said.lost} lost"
    )
    return "".join(f"{line}\n" for line in lines)


def as_json(path: str, lenient: Lenient, limit: int) -> str:
    """The same as JSON."""
    repairs = [one._asdict() for one in lenient.repairs[:limit]]
    said = {"sentences": len(lenient.bank), **counts(lenient.bank)._asdict()}
    return dumps({"path": path, **said, "found": len(lenient.repairs), "repairs": repairs})
