"""A sentence of chunks, as the rules for relations see it: heads, verb groups, neighbours.

Two chunks are neighbours if no word stands between them. A possessive marker begins a chunk
(CoNLL-2000), so *Ann* and *'s dog* are one noun phrase, whose head is *dog*.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from karat.files.spelling import folded
from karat.model.gr import Gr
from karat.views.gr.kinds import kind as kind_of
from karat.views.gr.lexicon import Lexicon
from karat.views.gr.phrases import head_of
from karat.views.gr.verbs import Group, groups

Chunk = tuple[int, int, str]

NAMES = ("NNP", "NNPS")
RELATIVE = ("WP", "WDT")
# Tags of words that can stand for a whole noun phrase.
_NOMINAL = ("NN", "NNS", *NAMES, "PRP", "EX", "CD", *RELATIVE, "$", "FW", "DT")
_ARTICLES = ("a", "an", "the")


@dataclass
class Reading:
    """One sentence: its chunks, their heads and verb groups, and the relations found so far."""

    chunks: Sequence[Chunk]
    forms: Sequence[str]
    tags: Sequence[str]
    lemmas: Sequence[str]
    lexicon: Lexicon
    heads: list[int] = field(default_factory=list)
    groups: list[list[Group]] = field(default_factory=list)
    found: dict[Gr, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for start, end, kind in self.chunks:
            tags = self.tags[start:end]
            head = head_of("NP", list(map(kind_of, tags))) if kind == "NP" else len(tags) - 1
            self.heads.append(start + head)
            words = range(start, end)
            self.groups.append(groups(words, self.tags, self.lemmas) if kind == "VP" else [])

    def kind(self, chunk: int) -> str:
        """The type of a chunk; nothing before the first and after the last."""
        return self.chunks[chunk][2] if 0 <= chunk < len(self.chunks) else ""

    def joined(self, chunk: int) -> bool:
        """Whether a chunk and the one before it are neighbours."""
        return 0 < chunk < len(self.chunks) and self.chunks[chunk - 1][1] == self.chunks[chunk][0]

    def follows(self, chunk: int, *kinds: str) -> bool:
        """Whether the next chunk is a neighbour of one of these types."""
        return self.kind(chunk + 1) in kinds and self.joined(chunk + 1)

    def possessive(self, chunk: int) -> bool:
        """Whether a chunk begins with the possessive marker of the chunk before it."""
        return self.kind(chunk) == "NP" and self.tags[self.chunks[chunk][0]] == "POS"

    def end(self, chunk: int) -> int:
        """The last chunk of the noun phrase that begins with a chunk: that of *'s dog* for *Ann*."""
        while self.follows(chunk, "NP") and self.possessive(chunk + 1):
            chunk += 1
        return chunk

    def begin(self, chunk: int) -> int:
        """The first chunk of the noun phrase that ends with a chunk."""
        while self.joined(chunk) and self.possessive(chunk) and self.kind(chunk - 1) == "NP":
            chunk -= 1
        return chunk

    def noun(self, chunk: int) -> int:
        """The head of the noun phrase that begins with a chunk, or -1 if it has no nominal head."""
        return self.own_noun(self.end(chunk))

    def own_noun(self, chunk: int) -> int:
        """The head of a noun chunk itself, or -1: *a successful* (and profitable firm) has none."""
        head = self.heads[chunk]
        article = self.tags[head] == "DT" and self.lemmas[head] in _ARTICLES
        return -1 if article or self.tags[head] not in _NOMINAL else head

    def before(self, chunk: int) -> str:
        """The tag of the word before a chunk."""
        start = self.chunks[chunk][0]
        return self.tags[start - 1] if start else ""

    def in_phrase(self, noun: int) -> bool:
        """Whether a noun phrase is the object of a preposition."""
        return self.joined(noun) and self.kind(noun - 1) == "PP"

    def finite(self, chunk: int) -> bool:
        return bool(self.groups[chunk]) and self.groups[chunk][0].finite

    def time(self, word: int) -> bool:
        return folded(self.lemmas[word]) in self.lexicon.time

    def add(self, label: str, kind: str, head: int, word: int, initial: str = "") -> None:
        """A relation, unless one of its words is missing."""
        if min(head, word) >= 0:
            lemma = self.lemmas
            self.found[Gr(label, kind, lemma[head], lemma[word], initial, head, word)] = None
