"""Dependencies with the labels of Stanford, of CLEAR (spaCy's English) or of UD 1 as Universal Dependencies.

What other views derive from Universal Dependencies, such as grammatical relations, can then be derived
from these. Prepositions become ``case`` and copulas ``cop`` of the words that they stand with; the subject
of an infinitive below *want* or *let* becomes the object above. Each other label has one name there
(data/universal.toml). What the labels do not tell stays as it is: an approximation, not a treebank.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace

import numpy as np

from karat.files import resources
from karat.model.bank import Bank
from karat.model.columns import grouped
from karat.model.errors import InputError
from karat.model.layers import names_of, table
from karat.model.outcome import Note
from karat.views import label_kinds

FORMAT = "conllu"
_UNDERSTOOD = ("stanford", "clear", "ud", "ud1")
# What version 2 calls nmod of nouns, and obl of verbs.
_EITHER = frozenset({"nmod", "nmod:tmod", "nmod:npmod", "nmod:agent"})
_SHOWN = 5
_PREPOSITIONS = ("prep", "agent", "dative")
_PREDICATES = ("attr", "acomp")
_SUBJECTS = ("nsubj", "nsubjpass")
_VERBAL = ("VB", "MD", "JJ", "RB", "VE", "AU", "AD")  # of the Penn Treebank, and universal
_FINITE = ("MD", "VBD", "VBP", "VBZ")
_BE = frozenset(
    ["be", "is", "are", "was", "were", "been", "being", "am", "'s", "'re", "'m", "’s", "’re", "’m"]
)


def universal(bank: Bank) -> Bank:
    """The same words with the labels of Universal Dependencies.

    >>> import karat
    >>> found = universal(karat.read_text("nsubj(is-2, It-1)\\nROOT(ROOT-0, is-2)\\nacomp(is-2, old-3)"))
    >>> found.layers["edges"]["head"].tolist(), [found.labels[n] for n in found.layers["edges"]["label"]]
    ([2, 2, -1], [b'nsubj', b'cop', b'root'])
    """
    if "edges" not in bank.layers:
        raise InputError(
            f"{bank.path} has no dependencies; the view universal renames their labels"
        )
    edges = bank.layers["edges"]
    heads, labels = edges["head"].tolist(), names_of(bank.labels, edges["label"])
    tags = names_of(bank.labels, bank.tag)
    rows, old = [], _of_version_1(bank)
    for i in range(len(bank)):
        at = slice(int(bank.token_offset[i]), int(bank.token_offset[i + 1]))
        words = [word.decode("utf-8", "replace").lower() for word in bank.words(i)]
        graph = _Graph(words, tags[at], heads[at], labels[at])
        graph.convert(old)
        rows.append([(h, label.encode()) for h, label in zip(graph.head, graph.label, strict=True)])
    layers = {name: one for name, one in bank.layers.items() if name not in ("typed", "enhanced")}
    layers["edges"] = table(rows, "head label", bank.labels)
    return replace(bank, layers=layers)


def notes(bank: Bank) -> tuple[Note, ...]:
    """Labels that the view does not know, with the number of sentences that have one.

    >>> import karat
    >>> notes(karat.read_text("nsubj(is-2, It-1)\\nROOT(ROOT-0, is-2)\\nSBJ(is-2, old-3)"))
    (('neither Stanford, CLEAR nor Universal Dependencies has these labels, which stay: SBJ', 1),)
    """
    edges = bank.layers["edges"]
    names = names_of(bank.labels, edges["label"])
    known = frozenset[str]().union(*(label_kinds.known()[one].labels for one in _UNDERSTOOD))
    strange = np.array([label_kinds.plain(one) not in known | {"_"} for one in names], np.bool_)
    if not strange.any():
        return ()
    shown = list(dict.fromkeys(np.array(names)[strange].tolist()))[:_SHOWN]
    said = "neither Stanford, CLEAR nor Universal Dependencies has these labels, which stay: "
    return ((said + ", ".join(shown), int((grouped(strange, edges.offset) > 0).sum())),)


def _of_version_1(bank: Bank) -> bool:
    """Whether the labels of the file are those of version 1 of Universal Dependencies."""
    kind = label_kinds.told(bank.beginning() if bank.beginning else bank).kind
    return kind is not None and kind.name == "ud1"


@dataclass
class _Graph:
    """A sentence: its words in lower case, tags, heads and labels, the last two of which change."""

    word: list[str]
    tag: list[str]
    head: list[int]
    label: list[str]
    _below: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for word, head in enumerate(self.head):
            self._below[head].add(word)

    def convert(self, old: bool) -> None:
        self._raise_subjects()
        self._turn_prepositions()
        self._turn_copulas()
        names = resources.tables("universal.toml")["labels"]
        for i, label in enumerate(self.label):
            if label == "aux" and self.tag[i] == "TO":
                self.label[i] = "mark"
            elif label in ("vmod", "partmod", "infmod"):
                self.label[i] = "advcl" if self._verbal(self.head[i]) else "acl"
            elif old and label in _EITHER and self._verbal(self.head[i]):
                self.label[i] = "obl" + label.removeprefix("nmod")
            else:
                self.label[i] = names.get(label, label)

    def _children(self, word: int, *labels: str) -> list[int]:
        found = sorted(self._below[word])
        return [i for i in found if not labels or self.label[i] in labels]

    def _move(self, word: int, head: int) -> None:
        """Give a word another head."""
        self._below[self.head[word]].discard(word)
        self._below[head].add(word)
        self.head[word] = head

    def _verbal(self, word: int) -> bool:
        return word >= 0 and self.tag[word][:2] in _VERBAL

    def _raise_subjects(self) -> None:
        """*want him to go*: him is the object of want, and the infinitive has no subject of its own."""
        for clause, label in enumerate(self.label):
            above = self.head[clause]
            finite = self.tag[clause] in _FINITE or any(
                self.tag[i] in _FINITE for i in self._children(clause, "aux", "auxpass", "cop")
            )
            if label not in ("ccomp", "xcomp") or above < 0 or finite:
                continue
            if self._children(clause, "mark", "complm"):
                continue
            for subject in self._children(clause, *_SUBJECTS):
                if above < subject < clause and self.tag[above][:2] == "VB":
                    self._move(subject, above)
                    self.label[subject] = "dobj"
                    self.label[clause] = "xcomp"

    def _turn_prepositions(self) -> None:
        """*talks to Mary*: Mary depends on talks, and to on Mary."""
        for word in range(len(self.word)):
            if self.label[word] not in _PREPOSITIONS:
                continue
            inside = self._children(word, "pobj", "pcomp")
            if not inside:
                continue
            below, clause = inside[0], self.label[inside[0]] == "pcomp"
            above, name = self.head[word], self.label[word]
            nominal = not self._verbal(above)
            if clause:
                self.label[below] = "acl" if nominal else "advcl"
            elif name == "agent":
                self.label[below] = "obl:agent"
            else:
                self.label[below] = "nmod" if nominal and above >= 0 else "obl"
            if above < 0:
                self.label[below] = "root"
            for other in self._children(word):
                self._move(other, below)
            self._move(below, above)
            self._move(word, below)
            self.label[word] = "mark" if clause else "case"

    def _turn_copulas(self) -> None:
        """*it is old*: old is the head, and is its copula; after *there*, what there is is the subject."""
        for verb, word in enumerate(self.word):
            if word not in _BE or self.label[verb] in ("aux", "auxpass", "cop"):
                continue
            if any(self.word[i] == "there" for i in self._children(verb, "expl")):
                for i in self._children(verb, "attr"):
                    self.label[i] = "nsubj"
                continue
            places = [i for i in self._children(verb, "obl") if i > verb]
            found = self._children(verb, *_PREDICATES) or places
            if not found:
                continue
            predicate = found[0]
            for other in self._children(verb):
                self._move(other, predicate)
            self._move(predicate, self.head[verb])
            self._move(verb, predicate)
            self.label[predicate], self.label[verb] = self.label[verb], "cop"
