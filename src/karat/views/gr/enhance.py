"""The graph of a sentence made whole: shared heads and dependents of conjuncts, gaps of relative clauses.

Where the file has an enhanced graph, only what such graphs leave out is added. Where it has none, the
graph is worked out from the tree; the subjects of infinitives are found later, in control.py.
"""

from bisect import bisect_left

from karat.files.spelling import folded
from karat.model.errors import InputError
from karat.views.gr.graph import RELATIVE, Edge, Sentence, base
from karat.views.gr.lexicon import Lexicon

# Dependents that a conjunct shares with the first one if it has none itself.
_SUBJECTS = ("nsubj", "csubj", "expl")
# Dependents of the first conjunct that stand after another one, and so belong to both.
_AFTER = ("obj", "iobj", "obl", "xcomp", "ccomp")
_NOT_SHARED = ("conj", "root", "ref")
_TREE_ROOTS = frozenset({"root", "parataxis", "discourse", "list"})
_NOMINAL = ("NOUN", "PROPN", "PRON", "NUM", "DET", "SYM", "X", "_")
_VERBS = ("VERB", "AUX")
_CLAUSAL = ("VERB", "AUX", "ADJ")
# A sentence gets at most so many edges more. Of two words with n subjects and n conjuncts, n * n would be.
MOST = 100_000


def whole(sentence: Sentence, lexicon: Lexicon) -> None:
    """Complete the edges of a sentence, in place."""
    joined = [
        w for w, above in enumerate(sentence.bases) if above == "conj" and sentence.head[w] >= 0
    ]
    for word in joined:
        if not sentence.enhanced or all(label[:4] == "conj" for _, label in sentence.edges[word]):
            _share_head(sentence, word)
    if joined:
        _share_dependents(sentence, lexicon, joined)
    for verb, edges in enumerate(sentence.edges):
        for noun, label in tuple(edges):
            if label in RELATIVE and noun >= 0 and verb != noun:
                if sentence.enhanced:
                    _given_gap(sentence, lexicon, verb, noun)
                elif sentence.head[verb] == noun:
                    _gap(sentence, lexicon, verb, noun)


def _add(sentence: Sentence, word: int, head: int, label: str) -> None:
    """A new edge; lists of edges may be shared by words, so only one that was made here is changed."""
    edges, edge = sentence.edges[word], (head, label)
    own, known = sentence.completed.get(word, (None, set()))
    if own is not edges:
        if edge in edges or head == word:
            return
        own, known = sentence.completed[word] = [*edges], set(edges)
        sentence.edges[word] = own
    if edge not in known and head != word:
        sentence.more += 1
        if sentence.more > MOST:
            raise InputError(
                f"the sentence that begins with {' '.join(sentence.form[:5])!r}: conjuncts share subjects, "
                f"objects and heads, but more than {MOST:,} times in a sentence they are not believed"
            )
        own.append(edge)
        known.add(edge)


def _share_head(sentence: Sentence, word: int) -> None:
    """A conjunct has the heads of the one before it; graphs often forget conjuncts of conjuncts."""
    first = sentence.first(word)
    if sentence.bases[first] in _TREE_ROOTS:
        return
    for head, label in tuple(sentence.edges[sentence.head[word]]):
        if head >= 0 and not label.startswith(_NOT_SHARED) and not sentence.inside(head, first):
            _add(sentence, word, head, label)


def _share_dependents(sentence: Sentence, lexicon: Lexicon, joined: list[int]) -> None:
    """Clauses that are conjuncts share the subject of the one before, and what stands after both.

    What stands after a conjunct but depends on the first one belongs to all: buy and sell shares.
    """
    subjects = {
        head
        for word, edges in enumerate(sentence.edges)
        for head, label in edges
        if base(label) in _SUBJECTS and is_subject(sentence, lexicon, word)
    }
    for word in joined:
        own = sentence.below[word]
        if "orphan" in own or not (sentence.upos[word] in _CLAUSAL or "cop" in own):
            continue
        alone = word in subjects or "mark" in own or "Mood=Imp" in sentence.feats[word]
        if not alone and _share_subject(sentence, lexicon, word):
            subjects.add(word)
        for child in sentence.having(sentence.first(word), *(_AFTER[:1] if alone else _AFTER)):
            if child > word and sentence.bases[child] not in own:
                _add(sentence, child, word, sentence.rel[child])


def _share_subject(sentence: Sentence, lexicon: Lexicon, word: int) -> bool:
    """Give a conjunct the subject of the nearest one before it; whether there was one."""
    passive = "aux:pass" in sentence.below[word]
    found = False
    for child in sentence.having(_before(sentence, word), *_SUBJECTS):
        label = sentence.rel[child]
        if not label.endswith(":outer") and is_subject(sentence, lexicon, child):
            name = label.removesuffix(":pass") + (":pass" if passive else "")
            _add(sentence, _referent(sentence, child), word, name)
            found = True
    return found


