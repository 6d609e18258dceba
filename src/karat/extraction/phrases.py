"""Which children of a phrase are its heads: one, or the conjuncts of a coordination.

Unlike tables of head rules, which choose one child, this keeps all conjuncts, passes over auxiliaries,
and takes the object of a preposition: what grammatical relations are between.
"""

from collections.abc import Sequence

Functions = Sequence[frozenset[str]]

PUNCTUATION = frozenset({",", ".", ":", ";", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"})
NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "NX", "NML", "NAC", "FW"})
# A noun phrase that ends in the mark of the possessive.
POSSESSOR = "NP$"
NOMINAL = frozenset({"NP", "NX", "NML", "NAC", "WHNP", "QP"})
CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "AUX", "BES", "HVS"})
ADVERBIAL = frozenset({"TMP", "ADV", "LOC", "MNR", "PRP", "DIR", "EXT", "VOC", "BNF"})
_COORDINATORS = frozenset({"CC", "CONJP"})
_LIKE = {
    "VP": frozenset({"VP"}),
    "PP": frozenset({"PP"}),
    "WHPP": frozenset({"WHPP"}),
    "ADJP": frozenset({"ADJP"}),
    "ADVP": frozenset({"ADVP"}),
    "WHADVP": frozenset({"WHADVP"}),
    "PRN": frozenset({"S", "NP"}),
}
_NOUN_LIKE = NOUNS | NOMINAL | {"PRP", "CD", "EX", "WP", "DT", "$"}
_HEADS: dict[str, tuple[str, ...]] = {
    "ADJP": ("JJ", "JJR", "JJS", "VBN", "VBG", "ADJP", "CD", "QP", "NN", "RB", "NP", "ADVP", "IN"),
    "ADVP": ("RB", "RBR", "RBS", "WRB", "ADVP", "IN", "NN", "JJ", "NP", "PP", "RP"),
    "WHADVP": ("WRB", "RB", "WHADVP", "IN"),
    "WHADJP": ("JJ", "RB", "ADJP", "WRB"),
    "PRT": ("RP", "IN", "RB", "TO"),
    "CONJP": ("CC", "RB", "IN"),
    "INTJ": ("UH", "NN", "NNP", "RB", "VB", "INTJ", "JJ"),
}
_PREPOSITIONS = frozenset({"IN", "TO", "RP", "VBG", "VBN", "RB", "JJ", "CC", "ADVP", "FW"})
_LAST = ("NP", "S", "VP", "SBAR", "PP", "ADJP", "ADVP")


def conjuncts(base: str, bases: Sequence[str], functions: Functions) -> list[int]:
    """The conjuncts among the children, if the phrase is a coordination of heads.

    >>> conjuncts("NP", ["NN", "CC", "JJ", "NN"], [frozenset()] * 4)
    [0, 3]
    >>> conjuncts("NP", ["JJ", "CC", "JJ", "NN"], [frozenset()] * 4)
    []
    """
    marks = [
        i for i, one in enumerate(bases) if one in _COORDINATORS and _after_something(bases, i)
    ]
    if not marks:
        return []
    like = _LIKE.get(base) or (NOMINAL if base in NOMINAL else CLAUSES if base in CLAUSES else None)
    if base == "UCP":
        found = [i for i, one in enumerate(bases) if one not in PUNCTUATION | _COORDINATORS]
        return found if len(found) > 1 else []
    if like is CLAUSES:
        like = CLAUSES - {"SBAR"} if base != "SBAR" else frozenset({"SBAR", "S"})
    if like:
        found = [
            i
            for i, one in enumerate(bases)
            if one in like and not (base != "PP" and functions[i] & ADVERBIAL and base in CLAUSES)
        ]
        if len(found) > 1 and found[0] < marks[-1] < found[-1]:
            return found
    return _flat(base, bases, functions, marks)


