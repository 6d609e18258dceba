"""What a report has of a system, as values that can be compared."""

from typing import Any

from karat.reports.errors import Wanted, document
from karat.reports.html.system_data import SystemData


def told(data: SystemData, *, notes: bool = True) -> dict[str, Any]:
    """Everything that a page says of a system; NaN as text, since it equals nothing.

    Notes are in the order in which sentences gave rise to them, so those of parts may be in another order;
    a few are about the labels of a part, so odd sentences may have other ones without the rest.
    """
    sums = [one for one in data.causes if one is not None]
    errors = [document(one, Wanted(by=tuple(one.kinds))) for one in sums]
    return {
        "sha256": data.sha256,
        "blocks": list(data.blocks),
        "causes": [list(data.blamed(at)) for at in range(len(data.causes))],
        "labels": [list(data.in_error(at)) for at in range(len(data.causes))],
        "times": data.times,
        "errors": [str({name: one[name] for name in one if name != "notes"}) for one in errors],
        "notes": [sorted(one["notes"]) for one in errors] if notes else [],
        "signatures": [one.whole.signature for one in sums],
    }
