"""Which clauses of Universal Dependencies are complements, though their label says modifier.

UD has advcl for *capable of running* and *looks like it broke*, and acl for *the failure to pay*; the marker
of the clause, its place, and lists of words (data/gr) tell such complements from modifiers.
"""

from karat.views.gr.ud_reading import Reading


def by_adjective(reading: Reading, head: int, word: int, mark: str) -> bool:
    """Whether an adverbial clause after an adjective is its complement: glad to help, tired of waiting.

    With a preposition the lists of the language decide. An infinitive is one unless it says what for
    (necessary to protect), or belongs to too or enough, to a comparative (bigger, to be heard) or to an
    ordinal (the first to go).
    """
    s, lexicon = reading.s, reading.lexicon
    word = s.first(word)
    if s.upos[head] != "ADJ" or not _follows(reading, head, word):
        return False
    adjective = reading.lemma(head)
    if adjective in lexicon.gerunds.get(mark, ()):
        return True
    if len(reading.marks(word)) != 1 or not reading.infinitive(word):
        return False
    if adjective in lexicon.tough - lexicon.purposive:
        return True
    measured = any(reading.lemma(one) in lexicon.measuring for one in s.of(head, "advmod"))
    other = s.tag[head] != "JJ" or "NumType=Ord" in s.feats[head] or adjective in lexicon.purposive
    return not measured and not other


def _follows(reading: Reading, head: int, word: int) -> bool:
    """Whether a clause comes after its head, with no comma or bracket before its marker."""
    s = reading.s
    start = min(reading.marks(word), default=word)
    return head < start and not s.punctuated(head, start)


def by_verb(reading: Reading, verb: int, word: int, mark: str) -> bool:
    """Whether an adverbial clause is the complement of a verb, by its marker.

    It looks like it broke, as if it broke; they wait for the rain to stop; he insists on paying.
    """
    s, lexicon, lemma = reading.s, reading.lexicon, reading.lemma(verb)
    first = s.first(word)
    taken = s.below[verb].keys() & {"obj", "xcomp"} or not _follows(reading, verb, first)
    if mark in lexicon.resembling:
        return lemma in lexicon.seeming and not taken
    if not reading.infinitive(first):
        return reading.open(word) and lexicon.selects(lemma, mark)
    wanted = lexicon.selects(lemma, mark) or lemma in lexicon.subject
    return wanted and mark not in lexicon.infinitive and not taken


def by_noun(reading: Reading, noun: int, word: int) -> bool:
    """Whether an infinitive is the complement of a noun like failure or right, not a modifier."""
    first = reading.s.first(word)
    listed = reading.lemma(noun) in reading.lexicon.attempt
    return listed and reading.infinitive(first) and not reading.s.of(word, "case")


def possessors(reading: Reading, head: int) -> list[int]:
    """The nouns that say whose a thing is, and so who acts: the army's failure to disarm."""
    s = reading.s
    owners = (word for word in s.of(head, "nmod:poss") if s.upos[word] in ("NOUN", "PROPN"))
    return [reading.named[word] for word in owners]


def please(reading: Reading, head: int, word: int, above: int, clause: int) -> None:
    """The tenants are easy to please, also: for me to please; they are the object."""
    draft, s = reading.draft, reading.s
    tough = above in draft.verb_of and reading.lemma(above) in reading.lexicon.tough
    if tough and not s.having(word, "obj", "ccomp", "xcomp", "cop"):
        draft.object([clause], [reading.named[w] for w in s.of(head, "nsubj")])
