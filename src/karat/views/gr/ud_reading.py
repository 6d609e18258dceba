"""Reading a sentence of Universal Dependencies: copulas, names, cases, markers, open clauses."""

from karat.views.gr.draft import FINITE, Draft
from karat.views.gr.graph import Sentence
from karat.views.gr.lexicon import Lexicon

# Labels of dependents of a predicate that belong to be.
OF_CLAUSE = frozenset(
    {"nsubj", "csubj", "expl", "advcl", "parataxis", "vocative", "discourse", "dislocated"}
)
_NO_CASE = ("unmarked", "poss", "agent", "desc")
_CLAUSES = ("ccomp", "advcl", "conj")
_JOINED = ("advcl", "acl", "acl:relcl", "advcl:relcl")


class Reading:
    """One sentence, the relations found so far, and questions about its words.

    ``be`` is the form of be of each predicate. ``named`` is the word that represents each word in
    relations: the last of a name, the month of a date. ``stranded`` are the prepositions of a verb
    that have no noun; ``joining`` the question words that only introduce a clause.
    """

    def __init__(self, sentence: Sentence, lexicon: Lexicon) -> None:
        self.s, self.lexicon = sentence, lexicon
        self.draft = Draft(lexicon, sentence.lemma, sentence.tag)
        self.be = self._copulas()
        self.named = [self._name(word) for word in range(len(sentence.form))]
        self.stranded = self._stranded()
        adverbs = [word for word, tag in enumerate(sentence.tag) if tag == "WRB"]
        adverbs = [word for word in adverbs if sentence.rel[word] == "advmod"]
        self.joining = {w for w in adverbs if sentence.rel[sentence.head[w]] in _JOINED}
        self.draft.passive.update(
            word
            for word in range(len(sentence.form))
            if sentence.having(word, "aux:pass", "nsubj:pass", "csubj:pass")
        )

    def _copulas(self) -> dict[int, int]:
        """The be of each predicate; a conjunct without its own shares the first one's."""
        s = self.s
        found = {s.head[w]: w for w, rel in enumerate(s.rel) if rel.split(":")[0] == "cop"}
        for word, rel in enumerate(s.rel):
            shares = rel == "conj" and s.head[word] in found and word not in found
            if shares and s.upos[word] not in ("VERB", "AUX") and not s.having(word, *OF_CLAUSE):
                found[word] = found[s.head[word]]
        return found

    def _name(self, word: int) -> int:
        months = [w for w in self.s.children[word] if self.s.lemma[w] in self.lexicon.month]
        if months and self.s.tag[word] == "CD":
            return months[0]
        last = -1
        while last != word:
            last, word = word, max([word, *self.s.having(word, "flat")])
        return word

    def _stranded(self) -> dict[int, list[int]]:
        s = self.s
        found: dict[int, list[int]] = {}
        for word, rel in enumerate(s.rel):
            head = s.head[word]
            if rel == "obl" and s.upos[word] == "ADP" and head >= 0:
                found.setdefault(head, []).append(word)
                if s.having(head, "nsubj:pass") and not self._in_relative(word):
                    self.draft.promoted[head] = "iobj"
        return found

    def _in_relative(self, word: int) -> bool:
        """Whether a word stands in a relative clause whose noun it may belong to."""
        s = self.s
        while word >= 0 and s.rel[word].split(":")[0] not in _CLAUSES:
            if s.rel[word] == "acl:relcl":
                return True
            word = s.head[word]
        return False

    def clause(self, word: int) -> int:
        """The head of the clause of which a word is the head in the graph."""
        return self.be.get(word, self.named[word])

    def inner(self, word: int) -> bool:
        """Whether a predicate is itself a clause: the problem is that the wells dried up."""
        marked = self.draft.verb(word) and self.s.having(word, "mark")
        return word in self.be and bool(marked or self.s.having(word, "nsubj:outer", "csubj:outer"))

    def open(self, verb: int) -> bool:
        """Whether a clause has neither tense nor a subject of its own."""
        s = self.s
        subjects = s.having(verb, "nsubj", "csubj", "expl")
        if any(not s.rel[word].endswith(":outer") for word in subjects):
            return False
        if any(s.tag[word] in FINITE for word in s.having(verb, "aux")):
            return False
        first = verb if verb not in self.be or self.inner(verb) else self.be[verb]
        return s.tag[first] not in FINITE or self.infinitive(verb)

    def infinitive(self, verb: int) -> bool:
        """Whether a clause has to as its marker."""
        s = self.s
        marks = [w for w in s.having(verb, "mark") if s.form[w].lower() == "to"]
        return any(s.upos[w] in ("PART", "_") for w in marks)

    def predicate(self, word: int) -> bool:
        """Whether an open complement is not a clause: painted it green."""
        noun = self.s.upos[word] in ("ADJ", "NOUN", "PROPN")
        return word not in self.be and (noun or not self.draft.verb(word))

    def spelt(self, word: int) -> str:
        """A function word with the words fixed to it."""
        parts = sorted([word, *self.s.having(word, "fixed")])
        return "_".join(self.s.form[w].lower() for w in parts)

    def case(self, word: int, label: str = "", head: int = -1) -> str:
        """The preposition of a noun; for an edge that is not in the tree, that of its source."""
        s = self.s
        seen = set()
        while word not in seen:
            seen.add(word)
            found = [w for w in s.having(word, "case") if s.form[w][0].isalpha()]
            if found:
                return "_".join(self.spelt(w) for w in found)
            if head in self.stranded:
                return self.spelt(self.stranded[head][0])
            moved = head >= 0 and s.head[word] != head
            if moved and ":" in label:
                case = label.split(":", 1)[1]
                return "" if case in _NO_CASE else case
            pronouns = [w for w, edges in enumerate(s.edges) if (word, "ref") in edges]
            if moved and pronouns:
                word = pronouns[0]
            elif not s.enhanced and s.rel[word] == "conj":
                word = s.head[word]
            else:
                break
            head = -1
        return ""

    def mark(self, verb: int) -> str:
        """The complementiser or the preposition of a clause; ``to`` for infinitives."""
        s, first = self.s, self.s.first(verb)
        if self.infinitive(verb) or (self.infinitive(first) and s.tag[verb] == "VB"):
            return "to"
        found = s.having(verb, "mark")
        if not found and first != verb and not self.infinitive(first):
            found = s.having(first, "mark")
        return "_".join(self.spelt(w) for w in found) or "_"

    def governor(self, head: int, word: int, base: str) -> int:
        """What a word depends on in relations: the head, or be if the head is its predicate."""
        if head not in self.be or self.inner(head):
            return self.named[head]
        be, s = self.be[head], self.s
        if base in OF_CLAUSE:
            return self.named[head] if self._of_predicate(head, word, base) else be
        lemma, adjective = s.lemma[word].lower(), s.upos[head] in ("ADJ", "VERB", "ADV")
        if base == "advmod":
            outside = word < min(be, head) or lemma in self.lexicon.sentence
        else:
            outside = word < be or not adjective or lemma in self.lexicon.time
        return be if outside and base in ("advmod", "obl") else self.named[head]

    def _of_predicate(self, head: int, word: int, base: str) -> bool:
        """Whether a clause belongs to the predicate after all: longer than …, capable of …"""
        s = self.s
        marks = [s.form[w].lower() for w in s.having(word, "mark")]
        if base != "advcl" or not marks:
            return False
        gerund = marks != ["to"] and s.tag[word] == "VBG" and s.upos[head] == "ADJ"
        return gerund or bool({"than", "as"}.intersection(marks))

    def antecedent(self, word: int) -> int:
        """The noun of the relative clause that a word is in, or -1."""
        while word >= 0 and self.s.rel[word] != "acl:relcl":
            word = self.s.head[word]
        return self.named[self.s.head[word]] if word >= 0 and self.s.head[word] >= 0 else -1
