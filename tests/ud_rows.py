"""Relations of sentences in Universal Dependencies that tests write as rows of cells."""

from typing import Any

import karat
from karat.model.gr import listed
from karat.views.gr import gr


def of_rows(*rows: str, **options: Any) -> set[str]:
    """The relations of words given as form, lemma, upos, tag, feats, head, relation[, deps]."""
    words = []
    for number, row in enumerate(rows, 1):
        cells = row.split()
        words.append("\t".join([str(number), *cells, *(["_"] * (9 - len(cells)))]))
    found = gr(karat.read_text("\n".join(words) + "\n\n"), **options)
    return {str(one) for one in listed(found, 0)}
