"""Reading a sentence of Universal Dependencies: copulas, names, cases, markers, voice, open clauses."""

from collections.abc import Sequence

from karat.files.spelling import folded, full
from karat.views.gr import ud_words
from karat.views.gr.draft import FINITE, Draft
from karat.views.gr.enhance import is_subject
from karat.views.gr.graph import Sentence
from karat.views.gr.lexicon import Lexicon

# Labels of dependents of a predicate that belong to be.
OF_CLAUSE = frozenset(
    {"nsubj", "csubj", "expl", "advcl", "parataxis", "vocative", "discourse", "dislocated"}
)
_SUBJECTS = ("nsubj", "csubj")


class Reading:
    """One sentence, the relations found so far, and questions about its words.

    ``be`` is the copula of each predicate (in French also the *faire* of a causative). ``outer`` is the
    copula of which a whole clause is the predicate: the problem *is* that the wells dried up. ``named``
    is the word that represents each word in relations: the last of a name, the month of a date.
    ``stranded`` are the prepositions of a verb that have no noun; ``joining`` the question words that
    only introduce a clause; ``left_out`` the words that the speaker took back.
    """

    def __init__(self, sentence: Sentence, lexicon: Lexicon) -> None:
        self.s, self.lexicon = sentence, lexicon
        self.draft = Draft(lexicon, sentence.lemma, sentence.tag)
        bases = set(sentence.bases)
        self.be, self.outer = ud_words.copulas(sentence)
        self.named = ud_words.names(sentence, lexicon, bases)
        self.draft.passive = ud_words.passives(sentence)
        self.stranded = ud_words.stranded(sentence) if "obl" in bases else {}
        for verb, words in self.stranded.items():
            # A passive whose subject was the object of a preposition: slept on.
            if sentence.of(verb, "nsubj:pass") and not ud_words.in_relative(sentence, words[-1]):
                self.draft.promote_from_preposition([verb])
        self.left_out = ud_words.taken_back(sentence) if "reparandum" in bases else set()
        self.joining = ud_words.joining(sentence)

    def lead(self, word: int) -> str:
        """The prepositions before the word that represents a fixed expression: at of at least."""
        s, named = self.s, self.named[word]
        if named == word or not s.of(word, "fixed"):
            return "_"
        parts = [w for w in (word, *s.of(word, "fixed")) if w < named and s.upos[w] == "ADP"]
        return "_".join(self._typed(w) for w in parts) or "_"

    def lemma(self, word: int) -> str:
        """The base form of a word, as lists have it."""
        return folded(self.s.lemma[word])

    def own(self, word: int) -> int:
        """The verb of which the dependents of a word depend: its copula, or the word itself."""
        return self.be.get(word, self.named[word])

    def clause(self, word: int) -> int:
        """The head of the clause of which a word is the head in the graph."""
        return self.outer[word] if word in self.outer else self.be.get(word, self.named[word])

    def expletive(self, word: int) -> bool:
        """Whether an expl is a subject, and not one that repeats another: la France maintiendra-t-elle."""
        if not is_subject(self.s, self.lexicon, word):
            return False
        head = self.s.head[word]
        if head < 0:
            return True
        return not self.s.of(head, "nsubj") or self.lemma(word) in self.lexicon.existential

    def subjects(self, word: int) -> list[int]:
        """The subjects that a word has in the tree, without those of an outer copula."""
        s, below = self.s, self.s.below[word]
        found = [w for w in s.having(word, *_SUBJECTS) if not s.rel[w].endswith(":outer")]
        return found + [w for w in below.get("expl", ()) if self.expletive(w)]

    def finite(self, word: int) -> bool:
        """Whether a verb has tense or mood, by its features, or else by its tag."""
        feats = self.s.feats[word]
        return "VerbForm=Fin" in feats if "VerbForm=" in feats else self.s.tag[word] in FINITE

    def open(self, verb: int, *, inner: bool = False) -> bool:
        """Whether a clause has neither tense nor a subject of its own.

        A conjunct without auxiliary and marker shares those of the first one: has eaten and drunk. Of a
        clause that is the predicate of an outer copula, the copula decides, or the clause if ``inner``.
        """
        s, own = self.s, self.s.below[verb]
        if verb in self.outer and not inner:
            return self.infinitive(verb) or not self.finite(self.outer[verb])
        if self.subjects(verb):
            return False
        if self.infinitive(verb, inner=inner):
            return True
        if any(self.finite(word) for word in own.get("aux", ())) or self.finite(self.own(verb)):
            return False
        shares = s.bases[verb] == "conj" and s.head[verb] >= 0
        if shares and not own.keys() & {"aux", "mark", "cop"} and self.draft.verb(s.head[verb]):
            return self.open(s.head[verb], inner=inner)
        return True

    def infinitive(self, verb: int, *, inner: bool = False) -> bool:
        """Whether a clause has the marker of infinitives, to."""
        s = self.s
        return any(
            s.upos[w] in ("PART", "_") and full(s.form[w], s.tag[w]) in self.lexicon.infinitive
            for w in self.marks(verb, inner=inner)
        )

    def marks(self, verb: int, *, inner: bool = False) -> Sequence[int]:
        """The markers of a clause; those after an outer copula are of the clause inside it."""
        found = self.s.of(verb, "mark")
        if not found or verb not in self.outer:
            return found
        return [mark for mark in found if (mark > self.outer[verb]) == inner]

    def predicate(self, word: int) -> bool:
        """Whether an open complement is not a clause: painted it green."""
        noun = self.s.upos[word] in ("ADJ", "NOUN", "PROPN")
        return word not in self.be and (noun or not self.draft.verb(word))

    def _typed(self, word: int) -> str:
        """A function word as types have it: contractions and elisions written out."""
        spelt = full(self.s.form[word], self.s.tag[word])
        return self.lexicon.spelling.get(spelt, spelt)

    def spelt(self, word: int) -> str:
        """A function word with the words fixed to it."""
        fixed = self.s.of(word, "fixed")
        if not fixed:
            return self._typed(word)
        return "_".join(self._typed(w) for w in sorted([word, *fixed]))

    def case(self, word: int, head: int = -1, *, shared: bool = True) -> str:
        """The preposition of a noun below ``head``; for the noun of a relative clause, that of its gap.

        A conjunct without preposition has that of the first one, if it is ``shared``.
        """
        s = self.s
        if head >= 0 and s.head[word] != head and s.inside(head, word):
            pronouns = [w for w, edges in enumerate(s.edges) if (word, "ref") in edges]
            inside = [w for w in pronouns if s.of(w, "case")]
            if inside:
                return self.case(inside[0])
            return self.spelt(self.stranded[head][0]) if head in self.stranded else ""
        while True:
            if "case" in s.below[word]:
                found = [w for w in s.below[word]["case"] if s.form[w][:1].isalpha()]
                if len(found) == 1:
                    return self.spelt(found[0])
                if found:
                    return "_".join(map(self.spelt, found))
            if head in self.stranded:
                return self.spelt(self.stranded[head][0])
            if not shared or s.bases[word] != "conj" or s.head[word] < 0:
                return ""
            word = s.head[word]

    def mark(self, verb: int, *, inner: bool = False) -> str:
        """The complementiser or the preposition of a clause; ``to`` for infinitives."""
        s, first = self.s, self.s.first(verb)
        infinitive = self.infinitive(first, inner=inner)
        own = infinitive if first == verb else self.infinitive(verb, inner=inner)
        shared = infinitive and not self.marks(verb) and self.open(verb, inner=inner)
        introduced = (
            self._introducer(verb if own else first, inner=inner) if infinitive or own else ""
        )
        if introduced and (own or not self.marks(verb)):
            return introduced
        if own or shared:
            return "_".join(sorted(self.lexicon.infinitive))
        found = self.marks(verb, inner=inner)
        if not found and first != verb and not infinitive:
            found = self.marks(first, inner=inner)
        if not found and self.draft.verb(verb):
            found = [w for w in s.of(verb, "case") if s.form[w][:1].isalpha()]
        return "_".join(self.spelt(w) for w in found) or "_"

    def _introducer(self, verb: int, *, inner: bool = False) -> str:
        """The marker before the subject of an infinitive, which is the type then: for him to stay."""
        subjects = self.subjects(verb)
        if not subjects:
            return ""
        marks = self.marks(verb, inner=inner)
        others = [w for w in marks if self._typed(w) not in self.lexicon.infinitive]
        return self.spelt(others[-1]) if others and others[-1] < min(subjects) else ""

    def governor(self, head: int, word: int, base: str) -> int:
        """What a word depends on in relations: the head, or be if the head is its predicate."""
        outer = self.outer.get(head, -1)
        if word < outer and (base in OF_CLAUSE or base in ("advmod", "obl")):
            return outer
        be, s = self.be.get(head, -1), self.s
        if be < 0:
            return self.named[head]
        if base in OF_CLAUSE:
            return self.named[head] if self._of_predicate(head, word, base) else be
        if base == "advmod":
            outside = word < be < head or self.lemma(word) in self.lexicon.sentence
        elif base == "obl":
            adjective = s.upos[head] in ("ADJ", "VERB", "ADV")
            outside = word < be or not adjective or self.lemma(word) in self.lexicon.time
        else:
            # Before be a noun is no part of its predicate: with so many people, it is no village.
            outside = base == "nmod" and word < be < head
        return be if outside else self.named[head]

    def _of_predicate(self, head: int, word: int, base: str) -> bool:
        """Whether a clause belongs to the predicate after all: longer than …, capable of …"""
        s = self.s
        marks = [folded(s.form[w]) for w in s.of(word, "mark")]
        if base != "advcl" or not marks:
            return False
        gerund = not self.infinitive(word) and s.tag[word] == "VBG" and s.upos[head] == "ADJ"
        return gerund or bool({"than", "as"}.intersection(marks))

    def antecedent(self, word: int) -> int:
        """The noun of the relative clause that a word is in, or -1."""
        while word >= 0 and self.s.rel[word] != "acl:relcl":
            word = self.s.head[word]
        return self.named[self.s.head[word]] if word >= 0 and self.s.head[word] >= 0 else -1
