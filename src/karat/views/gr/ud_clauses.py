"""Subjects, complements and clauses of Universal Dependencies as relations."""

from karat.views.gr import ud_selected
from karat.views.gr.draft import PRO
from karat.views.gr.graph import RELATIVE
from karat.views.gr.ud_reading import Reading

_BRACKETS = ("(", "[", "{", "-LRB-")
_DASHES = ("-", "--", "–", "—")
_NOUNS = ("NOUN", "PROPN", "PRON", "NUM", "_")
# Clauses that may be a sentence of their own, where a missing subject is Pro in every language.
_MAIN = frozenset({"root", "ccomp", "parataxis"})
_FINITE_CLAUSES = _MAIN | {"conj", "advcl", "acl", "csubj"}


def predicate(reading: Reading, word: int, be: int) -> None:
    """The complement of be."""
    draft, named = reading.draft, reading.named[word]
    if reading.s.rel[be] == "aux:caus":
        draft.link("xcomp", "_", be, named)
        return
    shared = reading.s.head[be] != word
    draft.link("xcomp", reading.case(word, shared=shared) or "_", be, named)
    draft.verb_of[named] = be


def clause_as_predicate(reading: Reading, word: int, be: int) -> None:
    """A clause as the complement of be, with its conjuncts: the problem is that …"""
    s, draft = reading.s, reading.draft
    for one in (word, *s.of(word, "conj")):
        if one != word and (one in reading.outer or s.having(one, "nsubj", "csubj")):
            continue
        label = "xcomp" if reading.open(one, inner=True) else "ccomp"
        draft.link(label, reading.mark(one, inner=True), be, reading.own(one))


def subject(reading: Reading, head: int, word: int, label: str) -> None:
    """A subject that is not a clause; with an existential there it is a predicate.

    A subject before an outer copula is its own. A main clause without a verb has its predicate for a
    head (prices reasonable), a formula its sign (x < y); subjects that only the enhanced graph gives
    to a predicate are not repeated.
    """
    s, draft, named = reading.s, reading.draft, reading.named[word]
    in_tree = s.head[s.first(word)] == head
    outer = reading.outer.get(head, -1)
    if label.endswith(":outer"):
        verb = outer if outer >= 0 else reading.own(head) if in_tree else -1
    elif word < outer and in_tree and not s.having(head, "nsubj:outer", "csubj:outer"):
        verb = outer
    else:
        verb = reading.own(head)
    imperative = not in_tree and verb >= 0 and "Mood=Imp" in s.feats[verb]
    verbless = s.bases[s.first(head)] not in ("advcl", "acl") or s.upos[head] == "SYM"
    if verb < 0 or imperative or not (draft.verb(verb) or (in_tree and verbless)):
        return
    if label.startswith("expl"):
        if in_tree and reading.expletive(word):
            draft.expletive.add(verb)
            draft.subject([verb], [named])
    elif word > verb != outer and _existential(reading, head):
        draft.link("xcomp", "_", verb, named)
    elif "xsubj" not in label or not reading.predicate(head):
        if label.endswith(":pass") and (in_tree or s.tag[verb] == "VBN"):
            draft.passive.add(verb)
        draft.subject([verb], [named])


def _existential(reading: Reading, head: int) -> bool:
    words = reading.lexicon.existential
    return any(reading.lemma(word) in words for word in reading.s.of(head, "expl"))


def _stood_for(reading: Reading, head: int) -> int:
    """The word of which a clause with an expletive is the complement: it seems unlikely that …"""
    s = reading.s
    predicates = [w for w in s.of(head, "xcomp") if reading.predicate(w)]
    return reading.named[predicates[0] if s.of(head, "expl") and predicates else head]


def clausal_subject(reading: Reading, head: int, word: int, label: str) -> None:
    """A clause as subject; with an expletive, or where there is no verb, a complement of the predicate.

    A subject that only the enhanced graph gives to a predicate is not repeated.
    """
    if "xsubj" in label and reading.predicate(head):
        return
    draft = reading.draft
    clause, is_open = reading.clause(word), reading.open(word)
    outer = reading.outer.get(head, -1)
    verb = outer if outer >= 0 and word < outer else reading.own(head)
    if _extraposed(reading, head, word) or not draft.verb(verb):
        above = _stood_for(reading, head)
        draft.link("xcomp" if is_open else "ccomp", reading.mark(word), above, clause)
        return
    if label.endswith(":pass"):
        draft.passive.add(verb)
    draft.subject([verb], [clause], "xsubj" if is_open else "csubj")