def _after_something(bases: Sequence[str], i: int) -> bool:
    return any(one not in PUNCTUATION for one in bases[:i])


def _flat(base: str, bases: Sequence[str], functions: Functions, marks: list[int]) -> list[int]:
    """Coordination of words, in stretches between coordinators and commas."""
    stretches: list[list[int]] = [[]]
    for i, one in enumerate(bases):
        if one in _COORDINATORS or one in PUNCTUATION:
            stretches.append([])
        else:
            stretches[-1].append(i)
    stretches = [one for one in stretches if one]
    heads = []
    for stretch in stretches:
        parts = [bases[i] for i in stretch]
        kinds = [functions[i] for i in stretch]
        heads.append(stretch[head_of(base, parts, kinds, [False] * len(parts))])
    classes = [_class(base, bases[i]) for i in heads]
    last = [i for i in range(len(heads)) if heads[i] > marks[-1]]
    if not last or not classes[last[0]]:
        return []
    found = [i for i, kind in zip(heads, classes, strict=True) if kind == classes[last[0]]]
    if len(found) < 2 or not found[0] < marks[-1]:
        return []
    before = [s for s in stretches if s[-1] < marks[-1]][-1]
    # In "red and white wine" what stands before the coordinator is no noun.
    if classes[last[0]] == "noun" and bases[before[-1]] not in _NOUN_LIKE | {"PP", "SBAR", "ADJP"}:
        return []
    return found


def _class(base: str, one: str) -> str:
    if base in NOMINAL:
        return "noun" if one in _NOUN_LIKE - {"DT"} or one in ("DT", "JJ", "JJS") else ""
    if one in VERBS or one == "VP":
        return "verb"
    if one in ("JJ", "JJR", "JJS", "VBN", "VBG", "ADJP") and base == "ADJP":
        return "adjective"
    if one in ("RB", "RBR", "ADVP") and base == "ADVP":
        return "adverb"
    return one if one in ("IN", "NP", "PP") and base != "PP" else ""


def nearest(base: str, bases: Sequence[str], chosen: Sequence[int], i: int) -> list[int]:
    """The conjuncts that another child of a coordination hangs on.

    Between two conjuncts, the one on its side of the coordinator; before or after all of them, all,
    but of nouns the nearest.

    >>> nearest("VP", ["VP", "CC", "ADVP", "VP"], [0, 3], 2)
    [3]
    >>> nearest("VP", ["VBD", "CC", "VBD", "NP"], [0, 2], 3)
    [0, 2]
    """
    before, after = [j for j in chosen if j < i], [j for j in chosen if j > i]
    if before and after:
        passed = _COORDINATORS.intersection(bases[before[-1] : i])
        ahead = _COORDINATORS.intersection(bases[i : after[0]])
        return [after[0] if passed or not ahead else before[-1]]
    if base in NOMINAL:
        return [before[-1]] if before else [after[0]]
    return list(chosen)


def head_of(
    base: str, bases: Sequence[str], functions: Functions, auxiliary: Sequence[bool]
) -> int:
    """The head among children that are not joined.

    >>> head_of("VP", ["VBZ", "VP"], [frozenset()] * 2, [True, False])
    1
    >>> head_of("NP", ["DT", "NN", "NN"], [frozenset()] * 3, [False] * 3)
    2
    """
    if base in NOMINAL:
        return _noun(base, bases, functions)
    if base in ("PP", "WHPP"):
        objects = [i for i, one in enumerate(bases) if one not in _PREPOSITIONS | PUNCTUATION]
        if objects:
            return objects[0]
        return max((i for i, one in enumerate(bases) if one not in PUNCTUATION), default=0)
    if base in CLAUSES or base in (
        "VP",
        "SBAR",
        "RRC",
        "PRN",
        "FRAG",
        "X",
        "ROOT",
        "TOP",
        "S1",
        "",
    ):
        return _clause(base, bases, functions, auxiliary)
    for wanted in _HEADS.get(base, ()):
        for i in range(len(bases) - 1, -1, -1):
            if bases[i] == wanted and not (wanted == "RB" and base == "ADJP" and len(bases) > 1):
                return i
    return next((i for i, one in enumerate(bases) if one not in PUNCTUATION), 0)


