"""The head and the index of a page's data: what the list of sentences needs, and what the page is about."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from karat import __version__
from karat.analysis.errors.causes import analysis_of
from karat.analysis.errors.frame import NOT_COMPARED
from karat.analysis.overview import Overview
from karat.analysis.picture_of import by_sentence
from karat.analysis.pictured import drawn_as, names_of_sentences
from karat.model.bank import Bank
from karat.model.columns import Floats
from karat.model.scheme import Scheme
from karat.reports import errors
from karat.reports.html.pack import BLOCK, TEXT
from karat.reports.html.system_data import SystemData

# Figures of the index are integers: so many are 1.
SCALE = 10_000


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
    return [*analysis_of(scheme).CAUSES, NOT_COMPARED] if scheme in found.causes else []


def index(found: Overview, gold: Bank, systems: Sequence[SystemData]) -> dict[str, Any]:
    """Columns over all sentences: length, name, document, main figure, status, and what is in error."""
    ids, documents = names_of_sentences(gold), found.documents
    labels = labels_in_error(systems)
    place = {label: at for at, label in enumerate(labels)}
    return {
        "length": np.diff(gold.token_offset).tolist(),
        "id": ids if any(ids) else None,
        "document": None if documents is None else documents.number.tolist(),
        "documents": [] if documents is None else list(documents.names),
        "score": [
            [scaled(values, _unit(one.scheme, one.measure)) for values in one.values.values()]
            for one in found.figures
        ],
        "status": [list(one.status.values()) for one in found.figures],
        "causes": [_blamed(found, at, systems) for at in range(len(found.schemes))],
        "label_names": labels,
        "labels": [
            [[[place[name] for name in some] for some in one.labels[at]] for one in systems]
            for at in range(len(found.schemes))
        ],
    }


def _blamed(found: Overview, scheme: int, systems: Sequence[SystemData]) -> list[list[list[int]]]:
    """For each system and sentence the numbers of the causes of its errors under a scheme."""
    number = {name: at for at, name in enumerate(causes(found, found.schemes[scheme]))}
    return [[[number[name] for name in some] for some in one.blamed[scheme]] for one in systems]


def labels_in_error(systems: Sequence[SystemData]) -> list[str]:
    """The labels of all rows that only one side has, the most frequent ones first."""
    times = Counter(chain.from_iterable(
        some for one in systems for sentences in one.labels for some in sentences
    ))  # fmt: skip
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


def texts(gold: Bank) -> Iterator[list[str]]:
    """The sentences as plain text, block by block."""
    for first in range(0, len(gold), TEXT):
        yield [
            b" ".join(gold.words(at)).decode("utf-8", "backslashreplace")
            for at in range(first, min(first + TEXT, len(gold)))
        ]
