"""Grammatical relations of a sentence in Universal Dependencies.

Three things change: ``be`` is the head of its clause, not the predicate; the head of a name is its
last word; and the labels, with cases and markers, become relations with types.
"""

from collections.abc import Callable

from karat.model.gr import Gr
from karat.views.gr import ud_clauses
from karat.views.gr.circles import open_circles, open_pairs
from karat.views.gr.control import share_subjects
from karat.views.gr.enhance import whole
from karat.views.gr.graph import RELATIVE, Sentence, base
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.ud_reading import OF_CLAUSE, Reading
from karat.views.gr.ud_words import called

# dep says nothing about the relation, list and parataxis (but for reports) join what is not related.
_NO_RELATION = frozenset({
    "root", "punct", "cc", "case", "mark", "aux", "cop", "fixed", "goeswith", "ref", "conj",
    "clf", "orphan", "reparandum", "dep", "list",
})  # fmt: skip
_IN_NAMES = frozenset({"compound", "flat", "amod", "nmod:desc", "nummod", "dep"})


def extract(sentence: Sentence, lexicon: Lexicon) -> list[Gr]:
    whole(sentence, lexicon)
    reading = Reading(sentence, lexicon)
    for predicate, be in reading.be.items():
        ud_clauses.predicate(reading, predicate, be)
    for predicate, be in reading.outer.items():
        ud_clauses.clause_as_predicate(reading, predicate, be)
    left_out = reading.left_out
    for word, edges in enumerate(sentence.edges):
        for head, label in edges:
            kind = base(label)
            if kind not in _NO_RELATION and head >= 0 and head != word:
                if word not in left_out and head not in left_out:
                    _edge(reading, head, word, label, kind)
            elif kind == "orphan" and word not in left_out:
                _orphan(reading, word)
    ud_clauses.unspoken(reading)
    share_subjects(reading.draft)
    open_circles(reading.draft)
    open_pairs(reading.draft)
    return reading.draft.relations()


def _edge(reading: Reading, head: int, word: int, label: str, kind: str) -> None:
    if reading.stranded and word in reading.stranded.get(head, ()):
        return
    if reading.be and _repeated(reading, head, word, kind):
        return
    if label in ("advmod", "obl") and _where(reading.s, head, word):
        return
    if reading.s.tag[head].startswith("NNP") and _inside_name(reading, head, word):
        return
    _RULES.get(kind, _modifier)(reading, head, word, label)


def _where(s: Sentence, head: int, word: int) -> bool:
    """Whether a clause is about a word through an adverb, as its type says: the village where they live."""
    clause = s.first(head)
    if s.rel[clause] not in RELATIVE or s.head[clause] != s.first(word):
        return False
    pronoun = s.pronoun(clause, s.first(word))
    return pronoun >= 0 and s.tag[pronoun] == "WRB" and "case" not in s.below[pronoun]


def _repeated(reading: Reading, head: int, word: int, kind: str) -> bool:
    """Whether an edge of a second predicate only repeats what be has from the first one."""
    s = reading.s
    if s.bases[head] != "conj" or kind not in OF_CLAUSE or s.head[word] == head:
        return False
    return reading.be.get(head, -1) == reading.be.get(s.head[head], -2)


def _inside_name(reading: Reading, head: int, word: int) -> bool:
    s = reading.s
    return s.head[word] == head and s.rel[word] in _IN_NAMES and s.tag[word].startswith("NNP")


def _modifier(reading: Reading, head: int, word: int, label: str) -> None:
    """Whatever no other rule is for: adjectives, adverbs, numbers, nouns beside nouns."""
    kind = base(label)
    if word in reading.joining or (kind == "discourse" and _sound(reading, word)):
        return
    above, named = reading.governor(head, word, kind), reading.named[word]
    if above == word:
        # A month below its day: in relations the day depends on the month.
        named = head
    if label == "compound:prt":
        type_ = "prt"
    elif reading.s.below[word]:
        type_ = reading.case(word, shared=False) or reading.lead(word)
    else:
        type_ = "_"
    reading.draft.modifier(above, named, type_)


def _sound(reading: Reading, word: int) -> bool:
    """Whether a word is a hesitation, the number of an item, a picture of a face, or I mean."""
    s = reading.s
    if reading.draft.verb(word) and "nsubj" in s.below[word]:
        return True
    number = s.tag[word] == "LS" or s.upos[word] in ("SYM", "PUNCT", "NUM", "X")
    return number or reading.lemma(word) in reading.lexicon.filler


def _possessive(reading: Reading, head: int, word: int, label: str) -> None:
    """A determiner; only those that say whose it is have a relation (French son, as English his)."""
    if "Poss=Yes" in reading.s.feats[word]:
        reading.draft.modifier(reading.named[head], word, "poss")


def _flat(reading: Reading, head: int, word: int, label: str) -> None:
    """A part of a name has no relation; a number or a name after a noun modifies it: Terminal 1."""
    s = reading.s
    number = s.tag[word] == "CD" and s.tag[head].startswith("N")
    if (number and reading.lemma(word) not in reading.lexicon.suffix) or called(
        s, reading.lexicon, head, word
    ):
        reading.draft.modifier(reading.named[head], word)


