"""Tags of the Penn Treebank for English words that have universal tags, and neither features nor other tags.

Some parsers give no more. Without the tags a plural keeps its ending, relative pronouns are no pronouns, and
every verb is finite; so the tags are guessed from the words and from the graph.
"""

from collections.abc import Sequence

from karat.files.spelling import folded
from karat.views.gr import lemmas

_QUESTION = {
    "who": "WP", "whom": "WP", "whoever": "WP", "what": "WP", "whatever": "WP", "whose": "WP$",
    "which": "WDT", "whichever": "WDT", "where": "WRB", "wherever": "WRB", "when": "WRB",
    "whenever": "WRB", "why": "WRB", "how": "WRB",
}  # fmt: skip
_PLURAL = ("s", "men", "children", "feet", "teeth", "mice")
_PARTS = {"not": "RB", "n't": "RB", "to": "TO", "'s": "POS", "'": "POS"}
_HAVE = frozenset({"have", "has", "had", "having", "'ve", "'s", "'d"})
_BE = frozenset({"be", "am", "is", "are", "was", "were", "been", "being", "'m", "'s", "'re"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "csubj:pass", "expl", "nsubj:outer"})


def guessed(
    words: Sequence[str], upos: Sequence[str], heads: Sequence[int], labels: Sequence[str]
) -> list[str]:
    """The tags of a sentence; empty where the universal tag tells enough.

    >>> guessed(["dogs", "that", "run"], ["NOUN", "PRON", "VERB"], [-1, 2, 0], ["root", "nsubj", "acl:relcl"])
    ['NNS', 'WDT', 'VBP']
    """
    below: list[list[int]] = [[] for _ in words]
    for at, head in enumerate(heads):
        if head >= 0:
            below[head].append(at)
    spelt = [folded(word) for word in words]
    found = []
    for at, (word, tag) in enumerate(zip(spelt, upos, strict=True)):
        if tag in ("VERB", "AUX"):
            found.append(_verb(word, labels[at], [(spelt[i], labels[i]) for i in below[at]]))
        elif tag == "NOUN":
            found.append(
                "NNS" if word.endswith(_PLURAL) and lemmas.lemma(word, "NNS") != word else ""
            )
        elif tag == "PRON" and word == "that":
            found.append("WDT" if _relative(at, heads, labels) else "DT")
        elif tag == "PART":
            found.append(_PARTS.get(word, ""))
        else:
            found.append(_QUESTION.get(word, "") if tag in ("PRON", "DET", "ADV", "SCONJ") else "")
    return found


def _verb(word: str, label: str, below: Sequence[tuple[str, str]]) -> str:
    """The form of a verb, by its ending and by the auxiliaries and markers that depend on it."""
    if word.endswith("ing") and len(word) > 4:
        return "VBG"
    helping = [one for one, label in below if label in ("aux", "aux:pass")]
    if helping:
        return "VBN" if helping[-1] in _HAVE | _BE else "VB"
    if ("to", "mark") in below:
        return "VB"
    subject = any(label in _SUBJECTS for _, label in below)
    if subject or label in ("acl:relcl", "cop", "aux", "aux:pass"):
        base = lemmas.lemma(word, "VBD") == word
        return "VBP" if base else "VBZ" if word.endswith("s") else "VBD"
    if lemmas.lemma(word, "VBD") == word:
        return "VB"
    return (
        "VBN"
        if label in ("acl", "advcl", "amod", "xcomp")
        else "VBZ"
        if word.endswith("s")
        else "VBD"
    )


def _relative(word: int, heads: Sequence[int], labels: Sequence[str]) -> bool:
    """Whether a word is before the verb of a relative clause that it belongs to."""
    at = heads[word]
    for _ in range(len(heads)):
        if at < 0:
            return False
        if labels[at] == "acl:relcl":
            return heads[at] < word < at
        at = heads[at]
    return False
