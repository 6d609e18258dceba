"""What the choice of heads knows about a child: its category, its functions, and what kind of word it is.

Words count by kind only: verbs that only help, coordinators that come first, people, additions to names.
So how a phrase is put together depends on the kinds of its children alone (``arrangement``).
"""

import functools
import re

from karat.model.labels import base_label
from karat.views.gr.lexicon import load
from karat.views.gr.words import listed

# The category of a noun phrase that ends with the possessive marker.
POSSESSOR = "NP$"
# The category of what is added to a name and is not its last word: Jr., III.
ADDITION = "NNP+"
# The category of &, which joins words of one name.
AMPERSAND = "&"

_PARTS = re.compile(r"([-=|])([^-=|]*)")
_HELPERS = ("be", "have", "do", "get")
# The first halves of coordinators.
FIRST_HALVES = ("either", "both", "neither")
_NONE: frozenset[str] = frozenset()


class Kind:
    """``helper`` marks an auxiliary, ``person`` a noun for people, ``gap`` a remnant (``NP=1``),
    ``name`` a noun phrase that begins with a proper noun, ``other`` the adjective *other*, ``relative`` a
    clause with *which*.

    Kinds are equal only if they are the same object: ``kind`` makes each once.
    """

    __slots__ = (
        "base",
        "functions",
        "gap",
        "helper",
        "name",
        "null",
        "other",
        "person",
        "relative",
    )

    def __init__(self, base: str, functions: frozenset[str], **flags: bool) -> None:
        self.base, self.functions = base, functions
        self.gap, self.helper = flags["gap"], flags["helper"]
        self.name, self.null = flags["name"], flags["null"]
        self.other, self.person = flags["other"], flags["person"]
        self.relative = flags["relative"]


@functools.lru_cache(1 << 14)
def kind(
    base: str,
    functions: frozenset[str] = _NONE,
    *,
    gap: bool = False,
    helper: bool = False,
    name: bool = False,
    null: bool = False,
    other: bool = False,
    person: bool = False,
    relative: bool = False,
) -> Kind:
    """The one Kind with these properties.

    >>> kind("NP") is kind("NP")
    True
    """
    return Kind(
        base, functions, gap=gap, helper=helper, name=name, null=null, other=other, person=person,
        relative=relative,
    )  # fmt: skip


NULL = kind("", null=True)


class Label:
    """A label taken apart: NP-SBJ-1 is an NP with function SBJ and index 1; =2 is a gap."""

    __slots__ = ("base", "functions", "gap", "index", "kind", "name", "possessor")

    def __init__(
        self, base: str, functions: frozenset[str], index: str = "", gap: str = ""
    ) -> None:
        self.base, self.functions, self.index, self.gap = base, functions, index, gap
        self.kind = kind(base, functions, gap=bool(gap))
        self.name = kind(base, functions, gap=bool(gap), name=True)
        self.possessor = kind(POSSESSOR, functions, gap=bool(gap))


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


@functools.lru_cache(1 << 16)
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
        return kind(tag, person=lemma in listed("people"))
    if tag == "CC":
        return kind("PDT" if word in FIRST_HALVES else AMPERSAND if word == "&" else tag)
    return kind(tag, other=word == "other")