def _noun(base: str, bases: Sequence[str], functions: Functions) -> int:
    if base == "QP":
        order = ("$", "CD", "JJR", "NN", "NNS", "RB", "DT", "JJ", "IN")
        for wanted in order:
            for i in range(len(bases) - 1, -1, -1):
                if bases[i] == wanted:
                    return i
    whole = [
        i
        for i, one in enumerate(bases)
        if one in ("NP", "NX", "WHNP") and "TMP" not in functions[i]
    ]
    words = [i for i, one in enumerate(bases) if one in NOUNS]
    if whole and (not words or whole[0] < words[0]):
        return whole[0]
    end = next(
        (i for i, one in enumerate(bases) if i and one in (",", ":", "-LRB-", "SBAR", "PP")), None
    )
    inner = [i for i in words if end is None or i < end] or words
    if inner:
        return _apposed(bases, inner)
    if "PRP" in bases:
        return bases.index("PRP")
    for wanted in (
        "$",
        "EX",
        "WP",
        "CD",
        "QP",
        "JJS",
        "JJR",
        "JJ",
        "ADJP",
        "VBG",
        "VBN",
        "DT",
        "WDT",
        "RB",
    ):
        for i in range(len(bases) - 1, -1, -1):
            if bases[i] == wanted:
                return i
    rest = [i for i, one in enumerate(bases) if one not in PUNCTUATION]
    return rest[0] if rest else 0


def _apposed(bases: Sequence[str], nouns: list[int]) -> int:
    """The last noun, but in "his brother Pierre" the noun that the name explains."""
    common = [i for i in nouns if not bases[i].startswith("NNP")]
    if not common or not bases[nouns[-1]].startswith("NNP"):
        return nouns[-1]
    explained = bases[0] in ("DT", "PRP$", POSSESSOR) or bases[common[-1]] == "NNS"
    return common[-1] if explained else nouns[-1]


def _clause(
    base: str, bases: Sequence[str], functions: Functions, auxiliary: Sequence[bool]
) -> int:
    if base == "SBAR" or base == "SBARQ":
        order: tuple[str, ...] = ("S", "SQ", "SINV", "SBAR", "SBARQ", "VP", "FRAG", "ADJP", "NP")
        for wanted in order:
            for i, one in enumerate(bases):
                if one == wanted:
                    return i
    verbs = [i for i, one in enumerate(bases) if one in VERBS or one == "TO"]
    phrases = [i for i, one in enumerate(bases) if one == "VP"]
    phrases = [i for i in phrases if "SBJ" not in functions[i]] or phrases
    if base == "VP" or base in ("SQ", "SINV"):
        if verbs and phrases and auxiliary[verbs[0]]:
            return phrases[-1] if base == "VP" else phrases[0]
        if verbs:
            return verbs[0]
    if phrases:
        return phrases[0]
    for i, tags in enumerate(functions):
        if "PRD" in tags:
            return i
    rest = [i for i, one in enumerate(bases) if one not in PUNCTUATION]
    if base == "S" and len(rest) == 2 and bases[rest[0]] == "NP":
        # A small clause without a verb: the witness honest.
        return rest[1]
    for wanted in ("S", "SINV", "SQ", "SBARQ", "SBAR", "VP", "NP", "ADJP", "ADVP", "PP", "FRAG"):
        for i, one in enumerate(bases):
            if one == wanted and not (functions[i] & (ADVERBIAL | {"SBJ"}) and wanted != "NP"):
                return i
    return next((i for i, one in enumerate(bases) if one not in PUNCTUATION), 0)
