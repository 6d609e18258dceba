"""Grammatical relations of chunks: as specific as chunks and tags allow, and no more.

Chunks say where phrases begin and end up to their heads, but not what they belong to. So only
relations between neighbours are taken, and the relation is the lowest one in the hierarchy that
holds whatever the attachment turns out to be: a preposition right after a verb is a ``dependent`` of
the verb (a modifier, an object or an agent), a noun phrase after a verb without a subject before it
is ``subj_or_dobj``. Carroll, Minnen and Briscoe (1999), section 2: relations "can be left
underspecified by a shallow parser which has incomplete knowledge of syntax".

>>> from karat.views.gr.lexicon import load
>>> chunks = [(0, 1, "NP"), (1, 3, "VP"), (3, 4, "PP"), (4, 6, "NP")]
>>> words, tags = "she will sit on the mat".split(), "PRP MD VB IN DT NN".split()
>>> for relation in extract(chunks, words, tags, words, load()): print(relation)
ncsubj(sit, she, _)
dependent(on, sit, mat)
"""

from collections.abc import Sequence
from itertools import pairwise

from karat.files.spelling import folded
from karat.model.gr import Gr
from karat.views.gr.chunk_reading import NAMES, RELATIVE, Chunk, Reading
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.verbs import Group, helps

_ADJECTIVES = ("JJ", "JJR", "JJS", "CD")
_NOUNS = ("NN", "NNS", *NAMES)
_ADVERBS = ("RB", "RBR", "RBS")
_PREPOSITIONS = ("IN", "TO", "VBG")
# Between a noun and a word before it, these make it unclear what the word modifies.
_UNCLEAR = ("CC", ",", ":", "HYPH", "-LRB-", "-RRB-", "IN", "NFP")
# A noun phrase after these says what the subject is.
_PREDICATED = ("be", "become", "remain")


def extract(
    chunks: Sequence[Chunk],
    forms: Sequence[str],
    tags: Sequence[str],
    lemmas: Sequence[str],
    lexicon: Lexicon,
) -> list[Gr]:
    """The relations of a sentence, in the order of the dependents."""
    reading = Reading(chunks, forms, tags, lemmas, lexicon)
    verbs = [chunk for chunk in range(len(chunks)) if reading.groups[chunk]]
    asked = {chunk: verb for chunk in verbs if (verb := _asked(reading, chunk)) >= 0}
    for chunk, (_, _, kind) in enumerate(chunks):
        if kind == "NP":
            _inside_noun_phrase(reading, chunk)
        elif reading.groups[chunk]:
            _inside_verb_chunk(reading, chunk)
            if chunk in asked:
                _subject_of(reading, asked[chunk], reading.noun(chunk + 1))
            elif tags[reading.groups[chunk][-1].head] != "MD":
                _subject_of(reading, chunk, _before(reading, chunk))
                _after_verb(reading, chunk)
    return sorted(reading.found, key=lambda gr: (gr.dependent_at, gr.head_at))


def _inside_noun_phrase(reading: Reading, chunk: int) -> None:
    """Modifiers before the head, possessors, and *of* with the noun phrase after it."""
    start, _, _ = reading.chunks[chunk]
    head, tags = reading.heads[chunk], reading.tags
    unclear = next((w for w in range(head - 1, start - 1, -1) if tags[w] in _UNCLEAR), start - 1)
    for word in range(unclear + 1, head):
        if tags[word] == "PRP$":
            reading.add("ncmod", "poss", head, word)
        elif tags[head] not in NAMES and (
            tags[word] in _ADJECTIVES or (tags[word] in _NOUNS and word == head - 1)
        ):
            reading.add("ncmod", "_", head, word)
    if reading.possessive(chunk) and reading.joined(chunk) and "CC" not in tags[start:head]:
        reading.add("ncmod", "poss", reading.own_noun(chunk), reading.own_noun(chunk - 1))
    if _of(reading, chunk):
        reading.add("ncmod", "of", head, reading.noun(chunk + 2))


def _of(reading: Reading, chunk: int) -> bool:
    """Whether *of* and a noun phrase follow a noun phrase that is not joined to another."""
    if not (reading.follows(chunk, "PP") and reading.follows(chunk + 1, "NP")):
        return False
    start, end, _ = reading.chunks[chunk + 1]
    clear = reading.before(chunk) != "CC" and reading.end(chunk + 2) == chunk + 2
    return reading.lemmas[start:end] == ["of"] and clear