def _object(reading: Reading, head: int, word: int, label: str) -> None:
    s, draft, kind = reading.s, reading.draft, base(label)
    above, named = reading.named[head], reading.named[word]
    if label.endswith(":agent"):
        # The one who is made to do it: il fait partir les gens.
        draft.subject([above], [named])
    elif s.upos[head] not in ("VERB", "AUX", "SYM", "_") and not draft.verb(head):
        draft.modifier(above, named)
    elif s.lemma[head] == "be" or (above in draft.passive and _names(reading, head, kind)):
        draft.link("xcomp", "_", above, named)
    elif kind == "iobj" and not reading.lexicon.two_objects:
        draft.link("iobj", reading.case(word) or "_", above, named)
    else:
        if kind == "obj" and above in draft.passive and not s.of(head, "xcomp"):
            draft.promoted[above] = "iobj"
        draft.object([above], [named], kind)


def _names(reading: Reading, head: int, kind: str) -> bool:
    """Whether the object of a passive verb is a predicate: a print called Cowboys."""
    return kind == "obj" and reading.lemma(head) in reading.lexicon.naming


def _nominal(reading: Reading, head: int, word: int, label: str) -> None:
    """A noun with or without a preposition."""
    s, draft, kind = reading.s, reading.draft, base(label)
    above, named = reading.governor(head, word, kind), reading.named[word]
    if label == "nmod:poss" or s.rel[word] == "nmod:poss":
        owner = reading.antecedent(word) if s.tag[word] == "WP$" else -1
        draft.modifier(above, owner if owner >= 0 else named, "poss")
        return
    if above == word:
        draft.modifier(word, head)
        return
    case = reading.case(word, head)
    marked = s.rel[word].endswith(":agent")
    if marked and s.of(head, "aux:caus"):
        # The one who is made to do it: faire faire à quelqu'un.
        draft.subject([reading.named[head]], [named])
        return
    if marked or (kind == "obl" and _agent(reading, head, word, case)):
        draft.link("arg_mod", case or "_", above, named, "subj")
        return
    # A verb has one recipient: il me l'a dit à la Haye.
    free = kind == "obl" and draft.verb(above) and not (s.of(head, "iobj") and s.head[word] == head)
    selected = (
        free
        and reading.lexicon.selects(reading.lemma(above), case, reading.lemma(named))
        and not _duration(reading, word, case)
    )
    argument = selected or (case and label.startswith("obl:arg"))
    kind = case or (reading.lead(word) if named != word else "_")
    draft.link("iobj" if argument else "ncmod", kind, above, named)


def _duration(reading: Reading, word: int, case: str) -> bool:
    """Whether a phrase says when or how long: for years, but not: for your time."""
    time = reading.lemma(word) in reading.lexicon.time
    return time and case in reading.lexicon.lasting and "nmod:poss" not in reading.s.below[word]


def _agent(reading: Reading, head: int, word: int, case: str) -> bool:
    """Whether a phrase names who did it: the preposition of agents, after a passive verb.

    Times, measures and places of a list are none; nor are numbers, unless it is said of what, and bare
    nouns of means and manners (by car, but: by a car). A conjunct is what the first one is.
    """
    s, lexicon = reading.s, reading.lexicon
    if case not in lexicon.agent or head not in reading.draft.passive:
        return False
    word = s.first(word)
    named = reading.named[word]
    lemma, below = reading.lemma(named), s.below[word]
    if s.tag[word] == "CD" or lemma[:1].isdigit() or lemma in lexicon.quantity:
        return "nmod" in below
    if s.upos[named] != "NOUN" or reading.lemma(head) in lexicon.surround:
        return lemma not in lexicon.time and lemma not in lexicon.measure
    bare = not below.keys() & {"det", "amod", "nmod", "compound", "nummod"}
    if bare and lemma in lexicon.means and s.tag[named] != "NNS":
        return False
    return not any(lemma in words for words in (lexicon.time, lexicon.measure, lexicon.beside))


def _orphan(reading: Reading, word: int) -> None:
    """Gapping: the first remnant counts as the subject, the others by their form."""
    s, draft = reading.s, reading.draft
    first = s.head[word]
    verb = s.head[first] if first >= 0 and s.bases[first] == "conj" else -1
    if verb < 0 or not draft.verb(verb):
        return
    draft.subject([verb], [reading.named[first]])
    case = reading.case(word)
    if s.upos[word] == "ADV" or case:
        draft.modifier(verb, reading.named[word], case or "_")
    else:
        draft.object([verb], [reading.named[word]])


_RULES: dict[str, Callable[[Reading, int, int, str], None]] = {
    "nsubj": ud_clauses.subject,
    "expl": ud_clauses.subject,
    "csubj": ud_clauses.clausal_subject,
    "ccomp": ud_clauses.complement,
    "xcomp": ud_clauses.open_complement,
    "acl": ud_clauses.adnominal,
    "advcl": ud_clauses.adverbial,
    "parataxis": ud_clauses.beside,
    "appos": ud_clauses.apposed,
    "det": _possessive,
    "flat": _flat,
    "obj": _object,
    "iobj": _object,
    "obl": _nominal,
    "nmod": _nominal,
}
