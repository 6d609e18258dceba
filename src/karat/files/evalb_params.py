"""EVALB's parameter files, read as EVALB reads them.

``#`` starts a comment in the first column only; a line of fewer than three characters is ignored;
the value is the rest of the line, so ``DELETE_LABEL , :`` names one label that has a space in it. A NUL ends
a line, as in C. Only long lines differ: EVALB takes what follows 499 bytes for another line.
"""

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from karat.files.resources import Resource, find
from karat.model import options as options_of
from karat.model.errors import InputError, SyntaxFault, UsageError
from karat.model.labels import NULL, ROOTS

BUILT_IN = ("collins", "new")
# What a note says if gold's words have no tags.
UNTAGGED = (
    "tagging means nothing, no word is deleted for its tag, and phrases of one word count as tags "
    "(--scheme parseval leaves them out)"
)
_SPACE = b" \t\n\v\f\r"


@dataclass(frozen=True)
class Params:
    """The parameters of EVALB. Labels and words are bytes, as in the files they are compared with.

    ``messages`` is what EVALB writes to standard error while it reads the file.
    """

    debug: int = 0
    max_error: int = 10
    cutoff: int = 40
    labelled: bool = True
    delete: tuple[bytes, ...] = ()
    delete_for_length: tuple[bytes, ...] = ()
    quote: tuple[bytes, ...] = ()
    equal_labels: tuple[tuple[bytes, bytes], ...] = ()
    equal_words: tuple[tuple[bytes, bytes], ...] = ()
    messages: tuple[bytes, ...] = field(default=(), compare=False)

    def extended(self, options: Any) -> "Params":
        """These parameters, with the options of a scheme that have the same names added."""
        return replace(
            self,
            labelled=self.labelled and options.labelled,
            delete=self.delete + encoded(options.delete),
            delete_for_length=self.delete_for_length + encoded(options.delete_for_length),
            quote=self.quote + encoded(getattr(options, "quote", ())),
            equal_labels=self.equal_labels + _pairs(options, "equal_labels"),
            equal_words=self.equal_words + _pairs(options, "equal_words"),
        )


_NUMBERS = {b"DEBUG": "debug", b"MAX_ERROR": "max_error", b"CUTOFF_LEN": "cutoff"}
_LISTS = {
    b"DELETE_LABEL": "delete", b"DELETE_LABEL_FOR_LENGTH": "delete_for_length",
    b"QUOTE_LABEL": "quote",
}  # fmt: skip
# More pairs than any tag set has; without quirks, labels that chain are all equal to each other.
MOST_PAIRS = 1_000
# How many labels that do not chain are named.
_UNCHAINED = 20
_PAIRS = {b"EQ_LABEL": "equal_labels", b"EQ_WORD": "equal_words"}


def encoded(labels: Iterable[str]) -> tuple[bytes, ...]:
    """Labels or words as bytes, as in files."""
    return tuple(label.encode() for label in labels)


def _pairs(options: Any, name: str) -> tuple[tuple[bytes, bytes], ...]:
    found = []
    for text in getattr(options, name):
        one, mark, other = text.partition("~")
        if not (one and mark and other):
            raise UsageError(
                f"{options.name}: {name}={text} should be a pair, as in {name}=ADVP~PRT"
            )
        found.append((one.encode(), other.encode()))
    return tuple(found)


def chosen(name: str) -> Params:
    """The parameters with this name; without a name, no parameters."""
    return load(name) if name else Params()


def digest(name: str) -> str:
    """The hash of a user's parameter file; empty for built-in parameters or none."""
    return find_params(name).digest if name else ""


def find_params(name: str) -> Resource:
    """A parameter file of karat by its name, or a user's by its path."""
    return find("parameter file", "params", name, ".prm")


def load(name: str, base: Params | None = None) -> Params:
    """The parameters of a file, added to those that are already set."""
    found = find_params(name)
    return parse(found.content, found.path, base)