def _inside_verb_chunk(reading: Reading, chunk: int) -> None:
    """Adverbs among the verbs, and complements that are verbs of the same chunk."""
    for group in reading.groups[chunk]:
        for word in range(group.start, group.head):
            if reading.tags[word] in _ADVERBS:
                reading.add("ncmod", "_", group.head, word)
    for group, after in pairwise(reading.groups[chunk]):
        if _selects(reading, group, after):
            reading.add("xcomp", after.after, group.head, after.head)
        elif after.after == "to":
            reading.add("dependent", "to", group.head, after.head)


def _selects(reading: Reading, group: Group, after: Group) -> bool:
    """Whether the second of two verbs is a complement of the first, by the lexicon."""
    verb = reading.lemmas[group.head]
    if after.after == "to":
        return reading.lexicon.takes_infinitive(verb, with_object=group.passive)
    gerund = reading.tags[after.head] == "VBG" and not group.passive
    return after.after == "_" and gerund and reading.lexicon.takes_gerund(verb)


def _asked(reading: Reading, chunk: int) -> int:
    """The verb chunk whose auxiliary is this one, before its subject: *do they agree*; or -1."""
    verb = chunk + 1
    while reading.follows(verb, "ADVP"):
        verb += 1
    if not (reading.follows(chunk, "NP") and reading.follows(verb, "VP")):
        return -1
    mine, theirs = reading.groups[chunk], reading.groups[verb + 1]
    if len(mine) != 1 or not mine[0].finite or not theirs or theirs[0].finite or theirs[0].after:
        return -1
    auxiliary = helps(mine[0].head, theirs[0].start, reading.tags, reading.lemmas)
    return verb + 1 if auxiliary and _before(reading, chunk) < 0 else -1


def _subject_of(reading: Reading, chunk: int, noun: int) -> None:
    """The subject of the first verb of a chunk, and of the verbs that share it.

    Which object the subject of a passive would be is not known if another noun phrase, or a
    preposition without one, follows the verb: *he was given a book*, *he was laughed at*.
    """
    first, *more = reading.groups[chunk]
    if reading.lemmas[first.head] == "be" and reading.follows(chunk, "ADJP"):
        # The verb may be the participle in the adjective phrase: the event was well attended.
        noun = noun if reading.tags[reading.heads[chunk + 1]] in _ADJECTIVES else -1
    for before, group in zip((first, first, *more), (first, *more), strict=False):
        if group is not first and not _selects(reading, before, group):
            return
        if group.passive and group is reading.groups[chunk][-1] and _promotes(reading, chunk):
            reading.add("subj_or_dobj", "", group.head, noun)
        else:
            reading.add("ncsubj", "", group.head, noun, "obj" if group.passive else "_")


def _promotes(reading: Reading, chunk: int) -> bool:
    if reading.follows(chunk, "NP"):
        return not reading.time(reading.heads[chunk + 1])
    return reading.follows(chunk, "PP", "PRT", "ADVP") and not reading.follows(
        chunk + 1, "NP", "VP"
    )


def _before(reading: Reading, chunk: int) -> int:
    """The head of the noun phrase that is the subject of a finite verb chunk, or -1.

    Adverbs may stand between. Of a noun phrase with prepositional phrases after it, the first noun
    counts; for *who*, *which* and *that* their noun, if it is the only one that they can be about.
    """
    if not reading.finite(chunk):
        return -1
    at = chunk
    while reading.joined(at) and reading.kind(at - 1) == "ADVP":
        at -= 1
    if not (reading.joined(at) and reading.kind(at - 1) == "NP"):
        return -1
    noun = reading.begin(at - 1)
    if reading.tags[reading.heads[noun]] in RELATIVE:
        noun = reading.begin(noun - 1) if reading.joined(noun) and noun else -1
        alone = noun >= 0 and reading.kind(noun) == "NP" and not _object(reading, noun, "be")
        return reading.noun(noun) if alone and not reading.in_phrase(noun) else -1
    while reading.in_phrase(noun):
        if not (reading.joined(noun - 1) and reading.kind(noun - 2) == "NP"):
            return -1
        noun = reading.begin(noun - 2)
    head = reading.noun(noun)
    return -1 if head < 0 or _unsure(reading, noun) or reading.time(head) else head


