"""What the choice of heads knows about a child: its category, its functions, and what kind of word it is.

Words count by kind only: verbs that only help, coordinators that come first, people, additions to names.
So how a phrase is put together depends on the kinds of its children alone (``arrangement``).
"""

import functools
import re
from dataclasses import dataclass

from karat.model.labels import base_label
from karat.views.gr.lexicon import load
from karat.views.gr.words import listed
from karat.views.inventories import is_tag

# The category of a noun phrase that ends with the possessive marker.
POSSESSOR = "NP$"
# The category of what is added to a name and is not its last word: Jr., III, et al.
ADDITION = "NNP+"
# The category of &, which joins words of one name.
AMPERSAND = "&"

_PARTS = re.compile(r"([-=|])([^-=|]*)")
_HELPERS = ("be", "have", "do", "get")
# The beginnings of tags of which some words are listed; with other tags only these two words differ.
_LISTED = ("V", "AUX", "MD", "TO", "NN", "FW", "CC", "DT", "PDT", "RB")
APART = frozenset({";", "other"})
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """The category and functions of a child, and what else matters about it.

    Kinds are equal only if they are the same object: ``kind`` makes each once.
    """

    base: str
    functions: frozenset[str]
    article: bool = False
    # An adverb like once.
    counting: bool = False
    # The last word of a company's name.
    firm: bool = False
    # A remnant (NP=1).
    gap: bool = False
    # An auxiliary.
    helper: bool = False
    # A noun phrase that begins with a proper noun.
    name: bool = False
    null: bool = False
    # The adjective other.
    other: bool = False
    # A noun for people.
    person: bool = False
    # A clause with which.
    relative: bool = False
    # A determiner of one thing.
    single: bool = False


@functools.lru_cache(1 << 14)
def kind(base: str, functions: frozenset[str] = _NONE, **flags: bool) -> Kind:
    """The one Kind with these properties.

    >>> kind("NP") is kind("NP")
    True
    """
    return Kind(base, functions, **flags)


NULL = kind("", null=True)


class Label:
    """A label taken apart: NP-SBJ-1 is an NP with function SBJ and index 1; =2 is a gap."""

    __slots__ = ("base", "functions", "gap", "index", "kind", "name", "possessor", "word")

    def __init__(
        self, base: str, functions: frozenset[str], index: str = "", gap: str = ""
    ) -> None:
        self.base, self.functions, self.index, self.gap = base, functions, index, gap
        self.kind = kind(base, functions, gap=bool(gap))
        self.name = kind(base, functions, gap=bool(gap), name=True)
        self.possessor = kind(POSSESSOR, functions, gap=bool(gap))
        # The kind of a word with this tag, if it is the same for all words but those that stand APART.
        self.word = None if base.startswith(_LISTED) else word_kind(base, "", "")


@functools.lru_cache(1 << 14)
def label(text: bytes) -> Label:
    """A label taken apart.

    >>> one = label(b"NP-SBJ=1")
    >>> one.base, sorted(one.functions), one.index, one.gap
    ('NP', ['SBJ'], '', '1')
    """
    base = base_label(text)
    parts = _PARTS.findall(text[len(base) :].decode("utf-8", "replace"))
    marked = [part for mark, part in parts if mark == "-"]
    gaps = [part for mark, part in parts if mark == "="]
    indices = [part for part in marked if part.isdigit()]
    index, gap = ("".join(one[-1:]) for one in (indices, gaps))
    return Label(base.decode("utf-8", "replace"), frozenset(marked).difference(indices), index, gap)


@functools.lru_cache(1 << 14)
def word_kind(tag: str, word: str, lemma: str) -> Kind:
    """The kind of a word, given its tag, its folded spelling and its lemma.

    >>> word_kind("NNP", "jr.", "Jr.").base, word_kind("CC", "either", "either").base
    ('NNP+', 'PDT')
    >>> word_kind("VBZ", "has", "have").helper, word_kind("NN", "friend", "friend").person
    (True, True)
    """
    if tag.startswith(("V", "AUX", "MD", "TO")):
        return kind(tag, helper=tag in ("MD", "TO") or lemma in _HELPERS)
    if tag.startswith("NN"):
        if tag == "NNP" and word in load().suffix:
            return kind(ADDITION)
        firm = tag == "NNP" and word in listed("companies")
        return kind(tag, firm=firm, person=lemma in listed("people"))
    if tag == "FW" and word in listed("others"):
        return kind(ADDITION)
    if tag == "FW" and word in listed("namely"):
        return kind("UH")
    if tag == "CC":
        return kind("PDT" if word in listed("correlating") else AMPERSAND if word == "&" else tag)
    if tag in ("DT", "PDT") and word in listed("fractions"):
        return kind("NN")
    if tag == "RB":
        return kind(tag, counting=word in listed("counting"))
    if tag == "DT":
        return kind(tag, article=word in listed("articles"), single=word in listed("singular"))
    return kind(word if word == ";" else tag, other=word == "other")


def of_words(
    labels: list[Label], words: list[str], places: list[int], lemmas: list[str]
) -> list[Kind]:
    """The kinds of the leaves of a tree; a leaf whose place is -1 is a null element."""
    return [
        NULL
        if at < 0
        else word_kind(one.base, word, lemmas[at])
        if one.word is None or word in APART
        else one.word
        for one, word, at in zip(labels, words, places, strict=False)
    ]


def owners(labels: list[Label], words: list[str]) -> list[Label]:
    """The labels of nodes, with whose as a possessor also where it has the tag of which."""
    owner, listed_so = label(b"WP$"), listed("owning")
    leaves = zip(labels, words, strict=False)
    tags = [owner if one.base == "WDT" and word in listed_so else one for one, word in leaves]
    return tags + labels[len(tags) :]


def phrase_label(label: bytes) -> bytes:
    """The label of a constituent. If it is a tag of words it would be taken for a word, so it becomes X.

    >>> phrase_label(b"NP-SBJ"), phrase_label(b"VBN-SBJ-1")
    (b'NP-SBJ', b'X-SBJ-1')
    """
    return b"X" + label[len(base_label(label)) :] if is_tag(label) else label