@functools.lru_cache(maxsize=16)
def parse(text: bytes, path: str = "<params>", base: Params | None = None) -> Params:
    """Read the text of a parameter file.

    >>> parse(b"# a comment\\nLABELED 0\\nDELETE_LABEL -NONE-\\nEQ_LABEL ADVP PRT\\n")
    ... # doctest: +NORMALIZE_WHITESPACE
    Params(debug=0, max_error=10, cutoff=40, labelled=False, delete=(b'-NONE-',),
           delete_for_length=(), quote=(), equal_labels=((b'ADVP', b'PRT'),), equal_words=(),
           messages=())
    """
    params = base or Params()
    for number, raw in enumerate(text.split(b"\n"), 1):
        raw = raw.partition(b"\0")[0]
        line = raw[:1] + raw[1:].rstrip(_SPACE)
        if line.startswith(b"#") or len(line) < 3:
            continue
        found = re.match(rb"([^ \t\n\v\f\r]*)[ \t\n\v\f\r]+(.*)", line, re.DOTALL)
        if not found:
            raise SyntaxFault(
                f"{_text(line)} has no value", path, number, len(line) + 1, line,
                "write the value after a space, or remove the line",
            )  # fmt: skip
        params = _set(params, found[1], found[2], line)
    for keyword, name in _PAIRS.items():
        if len(getattr(params, name)) > MOST_PAIRS:
            raise InputError(f"{path}: it has more than {MOST_PAIRS:,} lines with {_text(keyword)}")
    return params


def _set(params: Params, keyword: bytes, value: bytes, line: bytes) -> Params:
    changes: dict[str, Any]
    if keyword in _NUMBERS:
        changes = {_NUMBERS[keyword]: atoi(value)}
    elif keyword == b"LABELED":
        changes = {"labelled": atoi(value) != 0}
    elif keyword in _LISTS:
        name = _LISTS[keyword]
        changes = {name: (*getattr(params, name), value)}
    elif keyword in _PAIRS and len(value.split()) == 2:
        name = _PAIRS[keyword]
        changes = {name: (*getattr(params, name), tuple(value.split()))}
    elif keyword in _PAIRS:
        changes = {"messages": (*params.messages, keyword + b" requires two values\n")}
    else:
        message = b"Unknown keyword (%b) in parameter file\n" % line
        changes = {"messages": (*params.messages, message)}
    return replace(params, **changes)


def atoi(value: bytes) -> int:
    """The number at the beginning of a text as C's atoi reads it; 0 if there is none.

    >>> atoi(b" 40 words"), atoi(b"-1"), atoi(b"many"), atoi(b"99999999999"), atoi(b"9" * 5000)
    (40, -1, 0, 1215752191, -1)
    """
    found = re.match(rb"[ \t\n\v\f\r]*([+-]?)0*(\d*)", value)
    # Twenty digits are more than any number that C can hold.
    number = int(found[1] + (found[2][:20] or b"0")) if found else 0
    # C reads a long, then cuts it to an int.
    number = max(-(1 << 63), min((1 << 63) - 1, number)) & 0xFFFFFFFF
    return number - (1 << 32) if number >> 31 else number


def closure(pairs: Iterable[tuple[bytes, bytes]]) -> dict[bytes, set[bytes]]:
    """For each label, all labels that pairs connect it with, itself included.

    >>> sorted(closure([(b"A", b"B"), (b"B", b"C")])[b"A"])
    [b'A', b'B', b'C']
    """
    group: dict[bytes, set[bytes]] = {}
    for pair in pairs:
        fewer, more = sorted((group.setdefault(label, {label}) for label in pair), key=len)
        if fewer is not more:
            more |= fewer
            group.update(dict.fromkeys(fewer, more))
    return group


def _text(line: bytes) -> str:
    return line.decode("utf-8", "backslashreplace")


# Tags of English treebanks for signs that no parameter file deletes, and tags of punctuation that
# contain letters, those of treebanks of other languages included.
_KEPT = frozenset(b"$ # -LRB- -RRB- -LSB- -RSB- -LCB- -RCB- HYPH NFP".split())
_PUNCTUATION = _KEPT | frozenset(b"PU PUNC PUNCT PONCT".split())


