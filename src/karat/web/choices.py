"""What a form offers: nothing else from a request is parsed as a scheme, whose options can be paths.

>>> str(scheme("evalb(params=new)"))
'evalb(params=new)'
>>> scheme("evalb(params=/etc/passwd)")
Traceback (most recent call last):
...
karat.model.errors.UsageError: there is no scheme 'evalb(params=/etc/passwd)' to choose here
"""

from functools import cache
from typing import NamedTuple

from karat import formats, schemes
from karat.files.packed import MAGIC
from karat.model.errors import UsageError
from karat.model.scheme import Scheme

# Variants that papers use, beside the schemes as they are.
_VARIANTS = ("evalb(params=collins)", "evalb(params=new)")
# The beginnings of files compressed by gzip, xz and zstd.
# What forms call the layers, in the order in which they are listed.
LAYERS = {
    "trees": "Trees", "edges": "Dependencies", "chunks": "Chunks", "gr": "Grammatical relations",
    "constructions": "Constructions", "words": "Words, tags and names",
}  # fmt: skip


# What to do with sentences that fail, instead of what each scheme does.
FAILED = {"drop": "leave them out", "empty": "count all of gold as missed"}


class Choice(NamedTuple):
    """A scheme that can be chosen, what it measures, the layers that it can read, and what its rows are."""

    text: str
    summary: str
    layers: tuple[str, ...]
    rows: str

    def fits(self, usual: Scheme) -> bool:
        """Whether it can score files that are usually scored by this scheme.

        All files have words, but only lists of phenomena have names.
        """
        if "names" in (self.rows, usual.rows):
            return self.rows == usual.rows
        return usual.needs.layer in self.layers or "words" in self.layers


@cache
def offered() -> dict[str, Choice]:
    """All schemes that can be chosen, by their text; a variant stands before the plain scheme."""
    found = {}
    for name in schemes.names():
        for text in (*(one for one in _VARIANTS if one.startswith(f"{name}(")), name):
            one = schemes.parse(text)
            summary = (type(one).__doc__ or "").split("\n")[0]
            layers = (one.needs.layer, *one.needs.derived_from)
            found[text] = Choice(text, summary, layers, one.rows)
    return found


def scheme(text: str) -> Scheme:
    """The scheme of a choice; anything else is refused."""
    if text not in offered():
        raise UsageError(f"there is no scheme {text[:100]!r} to choose here")
    return schemes.parse(text)


def by_layer() -> dict[str, list[Choice]]:
    """The choices under the layers that they compare, variants of papers first."""
    found: dict[str, list[Choice]] = {title: [] for title in LAYERS.values()}
    for one in sorted(offered().values(), key=lambda one: one.text not in _VARIANTS):
        found.setdefault(LAYERS.get(one.layers[0], one.layers[0]), []).append(one)
    return {title: some for title, some in found.items() if some}


class Fit(NamedTuple):
    """What fits a file: its format, the usual scheme, and all schemes that can read its layer.

    All are empty for a compressed file, which is looked into only by the process of a job.
    """

    format: str
    usual: str
    fitting: tuple[str, ...]


def fit(head: bytes, name: str) -> Fit:
    """What fits a file with this beginning; an InputError if its format is not known.

    >>> fit(b"(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", "x.mrg").usual
    'evalb(params=collins)'
    """
    if head.startswith(MAGIC):
        return Fit("", "", ())
    module = formats.guess(head, name)
    usual = formats.scheme_of(module)
    scheme_of_file = schemes.parse(usual)
    fitting = tuple(one.text for one in offered().values() if one.fits(scheme_of_file))
    return Fit(module.__name__.rpartition(".")[2], usual, fitting)