def is_subject(sentence: Sentence, lexicon: Lexicon, word: int) -> bool:
    """Whether an expl is a subject, not a reflexive pronoun or a clitic; what is no expl always is."""
    label = sentence.rel[word]
    if not label.startswith("expl") or label == "expl:subj":
        return True
    if label != "expl" or "Reflex=Yes" in sentence.feats[word]:
        return False
    return not lexicon.expletive or folded(sentence.lemma[word]) in lexicon.expletive


def _referent(sentence: Sentence, word: int) -> int:
    """The noun that a relative pronoun of the graph refers to; any other word itself. Edges that are shared
    say nothing else about it, so it is found once."""
    if word not in sentence.referents:
        nouns = [head for head, label in sentence.edges[word] if label == "ref" and head >= 0]
        noun = bool(nouns) and sentence.upos[nouns[0]] in _NOMINAL
        sentence.referents[word] = nouns[0] if noun else word
    return sentence.referents[word]


def _before(sentence: Sentence, word: int) -> int:
    """The nearest conjunct before a word that has a subject of its own, or the first."""
    first = sentence.first(word)
    joined = sentence.conjuncts_having(first, *_SUBJECTS)
    rivals = [first, sentence.head[word]]
    having = [w for w in rivals if w < word and sentence.having(w, *_SUBJECTS)]
    return max(having + joined[: bisect_left(joined, word)][-1:], default=first)


def _given_gap(sentence: Sentence, lexicon: Lexicon, verb: int, noun: int) -> None:
    """The gap of a relative clause where the graph does not fill it, or fills it with a clause.

    In a cleft (it is the future that beckons) the graph calls the predicate a clause, but the noun is
    meant. After a clause (…, which makes no sense) the clause is the subject.
    """
    into = [(head, label) for head, label in sentence.edges[noun] if _within(sentence, head, verb)]
    clausal = [edge for edge in into if edge[1].startswith("csubj")]
    if clausal:
        pronoun = sentence.pronoun(verb, noun)
        cleft = "cop" in sentence.below[noun] and "expl" in sentence.below[noun]
        if cleft or not _clause(sentence, noun):
            kept = [edge for edge in sentence.edges[noun] if edge not in clausal]
            nouns = [(head, label.replace("csubj", "nsubj")) for head, label in clausal]
            sentence.edges[noun] = kept + nouns if cleft else kept
        if pronoun >= 0 and (cleft or _clause(sentence, noun)):
            sentence.edges[pronoun] = [(noun, "ref")]
        elif pronoun >= 0:
            sentence.edges[pronoun] = [(sentence.head[pronoun], sentence.rel[pronoun])]
    elif not into and not any((noun, "ref") in edges for edges in sentence.edges):
        _gap(sentence, lexicon, verb, noun)


def _clause(sentence: Sentence, word: int) -> bool:
    """Whether a word is the head of a clause; a verb after a copula is its predicate: it is waiting that."""
    if sentence.upos[word] in _VERBS:
        return "cop" not in sentence.below[word]
    return "cop" in sentence.below[word]


def _within(sentence: Sentence, word: int, verb: int) -> bool:
    return word >= 0 and sentence.inside(word, verb)


def _gap(sentence: Sentence, lexicon: Lexicon, verb: int, noun: int) -> None:
    """Put the noun where the relative pronoun is, or where something is missing."""
    pronoun = sentence.pronoun(verb, noun)
    if pronoun >= 0:
        if sentence.rel[verb] == "advcl:relcl" and "expl" not in sentence.below[noun]:
            if sentence.bases[pronoun] == "nsubj" and _clause(sentence, noun):
                above, label = sentence.head[pronoun], sentence.rel[pronoun]
                _add(sentence, noun, above, label.replace("nsubj", "csubj"))
                sentence.edges[pronoun] = [(noun, "ref")]
            return
        for head, label in tuple(sentence.edges[pronoun]):
            _add(sentence, noun, head, label)
        sentence.edges[pronoun] = [(noun, "ref")]
        return
    if sentence.upos[noun] not in _NOMINAL:
        return
    label = "nsubj"
    if sentence.having(verb, *_SUBJECTS):
        verb, label = _missing(sentence, verb)
    if label == "obj" and folded(sentence.lemma[noun]) in lexicon.time | lexicon.adjunct:
        label = "obl"
    if label:
        _add(sentence, noun, verb, label)


def _missing(sentence: Sentence, verb: int) -> Edge:
    """The verb of a clause that lacks a dependent, and which: of the clause itself, or of one it takes."""
    found = verb, ""
    while True:
        own = sentence.below[verb]
        if any(
            sentence.upos[word] == "ADP" and not sentence.below[word] for word in own.get("obl", ())
        ):
            return verb, "obl"
        inner = sentence.having(verb, "xcomp", "ccomp")
        # A participle says something about the object, and has none: what they want done.
        inner = [w for w in inner if sentence.upos[w] in _VERBS and sentence.tag[w] != "VBN"]
        free = sentence.tag[verb] != "MD" and not own.keys() & {"obj", "cop", "aux:pass"}
        if free and (not inner or "xcomp" in own):
            found = verb, "obj"
        if not inner:
            return found
        verb = inner[0]
        if sentence.bases[verb] == "ccomp" and not sentence.having(verb, *_SUBJECTS):
            return verb, "nsubj"
