"""The head and the index of a page's data: what the list of sentences needs, and what the page is about."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from karat import __version__
from karat.analysis.overview import Overview
from karat.analysis.picture_of import by_sentence
from karat.analysis.pictured import drawn_as
from karat.model.columns import Floats
from karat.model.scheme import Scheme
from karat.reports import errors
from karat.reports.html.gold_text import GoldText
from karat.reports.html.pack import BLOCK, TEXT, text_of
from karat.reports.html.system_data import SystemData, causes_of_scheme

# Figures of the index are integers: so many are 1.
SCALE = 10_000
# The index is written so many sentences at a time.
_FEW = 4096


def head(found: Overview, title: str, command: str, options: Sequence[str] = ()) -> dict[str, Any]:
    """What the page is about; ``options`` are those with which the files were read, as they are typed."""
    return {
        "karat": __version__,
        "title": title,
        "command": command,
        "options": list(options),
        "gold": {"path": found.gold, "sha256": found.sha256, "sentences": found.sentences},
        "systems": [{"name": name, "path": path} for name, path in found.systems.items()],
        "schemes": [_scheme(one) | {"causes": causes(found, one)} for one in found.schemes],
        "sizes": {"block": BLOCK, "text": TEXT},
    }


def figures(found: Overview) -> dict[str, Any]:
    """The figures for programs: as the JSON of karat compare, karat errors and karat score has them."""
    return {
        "compare": found.comparison.as_dict(),
        "errors": [
            errors.document(one, errors.Wanted(by=tuple(one.kinds)))
            for systems in found.causes.values()
            for one in systems
        ],
        "scores": [one.as_dict() for one in (*found.scores, *found.phenomena)],
    }


def _scheme(scheme: Scheme) -> dict[str, Any]:
    figures = by_sentence(scheme)
    return {
        "text": str(scheme),
        "name": scheme.name,
        "kind": drawn_as(scheme).picture,
        "drawn_as": str(drawn_as(scheme)),
        "rows": scheme.rows,
        "main": scheme.main_figure().partition("@")[0],
        "figures": list(figures),
        "measures": [
            {
                "name": one.name, "title": one.titles[one.name], "unit": one.unit,
                "lower_is_better": one.better == "lower",
            }
            for one in scheme.measures()
        ],
        "citation": scheme.citation,
    }  # fmt: skip


def causes(found: Overview, scheme: Scheme) -> list[str]:
    """The names of all causes of errors under a scheme; none if it has no analysis of errors."""
    return causes_of_scheme(scheme) if scheme in found.causes else []


def index(found: Overview, gold: GoldText, systems: Sequence[SystemData]) -> Iterator[str]:
    """Columns over all sentences: length, name, document, main figure, status, and what is in error.

    They are JSON, piece by piece, since there are many sentences.
    """
    documents, schemes = found.documents, range(len(found.schemes))
    labels = labels_in_error(systems)
    place = {label: at for at, label in enumerate(labels)}
    columns: dict[str, Iterable[str]] = {
        "length": _listed(gold.lengths.tolist()),
        "id": _listed(gold.ids()) if gold.named else ["null"],
        "document": ["null"] if documents is None else _listed(documents.number.tolist()),
        "documents": [text_of([] if documents is None else list(documents.names))],
        "score": _nested(
            [_scores(values, _unit(one.scheme, one.measure)) for values in one.values.values()]
            for one in found.figures
        ),
        "status": [text_of([list(one.status.values()) for one in found.figures])],
        "causes": _nested([_listed(one.blamed(at)) for one in systems] for at in schemes),
        "label_names": [text_of(labels)],
        "labels": _nested(
            [
                _listed([place[name] for name in some] for some in one.in_error(at))
                for one in systems
            ]
            for at in schemes
        ),
    }
    for at, (name, pieces) in enumerate(columns.items()):
        yield f'{"," if at else "{"}"{name}":'
        yield from pieces
    yield "}"


def _listed(values: Iterable[Any]) -> Iterator[str]:
    """A list as JSON, piece by piece.

    >>> "".join(_listed([1, None]))
    '[1,null]'
    """
    rest, before = iter(values), "["
    while some := list(islice(rest, _FEW)):
        yield before + text_of(some)[1:-1]
        before = ","
    yield "[]" if before == "[" else "]"


def _nested(lists: Iterable[Sequence[Iterable[str]]]) -> Iterator[str]:
    """Lists of lists as JSON, piece by piece; the inner ones are JSON already."""
    before = "["
    for some in lists:
        for at, inner in enumerate(some):
            yield "," if at else before + "["
            yield from inner
        yield "]"
        before = ","
    yield "]"


def _scores(values: Floats, unit: str) -> Iterator[str]:
    parts = (values[first : first + _FEW] for first in range(0, len(values), _FEW))
    return _listed(value for part in parts for value in scaled(part, unit))


def labels_in_error(systems: Sequence[SystemData]) -> list[str]:
    """The labels of all rows that only one side has, the most frequent ones first."""
    times = sum((one.times for one in systems), Counter[str]())
    return sorted(times, key=lambda label: (-times[label], label))


def _unit(scheme: Scheme, measure: str) -> str:
    return scheme.figures()[measure].unit


def scaled(values: Floats, unit: str = "share") -> list[int | None]:
    """Figures as integers, which show the digits that tables show; null if they are undefined.

    >>> scaled(np.array([0.5, 2 / 3, np.nan]))
    [5000, 6667, None]
    """
    factor, digits = (100, 2) if unit == "share" else (1, 4)
    exact = values * factor
    near = np.rint(values * SCALE)
    # A figure halfway between two is rounded as tables round it.
    half = np.flatnonzero(np.abs(np.abs(values * SCALE - near) - 0.5) < 1e-6)
    for at in half.tolist():
        near[at] = round(float(f"{exact[at]:.{digits}f}") * SCALE / factor)
    return [None if value != value else int(value) for value in near.tolist()]