def _unsure(reading: Reading, noun: int) -> bool:
    """Whether a noun phrase before a verb may belong to what precedes it.

    It may be the object of a gerund or participle (*implementing it is hard*), the second of two
    nouns after a preposition (*the cycle of Jacob and his sons was*), or explain a name before it.
    """
    if reading.joined(noun):
        return reading.kind(noun - 1) == "VP" and not reading.finite(noun - 1)
    if not noun or reading.kind(noun - 1) != "NP":
        return False
    if reading.before(noun) == "CC":
        return reading.in_phrase(reading.begin(noun - 1))
    apart = reading.before(noun) == "," and not reading.in_phrase(reading.begin(noun - 1))
    return apart and reading.tags[reading.heads[noun]] in NAMES


def _object(reading: Reading, noun: int, verb: str) -> bool:
    """Whether a noun phrase follows this verb."""
    if not (reading.joined(noun) and reading.groups[noun - 1]):
        return False
    return reading.lemmas[reading.groups[noun - 1][-1].head] == verb


def _after_verb(reading: Reading, chunk: int) -> None:
    """What follows the last verb of a chunk without a word between."""
    group = reading.groups[chunk][-1]
    verb, after = group.head, chunk + 1
    if not reading.follows(chunk, "NP", "ADJP", "ADVP", "PRT", "PP", "SBAR"):
        return
    kind, word = reading.kind(after), reading.heads[after]
    if kind == "NP":
        _noun_after(reading, chunk, group)
    elif kind == "ADJP" and reading.tags[word] in _ADJECTIVES and not group.passive:
        if reading.lemmas[verb] in reading.lexicon.copular:
            reading.add("xcomp", "_", verb, word)
    elif kind == "ADVP" and reading.tags[word] in _ADVERBS and reading.lemmas[verb] != "be":
        reading.add("ncmod", "_", verb, word)
    elif kind == "PRT":
        reading.add("ncmod", "prt", verb, word)
    elif kind == "PP" and reading.follows(after, "NP"):
        _preposition(reading, verb, after)
    elif kind == "SBAR" and _one_word(reading, after, "that") and reading.follows(after, "NP"):
        _clause(reading, verb, after + 1, "that")


def _one_word(reading: Reading, chunk: int, word: str) -> bool:
    start, end, _ = reading.chunks[chunk]
    return reading.lemmas[start:end] == [word]


def _preposition(reading: Reading, verb: int, after: int) -> None:
    """A prepositional phrase right after a verb; one with *of* may belong to the verb's subject."""
    start, end, _ = reading.chunks[after]
    words = [word for word in range(start, end) if reading.tags[word] in _PREPOSITIONS]
    kind = "_".join(folded(reading.forms[word]) for word in words)
    if kind and kind != "of":
        reading.add("dependent", kind, verb, reading.noun(after + 1))


def _noun_after(reading: Reading, chunk: int, group: Group) -> None:
    """A noun phrase right after a verb: predicate, object, inverted subject, subject of a clause."""
    noun, verb = reading.noun(chunk + 1), group.head
    if noun < 0 or reading.time(noun) or reading.tags[noun] in RELATIVE:
        return
    lemma = reading.lemmas[verb]
    if _finite_clause(reading, chunk + 1) >= 0:
        says = lemma in reading.lexicon.believe | reading.lexicon.asking
        if says and _before(reading, chunk) >= 0 and len(reading.groups[chunk]) == 1:
            _clause(reading, verb, chunk + 1, "_")
        return
    alone = reading.finite(chunk) and len(reading.groups[chunk]) == 1
    inverted = alone and _before(reading, chunk) < 0
    if lemma in _PREDICATED:
        reading.add("arg" if inverted else "xcomp", "_", verb, noun)
    elif lemma in reading.lexicon.naming:
        reading.add("comp", "", verb, noun)
    elif not group.passive:
        reading.add("subj_or_dobj" if inverted else "obj", "", verb, noun)


def _finite_clause(reading: Reading, noun: int) -> int:
    """The finite verb chunk that may have this noun phrase as its subject, or -1."""
    last = reading.end(noun)
    while reading.follows(last, "PP", "ADVP") or (
        reading.kind(last) == "PP" and reading.follows(last, "NP")
    ):
        last = reading.end(last + 1) if reading.kind(last + 1) == "NP" else last + 1
    return last + 1 if reading.follows(last, "VP") and reading.finite(last + 1) else -1


def _clause(reading: Reading, verb: int, noun: int, kind: str) -> None:
    """A finite clause that begins with this noun phrase is a complement of the verb before it."""
    clause = _finite_clause(reading, noun)
    if clause >= 0:
        reading.add("ccomp", kind, verb, reading.groups[clause][0].head)