def _extraposed(reading: Reading, head: int, word: int) -> bool:
    """Whether a clausal subject has an expletive in its place, or follows a passive: it is known that."""
    s = reading.s
    if any(reading.expletive(w) for w in s.of(head, "expl")):
        return True
    shared = s.of(s.first(head), "expl")
    after_passive = head in reading.draft.passive or any(map(reading.expletive, shared))
    return head < word and after_passive


def complement(reading: Reading, head: int, word: int, label: str) -> None:
    """A clause as complement; without tense and subject it is open: know how to search."""
    draft, above = reading.draft, _stood_for(reading, head)
    clause, mark = reading.clause(word), reading.mark(word)
    if draft.verb(clause) and reading.open(word) and reading.s.tag[clause] != "VBN":
        draft.link("xcomp", mark, above, clause)
        draft.await_subject([clause], [above], "xcomp")
    else:
        draft.link("ccomp", mark, above, clause)
        if mark == "for" and reading.infinitive(word):
            ud_selected.please(reading, head, word, above, clause)


def open_complement(reading: Reading, head: int, word: int, label: str) -> None:
    """An infinitive, a participle or a predicate."""
    draft = reading.draft
    above, clause = reading.named[head], reading.clause(word)
    if reading.predicate(word) and not reading.infinitive(word):
        above = reading.own(head)
        draft.link("xcomp", reading.case(word, head) or "_", above, clause)
        draft.verb_of[clause] = above
        return
    draft.link("xcomp", reading.mark(word), above, clause)
    draft.await_subject([clause], [above], "xcomp")
    ud_selected.please(reading, head, word, above, clause)


def adnominal(reading: Reading, head: int, word: int, label: str) -> None:
    """A clause that modifies a noun, or is its complement: the fact that, no idea what."""
    draft, s = reading.draft, reading.s
    noun, clause, mark = reading.named[head], reading.clause(word), reading.mark(word)
    if "relcl" in label:
        if reading.open(word) and mark != "_":
            draft.link("xmod", mark, noun, clause)  # a knife with which to cut
        else:
            draft.link("cmod", _pronoun(reading, head, word) or mark, noun, clause)
        if reading.open(word):
            draft.await_subject([clause], [noun], "xmod")
    elif not draft.verb(clause) and s.of(word, "nsubj"):
        _verbless(reading, noun, word, mark)
    elif not reading.open(word):
        relative = s.pronoun(word, head)
        gap = relative >= 0 and "PronType=Rel" in s.feats[relative]
        if gap or (mark != "_" and mark not in reading.lexicon.complementiser):
            kind = reading.spelt(relative) if gap else mark
            selected = not gap and ud_selected.by_noun(reading, noun, word)
            draft.link("ccomp" if selected else "cmod", kind, noun, clause)
        else:
            draft.link("ccomp", mark, noun, clause)
    elif ud_selected.by_noun(reading, noun, word):
        draft.link("xcomp", mark, noun, clause)
        draft.subject([clause], ud_selected.possessors(reading, head))
    else:
        draft.link("xmod", mark, noun, clause)
        if mark == "_" and word not in reading.be and draft.verb(word):
            draft.subject([clause], [noun])


def _pronoun(reading: Reading, head: int, word: int) -> str:
    """The relative pronoun or adverb of a clause, its own or that of the first conjunct."""
    s = reading.s
    for verb in (word, s.first(word)):
        found = s.pronoun(verb, head)
        if found >= 0:
            return reading.spelt(found)
    return ""


def adverbial(reading: Reading, head: int, word: int, label: str) -> None:
    """A clause that modifies a clause, or a complement with a preposition."""
    if label in RELATIVE:
        adnominal(reading, head, word, label)
        return
    draft, s = reading.draft, reading.s
    above, clause = reading.governor(head, word, "advcl"), reading.clause(word)
    mark = reading.mark(word)
    if mark == "_":
        wh = [w for w in s.of(s.first(word), "advmod") if s.tag[w] == "WRB"]
        mark = reading.spelt(wh[0]) if wh else "_"
    adjective = ud_selected.by_adjective(reading, head, word, mark)
    if not (draft.verb(clause) or reading.infinitive(word) or s.upos[word] == "SYM"):
        _verbless(reading, above, word, mark)
        return
    above = reading.named[head] if adjective else above
    selected = adjective or ud_selected.by_verb(reading, above, word, mark)
    if not reading.open(word):
        draft.link("ccomp" if selected else "cmod", mark, above, clause)
    else:
        draft.link("xcomp" if selected else "xmod", mark, above, clause)
        if adjective:
            by_object = reading.infinitive(s.first(word))
        else:
            by_object = selected and mark in reading.lexicon.of_object
        draft.await_subject([clause], [above], "xcomp" if by_object else "xmod")


