"""Grammatical relations of a sentence in Universal Dependencies.

Three things change: ``be`` is the head of its clause, not the predicate; the head of a name is its
last word; and the labels, with cases and markers, become relations with types.
"""

from karat.model.gr import Gr
from karat.views.gr.control import share_subjects
from karat.views.gr.draft import PRO, PRONOUNS
from karat.views.gr.graph import Sentence
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.ud_reading import OF_CLAUSE, Reading

_NO_RELATION = frozenset({
    "root", "punct", "det", "cc", "case", "mark", "aux", "cop", "fixed", "flat", "goeswith", "ref",
    "conj", "clf", "orphan", "reparandum",
})  # fmt: skip
_IN_NAMES = frozenset({"compound", "flat", "amod", "nmod:desc", "nummod", "dep"})


def extract(sentence: Sentence, lexicon: Lexicon) -> list[Gr]:
    reading = Reading(sentence, lexicon)
    for predicate, be in reading.be.items():
        _predicate(reading, predicate, be)
    for word, edges in enumerate(sentence.edges):
        for head, label in edges:
            if head >= 0 and head != word:
                _edge(reading, head, word, label)
        if sentence.rel[word] == "orphan":
            _orphan(reading, word)
        if sentence.rel[word] in ("root", "ccomp", "conj", "parataxis"):
            _imperative(reading, word)
    share_subjects(reading.draft)
    return reading.draft.relations()


def _predicate(reading: Reading, predicate: int, be: int) -> None:
    """The complement of be."""
    draft, named = reading.draft, reading.named[predicate]
    if reading.inner(predicate):
        label = "xcomp" if reading.open(predicate) else "ccomp"
        draft.add(label, reading.mark(predicate), [be], [predicate])
    else:
        draft.add("xcomp", reading.case(predicate) or "_", [be], [named])
        draft.verb_of[named] = be


def _edge(reading: Reading, head: int, word: int, label: str) -> None:
    base, *subtypes = label.split(":")
    if base in _NO_RELATION or word in reading.stranded.get(head, ()):
        return
    if _repeated(reading, head, base) or _inside_name(reading, head, word):
        return
    draft = reading.draft
    above, named = reading.governor(head, word, base), reading.named[word]
    if above == word:
        # A month below its day: in relations the day depends on the month.
        named = head
    if base in ("nsubj", "expl"):
        _subject(reading, head, word, label)
    elif base == "csubj":
        _clausal_subject(reading, head, word, label)
    elif base in ("obj", "iobj"):
        if base == "obj" and above in draft.passive and not reading.s.having(head, "xcomp"):
            draft.promoted[above] = "iobj"
        draft.object([above], [named], base)
    elif base == "ccomp":
        draft.add("ccomp", reading.mark(word), [_stood_for(reading, head)], [reading.clause(word)])
    elif base == "xcomp":
        _open_complement(reading, head, word)
    elif base in ("obl", "nmod"):
        _nominal(reading, head, word, label)
    elif base == "acl" or label == "advcl:relcl":
        _adnominal(reading, head, word, label)
    elif base in ("advcl", "parataxis"):
        _adverbial(reading, above, word, base)
    elif base == "compound" and "prt" in subtypes:
        draft.modify([above], [named], "prt")
    elif word not in reading.joining:
        draft.modify([above], [named])


def _repeated(reading: Reading, head: int, base: str) -> bool:
    """Whether an edge of a second predicate only repeats what be has from the first one."""
    first = reading.s.head[head]
    joined = reading.s.rel[head] == "conj" and base in OF_CLAUSE
    return joined and reading.be.get(head, -1) == reading.be.get(first, -2)


def _inside_name(reading: Reading, head: int, word: int) -> bool:
    s = reading.s
    proper = s.tag[head].startswith("NNP") and s.tag[word].startswith("NNP")
    return proper and s.head[word] == head and s.rel[word] in _IN_NAMES


def _subject(reading: Reading, head: int, word: int, label: str) -> None:
    """A subject that is not a clause; with an existential there it is a predicate."""
    s, draft, named = reading.s, reading.draft, reading.named[word]
    own = reading.inner(head) and "outer" not in label
    verb = head if own else reading.clause(head)
    if label.startswith("expl"):
        draft.expletive.add(verb)
        draft.subject([verb], [named])
    elif "outer" not in label and _expletive(reading, head, "there"):
        draft.add("xcomp", "_", [verb], [named])
    elif "xsubj" not in label or not reading.predicate(head):
        if "pass" in label.split(":") and (s.head[word] == head or s.tag[verb] == "VBN"):
            draft.passive.add(verb)
        draft.subject([verb], [named])


def _expletive(reading: Reading, head: int, lemma: str) -> bool:
    s = reading.s
    return any(s.lemma[word].lower() == lemma for word in s.having(head, "expl"))


def _stood_for(reading: Reading, head: int) -> int:
    """The word of which a clause with an expletive is the complement: it seems unlikely that …"""
    s = reading.s
    predicates = [w for w in s.having(head, "xcomp") if reading.predicate(w)]
    return reading.named[predicates[0] if s.having(head, "expl") and predicates else head]


