"""Which child of a phrase is its head, if it has no conjuncts.

Unlike tables of head rules for parsers, this skips auxiliaries and takes the object of a preposition,
because grammatical relations are between these words.
"""

from collections.abc import Sequence

from karat.views.gr.kinds import ADDITION, AMPERSAND, POSSESSOR, Kind

PUNCTUATION = frozenset({",", ".", ":", ";", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"})
# Words that have no relations. Determiners have none in noun phrases.
SILENT = PUNCTUATION | {
    AMPERSAND, "PDT", "CC", "CONJP", "POS", "MD", "TO", "IN", "-NONE-", "LS", "LST", "SYM",
    "AFX",
}  # fmt: skip
NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "NX", "NML", "NAC", "FW"})
NOMINAL = frozenset({"NP", "NX", "NML", "NAC", "WHNP", "QP"})
CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
# Clauses that no conjunction or relative pronoun begins.
SENTENCES = CLAUSES - {"SBAR"}
VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "AUX", "BES", "HVS"})
ADVERBIAL = frozenset({"TMP", "ADV", "LOC", "MNR", "PRP", "DIR", "EXT", "VOC", "BNF"})
DETERMINERS = frozenset({"DT", "PRP$", "WP$", POSSESSOR})

_PREPOSITIONS = frozenset(
    {"IN", "TO", "RP", "VBG", "VBN", "RB", "JJ", "CC", "ADVP", "FW", "UH", "INTJ", "PRN"}
)
_LIKE_CLAUSES = CLAUSES | {"VP", "RRC", "PRN", "FRAG", "X", "ROOT", "TOP", "S1", ""}
# The last child of the first of these that occurs.
_HEADS = {
    "QP": ("JJR", "RBR", "RB", "DT", "IN"),
    "ADJP": (
        "JJ", "JJR", "JJS", "VBN", "VBG", "ADJP", "$", "#", "NN", "NNS", "CD", "QP", "NP", "ADVP", "IN",
        "RBR", "RB",
    ),
    "ADVP": (
        "RB", "RBR", "RBS", "WRB", "ADVP", "JJS", "JJR", "RP", "NN", "DT", "JJ", "IN", "VBN", "NP", "PP",
    ),
    "WHADVP": ("JJ", "RB", "RBR", "WRB", "WHADVP", "IN"),
    "WHADJP": ("JJ", "RB", "ADJP", "WRB"),
    "PRT": ("RP", "IN", "RB", "TO"),
    "CONJP": ("CC", "RB", "IN"),
    "INTJ": ("UH", "NN", "NNP", "RB", "VB", "INTJ", "JJ"),
}  # fmt: skip
_NO_NOUN = (
    "$", "#", "EX", "WP", "CD", "QP", "JJS", "JJR", "JJ", "ADJP", "VBG", "VBN", "DT", "WDT", "RB",
)  # fmt: skip
# Of these the last is the head, whichever it is: much more, second largest; not: once more.
_DEGREES = {"ADJP": ("JJ", "JJR", "JJS"), "ADVP": ("RB", "RBR", "RBS", "JJ", "JJR")}
_IN_SBAR = ("S", "SQ", "SINV", "SBAR", "SBARQ", "VP", "FRAG", "ADJP", "NP")
_NO_VERB = ("S", "SINV", "SQ", "SBARQ", "SBAR", "NP", "ADJP", "ADVP", "PP", "FRAG")
# A fragment is about its first noun, adjective or preposition; clauses and adverbs modify these.
_IN_FRAGMENT = (
    ("S", "SINV", "SQ", "SBARQ"),
    ("NP", "NX", "WHNP", "NN", "NNS", "NNP", "NNPS", "PRP", "CD", "$", "QP", "EX", "WP"),
    ("ADJP", "JJ", "JJR", "JJS", "VBN", "VBG", "VB", "UCP"),
    ("PP",), ("SBAR",), ("FRAG", "X"), ("ADVP", "RB", "RBR", "WHADVP", "WRB"), ("INTJ", "UH"),
)  # fmt: skip
_NO_HEAD = ADVERBIAL | {"SBJ"}
_BESIDE_ADJECTIVE = frozenset({"NP", "NN", "NNS"})
_ADVERBS = ("RB", "RBR", "RBS")
_COMPARATIVES = ("JJR", "RBR")
_BEFORE_NOUNS = ("JJ", "HYPH", "VBG", "VBN", "NML")
_AFTER_HELPER = ("VB", "VBG", "VBN")
_AFTER_NOUN = (",", ":", ";", "-LRB-", "SBAR", "PP")


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
    if base == "UCP":
        content = [i for i in content if bases[i] not in ("UH", "INTJ")] or content
    if base in ("PP", "WHPP"):
        if bases[content[0]] in ("DT", "UH") and len(content) > 1:
            content = content[1:]  # both to Ann and to Bob; like a list
        content = [i for i in content if not _measures(kinds, i)] or content
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
    elif base == "ADVP" and bases[:3] == ["NP", "IN", "NP"]:
        found = 2  # two years after his death
    elif base == "ADVP" and "VP" in bases:
        found = bases.index("VP")  # an adverb before its verb: just stay inside
    elif base == "WHADVP" and bases[content[-1]] == "WRB":
        found = content[-1]  # even when, exactly where; but how long
    elif base == "QP":
        found = _amount(bases)
    else:
        found = _last(bases, _HEADS.get(base, ()))
        degrees = _DEGREES.get(base, ())
        if bases[found] in degrees and not kinds[content[0]].counting:
            found = max(i for i, one in enumerate(bases) if one in degrees)
    return found if found >= 0 else content[0]


