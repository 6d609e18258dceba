r"""Regular expressions of Perl over bytes, as Python writes them; what cannot be translated is refused.

Classes of characters become sets of bytes, because Perl has more of them than Python: ``[[:space:]]``,
``\h``, ``\v``, which is another thing in Python. Perl reads bytes, so letters are those of ASCII.

>>> translated(rb"[[:blank:]]+|\h"), translated(rb"(?<a>;)\k<a>")
(b'[\\x09\\x20]+|[\\x09\\x20\\xa0]', b'(?P<a>\\x3b)(?P=a)')
"""

import re
import string

_ANY = frozenset(range(256))
_LOWER, _UPPER = (
    frozenset(text.encode()) for text in (string.ascii_lowercase, string.ascii_uppercase)
)
_DIGIT, _PUNCT = frozenset(b"0123456789"), frozenset(string.punctuation.encode())
_WORD, _SPACE = _LOWER | _UPPER | _DIGIT | frozenset(b"_"), frozenset(b"\t\n\v\f\r ")
# Not in ASCII, but \h and \v have these whatever the string is.
_ACROSS, _DOWN = frozenset(b"\t \xa0"), frozenset(b"\n\v\f\r\x85")
_POSIX = {
    b"alpha": _LOWER | _UPPER, b"digit": _DIGIT, b"alnum": _LOWER | _UPPER | _DIGIT,
    b"lower": _LOWER, b"upper": _UPPER, b"punct": _PUNCT, b"space": _SPACE, b"word": _WORD,
    b"blank": frozenset(b"\t "), b"cntrl": frozenset(range(32)) | {127},
    b"graph": frozenset(range(33, 127)), b"print": frozenset(range(32, 127)),
    b"xdigit": frozenset(string.hexdigits.encode()), b"ascii": frozenset(range(128)),
}  # fmt: skip
_LETTERS = {b"d": _DIGIT, b"w": _WORD, b"s": _SPACE, b"h": _ACROSS, b"v": _DOWN, b"N": _ANY - {10}}
_CLASSES = _LETTERS | {
    letter.upper(): _ANY - made for letter, made in _LETTERS.items() if letter != b"N"
}
_CONTROLS = {b"t": 9, b"n": 10, b"r": 13, b"f": 12, b"a": 7, b"e": 27}
_ASSERTED = {b"b": b"\\b", b"B": b"\\B", b"A": b"\\A", b"z": b"\\Z", b"Z": b"\\Z"}

_BYTE = rb"\\x(?P<hex>[0-9A-Fa-f]{2})|\\x\{(?P<braced>[0-9A-Fa-f]{1,2})\}|\\(?P<octal>0[0-7]{0,2})"
_OUTSIDE = re.compile(
    _BYTE + rb"|\\(?P<name>k(?:<\w+>|\{\w+\}|'\w+')|g\{?[1-9]\}?|[1-9](?!\d))|\\(?P<one>[\s\S])"
    rb"|(?P<set>\[)|\((?P<group>(?:\?(?:[:=!>]|<[=!]|#[^)]*\)|P?<\w+>|P=\w+\)|[ims]+(?:-[ims]+)?:))?)"
    rb"|(?P<times>[*+?]|\{\d+(?:,\d*)?\})|(?P<sign>[|)^$.])|(?P<other>[\s\S])"
)  # fmt: skip
_INSIDE = re.compile(
    _BYTE + rb"|\[:(?P<no>\^?)(?P<posix>\w+):\]|\\(?P<one>[\s\S])|(?P<other>[\s\S])"
)
# Perl keeps these for itself, inside a set and instead of one.
_RESERVED = re.compile(rb"\[\^?([.=])[^]]*\1\]")


class Untranslated(ValueError):
    """A part of the expression that only Perl has, or that is broken."""


def translated(pattern: bytes) -> bytes:
    """The same regular expression for Python; raises Untranslated with the part that cannot be."""
    made, at = b"", 0
    while at < len(pattern):
        found = _OUTSIDE.match(pattern, at)
        assert found  # the last alternative takes any byte
        at = found.end()
        if found["set"]:
            chosen, at = _set(pattern, at)
            made += _written(chosen)
        else:
            made += _outside(found)
    return made


