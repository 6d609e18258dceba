"""Names of several words, written whole: Bill_Clinton."""

from collections.abc import Sequence

from karat.model.gr import Gr


def joined(relations: list[Gr], words: Sequence[str], tags: Sequence[str]) -> list[Gr]:
    """The same relations; a head or dependent that ends a run of proper nouns is the whole run.

    >>> gr = Gr("ncsubj", head="speak", dependent="Clinton", initial="_", head_at=2, dependent_at=1)
    >>> print(*joined([gr], ["Bill", "Clinton", "spoke"], ["NNP", "NNP", "VBD"]))
    ncsubj(speak, Bill_Clinton, _)
    """
    return [
        gr._replace(
            head=_name(gr.head, gr.head_at, words, tags),
            dependent=_name(gr.dependent, gr.dependent_at, words, tags),
        )
        for gr in relations
    ]


def _name(lemma: str, at: int, words: Sequence[str], tags: Sequence[str]) -> str:
    first = at
    while first > 0 and tags[first].startswith("NNP") and tags[first - 1].startswith("NNP"):
        first -= 1
    return "_".join([*words[first:at], lemma]) if at >= 0 else lemma
