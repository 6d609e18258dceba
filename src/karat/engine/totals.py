"""Totals as JSON and back, without loss: exact sums are written as text."""

from collections import Counter
from collections.abc import Mapping
from math import isfinite
from typing import Any

import numpy as np

from karat.model.exact import Exact
from karat.model.tally import Part, Total


def total_said(total: Total) -> dict[str, Any]:
    """A Total as values for JSON."""
    return {
        "names": list(total.names),
        "scored": _part_said(total.scored),
        "failed": _part_said(total.failed),
        "aligned": _part_said(total.aligned),
        "mended": _part_said(total.mended),
        "status": list(total.status.items()),
        "left": list(total.left.items()),
        "distributions": {name: list(one.items()) for name, one in total.distributions.items()},
        "lengths": {key: total_said(one) for key, one in total.lengths.items()},
    }


def total_of(said: Mapping[str, Any]) -> Total:
    """The Total that was said so; a ValueError, TypeError or KeyError if it was none."""
    return Total(
        names=tuple(said["names"]),
        scored=_part(said["scored"]),
        failed=_part(said["failed"]),
        status=Counter(dict(said["status"])),
        distributions={name: Counter(dict(one)) for name, one in said["distributions"].items()},
        lengths={key: total_of(one) for key, one in said["lengths"].items()},
        aligned=_part(said["aligned"]),
        left=Counter(dict(said["left"])),
        mended=_part(said.get("mended", said["aligned"])),
    )


def _part_said(part: Part) -> dict[str, Any]:
    return {
        "counts": [_said(count) for count in part.counts],
        "means": {name: [total.text(), number] for name, (total, number) in part.means.items()},
        "groups": {
            kind: {
                key: {name: _said(count) for name, count in counts.items()}
                for key, counts in sums.items()
            }
            for kind, sums in part.groups.items()
        },
    }


def _part(said: Mapping[str, Any]) -> Part:
    groups = {
        kind: {
            key: {name: _number(count) for name, count in counts.items()}
            for key, counts in sums.items()
        }
        for kind, sums in said["groups"].items()
    }
    means = {name: (_exact(total), _whole(n)) for name, (total, n) in said["means"].items()}
    return Part(tuple(map(_number, said["counts"])), means, groups)


def _said(count: int | Exact) -> int | str:
    return count.text() if isinstance(count, Exact) else count


def _number(said: Any) -> int | Exact:
    return said if isinstance(said, int) else _exact(said)


def _whole(said: Any) -> int:
    if not isinstance(said, int):
        raise ValueError(f"{said!r} is not a whole number")
    return said


def _exact(said: Any) -> Exact:
    """An exact sum; runs that were saved before sums were exact have numbers."""
    if isinstance(said, str):
        found = Exact.read(said)
        if not isfinite(found):
            raise ValueError(f"{said[:40]} is too large")
        return found
    if not isfinite(said):
        raise ValueError(f"{said} is no sum")
    return Exact.of(np.array([said], np.float64))