def _verbless(reading: Reading, above: int, word: int, mark: str) -> None:
    """A phrase that stands for a clause; where it has a subject, the subject is what it says more about.

    With his hands in his pockets: hands modify the verb, pockets the hands.
    """
    draft, case = reading.draft, reading.case(word, shared=False)
    subjects = [reading.named[w] for w in reading.s.of(word, "nsubj")]
    if subjects:
        draft.modify([above], subjects, mark)
        draft.modify(subjects, [reading.named[word]], case or "_")
    else:
        draft.modifier(above, reading.named[word], reading.case(word) or mark)


def beside(reading: Reading, head: int, word: int, label: str) -> None:
    """Parataxis: what stands in brackets or has a conjunction modifies; a report takes the rest.

    Two clauses side by side have no relation: each is a sentence of its own.
    """
    draft, s = reading.draft, reading.s
    if s.head[word] != head:
        return
    clause, mark, own = reading.clause(word), reading.mark(word), s.below[word]
    above = reading.governor(head, word, "advcl")
    if not draft.verb(clause):
        if _in_brackets(reading, word) and s.upos[word] != "PROPN":
            draft.modifier(above, clause, reading.case(word) or "_")
    elif _reports(reading, word, clause):
        draft.link("ccomp", "_", clause, reading.clause(head))
    elif ("mark" in own and not reading.infinitive(word)) or _in_brackets(reading, word):
        draft.link("xmod" if reading.open(word) else "cmod", mark, above, clause)


def _reports(reading: Reading, word: int, clause: int) -> bool:
    """Whether a clause says who said or thought the sentence it stands in, and nothing more."""
    own = reading.s.below[word]
    verb = reading.lemma(clause) in reading.lexicon.reporting and "nsubj" in own
    return verb and not own.keys() & {"obj", "ccomp", "xcomp", "mark"}


def _in_brackets(reading: Reading, word: int) -> bool:
    """Whether a phrase stands in brackets or between dashes; its marks depend on it."""
    s = reading.s
    marks = s.of(word, "punct")
    dashes = [mark for mark in marks if s.form[mark] in _DASHES]
    around = dashes and dashes[0] < word < dashes[-1]
    return bool(around) or any(s.form[mark] in _BRACKETS for mark in marks)


def apposed(reading: Reading, head: int, word: int, label: str) -> None:
    """A noun that names another; a clause is the complement of the noun: his words, I can't breathe."""
    draft = reading.draft
    clause = reading.clause(word)
    if not draft.verb(clause):
        draft.modifier(reading.named[head], reading.named[word], reading.lead(word))
    elif reading.s.upos[head] in _NOUNS and not draft.verb(reading.named[head]):
        label = "xcomp" if reading.open(word) else "ccomp"
        draft.link(label, reading.mark(word), reading.named[head], clause)


def unspoken(reading: Reading) -> None:
    """Pro, where a finite verb or an imperative has no subject.

    In a language without pro-drop only in clauses that may stand alone, and in conjuncts of one whose
    subject is Pro; there a clause without a subject inside another is a comparison or a gap.
    """
    s, draft = reading.s, reading.draft
    for word, label in enumerate(s.bases):
        if label not in _FINITE_CLAUSES or word in reading.left_out:
            continue
        verb = reading.own(word)
        if verb in draft.subjects or not draft.verb(verb) or reading.subjects(word):
            continue
        if _imperative(reading, word, verb):
            draft.subject([verb], [PRO])
        elif not any(map(reading.finite, (verb, *s.of(word, "aux")))) or reading.infinitive(word):
            continue
        elif label == "conj" and not reading.lexicon.pro_drop:
            first = s.head[word]
            if first >= 0 and PRO in draft.subjects.get(reading.own(first), ()):
                draft.subject([verb], [PRO])
        elif label in _MAIN or reading.lexicon.pro_drop:
            draft.subject([verb], [PRO])


def _imperative(reading: Reading, word: int, verb: int) -> bool:
    """By the mood; in a file without features a bare verb as the main one."""
    s = reading.s
    moods = [s.feats[w] for w in (verb, *s.of(word, "aux"))]
    if any("Mood=Imp" in one for one in moods):
        return True
    bare = s.tag[verb] == "VB" and s.feats[verb] == "_" and s.upos[verb] in ("VERB", "_")
    return bare and s.bases[word] == "root" and not s.having(word, "aux", "mark")