def _clausal_subject(reading: Reading, head: int, word: int, label: str) -> None:
    """A clause as subject; with an expletive it is a complement of the predicate."""
    draft = reading.draft
    clause, is_open = reading.clause(word), reading.open(word)
    if _expletive(reading, head, "it"):
        above = _stood_for(reading, head)
        draft.add("xcomp" if is_open else "ccomp", reading.mark(word), [above], [clause])
        return
    verb = reading.clause(head)
    if "pass" in label.split(":"):
        draft.passive.add(verb)
    draft.subject([verb], [clause], "xsubj" if is_open else "csubj")


def _open_complement(reading: Reading, head: int, word: int) -> None:
    """An infinitive, a participle or a predicate."""
    draft = reading.draft
    above, clause = reading.named[head], reading.clause(word)
    if reading.predicate(word) and not reading.infinitive(word):
        draft.add("xcomp", reading.case(word) or "_", [above], [clause])
        draft.verb_of[clause] = above
        return
    draft.add("xcomp", reading.mark(word), [above], [clause])
    draft.await_subject([clause], [above], "xcomp")
    s = reading.s
    tough = above in draft.verb_of and s.lemma[above] in reading.lexicon.tough
    if tough and not s.having(word, "obj", "ccomp", "xcomp", "cop"):
        # The tenants are easy to please: they are the object.
        draft.object([clause], [reading.named[w] for w in s.having(head, "nsubj")])


def _nominal(reading: Reading, head: int, word: int, label: str) -> None:
    """A noun with or without a preposition."""
    s, draft = reading.s, reading.draft
    base, *subtypes = label.split(":")
    above, named = reading.governor(head, word, base), reading.named[word]
    if "agent" in subtypes:
        draft.add("arg_mod", "by", [above], [named], "subj")
    elif "poss" in subtypes:
        owner = reading.antecedent(word) if s.tag[word] == "WP$" else -1
        draft.modify([above], [owner if owner >= 0 else named], "poss")
    elif above == word:
        draft.modify([word], [head])
    else:
        case = reading.case(word, label, head) or "_"
        selected = base == "obl" and reading.lexicon.selects(s.lemma[above], case)
        draft.add("iobj" if selected else "ncmod", case, [above], [named])


def _adnominal(reading: Reading, head: int, word: int, label: str) -> None:
    """A clause that modifies a noun."""
    draft = reading.draft
    noun, clause, mark = reading.named[head], reading.clause(word), reading.mark(word)
    if "relcl" in label:
        draft.add("cmod", _pronoun(reading, head, word) or mark, [noun], [clause])
        if reading.open(word):
            draft.await_subject([clause], [noun], "xmod")
    elif not reading.open(word):
        label = "ccomp" if mark != "_" else "cmod"
        kind = mark if mark != "_" else _pronoun(reading, head, word) or "_"
        draft.add(label, kind, [noun], [clause])
    else:
        draft.add("xmod", mark, [noun], [clause])
        if mark == "_" and word not in reading.be and draft.verb(word):
            _participle(reading, word)
            draft.subject([clause], [noun])


def _participle(reading: Reading, word: int) -> None:
    """A past participle without auxiliary is passive."""
    if reading.s.tag[word] == "VBN" and not reading.s.having(word, "aux"):
        reading.draft.passive.add(word)


def _pronoun(reading: Reading, head: int, word: int) -> str:
    """The relative pronoun or adverb of a clause, its own or that of the first conjunct."""
    s = reading.s
    word = s.first(word)
    inside = sorted({word, *s.descendants(word)})
    found = [w for w in inside if (head, "ref") in s.edges[w]]
    found += [w for w in inside if head < w < word and s.tag[w] in PRONOUNS]
    return s.form[found[0]].lower() if found else ""


def _adverbial(reading: Reading, above: int, word: int, base: str) -> None:
    """A clause that modifies a clause, or a complement with a preposition."""
    draft, s = reading.draft, reading.s
    clause, mark = reading.clause(word), reading.mark(word)
    if mark == "_" and base == "advcl":
        wh = [w for w in s.having(s.first(word), "advmod") if s.tag[w] == "WRB"]
        mark = s.form[wh[0]].lower() if wh else "_"
    if not draft.verb(clause) and (base == "parataxis" or mark != "to"):
        draft.modify([above], [clause], reading.case(word) or mark)
    elif base == "parataxis" or not reading.open(word):
        draft.add("cmod", mark, [above], [clause])
    else:
        selected = mark != "to" and reading.lexicon.selects(s.lemma[above], mark)
        draft.add("xcomp" if selected else "xmod", mark, [above], [clause])
        _participle(reading, word)
        draft.await_subject([clause], [above], "xmod")


def _orphan(reading: Reading, word: int) -> None:
    """Gapping: the first remnant counts as the subject, the others by their form."""
    s, draft = reading.s, reading.draft
    first = s.head[word]
    verb = s.head[first] if first >= 0 and s.rel[first] == "conj" else -1
    if verb < 0 or not draft.verb(verb):
        return
    draft.subject([verb], [reading.named[first]])
    case = reading.case(word)
    if s.upos[word] == "ADV" or case:
        draft.modify([verb], [reading.named[word]], case or "_")
    else:
        draft.object([verb], [reading.named[word]])


def _imperative(reading: Reading, word: int) -> None:
    """An imperative has an unspoken subject."""
    s, verb = reading.s, reading.clause(word)
    moods = [s.feats[w] for w in (verb, *s.having(word, "aux"))]
    if any("Mood=Imp" in one for one in moods) and not s.having(word, "nsubj", "csubj", "expl"):
        reading.draft.subject([verb], [PRO])
