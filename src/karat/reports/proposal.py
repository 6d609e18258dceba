"""A draft of relations that says, for each sentence, which analysis they were taken from."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from karat.analysis.closest import Choice, Closest
from karat.formats.gr.text import texts
from karat.model.bank import Bank
from karat.model.gr import NAMES
from karat.model.layers import empty
from karat.model.picking import picked
from karat.reports.table import figure
from karat.views.nulls import without_nulls


def draft(
    found: Closest,
    treebank: Bank,
    analyses: Sequence[Bank],
    names: Sequence[str],
    view: Callable[[Bank], Bank],
    notation: str,
) -> Iterator[bytes]:
    """Each sentence after a comment on its source; ``view`` extracts the relations of analyses.

    A sentence without an analysis has its words and no relations.
    """
    sources: list[Iterator[bytes]] = []
    for file, bank in enumerate(analyses):
        rows = [one.row for one in found.choices if one is not None and one.file == file]
        chosen = picked(bank, np.array(rows, np.int64))
        sources.append(texts(view(chosen), notation) if rows else iter(()))
    missing = np.array([at for at, one in enumerate(found.choices) if one is None], np.int64)
    bare = picked(without_nulls(treebank), missing)
    layer = empty(len(bare), *NAMES, interned=frozenset(NAMES))
    without = texts(bare.with_layers(gr=layer), notation)
    for choice in found.choices:
        if choice is None:
            yield b"# no analysis\n" + next(without)
        else:
            line = f"# {_source(choice, names)}, {_agreement(choice, found.by)}\n"
            yield line.encode("utf-8", "surrogateescape") + next(sources[choice.file])


def _source(choice: Choice, names: Sequence[str]) -> str:
    several = f", analysis {choice.number} of {choice.of}" if choice.of > 1 else ""
    return f"{names[choice.file]}{several}"


def _agreement(choice: Choice, by: str) -> str:
    counts = f"{choice.agreeing} of {choice.annotated} {by} agree"
    return f"{counts}, f1 {figure(float(choice.f1))}"


def summary(found: Closest, names: Sequence[str]) -> str:
    """How many sentences came from which file.

    >>> summary(Closest("brackets", [Choice(0, 0, 1, 1, 2, 3, 2), None], ()), ["a.mrg"])
    'the closest analyses by brackets: 1 from a.mrg; 1 sentence has no analysis'
    """
    counts = Counter(one.file for one in found.choices if one is not None)
    said = ", ".join(f"{counts[file]} from {name}" for file, name in enumerate(names))
    if missing := found.choices.count(None):
        said += f"; {missing} {'sentence has' if missing == 1 else 'sentences have'} no analysis"
    return f"the closest analyses by {found.by}: {said}"