def _measures(kinds: Sequence[Kind], i: int) -> bool:
    """Whether a noun phrase before a preposition says how much: a little on the slow side."""
    return kinds[i].base == "NP" and "ADV" in kinds[i].functions and i + 1 < len(kinds)


def _amount(bases: Sequence[str]) -> int:
    """The sign of a currency, else a noun after a number (20 %, 500 times), else the number, or what
    stands after than: more than half."""
    counted = [i for i, one in enumerate(bases) if one in ("NN", "NNS") and "CD" in bases[:i]]
    if counted and "$" not in bases and "#" not in bases:
        return counted[-1]
    compared = [
        i for i, one in enumerate(bases[1:], 2) if one == "IN" and bases[i - 2] in _COMPARATIVES
    ]
    start = compared[0] if compared else 0
    found = _last(bases[start:], ("$", "#", "CD", "NN", "NNS", "JJ", "PDT"))
    return start + found if found >= 0 else _last(bases, _HEADS["QP"])


def _last(bases: Sequence[str], order: Sequence[str]) -> int:
    """The last child of the first category that occurs, or -1."""
    found = _first(bases[::-1], order)
    return len(bases) - 1 - found if found >= 0 else -1


def _first(bases: Sequence[str], order: Sequence[str]) -> int:
    """The first child of the first category that occurs, or -1."""
    return next((bases.index(wanted) for wanted in order if wanted in bases), -1)


def _noun(bases: Sequence[str], kinds: Sequence[Kind]) -> int:
    if kinds[0].counting and kinds[1:] and kinds[1].single:
        return 0  # twice a day
    phrases = [i for i, one in enumerate(bases) if one in ("NP", "NX", "WHNP")]
    phrases = [i for i in phrases if "TMP" not in kinds[i].functions]
    words = [i for i, one in enumerate(bases) if one in NOUNS]
    if phrases and (not words or phrases[0] < words[0]) and not _before_noun(kinds, phrases):
        return phrases[0]
    if words and bases[words[-1] + 1 :] == ["VBG"]:
        return words[-1] + 1  # dollar buying
    if words:
        # Before a coordinator, commas stand between modifiers: oil, gas and coal prices.
        listed = max((i for i, one in enumerate(bases) if one in ("CC", AMPERSAND)), default=0)
        ends = [i for i, one in enumerate(bases) if i > listed and one in _AFTER_NOUN]
        ends = [i for i in ends if not inside_name(bases, i)]
        ends += _quoted(bases, words)
        if kinds[words[-1]].firm and ends and set(bases) <= {"NNP", ",", AMPERSAND}:
            return words[-1]  # Weil, Friedrichs Inc.
        return _explained(bases, [i for i in words if not ends or i < ends[0]] or words)
    if "PRP" in bases:
        return bases.index("PRP")
    if list(bases[:2]) == ["ADVP", "PP"]:
        return 1  # kind of a shock
    named = [i for i, one in enumerate(bases) if one not in PUNCTUATION][-1:]
    if named and bases[named[0]] == "VBG":
        return named[0]  # a steady ratcheting, fast cooking
    if named and bases[named[0]] in _ADVERBS and _introduces(kinds[named[0] - 1]):
        return named[0]  # a little, the most
    return _last(bases, (*_NO_NOUN, ADDITION))


def _introduces(one: Kind) -> bool:
    """Whether a determiner is no head: an article, or one of a single thing (every once in a while)."""
    return one.article or one.single


def _quoted(bases: Sequence[str], nouns: list[int]) -> list[int]:
    """Where a quotation begins that ends a phrase and explains the noun before it: the term "culture"."""
    if "``" not in bases or bases[-1] != "''" or bases[0] != "DT":
        return []
    begin = bases.index("``")
    return [begin] if begin - 1 in nouns and bases[begin - 1] in ("NN", "NNS") else []


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
    common = [i for i in nouns if bases[i] in ("NN", "NNS")]
    if not common or not bases[nouns[-1]].startswith("NNP"):
        return nouns[-1]
    explained = bases[0] in DETERMINERS or bases[common[-1]] == "NNS"
    return common[-1] if explained else nouns[-1]


