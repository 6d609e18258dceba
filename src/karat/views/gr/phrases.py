"""Which child of a phrase is its head, if it has no conjuncts.

Unlike tables of head rules for parsers, this skips auxiliaries and takes the object of a preposition,
because grammatical relations are between these words.
"""

from collections.abc import Sequence

from karat.views.gr.kinds import ADDITION, AMPERSAND, POSSESSOR, Kind

PUNCTUATION = frozenset({",", ".", ":", ";", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"})
# Words that have no relations. Determiners have none in noun phrases.
SILENT = PUNCTUATION | {
    AMPERSAND, "PDT", "CC", "CONJP", "POS", "MD", "TO", "IN", "-NONE-", "LS", "SYM", "AFX",
}  # fmt: skip
NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "NX", "NML", "NAC", "FW"})
NOMINAL = frozenset({"NP", "NX", "NML", "NAC", "WHNP", "QP"})
CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "AUX", "BES", "HVS"})
ADVERBIAL = frozenset({"TMP", "ADV", "LOC", "MNR", "PRP", "DIR", "EXT", "VOC", "BNF"})
DETERMINERS = frozenset({"DT", "PRP$", "WP$", POSSESSOR})

_PREPOSITIONS = frozenset({"IN", "TO", "RP", "VBG", "VBN", "RB", "JJ", "CC", "ADVP", "FW"})
_LIKE_CLAUSES = CLAUSES | {"VP", "RRC", "PRN", "FRAG", "X", "ROOT", "TOP", "S1", ""}
# The last child of the first of these that occurs.
_HEADS = {
    "QP": ("$", "CD", "JJR", "NN", "NNS", "JJ", "RB", "DT", "IN"),
    "ADJP": (
        "JJ", "JJR", "JJS", "VBN", "VBG", "ADJP", "$", "CD", "QP", "NN", "NP", "ADVP", "IN", "RB",
    ),
    "ADVP": (
        "RB", "RBR", "RBS", "WRB", "ADVP", "JJS", "JJR", "RP", "NN", "IN", "JJ", "VBN", "NP", "PP",
    ),
    "WHADVP": ("JJ", "RB", "RBR", "WRB", "WHADVP", "IN"),
    "WHADJP": ("JJ", "RB", "ADJP", "WRB"),
    "PRT": ("RP", "IN", "RB", "TO"),
    "CONJP": ("CC", "RB", "IN"),
    "INTJ": ("UH", "NN", "NNP", "RB", "VB", "INTJ", "JJ"),
}  # fmt: skip
_NO_NOUN = (
    "$", "EX", "WP", "CD", "QP", "JJS", "JJR", "JJ", "ADJP", "VBG", "VBN", "DT", "WDT", "RB",
)  # fmt: skip
_IN_SBAR = ("S", "SQ", "SINV", "SBAR", "SBARQ", "VP", "FRAG", "ADJP", "NP")
_NO_VERB = ("S", "SINV", "SQ", "SBARQ", "SBAR", "NP", "ADJP", "ADVP", "PP", "FRAG")
_BESIDE_ADJECTIVE = frozenset({"NP", "NN", "NNS"})
_BEFORE_NOUNS = ("JJ", "HYPH", "VBG", "VBN", "NML")
_AFTER_HELPER = ("VB", "VBG", "VBN")
_AFTER_NOUN = (",", ":", "-LRB-", "SBAR", "PP")


def head_of(base: str, kinds: Sequence[Kind]) -> int:
    """The head among children that are not joined.

    >>> from karat.views.gr.kinds import kind
    >>> head_of("VP", [kind("VBZ", helper=True), kind("VP")])
    1
    >>> head_of("NP", [kind("DT"), kind("NN"), kind("NN")])
    2
    """
    bases = [one.base for one in kinds]
    content = [i for i, one in enumerate(bases) if one not in PUNCTUATION] or [0]
    # A coordinator is a head only if there is nothing else.
    content = [i for i in content if bases[i] not in ("CC", AMPERSAND, "PDT")] or content
    if base in ("PP", "WHPP"):
        if bases[content[0]] in ("DT", "UH") and len(content) > 1:
            content = content[1:]  # both to Ann and to Bob; like a list
        # A measure comes before the preposition: a mile from here, a lot like home.
        words = [i for i in content if bases[i] in ("IN", "TO")]
        measured = bool(words) and bases[content[0]] in ("NP", "QP") and words[0] < content[-1]
        content = [i for i in content if i >= words[0]] if measured else content
        found = next((i for i in content if bases[i] not in _PREPOSITIONS), content[-1])
    elif base in _LIKE_CLAUSES:
        found = _clause(base, bases, kinds)
    elif base in NOMINAL and base != "QP":
        found = _noun(bases, kinds)
    elif base in ("ADJP", "UCP") and "HYPH" in bases[:-1]:
        # Of words joined by hyphens the last: third - party, 72 - year - old.
        after = [
            i for i in content if i > max(i for i, one in enumerate(bases[:-1]) if one == "HYPH")
        ]
        found = after[0] if after else -1
    elif base == "ADVP" and "VP" in bases:
        found = bases.index("VP")  # an adverb before its verb: just stay inside
    elif base == "WHADVP" and bases[content[-1]] == "WRB":
        found = content[-1]  # even when, exactly where; but how long
    else:
        found = _last(bases, _HEADS.get(base, ()))
    return found if found >= 0 else content[0]