def _outside(found: re.Match[bytes]) -> bytes:
    """One part of an expression that stands outside of a set."""
    if (byte := _byte(found)) is not None:
        return b"\\x%02x" % byte
    if found["name"] is not None:
        name = re.sub(rb"\W|^[kg](?=\W)|^g", b"", found["name"])
        return b"(?P=%s)" % name if found["name"].startswith(b"k") else b"(?:\\%s)" % name
    if (one := found["one"]) is not None:
        if one in _CLASSES:
            return _written(_CLASSES[one])
        if one == b"R":
            return b"(?>\\r\\n|[\\x0a-\\x0d\\x85])"
        if one in _ASSERTED:
            return _ASSERTED[one]
        return b"\\x%02x" % _plain(one)
    if (group := found["group"]) is not None:
        if not group and found.string[found.end() : found.end() + 1] in (b"?", b"*"):
            raise Untranslated(shown(found.string[found.start() : found.end() + 3]))
        return b"(" + re.sub(rb"^\?<(?=\w)", b"?P<", group)
    if found["other"] == b"{" and found.start():
        raise Untranslated("{ that does not begin a number of repetitions; write \\{")
    if found["other"] == b"\\":
        raise Untranslated("a \\ with nothing behind it; write \\\\")
    if found["other"] is not None:
        return b"\\x%02x" % found["other"][0]
    return found[0]


def _set(pattern: bytes, at: int) -> tuple[frozenset[int], int]:
    """The bytes of a set that begins before ``at``, and where it ends."""
    if reserved := _RESERVED.match(pattern, at - 1):
        raise Untranslated(shown(reserved[0]))
    chosen: set[int] = set()
    negated = pattern[at : at + 1] == b"^"
    at += negated
    first, ends = True, -1  # what a range may begin with: the byte before, unless it was a class
    while at < len(pattern) and (first or pattern[at] != ord("]")):
        found = _INSIDE.match(pattern, at)
        assert found  # the last alternative takes any byte
        if found["other"] == b"-" and ends >= 0 and pattern[at + 1 : at + 2] not in (b"]", b""):
            other = _INSIDE.match(pattern, at + 1)
            assert other  # there is another byte
            end = _byte_or_plain(other)
            if end is None or end < ends:
                raise Untranslated(f"the range {shown(pattern[at - 1 : other.end()])}")
            chosen.update(range(ends, end + 1))
            at, ends = other.end(), -1
            continue
        several = _several(found)
        if several is None:
            ends = _byte_or_plain(found) or 0
            chosen.add(ends)
        else:
            chosen |= several
            ends = -1
        at, first = found.end(), False
    if at >= len(pattern):
        raise Untranslated("[ that is not closed")
    return frozenset(_ANY - chosen if negated else chosen), at + 1


def _several(found: re.Match[bytes]) -> frozenset[int] | None:
    """The bytes of a class inside a set; nothing if the part is one byte."""
    if reserved := _RESERVED.match(found.string, found.start()):
        raise Untranslated(shown(reserved[0]))
    if found["posix"] is not None:
        if found["posix"] not in _POSIX:
            raise Untranslated(shown(found[0]))
        made = _POSIX[found["posix"]]
        return _ANY - made if found["no"] else made
    return None if found["one"] in (None, b"N") else _CLASSES.get(found["one"])


def _byte_or_plain(found: re.Match[bytes]) -> int | None:
    """The byte that a part of a set stands for; nothing for a class."""
    if _several(found) is not None:
        return None
    if (byte := _byte(found)) is not None:
        return byte
    if found["one"] is None:
        return found["other"][0]
    return 8 if found["one"] == b"b" else _plain(found["one"])


def _byte(found: re.Match[bytes]) -> int | None:
    """The byte that a number stands for."""
    if digits := found["hex"] or found["braced"]:
        return int(digits, 16)
    return int(found["octal"], 8) if found["octal"] else None


def _plain(one: bytes) -> int:
    """The byte that a letter or sign after a backslash stands for."""
    if one in _CONTROLS:
        return _CONTROLS[one]
    if one.isalnum() and one[0] < 128:
        raise Untranslated("\\" + shown(one))
    return one[0]


def _written(chosen: frozenset[int]) -> bytes:
    """A set of bytes; the empty one matches nothing."""
    if not chosen:
        return b"(?!)"
    runs: list[list[int]] = []
    for byte in sorted(chosen):
        if runs and runs[-1][1] == byte - 1:
            runs[-1][1] = byte
        else:
            runs.append([byte, byte])
    return b"[" + b"".join(
        b"\\x%02x" % first if first == last else b"\\x%02x-\\x%02x" % (first, last)
        for first, last in runs
    ) + b"]"  # fmt: skip


def shown(pattern: bytes) -> str:
    """A pattern, or a part of one, in a message."""
    return pattern.decode("utf-8", "backslashreplace")