def _inside(bases: Sequence[str]) -> bool:
    """Whether a verb phrase or another clause is among the children, so that a verb beside it is none."""
    return not {"VP", "S", "SQ", "SINV"}.isdisjoint(bases)


def _first_of_all(bases: Sequence[str], kinds: Sequence[Kind], verbs: list[int]) -> bool:
    """Whether a verb without a bracket comes before a comma and a verb phrase: hanging out, trying."""
    first = verbs[0]
    if kinds[first].helper or "VP" not in bases[first:]:
        return False
    return bases[bases.index("VP", first) - 1] == ","


def _goes_on(bases: Sequence[str], verbs: list[int]) -> bool:
    """If an auxiliary and its verb are in one bracket (is thinking), or be is said twice: is he, is he."""
    last = verbs[-1]
    if bases[last] in _AFTER_HELPER and last - verbs[0] < 3:
        return True
    return len(verbs) == 2 and {"CC", *CLAUSES}.isdisjoint(bases)


def _clause(base: str, bases: Sequence[str], kinds: Sequence[Kind]) -> int:
    functions = [one.functions for one in kinds]
    verbs = [i for i, one in enumerate(bases) if one in VERBS or one == "TO"]
    if base == "SBAR" and "VP" in bases and bases[0] == "SBAR" and not {"S", "CC"} & set(bases):
        return bases.index("VP")  # what he knew was enough, without an S around it
    inside = _first(bases, _IN_SBAR) if base in ("SBAR", "SBARQ") else -1
    if base == "SBARQ" and verbs and not (CLAUSES | {"VP"}).intersection(bases):
        return verbs[0]  # what is grit
    if inside >= 0:
        return inside
    phrases = [i for i, one in enumerate(bases) if one == "VP"]
    phrases = [i for i in phrases if "SBJ" not in functions[i]] or phrases
    bare = (
        base == "S" and bool(verbs) and (not _inside(bases) or _first_of_all(bases, kinds, verbs))
    )
    if bare or (verbs and base in ("VP", "SQ", "SINV")):
        told = any("PRD" in tags for tags in functions[verbs[0] : max(phrases, default=0)])
        if phrases and kinds[verbs[0]].helper and not told:
            return phrases[-1] if base == "VP" else phrases[0]
        if kinds[verbs[0]].helper and _goes_on(bases, verbs):
            return verbs[-1]
        if base == "VP" and bases[verbs[0]] == "MD" and "S" in bases:
            return bases.index("S")  # ought to
        return verbs[0]
    if verbs and base == "S" and not phrases and bases[verbs[0]] not in ("MD", "TO"):
        return verbs[0]
    if base == "VP" and not phrases and "JJ" in bases and not _BESIDE_ADJECTIVE.intersection(bases):
        return bases.index("JJ")  # a participle that is tagged as an adjective: was pressured by
    phrases += [i for i, tags in enumerate(functions) if "PRD" in tags]
    if phrases:
        return phrases[0]
    content = [i for i, one in enumerate(bases) if one not in PUNCTUATION]
    if base == "S" and len(content) == 2 and bases[content[0]] == "NP":
        # A small clause without a verb: the witness honest; not: Thanks, friend.
        between = bases[content[0] + 1 : content[1]]
        beside = _QUOTED.issuperset(between) or bases[content[1]] != "NP"
        return content[1] if beside else content[0]
    if base == "S" and [bases[i] for i in content] in (["NP", "ADJP", "SBAR"], ["NP", "ADJP", "S"]):
        return content[1]  # find it odd that he left
    if base in ("FRAG", "X"):
        return _fragment(bases, functions)
    marked = (not _NO_HEAD.isdisjoint(tags) for tags in functions)
    free = ["" if no and one != "NP" else one for one, no in zip(bases, marked, strict=True)]
    called = [i for i, tags in enumerate(functions) if "VOC" in tags]
    if len(called) < len(content):
        free = ["" if i in called else one for i, one in enumerate(free)]
    return _first(free, _NO_VERB)


_QUOTED = frozenset({"``", "''"})


def _fragment(bases: Sequence[str], functions: Sequence[frozenset[str]]) -> int:
    """The first child of the first kind that occurs; an adjunct or a form of address only if it is alone."""
    for without in (frozenset({"VOC", "TMP", "ADV", "PRP"}), frozenset({"VOC"}), frozenset[str]()):
        for kinds in _IN_FRAGMENT:
            for i, one in enumerate(bases):
                if one in kinds and not functions[i] & without:
                    return i
    return -1