def in_words(params: Params) -> list[str]:
    """What the parameters mean, in sentences."""
    said = [] if params.delete else ["Nothing is deleted, because no parameters say so."]
    if params.equal_labels:
        pairs = ", ".join(f"{_text(a)} = {_text(b)}" for a, b in params.equal_labels)
        said.append(f"Labels that count as equal: {pairs}.")
    if not params.labelled:
        said.append("Labels are not compared.")
    return said


def lint(
    params: Params, source: str, tags: frozenset[bytes], brackets: frozenset[bytes], *, quirks: bool
) -> list[str]:
    """Remarks about parameters that do not suit files with these tags and bracket labels.

    ``source`` is what the parameters were read from. Built-in ones list labels that many files lack,
    so only a user's own labels are said to be idle.
    """
    cut = {label.split(b"-")[0].split(b"=")[0] for label in brackets}
    lines = [message.decode("utf-8", "replace").strip() for message in params.messages]
    built_in = chosen(source).delete if source in BUILT_IN else ()
    known = {*tags, *cut, *built_in}
    idle = [label for label in params.delete if label not in known]
    if idle:
        lines.append(f"DELETE_LABEL never matched anything: {' '.join(map(_text, idle))}")
    lines += [
        f"{_text(root)} counts as a bracket (delete={_text(root)} leaves it out)"
        for root in ROOTS
        if root and root in cut and root not in params.delete
    ]
    if b"" in brackets and quirks:
        lines.append(
            "trees have a nameless root, which is counted as a constituent and cannot be deleted "
            "by parameters (quirks=no leaves it out)"
        )
    lines += [*about_nulls(params, tags), *_unchained(params)]
    return [*lines, *_punctuation(params, tags, bool(built_in))]


def about_nulls(params: Params, tags: frozenset[bytes]) -> list[str]:
    """What to say of null elements that are scored as words; parsers rarely have any.

    >>> about_nulls(Params(), frozenset([b"-NONE-"]))
    ['null elements (-NONE-) are scored as words (delete=-NONE- leaves them out)']
    >>> about_nulls(Params(delete=(b"-NONE-",)), frozenset([b"-NONE-"]))
    []
    """
    if NULL not in tags or NULL in params.delete:
        return []
    return ["null elements (-NONE-) are scored as words (delete=-NONE- leaves them out)"]


def _unchained(params: Params) -> list[str]:
    """Which labels are equal to a third one but not to each other; a few of them if there are many."""
    pairs = {frozenset(pair) for pair in params.equal_labels}
    found = (
        (one, other)
        for one, group in sorted(closure(params.equal_labels).items())
        for other in sorted(group)
        if one < other and frozenset((one, other)) not in pairs
    )
    lines = [
        f"EQ_LABEL does not chain: {_text(one)} and {_text(other)} are both equal to a third "
        "label but not to each other"
        for one, other in islice(found, _UNCHAINED + 1)
    ]
    more = ["EQ_LABEL does not chain: there are more such labels"]
    return [*lines[:_UNCHAINED], *(more if len(lines) > _UNCHAINED else [])]


def _punctuation(params: Params, tags: frozenset[bytes], built_in: bool) -> list[str]:
    """What to say of punctuation that is scored as words."""
    left = sorted(filter(_is_punctuation, tags.difference(params.delete)))
    other = tuple(_text(tag) for tag in left if tag not in _KEPT)
    if not left:
        return []
    if not (built_in and other) or any(map(_is_punctuation, tags.intersection(params.delete))):
        shown = " ".join(map(_text, left))
        return [f"punctuation scored as words, its tags not in DELETE_LABEL: {shown}"]
    known = " ".join(map(_text, filter(_is_punctuation, params.delete)))
    option = options_of.write("", [("delete", other)])[1:-1]
    return [
        f"no punctuation is deleted: the parameters know the Penn Treebank's tags ({known}), but these "
        f"files have others, so the figures are not those of papers on this treebank; add {option}"
    ]


def _is_punctuation(tag: bytes) -> bool:
    return tag in _PUNCTUATION or not any(chr(c).isalnum() for c in tag or b"x")
