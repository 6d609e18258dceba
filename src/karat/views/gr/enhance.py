"""The graph of a sentence made whole: shared heads and dependents of conjuncts, gaps of relative clauses.

Where the file has an enhanced graph, only what such graphs leave out is added. Where it has none, the
graph is worked out from the tree; the subjects of infinitives are found later, in control.py.
"""

from karat.files.spelling import folded
from karat.views.gr.graph import RELATIVE, Edge, Sentence
from karat.views.gr.lexicon import Lexicon

# Dependents that a conjunct shares with the first one if it has none itself.
_SUBJECTS = ("nsubj", "csubj", "expl")
# Dependents of the first conjunct that stand after another one, and so belong to both.
_AFTER = ("obj", "iobj", "obl", "xcomp", "ccomp")
_TREE_ROOTS = frozenset({"root", "parataxis", "discourse", "list"})
_CLAUSAL = ("VERB", "AUX", "ADJ")


def whole(sentence: Sentence, lexicon: Lexicon) -> None:
    """Complete the edges of a sentence, in place."""
    if sentence.enhanced:
        if "conj" in sentence.bases:
            _conjuncts_of_conjuncts(sentence)
        for verb, edges in enumerate(sentence.edges):
            for noun, label in edges:
                if label in RELATIVE and noun >= 0 and verb != noun:
                    _given_gap(sentence, lexicon, verb, noun)
        return
    for word, above in enumerate(sentence.bases):
        if above == "conj" and sentence.head[word] >= 0:
            _conjunct(sentence, word)
    for word, label in enumerate(sentence.rel):
        if label in RELATIVE and sentence.head[word] >= 0:
            _gap(sentence, lexicon, word, sentence.head[word])


def _add(sentence: Sentence, word: int, head: int, label: str) -> None:
    """A new edge; lists of edges may be shared by words, so none is changed."""
    if (head, label) not in sentence.edges[word] and head != word:
        sentence.edges[word] = [*sentence.edges[word], (head, label)]


def _conjuncts_of_conjuncts(sentence: Sentence) -> None:
    """Graphs give a conjunct the head of the first one, but often not to a conjunct of a conjunct."""
    for word, edges in enumerate(sentence.edges):
        if sentence.bases[word] != "conj" or sentence.head[word] < 0:
            continue
        if all(label.startswith("conj") for _, label in edges):
            for head, label in sentence.edges[sentence.head[word]]:
                outside = not sentence.inside(head, sentence.first(word))
                if head >= 0 and outside and not label.startswith(("conj", "root", "ref")):
                    _add(sentence, word, head, label)


def _conjunct(sentence: Sentence, word: int) -> None:
    """A conjunct has the head of the first one, and shares its subject and what stands after both."""
    first = sentence.first(word)
    above, label = sentence.head[first], sentence.rel[first]
    if above >= 0 and sentence.bases[first] not in _TREE_ROOTS:
        _add(sentence, word, above, label)
    own = sentence.below[word]
    clausal = sentence.upos[word] in _CLAUSAL or "cop" in own
    if not clausal or "orphan" in own:
        return
    if not any(subject in own for subject in _SUBJECTS) and "mark" not in own:
        passive = "aux:pass" in own
        for child in sentence.having(first, *_SUBJECTS):
            if not sentence.rel[child].endswith(":outer"):
                name = sentence.rel[child].removesuffix(":pass") + (":pass" if passive else "")
                _add(sentence, child, word, name)
    for child in sentence.having(first, *_AFTER):
        if child > word and sentence.bases[child] not in own:
            _add(sentence, child, word, sentence.rel[child])


def _given_gap(sentence: Sentence, lexicon: Lexicon, verb: int, noun: int) -> None:
    """The gap of a relative clause where the graph does not fill it, or fills it with a clause.

    In a cleft (it is the future that beckons) the graph calls the predicate a clause, but the noun is
    meant. After a clause (…, which makes no sense) the pronoun stands for itself.
    """
    into = [(head, label) for head, label in sentence.edges[noun] if _within(sentence, head, verb)]
    clausal = [edge for edge in into if edge[1].startswith("csubj")]
    if clausal:
        kept = [edge for edge in sentence.edges[noun] if edge not in clausal]
        pronoun = sentence.pronoun(verb, noun)
        if "cop" in sentence.below[noun] and "expl" in sentence.below[noun]:
            for head, label in clausal:
                kept.append((head, label.replace("csubj", "nsubj")))
        elif pronoun >= 0:
            sentence.edges[pronoun] = [(sentence.head[pronoun], sentence.rel[pronoun])]
        sentence.edges[noun] = kept
    elif not into and not any((noun, "ref") in edges for edges in sentence.edges):
        _gap(sentence, lexicon, verb, noun)


def _within(sentence: Sentence, word: int, verb: int) -> bool:
    return word >= 0 and sentence.inside(word, verb)


def _gap(sentence: Sentence, lexicon: Lexicon, verb: int, noun: int) -> None:
    """Put the noun where the relative pronoun is, or where something is missing."""
    pronoun = sentence.pronoun(verb, noun)
    if pronoun >= 0:
        if sentence.rel[verb] == "advcl:relcl" and "expl" not in sentence.below[noun]:
            return
        _add(sentence, noun, sentence.head[pronoun], sentence.rel[pronoun])
        sentence.edges[pronoun] = [(noun, "ref")]
        return
    label = "nsubj"
    if sentence.having(verb, *_SUBJECTS):
        verb, label = _missing(sentence, verb)
    if label == "obj" and folded(sentence.lemma[noun]) in lexicon.time | lexicon.adjunct:
        label = "obl"
    if label:
        _add(sentence, noun, verb, label)


def _missing(sentence: Sentence, verb: int) -> Edge:
    """The verb of a clause that lacks a dependent, and which: the clause itself, or one that it takes."""
    while True:
        own = sentence.below[verb]
        if any(sentence.upos[word] == "ADP" and not sentence.below[word] for word in own.get("obl", ())):
            return verb, "obl"
        inner = [w for w in sentence.having(verb, "xcomp", "ccomp") if sentence.upos[w] == "VERB"]
        if "obj" in own and "iobj" not in own and not inner:
            return verb, ""
        if not inner:
            return verb, "" if "cop" in own or "aux:pass" in own else "obj"
        verb = inner[0]
        if sentence.bases[verb] == "ccomp" and not sentence.having(verb, *_SUBJECTS):
            return verb, "nsubj"
