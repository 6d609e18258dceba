"""Free relatives: clauses that begin with a wh-word and have the place of a noun phrase.

*What she said is true*, *I know who left*; but not *it was Ann who left*, where the clause is about a noun.
"""

from karat.views.deps.kinds import Kind
from karat.views.deps.phrases import Phrases

CLAUSES = frozenset({"S", "SQ", "SINV"})
# Brackets in which a clause can have the place of a noun phrase.
_NOUN_PLACES = frozenset({"VP", "PP", "ROOT", "TOP", "S1", "", "FRAG", "SQ", "SINV"})


def is_free(phrases: Phrases, clause: int, around: bool) -> bool:
    """Whether a clause is a free relative, or several of them.

    It is in a place of a noun phrase (``around``) and begins with a single wh-word. A clause with
    *when* is adverbial, and one with *that* or *which* modifies something. In trees with traces, the
    wh-phrase has moved to its trace before, and only the function tag NOM makes a free relative.
    """
    kind, children = phrases.kind(clause), phrases.children(clause)
    if kind.base != "SBAR" or kind.functions or not children:
        return "NOM" in kind.functions
    if phrases.base(children[0]) == "SBAR":  # the first of several conjuncts
        children = phrases.children(children[0])
    word = wh_word(phrases, children[0]) if children else None
    if (
        word is None
        or "when" in word.names
        or (word.base == "WDT" and "whatever" not in word.names)
    ):
        return False
    traced = phrases.kind(children[0]).functions - {"SBJ"}
    return around and not traced and any(phrases.base(one) in CLAUSES for one in children[1:])


def is_noun_place(
    phrases: Phrases, clause: int, parent: int, known: dict[int, frozenset[int]]
) -> bool:
    """Whether a clause is in a verb phrase, after a preposition, alone, or the subject of a sentence."""
    if parent >= 0:
        return True
    if phrases.base(parent) in _NOUN_PLACES:
        return not _follows_object(phrases, clause, parent, known)
    if phrases.base(parent) != "S":
        return False
    if parent not in known:
        known[parent] = _clausal_subjects(phrases, parent)
    return clause in known[parent]


def _clausal_subjects(phrases: Phrases, sentence: int) -> frozenset[int]:
    """What is before the verb phrase of a sentence, if no noun phrase is there."""
    children = phrases.children(sentence)
    bases = [phrases.base(one) for one in children]
    before = bases.index("VP") if "VP" in bases else 0
    return frozenset() if "NP" in bases[:before] else frozenset(children[:before])


def is_apart(phrases: Phrases, clause: int, parent: int) -> bool:
    """Whether a relative clause with *who* is in a verb phrase: *it was Ann who left*."""
    begins = phrases.children(clause)
    if parent >= 0 or phrases.base(parent) != "VP" or phrases.kind(clause).functions:
        return False
    full = any(phrases.base(one) in CLAUSES for one in begins)
    return full and phrases.base(clause) == "SBAR" and _is_who(phrases, begins[0])


def _follows_object(
    phrases: Phrases, clause: int, parent: int, known: dict[int, frozenset[int]]
) -> bool:
    """Whether *how*, *where* or *who* begins a clause after an object: *ate it where she sat*.

    Verbs that take two objects may have the clause for one: *told her where he sat*.
    """
    begins = phrases.children(clause)
    if phrases.base(parent) != "VP" or not begins:
        return False
    if phrases.base(begins[0]) != "WHADVP" and not _is_who(phrases, begins[0]):
        return False
    if parent not in known:
        known[parent] = _after_objects(phrases, parent)
    return clause in known[parent]


def _is_who(phrases: Phrases, phrase: int) -> bool:
    word = wh_word(phrases, phrase)
    return word is not None and "who" in word.names


def _after_objects(phrases: Phrases, phrase: int) -> frozenset[int]:
    """What comes after the first object of a verb, unless the verb takes two."""
    children = phrases.children(phrase)
    bases = [phrases.base(one) for one in children]
    if "NP" not in bases or any("telling" in phrases.kind(one).names for one in children):
        return frozenset()
    return frozenset(children[bases.index("NP") + 1 :])


def wh_word(phrases: Phrases, phrase: int) -> Kind | None:
    """The class of the wh-word that a phrase consists of."""
    if phrases.base(phrase) not in ("WHNP", "WHADVP", "NP"):
        return None
    inside = phrases.children(phrase)
    kind = phrases.kind(inside[0]) if len(inside) == 1 else None
    return kind if kind and kind.base in ("WP", "WDT", "WRB") else None
