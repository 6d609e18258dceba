"""Labels of dependencies that cannot match, or are read in another way, on one side only.

They come from how the two sides were annotated, not from the parses.
"""

from collections.abc import Callable, Iterator

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, grouped
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
_NONE = (b"_", b"")


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


def _subtypes(gold: Bank, system: Bank, said: tuple[str, str]) -> Iterator[Note]:
    """A note if one side has subtypes and the other one has none; given by sentence, for and against."""
    what, so = said
    has = [_has_subtype(bank) for bank in (gold, system)]
    read = np.logical_and(*(_labelled(bank) for bank in (gold, system)))
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
    label = bank.layers["edges"]["label"]
    some = [one for one in np.unique(label).tolist() if b":" in bank.labels[one].strip(b":")]
    found: Bools = grouped(np.isin(label, some), bank.token_offset) > 0
    return found


def _labelled(bank: Bank) -> Bools:
    """Which sentences have a label."""
    label = bank.layers["edges"]["label"]
    found: Bools = grouped(~_among(bank, label, _NONE), bank.token_offset) > 0
    return found


def _labels(gold: Bank, system: Bank) -> Iterator[Note]:
    """Notes on labels that cannot match: none at all, other names, other capitals."""
    if "links" in gold.layers or "links" in system.layers:
        return
    sizes, others = (np.diff(bank.token_offset) for bank in (gold, system))
    fine = (sizes == others) & (gold.fault == 0) & (system.fault == 0)
    left, right = (np.repeat(fine, one) for one in (sizes, others))
    (ours, head), (theirs, their_head) = (
        (side.layers["edges"]["label"][rows], side.layers["edges"]["head"][rows])
        for side, rows in ((gold, left), (system, right))
    )
    folded, main = (
        _changed(gold, ours, change) == _changed(system, theirs, change)
        for change in (bytes.lower, _main)
    )
    offset = np.append(0, np.cumsum(np.where(fine, sizes, 0)))
    # From -1 up heads are words or the root; what has no head has no label either.
    headed = (head >= -1) & (their_head >= -1)
    cased = headed & folded & (head == their_head) & (ours != theirs)
    if cased.any():
        yield _CAPITALS, int((grouped(cased, offset) > 0).sum())
    unnamed = _among(system, theirs, _NONE)
    plain = headed & ~_among(gold, ours, (b"root", b"punct", *_NONE))
    telling = grouped(plain, offset) >= _FEW
    alike = grouped(plain & main, offset) > 0
    bare = grouped(plain & ~unnamed, offset) == 0
    for text, which in ((_NO_LABELS, bare), (_OTHERS, ~alike & ~bare)):
        yield text, int((telling & which).sum())
        yield AGAINST + text, int((telling & ~which).sum())


def _changed(bank: Bank, column: Ints, change: Callable[[bytes], bytes]) -> Ints:
    """A column of labels, each of them changed."""
    number = np.arange(len(bank.labels), dtype=np.int32)
    for one in np.unique(column).tolist():
        number[one] = bank.labels.intern(change(bank.labels[one]))
    return number[column]


def _main(label: bytes) -> bytes:
    """A label in lower case, without its subtypes."""
    return label.split(b":")[0].lower()


def _among(bank: Bank, column: Ints, labels: tuple[bytes, ...]) -> Bools:
    return np.isin(column, [bank.labels.find(label) for label in labels])
