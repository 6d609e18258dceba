"""Reading a sentence of Universal Dependencies: copulas, names, cases, markers, voice, open clauses."""

from karat.files.spelling import folded, full
from karat.views.gr.draft import FINITE, Draft
from karat.views.gr.graph import Sentence
from karat.views.gr.lexicon import Lexicon

# Labels of dependents of a predicate that belong to be.
OF_CLAUSE = frozenset(
    {"nsubj", "csubj", "expl", "advcl", "parataxis", "vocative", "discourse", "dislocated"}
)
_SUBJECTS = ("nsubj", "csubj")
_OUTER = ("nsubj:outer", "csubj:outer")
_NO_PREDICATES = ("VERB", "AUX", "ADV", "INTJ", "PUNCT")
_PASSIVE = frozenset({"aux:pass", "nsubj:pass", "csubj:pass"})
_CLAUSES = ("ccomp", "advcl", "conj")
_JOINED = ("advcl", "acl", "acl:relcl", "advcl:relcl")
_JOINTS = ("ADP", "SCONJ", "AUX", "PART", "CCONJ")
_FUNCTION = frozenset({"case", "mark", "cc", "aux", "det", "cop", "punct", "fixed"})
_NO_SUBJECT = ("expl:pv", "expl:pass", "expl:impers")


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
        self.be: dict[int, int] = {}
        self.outer: dict[int, int] = {}
        self.named = list(range(len(sentence.form)))
        self.stranded: dict[int, list[int]] = {}
        self.left_out: set[int] = set()
        bases = set(sentence.bases)
        if "cop" in bases or "aux:caus" in sentence.rel:
            self._find_copulas()
        self._find_names(bases)
        self._find_passives()
        if "ADP" in sentence.upos and "obl" in bases:
            self._find_stranded()
        if "reparandum" in bases:
            taken_back = [w for w, base in enumerate(sentence.bases) if base == "reparandum"]
            words = range(len(sentence.form))
            self.left_out = {w for w in words for top in taken_back if sentence.inside(w, top)}
        adverbs = [word for word, tag in enumerate(sentence.tag) if tag == "WRB"]
        adverbs = [word for word in adverbs if sentence.rel[word] == "advmod"]
        heads = sentence.head
        self.joining = {w for w in adverbs if w < heads[w] and sentence.rel[heads[w]] in _JOINED}

    def _find_copulas(self) -> None:
        """A conjunct without a copula shares that of the first one, with a subject of its own or not."""
        s, copulas = self.s, dict[int, list[int]]()
        for word, base in enumerate(s.bases):
            if (base == "cop" or s.rel[word] == "aux:caus") and s.head[word] >= 0:
                copulas.setdefault(s.head[word], []).append(word)
        for head, words in copulas.items():
            if len(words) > 1 or self._clause_after(head, words[0]):
                self.outer[head] = words[0]
            if head not in self.outer or len(words) > 1:
                self.be[head] = words[-1]
        for word, base in enumerate(s.bases):
            first = s.head[word]
            if base == "conj" and word not in copulas and first in self.be:
                if s.upos[word] not in _NO_PREDICATES or s.upos[word] == s.upos[first] == "ADV":
                    self.be[word] = self.be[first]

    def _clause_after(self, word: int, copula: int) -> bool:
        """Whether a word with one copula is the head of a clause that follows it."""
        s = self.s
        if not self.draft.verb(word):
            return False
        marked = any(mark > copula for mark in s.of(word, "mark"))
        return marked or bool(s.having(word, *_OUTER))

    def _find_names(self, bases: set[str]) -> None:
        s, named = self.s, self.named
        if "flat" in bases:
            for word, base in enumerate(s.bases):
                if base == "flat" and not self.suffix(word):
                    top = s.head[word]
                    while top >= 0 and s.bases[top] == "flat":
                        top = s.head[top]
                    if top >= 0:
                        named[top] = max(named[top], word)
        if "fixed" in bases:
            for word, below in enumerate(s.below):
                if "fixed" in below and s.bases[word] not in _FUNCTION:
                    parts = [w for w in (word, *below["fixed"]) if s.upos[w] not in _JOINTS]
                    named[word] = max(parts, default=word)
        for word, tag in enumerate(s.tag):
            if tag == "CD" and s.below[word]:
                months = [w for w in s.children(word) if s.lemma[w] in self.lexicon.month]
                if months:
                    named[word] = months[0]

    def suffix(self, word: int) -> bool:
        """Whether the last word of a name does not represent it: a number, or Jr. and the like."""
        s = self.s
        return s.tag[word] == "CD" or folded(s.form[word]) in self.lexicon.suffix

    def lead(self, word: int) -> str:
        """The prepositions before the word that represents a fixed expression: at of at least."""
        s, named = self.s, self.named[word]
        if named == word or not s.of(word, "fixed"):
            return "_"
        parts = [w for w in (word, *s.of(word, "fixed")) if w < named and s.upos[w] == "ADP"]
        return "_".join(self._typed(w) for w in parts) or "_"

    def _find_passives(self) -> None:
        """By labels and features; without these a participle without auxiliary, if it is no main verb.

        A participle joined to a passive one shares its auxiliary.
        """
        s, passive = self.s, self.draft.passive
        for word, label in enumerate(s.rel):
            if label in _PASSIVE and s.head[word] >= 0:
                passive.add(s.head[word])
        for word, tag in enumerate(s.tag):
            if tag != "VBN" or word in passive:
                continue
            if "Voice=" in s.feats[word]:
                alone = "Voice=Pass" in s.feats[word]
            elif "aux" in s.below[word]:
                alone = False
            elif s.bases[word] == "conj":
                alone = s.head[word] in passive
            else:
                alone = s.bases[word] in ("acl", "advcl", "xcomp", "amod")
            if alone:
                passive.add(word)

    def _find_stranded(self) -> None:
        s = self.s
        for word, label in enumerate(s.rel):
            head = s.head[word]
            if label == "obl" and s.upos[word] == "ADP" and head >= 0:
                self.stranded.setdefault(head, []).append(word)
                if s.of(head, "nsubj:pass") and not self._in_relative(word):
                    self.draft.promoted[head] = "iobj"

    def _in_relative(self, word: int) -> bool:
        """Whether a word stands in a relative clause whose noun it may belong to."""
        s = self.s
        while word >= 0 and s.bases[word] not in _CLAUSES:
            if s.rel[word] == "acl:relcl":
                return True
            word = s.head[word]
        return False

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
        """Whether an expl is a subject, not a reflexive pronoun or a clitic."""
        s = self.s
        if s.rel[word] in _NO_SUBJECT or "Reflex=Yes" in s.feats[word]:
            return False
        return s.rel[word] == "expl:subj" or not (
            self.lexicon.expletive and self.lemma(word) not in self.lexicon.expletive
        )

    def subjects(self, word: int) -> list[int]:
        """The subjects that a word has in the tree, without those of an outer copula."""
        s, below = self.s, self.s.below[word]
        found = [w for w in s.having(word, *_SUBJECTS) if not s.rel[w].endswith(":outer")]
        return found + [w for w in below.get("expl", ()) if self.expletive(w)]

    def finite(self, word: int) -> bool:
        """Whether a verb has tense or mood, by its features, or else by its tag."""
        feats = self.s.feats[word]
        return "VerbForm=Fin" in feats if "VerbForm=" in feats else self.s.tag[word] in FINITE

    def open(self, verb: int) -> bool:
        """Whether a clause has neither tense nor a subject of its own.

        A conjunct without auxiliary and marker shares those of the first one: has eaten and drunk.
        """
        s, own = self.s, self.s.below[verb]
        if self.subjects(verb):
            return False
        if self.infinitive(verb):
            return True
        if any(self.finite(word) for word in own.get("aux", ())) or self.finite(self.own(verb)):
            return False
        shares = s.bases[verb] == "conj" and s.head[verb] >= 0
        if shares and not own.keys() & {"aux", "mark", "cop"} and self.draft.verb(s.head[verb]):
            return self.open(s.head[verb])
        return True

    def infinitive(self, verb: int) -> bool:
        """Whether a clause has the marker of infinitives, to."""
        s = self.s
        return any(
            s.upos[w] in ("PART", "_") and full(s.form[w], s.tag[w]) in self.lexicon.infinitive
            for w in s.of(verb, "mark")
        )

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
            found = [w for w in s.of(word, "case") if s.form[w][:1].isalpha()]
            if found:
                return "_".join(self.spelt(w) for w in found)
            if head in self.stranded:
                return self.spelt(self.stranded[head][0])
            if not shared or s.bases[word] != "conj" or s.head[word] < 0:
                return ""
            word = s.head[word]

    def mark(self, verb: int) -> str:
        """The complementiser or the preposition of a clause; ``to`` for infinitives."""
        s, first = self.s, self.s.first(verb)
        infinitive = self.infinitive(first)
        if self.infinitive(verb) or (infinitive and s.tag[verb] == "VB"):
            return "_".join(sorted(self.lexicon.infinitive))
        found = s.of(verb, "mark")
        if not found and first != verb and not infinitive:
            found = s.of(first, "mark")
        if not found and self.draft.verb(verb):
            found = [w for w in s.of(verb, "case") if s.form[w][:1].isalpha()]
        return "_".join(self.spelt(w) for w in found) or "_"

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
            outside = False
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
