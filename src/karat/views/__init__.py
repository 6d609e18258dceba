"""Views: plain functions from a Bank to a Bank or to a Relation, one per module.

A module whose function has the module's name and gives a Bank can be used by name, with options:
``karat convert --view flatten``, ``--view 'filter(categories=NP+PP)'``. ``FORMAT`` is the format in
which its result is usually written, empty if there is none; the default is brackets. With ``CHANGES =
"trees"`` it refuses files of dependencies or chunks, in which it would change nothing. Beside the
function a module may have ``stages`` (what was left out or changed, and why), ``notes`` (what to tell
the user about a Bank, each note with the number of sentences it is about, and with the same text for
every block of a file) and ``digest`` (the hash of the file that its options name, for signatures).
"""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from karat.model import options
from karat.model.errors import InputError, UsageError
from karat.model.registry import Registry

if TYPE_CHECKING:
    from karat.model.bank import Bank
    from karat.model.outcome import Note

# Modules that are tools for views, or whose views give no Bank.
REGISTRY = Registry(
    "view",
    __name__,
    __path__,
    others=(
        "edges",
        "edit",
        "inventories",
        "label_kinds",
        "lexicon",
        "missing",
        "nulls",
        "parasites",
        "silent_tags",
        "spans",
        "universal_tags",
    ),
)


def names() -> list[str]:
    """The views from Bank to Bank.

    >>> "filter" in names()
    True
    """
    return REGISTRY.names()


def module(text: str) -> ModuleType:
    """The module of a view, which may have options: ``deps(heads=collins)``."""
    return REGISTRY.load(options.split(text)[0])


def parse(text: str) -> "Callable[[Bank], Bank]":
    """A view by name, with its options.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    >>> print(dumps(parse("filter(categories=NP)")(bank)), end="")
    (NP (DT the) (NN dog)) (VBZ barks)
    """
    from karat.model import cycles, discontinuous
    from karat.model.bank import CONTENTS
    from karat.model.outcome import Remark

    name, given, rest = options.split(text)
    if rest:
        raise UsageError(f"cannot read {rest!r} after the view {name}")
    home = module(text)
    view = getattr(home, name)
    read = options.read(name, given, options.of(view))
    chosen = partial(view, **read)

    def looked_at(bank: "Bank") -> "Bank":
        discontinuous.refuse(bank, f"the view {name}")
        others = bank.layers.keys() & CONTENTS.keys()
        if others and not bank.has_trees and getattr(home, "CHANGES", "") == "trees":
            raise InputError(f"{bank.missing('trees')}; the view {name} changes trees")
        seen: Bank = chosen(cycles.opened(bank))
        for note in noted(home, bank, read):
            warnings.warn(Remark(*note), stacklevel=2)
        return seen

    return looked_at


def noted(home: ModuleType, bank: "Bank", given: Mapping[str, Any]) -> "tuple[Note, ...]":
    """What a view's module has to tell the user about a Bank, with the options that matter to it."""
    if not hasattr(home, "notes"):
        return ()
    told: tuple[Note, ...] = home.notes(
        bank, **{key: given[key] for key in options.of(home.notes) if key in given}
    )
    return told


def signed(text: str) -> str:
    """A view as signatures name it: with the hash of the file that its options name, if any.

    >>> signed("filter( depth=2 )")
    'filter(depth=2)'
    """
    name, given, _ = options.split(text)
    home = module(text)
    said = options.write(name, given.items())
    digest = home.digest(**given) if hasattr(home, "digest") else ""
    return f"{said}#{digest[:8]}" if digest else said


@dataclass(frozen=True)
class Views:
    """The views to apply to gold and to the system, in order, as users write them."""

    gold: tuple[str, ...] = ()
    system: tuple[str, ...] = ()

    def of_gold(self, bank: "Bank") -> "Bank":
        return _seen(bank, self.gold)

    def of_system(self, bank: "Bank") -> "Bank":
        return _seen(bank, self.system)

    @property
    def differ(self) -> bool:
        """Whether gold and the system are seen through different views."""
        return self.gold != self.system

    def said(self) -> list[str]:
        """The views in words, for reports without a signature."""
        sides = (("gold is", self.gold), ("the systems are", self.system))
        return [f"{side} seen through {', '.join(texts)}" for side, texts in sides if texts]

    def signed(self) -> tuple[str, ...]:
        """The views as signatures name them."""
        sides = (("gold-view", self.gold), ("system-view", self.system))
        return tuple(f"{side}:{signed(text)}" for side, texts in sides for text in texts)


def _seen(bank: "Bank", texts: tuple[str, ...]) -> "Bank":
    seen = bank
    for view in [parse(text) for text in texts]:
        seen = view(seen)
    # Views make new layers of what they know; how a sentence was read stays true.
    repairs = bank.layers.get("repairs")
    return seen if repairs is None else seen.with_layers(repairs=repairs)
