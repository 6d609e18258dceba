"""Check recognisers: on the examples in their own files, and on a suite with gold analyses."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.files.phenomena import ADVICE, canonical
from karat.model.errors import InputError
from karat.model.measure import ratio
from karat.recognise.rules import Recogniser, Rule
from karat.suites.items import Item

# The file of a suite's folder that has the gold analyses of its grammatical items, in their order.
ANALYSES = {"brackets": "trees.mrg", "conllu": "ud.conllu", "links": "links.txt", "gr": "gr.txt"}


def has_analyses(folder: Path, recogniser: Recogniser) -> bool:
    """Whether a suite has gold analyses that the rules can read; its dependencies are UD."""
    name = ANALYSES.get(recogniser.format)
    labelled = recogniser.labels in ("", "ud")
    return name is not None and labelled and (folder / name).is_file()


@dataclass(frozen=True)
class Wrong:
    """An example that should match a rule and does not, or the other way round."""

    rule: Rule
    wanted: bool
    text: str


@dataclass(frozen=True)
class Rate:
    """How often the core phenomenon of an item was recognised in its gold analysis."""

    phenomenon: str
    items: int
    missed: tuple[Item, ...]

    @property
    def recognised(self) -> int:
        return self.items - len(self.missed)

    @property
    def rate(self) -> float:
        return float(ratio(self.recognised, self.items))


def examples(recogniser: Recogniser) -> tuple[int, list[Wrong]]:
    """The number of examples, and those for which a rule gives the wrong answer."""
    cases = [
        (rule, wanted, text)
        for rule in recogniser.rules
        for wanted, texts in ((True, rule.match), (False, rule.other))
        for text in texts
    ]
    if not cases:
        return 0, []
    # Several rules may use the same text; it is read once.
    texts = list(dict.fromkeys(text for _, _, text in cases))
    found = dict(zip(texts, recogniser(recogniser.read(texts)), strict=True))
    return len(cases), [
        Wrong(rule, wanted, text)
        for rule, wanted, text in cases
        if (rule.phenomenon in found[text]) != wanted or not text.strip()
    ]


def rates(recogniser: Recogniser, folder: Path, items: Sequence[Item]) -> list[Rate]:
    """The recognition rate of each core phenomenon, then of all, over a suite's grammatical items.

    Only phenomena that the recogniser has rules for count.
    """
    items = [item for item in items if item.grammatical]
    if recogniser.labels not in ("", "ud"):
        raise InputError(
            f"{folder}: the gold dependencies have the labels of Universal Dependencies; the rules "
            f"{recogniser.name} are for others, so there are no gold analyses to check them against"
        )
    texts = gold_analyses(folder, recogniser.format)
    if len(texts) != len(items):
        raise InputError(
            f"{folder / ANALYSES[recogniser.format]}: {len(texts)} analyses, but the suite has "
            f"{len(items)} grammatical items"
        )
    cores = [_core(item, recogniser) for item in items]
    both = list(zip(items, cores, recogniser(recogniser.read(texts)), strict=True))
    found = []
    for core in sorted({*cores} & set(recogniser.phenomena)):
        rows = [(item, core in names) for item, one, names in both if one == core]
        found.append(Rate(core, len(rows), tuple(item for item, right in rows if not right)))
    every = Rate("all", sum(r.items for r in found), tuple(i for r in found for i in r.missed))
    return [*found, every] if found else []


def _core(item: Item, recogniser: Recogniser) -> str:
    """The core phenomenon of an item under its usual name; empty if it has none."""
    try:
        return canonical(item.core, recogniser.phenomena) if item.core else ""
    except InputError as error:
        raise InputError(f"item {item.id!r}: {error}\n{ADVICE}") from None


def gold_analyses(folder: Path, format: str) -> list[str]:  # noqa: A002  # the option's name
    """The gold analyses in a suite's folder, one text per item."""
    name = ANALYSES.get(format)
    if name is None or not (folder / name).is_file():
        lacking = f"has no {name}" if name else f"can have no file in the format {format}"
        raise InputError(f"{folder}: it {lacking}, so there are no gold analyses to check against")
    text = (folder / name).read_text(encoding="utf-8")
    pieces = text.split("\n" if format == "brackets" else "\n\n")
    return [piece for piece in pieces if piece.strip()]