def _last(bases: Sequence[str], order: Sequence[str]) -> int:
    """The last child of the first category that occurs, or -1."""
    found = _first(bases[::-1], order)
    return len(bases) - 1 - found if found >= 0 else -1


def _first(bases: Sequence[str], order: Sequence[str]) -> int:
    """The first child of the first category that occurs, or -1."""
    return next((bases.index(wanted) for wanted in order if wanted in bases), -1)


def _noun(bases: Sequence[str], kinds: Sequence[Kind]) -> int:
    phrases = [i for i, one in enumerate(bases) if one in ("NP", "NX", "WHNP")]
    phrases = [i for i in phrases if "TMP" not in kinds[i].functions]
    words = [i for i, one in enumerate(bases) if one in NOUNS]
    if phrases and (not words or phrases[0] < words[0]) and not _before_noun(kinds, phrases):
        return phrases[0]
    if words:
        # Before a coordinator, commas stand between modifiers: oil, gas and coal prices.
        listed = max((i for i, one in enumerate(bases) if one in ("CC", AMPERSAND)), default=0)
        ends = [i for i, one in enumerate(bases) if i > listed and one in _AFTER_NOUN]
        ends = [i for i in ends if not inside_name(bases, i)]
        return _explained(bases, [i for i in words if not ends or i < ends[0]] or words)
    return bases.index("PRP") if "PRP" in bases else _last(bases, (*_NO_NOUN, ADDITION))


def inside_name(bases: Sequence[str], i: int) -> bool:
    """Whether a prepositional phrase is in the middle of a name: the Americans with Disabilities Act."""
    around = (*bases[max(i - 1, 0) : i], *bases[i + 1 : i + 2])
    return bases[i] == "PP" and len(around) == 2 and all(one[:3] == "NNP" for one in around)


def _before_noun(kinds: Sequence[Kind], phrases: list[int]) -> bool:
    """Whether a noun follows the only noun phrase, which then modifies it: a 19 - year sentence.

    A proper noun does so only after a name: Alex de, Castro; not his brother, Pierre.
    """
    after = [one.base for one in kinds[phrases[0] + 1 :] if one.base not in _BEFORE_NOUNS]
    name = kinds[phrases[0]].name and after[:1] in (["NNP"], ["NNPS"])
    return len(phrases) == 1 and (name or after[:1] in (["NN"], ["NNS"]))


def _explained(bases: Sequence[str], nouns: list[int]) -> int:
    """The last noun, but in "his brother Pierre" the noun that the name explains."""
    common = [i for i in nouns if not bases[i].startswith("NNP")]
    if not common or not bases[nouns[-1]].startswith("NNP"):
        return nouns[-1]
    explained = bases[0] in DETERMINERS or bases[common[-1]] == "NNS"
    return common[-1] if explained else nouns[-1]


def _inside(bases: Sequence[str]) -> bool:
    """Whether a verb phrase or another clause is among the children, so that a verb beside it is none."""
    return not {"VP", "S", "SQ", "SINV"}.isdisjoint(bases)


def _clause(base: str, bases: Sequence[str], kinds: Sequence[Kind]) -> int:
    functions = [one.functions for one in kinds]
    if base == "SBAR" and "VP" in bases and bases[0] == "SBAR" and not {"S", "CC"} & set(bases):
        return bases.index("VP")  # what he knew was enough, without an S around it
    inside = _first(bases, _IN_SBAR) if base in ("SBAR", "SBARQ") else -1
    if inside >= 0:
        return inside
    verbs = [i for i, one in enumerate(bases) if one in VERBS or one == "TO"]
    phrases = [i for i, one in enumerate(bases) if one == "VP"]
    phrases = [i for i in phrases if "SBJ" not in functions[i]] or phrases
    if verbs and (base in ("VP", "SQ", "SINV") or (base == "S" and not _inside(bases))):
        told = any("PRD" in tags for tags in functions[verbs[0] : max(phrases, default=0)])
        if phrases and kinds[verbs[0]].helper and not told:
            return phrases[-1] if base == "VP" else phrases[0]
        last = verbs[-1]
        if kinds[verbs[0]].helper and bases[last] in _AFTER_HELPER and last - verbs[0] < 3:
            return last  # without a bracket of its own: is thinking
        if base == "VP" and bases[verbs[0]] == "MD" and "S" in bases:
            return bases.index("S")  # ought to
        return verbs[0]
    if base == "VP" and not phrases and "JJ" in bases and not _BESIDE_ADJECTIVE.intersection(bases):
        return bases.index("JJ")  # a participle that is tagged as an adjective: was pressured by
    phrases += [i for i, tags in enumerate(functions) if "PRD" in tags]
    if phrases:
        return phrases[0]
    content = [i for i, one in enumerate(bases) if one not in PUNCTUATION]
    if base == "S" and len(content) == 2 and bases[content[0]] == "NP":
        # A small clause without a verb: the witness honest.
        return content[1]
    marked = (bool(tags & (ADVERBIAL | {"SBJ"})) for tags in functions)
    free = ["" if no and one != "NP" else one for one, no in zip(bases, marked, strict=True)]
    called = [i for i, tags in enumerate(functions) if "VOC" in tags]
    if len(called) < len(content):
        free = ["" if i in called else one for i, one in enumerate(free)]
    return _first(free, _NO_VERB)
