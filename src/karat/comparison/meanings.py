"""What each label means under a set of EVALB's parameters, as tables indexed by label."""

from collections.abc import Sequence

import numpy as np

from karat.files import evalb_params
from karat.files.evalb_params import Params
from karat.kernels import evalb as kernel
from karat.model.columns import Numbers
from karat.model.labels import Labels, function_tags
from karat.model.layers import offsets
from karat.model.rules import Partners

_CUT, _ROOT, _PARTNER, _CHAIN = 1, 2, 4, 8
QUIRKS = {
    _CUT: "a label that begins with - or = was cut to nothing",
    _ROOT: "the nameless bracket around a tree was counted",
    _PARTNER: "a label was deleted because its EQ_LABEL partner is",
    _CHAIN: "EQ_LABEL pairs that share a label were not chained",
    kernel.QUIRK_TAGS: "a sentence was lost because the two sides deleted different words",
}


def cut(label: bytes, *, to_nothing: bool = False) -> bytes:
    """A label without its function tags: everything before the first - or = inside it.

    ``to_nothing``: a - or = at the beginning counts too, as in EVALB.

    >>> cut(b"NP-SBJ"), cut(b"-LRB-"), cut(b"-LRB-", to_nothing=True), cut(b"PP=1")
    (b'NP', b'-LRB-', b'', b'PP')
    """
    first = 0 if to_nothing else 1
    ends = [at for mark in (b"-", b"=") if (at := label.find(mark)) >= first]
    return label[: min(ends)] if ends else label


class Meanings:
    """The meaning of each label, computed once, when the label is first seen.

    With ``quirks``, as in EVALB: a label that begins with - is cut to nothing, a label is also deleted
    if its partner is, and pairs of equal labels do not chain. ``nameless``: brackets
    without a label count. ``functions``: function tags are part of the label, in any order.
    """

    def __init__(
        self, params: Params, labels: Labels, *, quirks: bool, nameless: bool, functions: bool
    ) -> None:
        self.params, self.labels, self.quirks, self.nameless = params, labels, quirks, nameless
        self._functions = functions
        self._endings = {b""}
        chains = evalb_params.closure(params.equal_labels)
        pairs = {*params.equal_labels, *((b, a) for a, b in params.equal_labels)}
        self._chained = {
            a for a, group in chains.items() if any(a != b and (a, b) not in pairs for b in group)
        }
        if not quirks:
            pairs = {(a, b) for a, group in chains.items() for b in group if a != b}
        self._pairs = sorted(pair for pair in pairs if pair[0] != pair[1])
        self._known = 0
        names = ("word_deleted", "length_ignored", "is_quote", "cut", "bracket_deleted", "quirk")
        self.tables: dict[str, Numbers] = {
            name: np.zeros(0, np.int32 if name == "cut" else np.int8) for name in names
        }
        self.partners = Partners.none(0)

    def cut(self, label: bytes) -> bytes:
        """A constituent's label without its function tags."""
        return cut(label, to_nothing=self.quirks)

    def _compared(self, label: bytes) -> bytes:
        """The form in which a constituent's label is compared."""
        if not self._functions:
            return self.cut(label)
        ending = b"".join(b"-" + tag for tag in sorted(function_tags(label)))
        self._endings.add(ending)
        return self.cut(label) + ending

    def why_deleted(self, label: bytes) -> str:
        """Why a bracket with this label is deleted; empty if it is not."""
        short = self.cut(label)
        if short in self.params.delete:
            return f"DELETE_LABEL {short.decode('utf-8', 'backslashreplace')}"
        if self.quirks and any((short, one) in self._pairs for one in self.params.delete):
            return "an EQ_LABEL of one in DELETE_LABEL"
        if not short and not self.nameless:
            return "it has no label (quirks=no)"
        return ""

    def learn(self) -> None:
        """Extend the tables to the labels seen so far."""
        while self._known < len(self.labels):
            rows = [self._row(label) for label in self.labels.strings()[self._known :]]
            self._known += len(rows)
            for name, column in zip(self.tables, zip(*rows, strict=True), strict=True):
                more = np.array(column, self.tables[name].dtype)
                self.tables[name] = np.concatenate([self.tables[name], more])
        self._find_partners()

    def _row(self, label: bytes) -> tuple[int, ...]:
        params, short = self.params, self.cut(label)
        gone = bool(self.why_deleted(label))
        quirk = (
            _CUT * (bool(label) and not short)
            | _ROOT * (not label)
            | _PARTNER * gone
            | _CHAIN * (short in self._chained)
        )
        return (
            label in params.delete,
            label in params.delete_for_length,
            label in params.quote,
            self.labels.intern(self._compared(label)) if params.labelled else 0,
            gone,
            quirk if self.quirks and short not in params.delete else 0,
        )

    def _find_partners(self) -> None:
        if len(self.partners.offset) == len(self.labels) + 1:
            return
        intern = self.labels.intern
        pairs = [(a + end, b + end) for a, b in self._pairs for end in sorted(self._endings)]
        rows = np.array(sorted((intern(a), intern(b)) for a, b in pairs), np.int32)
        rows, known = rows.reshape(-1, 2), len(self.labels)
        counts = np.bincount(rows[:, 0], minlength=known)
        self.partners = Partners(offsets(counts), rows[:, 1].copy())
        if self._known < known:
            self.learn()


def representatives(pairs: Sequence[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """For each label or word in a pair, the representative of all that count as equal to it."""
    return {one: min(group) for one, group in evalb_params.closure(pairs).items()}
