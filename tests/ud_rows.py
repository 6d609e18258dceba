"""Relations of sentences in Universal Dependencies that tests write as rows of cells."""

from typing import Any

import karat
from karat.model.gr import listed
from karat.views.gr import gr

# "The cat is seen by him": a passive with its agent.
FRENCH = (
    "1\tLe\tle\tDET\t_\t_\t2\tdet\t_\t_\n"
    "2\tchat\tchat\tNOUN\t_\t_\t4\tnsubj:pass\t_\t_\n"
    "3\test\têtre\tAUX\t_\tVerbForm=Fin\t4\taux:pass\t_\t_\n"
    "4\tvu\tvoir\tVERB\t_\tTense=Past|VerbForm=Part\t0\troot\t_\t_\n"
    "5\tpar\tpar\tADP\t_\t_\t6\tcase\t_\t_\n"
    "6\tlui\tlui\tPRON\t_\t_\t4\tobl\t_\t_\n\n"
)


def of_rows(*rows: str, **options: Any) -> set[str]:
    """The relations of words given as form, lemma, upos, tag, feats, head, relation[, deps]."""
    words = []
    for number, row in enumerate(rows, 1):
        cells = row.split()
        words.append("\t".join([str(number), *cells, *(["_"] * (9 - len(cells)))]))
    found = gr(karat.read_text("\n".join(words) + "\n\n"), **options)
    return {str(one) for one in listed(found, 0)}
