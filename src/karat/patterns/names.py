"""Names: tests of labels and words in patterns, which take linear time.

A name may contain ``*`` (any characters), ``?`` (one character) and alternatives joined by ``|``, or
be a regular expression between slashes; ``^`` in front negates it. Regular expressions are run by
RE2, whose run time is linear.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from karat.files.spelling import folded
from karat.model.errors import UsageError
from karat.patterns.wildcards import is_wild, literal, needed, only_star, wildcard
from karat.patterns.wildcards import wild as wild

# Whether one alternative of a name (first) fits a label (second).
Fits = Callable[[str, str], bool]


class BadPattern(Exception):
    """A fault of a pattern, and its position in the pattern, from 0."""

    def __init__(self, what: str, at: int = 0, advice: str = "") -> None:
        super().__init__(what)
        self.what, self.at, self.advice = what, at, advice


class Alternatives(NamedTuple):
    """Names without and with wildcards; ``wanted`` is whether one of them must fit, or none may."""

    plain: tuple[str, ...]
    wild: tuple[str, ...]
    wanted: bool


@dataclass(frozen=True)
class Names:
    """One of several names, or a regular expression.

    >>> [Names("VB*|MD").test(wild)(label) for label in ("VBZ", "MD", "NN")]
    [True, True, False]
    >>> [Names("^dog|cat").test(wild)(word) for word in ("dog", "cow")]
    [False, True]
    """

    text: str

    @cached_property
    def alternatives(self) -> Alternatives | None:
        """The names; None for a regular expression."""
        if _EXPRESSION.fullmatch(self.text):
            return None
        texts = re.split(r"(?<!\\)\|", self.text.removeprefix("^"))
        names = [one.replace("\\|", "|") for one in texts]
        return Alternatives(
            tuple(name for name in names if not is_wild(name)),
            tuple(name for name in names if is_wild(name)),
            not self.text.startswith("^"),
        )

    def test(self, fits: Fits) -> Callable[[str], bool]:
        """The test of a label, which compares each alternative with ``fits``."""
        wanted, given = not self.text.startswith("^"), self.alternatives
        if given is None:
            expression = _EXPRESSION.fullmatch(self.text)
            assert expression is not None  # otherwise there are alternatives
            search = regular(expression[1].replace("\\/", "/"), bool(expression[2]))
            return lambda label: search(label) == wanted
        names = [*given.plain, *given.wild]
        if fits not in SPELLINGS:
            return lambda label: any(fits(name, label) for name in names) == wanted
        spelt, good = SPELLINGS[fits], self.tests(fits)
        return lambda label: good([spelt(label)])[0]

    def tests(self, fits: Fits) -> Callable[[Sequence[str]], list[bool]]:
        """The test of many labels at once, which are spelt as ``SPELLINGS`` says for ``fits``.

        >>> Names("dog|c?t|*ing|un*").tests(any_case)(["dog", "cut", "sing", "tin", "undo"])
        [True, True, True, False, True]
        """
        wanted, given, spelt = not self.text.startswith("^"), self.alternatives, SPELLINGS[fits]
        assert given is not None  # regular expressions are tested one by one
        # Most words of a long list have no wildcard; these are looked up in a set.
        plain = frozenset(spelt(literal(name)) for name in given.plain)
        wild_names = [spelt(name) for name in given.wild]
        begins = tuple(literal(name[:-1]) for name in wild_names if only_star(name) > 0)
        ends = tuple(literal(name[1:]) for name in wild_names if only_star(name) == 0)
        others = [(needed(name), wildcard(name)) for name in wild_names if only_star(name) < 0]

        def good(labels: Sequence[str]) -> list[bool]:
            found = list(map(plain.__contains__, labels)) if plain else [False] * len(labels)
            if begins:
                found = [
                    one or at.startswith(begins) for one, at in zip(found, labels, strict=True)
                ]
            if ends:
                found = [one or at.endswith(ends) for one, at in zip(found, labels, strict=True)]
            for part, other in others:
                for at, label in enumerate(labels):
                    if part in label and not found[at]:
                        found[at] = other(label)
            return found if wanted else [not one for one in found]

        return good


def any_case(name: str, word: str) -> bool:
    """The same for words, ignoring case and the kind of apostrophe.

    >>> any_case("never", "Never"), any_case("*n't", "Don’t")
    (True, True)
    """
    return wild(folded(name), folded(word))


_EXPRESSION = re.compile(r"\^?/(.*)/(i?)", re.DOTALL)
# Comparisons that need equal spelling if there is no wildcard, and their normal spelling.
SPELLINGS: dict[Fits, Callable[[str], str]] = {wild: str, any_case: folded}


def category(name: str, label: str) -> bool:
    """A label of a tree: the category must fit, and the label must have all functions of the name.

    >>> category("NP", "NP-SBJ-1"), category("NP-SBJ", "NP"), category("*-TPC", "S-TPC-2")
    (True, False, True)
    >>> category("-NONE-", "-NONE-"), category("NP", "-NONE-")
    (True, False)

    A name with ``=`` is compared with the whole label: ``*=?`` fits the remnants of gapping.
    """
    if "=" in name:
        return wild(name, label)
    wanted, functions = _parts(name)
    found, there = _parts(label)
    return functions <= there and wild(wanted, found)


def relation(name: str, label: str) -> bool:
    """A UD relation: ``aux`` fits all its subtypes too, ``aux:`` does not.

    >>> relation("nsubj", "nsubj:pass"), relation("aux:", "aux:pass"), relation("aux:pass", "aux")
    (True, False, False)
    """
    if name.endswith(":"):
        return wild(name[:-1], label)
    return wild(name, label) or wild(name + ":*", label)


def connector(name: str, label: str) -> bool:
    """A link of Link Grammar: equal capitals, and equal subscripts as far as given; ``*`` is any.

    >>> connector("O", "Osn"), connector("O*n", "Osn"), connector("S", "SIs"), connector("Ss", "S")
    (True, True, False, False)
    """
    wanted, found = _LINK.fullmatch(name), _LINK.fullmatch(label)
    if not wanted or not found or wanted[1] != found[1]:
        return False
    subscripts = wanted[2].rstrip("*")
    return len(subscripts) <= len(found[2]) and all(
        a in ("*", b) for a, b in zip(subscripts, found[2], strict=False)
    )


_LINK = re.compile(r"h?d?([A-Z]+)([a-z0-9*]*)")


@lru_cache(1 << 14)
def _parts(label: str) -> tuple[str, frozenset[str]]:
    """The category and the functions of a label, without indices."""
    if label.startswith("-"):
        return label, frozenset()
    first, *rest = re.split(r"(?<!^)[-=|]", label)
    return first, frozenset(part for part in rest if not part.isdigit())


def regular(expression_text: str, any_case: bool = False) -> Callable[[str], bool]:
    """A search with RE2; ``^`` and ``$`` are the beginning and end of a line.

    >>> regular("(a+)+$")("a" * 50_000 + "b")
    False
    """
    compiled = expression(expression_text, any_case)
    return lambda text: compiled.search(text) is not None


def found_by(expression_text: str) -> Callable[[str], tuple[int, int] | None]:
    """A search with RE2 that tells where the expression matches.

    >>> found_by("b+")("abbc"), found_by("b+")("xyz")
    ((1, 3), None)
    """
    compiled = expression(expression_text)

    def search(text: str) -> tuple[int, int] | None:
        found = compiled.search(text)
        return found.span() if found else None

    return search


def expression(text: str, any_case: bool = False) -> Any:
    """A compiled regular expression of RE2, in which ``^`` and ``$`` are the ends of a line."""
    re2 = _engine()
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not any_case
    try:
        return re2.compile(f"(?m){text}", options)
    except re2.error as error:
        reason = error.args[0]
        said = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise BadPattern(f"this regular expression is wrong: {said}", 0, _advice(said)) from None


def _advice(reason: str) -> str:
    if "perl operator" in reason or re.search(r"escape sequence: \\\d", reason):
        return (
            "look-around and back-references are not supported, because they do not run in linear "
            "time; combine two conditions with all and none instead"
        )
    return "the syntax is that of RE2: https://github.com/google/re2/wiki/Syntax"


def _engine() -> Any:
    try:
        import re2
    except ImportError:
        raise UsageError(
            "regular expressions in rules need one more package; type: pip install 'karat[suites]'"
        ) from None
    return re2
