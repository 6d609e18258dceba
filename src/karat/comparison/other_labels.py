"""Labels of dependencies that cannot match, or are read in another way, on one side only.

They come from how the two sides were annotated, not from the parses.
"""

from collections.abc import Callable, Iterator

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs, grouped
from karat.model.layers import offsets
from karat.model.outcome import AGAINST, Note
from karat.model.scheme import Scheme

# Layers that are derived from dependencies by rules that look at the subtypes of labels.
_FROM_SUBTYPES = ("chunks", "constructions", "gr")
# What has subtypes, and what follows from it.
_UNFAIR = "dependencies", "the rules look at subtypes; --{}-view main_labels takes them away"
_UNMATCHED = "labels", "such labels cannot match; deps(subtypes=no) leaves subtypes out"
_SIDES = (("gold's", "the system's", "gold"), ("the system's", "gold's", "system"))
_CAPITALS = "labels that differ in capitals only (ROOT, root) do not match; write them as gold does"
_NO_LABELS = "the system's words have heads but no labels, so only heads can match"
_OTHERS = (
    "the system's labels are not gold's, so only heads can match; the view universal makes Universal "
    "Dependencies of the labels of Stanford and CLEAR"
)
# A sentence with fewer labels, those of the root and of punctuation aside, says little about labels.
_FEW = 3


def other_labels(scheme: Scheme, gold: Bank, system: Bank, derived: bool) -> tuple[Note, ...]:
    """Notes on dependencies of which one side has subtypes, or the system has labels of its own.

    ``derived``: what is compared is derived from dependencies.
    """
    if "edges" not in gold.layers or "edges" not in system.layers or len(gold) != len(system):
        return ()
    if derived and scheme.needs.layer in _FROM_SUBTYPES:
        return tuple(_subtypes(gold, system, _UNFAIR))
    if scheme.needs.layer != "edges" or not getattr(scheme, "labelled", False):
        return ()
    found = list(_labels(gold, system))
    if getattr(scheme, "subtypes", False):
        found += _subtypes(gold, system, _UNMATCHED)
    return tuple(found)


def subtypes_of_one_side(gold: Bank, system: Bank) -> Iterator[Note]:
    """Notes on dependencies of which one side has subtypes, for rules that look at these."""
    return _subtypes(gold, system, _UNFAIR)


def _subtypes(gold: Bank, system: Bank, said: tuple[str, str]) -> Iterator[Note]:
    """A note if one side has subtypes and the other one has none; given by sentence, for and against."""
    what, so = said
    has = [_has_subtype(bank) for bank in (gold, system)]
    read = np.logical_and(*(_any(bank, _named) for bank in (gold, system)))
    for side, (whose, others, name) in enumerate(_SIDES):
        text = (
            f"{whose} {what} have subtypes (nsubj:pass) and {others} have none; {so.format(name)}"
        )
        yield text, int((has[side] & ~has[1 - side] & read).sum())
        yield AGAINST + text, int(has[1 - side].sum())


def _has_subtype(bank: Bank) -> Bools:
    """Which sentences have a label with a subtype.

    >>> import karat
    >>> row = "1\\ta\\t_\\t_\\t_\\t_\\t0\\t{}\\t_\\t_\\n\\n"
    >>> _has_subtype(karat.read_text(row.format("acl:relcl") + row.format(":"), format="conllu")).tolist()
    [True, False]
    """
    return _any(bank, lambda label: b":" in label.strip(b":"))


def _any(bank: Bank, wanted: Callable[[bytes], bool]) -> Bools:
    """Which sentences have a label of a kind."""
    words = _Column(bank, bank.layers["edges"]["label"]).among(wanted)
    return np.asarray(grouped(words, bank.token_offset) > 0)


def _labels(gold: Bank, system: Bank) -> Iterator[Note]:
    """Notes on labels that cannot match: none at all, other names, other capitals."""
    if "links" in gold.layers or "links" in system.layers:
        return
    sizes, others = (np.diff(bank.token_offset) for bank in (gold, system))
    fine = (sizes == others) & (gold.fault == 0) & (system.fault == 0)
    every = bool(fine.all())
    left, right = (slice(None) if every else np.repeat(fine, one) for one in (sizes, others))
    (ours, head), (theirs, their_head) = (
        (_Column(side, side.layers["edges"]["label"][rows]), side.layers["edges"]["head"][rows])
        for side, rows in ((gold, left), (system, right))
    )
    offset = gold.token_offset if every else offsets(np.where(fine, sizes, 0))
    # From -1 up heads are words or the root; what has no head has no label either.
    headed = (head >= -1) & (their_head >= -1)
    equal = ours.column == theirs.column
    if any(map(_capital, (*ours.names, *theirs.names))):
        same = ours.changed(bytes.lower) == theirs.changed(bytes.lower)
        cased = headed & same & (head == their_head) & ~equal
        yield _CAPITALS, int((_sums(cased, offset) > 0).sum())
        yield AGAINST + _CAPITALS, 0
    plain = headed & (ours.among(_plain) > 0)
    telling = _sums(plain, offset) >= _FEW
    alike = _sums(plain & equal, offset) > 0
    bare = ~alike
    if (telling & ~alike).any():
        alike = _sums(plain & (ours.changed(_main) == theirs.changed(_main)), offset) > 0
        bare = _sums(plain & (theirs.among(_named) > 0), offset) == 0
    for text, which in ((_NO_LABELS, bare), (_OTHERS, ~alike & ~bare)):
        yield text, int((telling & which).sum())
        yield AGAINST + text, int((telling & ~which).sum())


class _Column:
    """A column of labels; each label is looked at once."""

    def __init__(self, bank: Bank, column: Ints) -> None:
        self.column = column
        counts = np.bincount(column) if len(column) else np.zeros(1, np.int64)
        self._used, self._size = np.flatnonzero(counts).tolist(), len(counts)
        self._labels, strings = bank.labels, bank.labels.strings()
        self.names = [strings[one] for one in self._used]

    def among(self, wanted: Callable[[bytes], bool]) -> Flags:
        """Which words have a label of a kind."""
        table = np.zeros(self._size, np.int8)
        table[[one for one, name in zip(self._used, self.names, strict=True) if wanted(name)]] = 1
        return table[self.column]

    def changed(self, change: Callable[[bytes], bytes]) -> Ints:
        """The column with each label changed."""
        number = np.zeros(self._size, np.int32)
        number[self._used] = [self._labels.intern(change(name)) for name in self.names]
        return number[self.column]


def _sums(words: Bools, offset: Ints) -> Longs:
    return grouped(words.view(np.int8), offset)


def _main(label: bytes) -> bytes:
    """A label in lower case, without its subtypes."""
    return label.split(b":")[0].lower()


def _named(label: bytes) -> bool:
    return label not in (b"_", b"")


def _plain(label: bytes) -> bool:
    """Whether a label is not one that nearly every inventory has."""
    return label not in (b"_", b"", b"root", b"punct")


def _capital(label: bytes) -> bool:
    return label != label.lower()
