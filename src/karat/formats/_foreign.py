"""Notations that are not read as brackets of constituents, although they begin like them.

Most of them karat does not read at all. HPSG derivations have a format of their own, ``delphin``.
"""

import re
from typing import NamedTuple


class Foreign(NamedTuple):
    """A notation: how a file of it begins, what it is, and what to do with it."""

    begins: re.Pattern[bytes]
    what: str
    advice: str


_TO_TREES = "karat reads trees of constituents: write them as (S (NP (NNS Dogs)) (VP (VBP bark)))"
_TO_RELATIONS = (
    "karat reads the grammatical relations of C&C (--printer grs), and trees of constituents"
)
_NUMBER = rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
# (root (identifier rule score start end daughters …)), the words with their tokens in quotes.
DERIVATION = rb"\(\s*(?:[A-Za-z][^\s()]*\s*\(\s*)?\d+\s+\S+\s+" + _NUMBER + rb"(?:\s+-?\d+){2}\s*\("
_DERIVED = re.compile(rb"\s*" + DERIVATION)
_XML = rb"\s*(?:<\?[^>]*>\s*|<![^>]*>\s*)*"
_KNOWN = (
    Foreign(
        re.compile(rb"\s*(?:#[^\n]*\n\s*)*(?:ID=[^\n]*\n\s*)?\(<[TL] "),
        "CCG derivations (the AUTO files of CCGbank)",
        _TO_TREES,
    ),
    Foreign(re.compile(_XML + rb"<(?:candc|ccg)\b"), "CCG derivations in XML (C&C)", _TO_RELATIONS),
    Foreign(
        re.compile(rb"\s*(?:(?:%|:-)[^\n]*\n\s*)*ccg\(\d+,"),
        "CCG derivations in Prolog (C&C)",
        _TO_RELATIONS,
    ),
    Foreign(
        re.compile(rb'\s*<s id="[^"\n]*"[^>\n]*>\s*\d+\s*\n'),
        "CCG dependencies (the PARG files of CCGbank)",
        "karat reads dependencies with one head for each word (karat formats lists how)",
    ),
    Foreign(
        re.compile(rb"(?:-?\d*@){2,}[^\n]*@\([A-Za-z][^\s()@]*\s*\(\d+ "),
        "rows of an [incr tsdb()] profile, with HPSG derivations",
        "give karat suite score or karat recognise the folder of the profile",
    ),
    Foreign(
        re.compile(rb"\s*(?:[%#;][^\n]*\n\s*)*sentence\(\s*id\("),
        "sentences of the PARC 700 Dependency Bank",
        "karat reads the grammatical relations of DepBank, which has the same sentences: "
        "the number of a sentence on a line, then relations such as (ncsubj pay Meridian _)",
    ),
    Foreign(
        re.compile(_XML + rb'<sentence id="[^"]*"[^>]*parse_status='),
        "HPSG derivations in XML (Enju)",
        _TO_TREES,
    ),
)  # fmt: skip


def foreign(head: bytes) -> Foreign | None:
    """The notation of a file that begins so, if it is one of these.

    >>> foreign(b"(<T S[dcl] 0 2> (<L NP NNS NNS Dogs NP>)").what
    'CCG derivations (the AUTO files of CCGbank)'
    >>> foreign(b"(S (NP (NNS Dogs)) (VP (VBP bark)))")
    """
    return next((one for one in _KNOWN if one.begins.match(head)), None)


def derived(head: bytes) -> bool:
    """Whether a file begins with an HPSG derivation.

    >>> derived(b'(root (0 dog_n1 0.5 0 1 ("dogs" 1 "token [ ]")))'), derived(b"(S (N 1 2 3 4))")
    (True, False)
    """
    return _DERIVED.match(head) is not None


# In ``discbracket`` the first word has a number, as all have. Nothing is tried twice, for files of blanks.
_NUMBERED = re.compile(
    rb"[\s(]*+(?:(?!(?<=\s)\d+=[^\s()])[^\s()]++\s*+\(\s*+)*+(?:[^\s()]++\s++|(?<=\s))\d+=[^\s()]"
)
_FURTHER = re.compile(rb"\s0=[^\s()]|\s\d+=[^\s()].*\s\d+=[^\s()]", re.DOTALL)


def numbered(head: bytes) -> bool:
    """Whether the words of a file with this beginning have positions; a lone 1=0 is a word."""
    return bool(_NUMBERED.match(head) and _FURTHER.search(head))
