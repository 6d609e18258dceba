"""What each label means under a set of EVALB's parameters, as tables indexed by label."""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

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


class Meaning(NamedTuple):
    """What one label means: flags for words with it as their tag, and for brackets with it.

    ``compared`` is the form in which a bracket's label is compared, ``ending`` its function tags.
    """

    word_deleted: bool
    length_ignored: bool
    is_quote: bool
    bracket_deleted: bool
    quirk: int
    compared: bytes
    ending: bytes


class Rules:
    """What labels mean under a set of parameters, whatever their numbers.

    With ``quirks``, as in EVALB: a label that begins with - is cut to nothing, a label is also deleted
    if its partner is, and pairs of equal labels do not chain. ``nameless``: brackets
    without a label count. ``functions``: function tags are part of the label, in any order.
    """

    def __init__(self, params: Params, *, quirks: bool, nameless: bool, functions: bool) -> None:
        self.params, self.quirks, self.nameless = params, quirks, nameless
        self._functions = functions
        chains = evalb_params.closure(params.equal_labels)
        pairs = {*params.equal_labels, *((b, a) for a, b in params.equal_labels)}
        self._chained = {
            a for a, group in chains.items() if any(a != b and (a, b) not in pairs for b in group)
        }
        if not quirks:
            pairs = {(a, b) for a, group in chains.items() for b in group if a != b}
        self.pairs = sorted(pair for pair in pairs if pair[0] != pair[1])
        # The pairs that name a label for the first time, and the labels of every pair by their places.
        place: dict[bytes, int] = {}
        self.naming = []
        for pair in self.pairs:
            if not all(label in place for label in pair):
                self.naming.append(pair)
                for label in pair:
                    place.setdefault(label, len(place))
        self.paired = tuple(place)
        rows = [(place[a], place[b]) for a, b in self.pairs]
        self.places = np.array(rows, np.int32).reshape(-1, 2)
        # Most files share their labels, so what is found for one file is kept for the next.
        self.meaning = functools.lru_cache(maxsize=4096)(self._meaning)

    def cut(self, label: bytes) -> bytes:
        """A constituent's label without its function tags."""
        return cut(label, to_nothing=self.quirks)

    def why_deleted(self, label: bytes) -> str:
        """Why a bracket with this label is deleted; empty if it is not."""
        short = self.cut(label)
        if short in self.params.delete:
            return f"DELETE_LABEL {short.decode('utf-8', 'backslashreplace')}"
        if self.quirks and any((short, one) in self.pairs for one in self.params.delete):
            return "an EQ_LABEL of one in DELETE_LABEL"
        if not short and not self.nameless:
            return "it has no label (quirks=no)"
        return ""

    def _meaning(self, label: bytes) -> Meaning:
        params, short = self.params, self.cut(label)
        gone = bool(self.why_deleted(label))
        quirk = (
            _CUT * (bool(label) and not short)
            | _ROOT * (not label)
            | _PARTNER * gone
            | _CHAIN * (short in self._chained)
        )
        tags = sorted(function_tags(label)) if self._functions else ()
        ending = b"".join(b"-" + tag for tag in tags)
        return Meaning(
            label in params.delete,
            label in params.delete_for_length,
            label in params.quote,
            gone,
            quirk if self.quirks and short not in params.delete else 0,
            short + ending,
            ending,
        )


@functools.lru_cache(maxsize=16)
def rules(params: Params, *, quirks: bool, nameless: bool, functions: bool) -> Rules:
    """The rules of these parameters; they are made once, and asked by every comparison."""
    return Rules(params, quirks=quirks, nameless=nameless, functions=functions)


class Meanings:
    """The meanings of the labels of a table, in columns; extended when new labels are seen."""

    def __init__(self, rules: Rules, labels: Labels) -> None:
        self.rules, self.labels = rules, labels
        self._endings = {b""}
        self._known = 0
        # In the order in which the kernel takes them.
        names = ("word_deleted", "length_ignored", "is_quote", "cut", "bracket_deleted", "quirk")
        self.tables: dict[str, Numbers] = {
            name: np.zeros(0, np.int32 if name == "cut" else np.int8) for name in names
        }
        self.partners = Partners.none(0)

    def learn(self) -> None:
        """Extend the tables to the labels seen so far."""
        while self._known < len(self.labels):
            found = [self.rules.meaning(label) for label in self.labels.strings()[self._known :]]
            self._known += len(found)
            columns: dict[str, Any]
            columns = dict(zip(Meaning._fields, zip(*found, strict=True), strict=True))
            self._endings.update(columns["ending"])
            labelled = self.rules.params.labelled
            columns["cut"] = self.labels.numbers(columns["compared"]) if labelled else 0
            for name, column in self.tables.items():
                more = np.empty(len(found), column.dtype)
                more[:] = columns[name]
                self.tables[name] = np.concatenate([column, more])
        self._find_partners()

    def _find_partners(self) -> None:
        if len(self.partners.offset) == len(self.labels) + 1:
            return
        rules, endings = self.rules, sorted(self._endings)
        for pair in rules.naming:
            self.labels.numbers([label + end for end in endings for label in pair])
        numbers = [self.labels.numbers([one + end for one in rules.paired]) for end in endings]
        rows = np.concatenate([np.asarray(some, np.int32)[rules.places] for some in numbers])
        rows, known = rows[np.lexsort((rows[:, 1], rows[:, 0]))], len(self.labels)
        counts = np.bincount(rows[:, 0], minlength=known)
        self.partners = Partners(offsets(counts), rows[:, 1].copy())
        if self._known < known:
            self.learn()


def representatives(pairs: Sequence[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """For each label or word in a pair, the representative of all that count as equal to it."""
    return {one: min(group) for one, group in evalb_params.closure(pairs).items()}
