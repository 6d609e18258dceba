"""Check recognisers: on the examples in their own files, and on a suite with gold analyses."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.model.errors import InputError
from karat.recognise.rules import Recogniser
from karat.suites.items import Item

# Where a suite's folder keeps the gold analyses of its grammatical items, in their order.
ANALYSES = {"brackets": "trees.mrg", "conllu": "ud.conllu", "links": "links.txt"}


@dataclass(frozen=True)
class Wrong:
    """An example that a rule should have matched and did not, or the other way round."""

    phenomenon: str
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


def examples(recogniser: Recogniser) -> tuple[int, list[Wrong]]:
    """How many examples there are, and which of them are treated wrongly."""
    cases = [
        (rule.phenomenon, wanted, text)
        for rule in recogniser.rules
        for wanted, texts in ((True, rule.match), (False, rule.other))
        for text in texts
    ]
    if not cases:
        return 0, []
    # Each text is looked at once, however many rules name it.
    texts = list(dict.fromkeys(text for _, _, text in cases))
    found = dict(zip(texts, recogniser(recogniser.read(texts)), strict=True))
    return len(cases), [
        Wrong(name, wanted, text)
        for name, wanted, text in cases
        if (name in found[text]) != wanted or not text.strip()
    ]


def suite(recogniser: Recogniser, folder: Path, items: Sequence[Item]) -> list[Rate]:
    """The recognition rate of each core phenomenon over the grammatical items of a suite."""
    items = [item for item in items if item.grammatical]
    texts = gold_analyses(folder, recogniser.format)
    if len(texts) != len(items):
        raise InputError(
            f"{folder / ANALYSES[recogniser.format]}: {len(texts)} analyses, but the suite has "
            f"{len(items)} grammatical items"
        )
    of_core: dict[str, list[tuple[Item, bool]]] = {}
    for item, names in zip(items, recogniser(recogniser.read(texts)), strict=True):
        if item.core:
            of_core.setdefault(item.core, []).append((item, item.core in names))
    return [
        Rate(core, len(rows), tuple(item for item, found in rows if not found))
        for core, rows in sorted(of_core.items())
    ]


def gold_analyses(folder: Path, format: str) -> list[str]:  # noqa: A002  # the option's name
    """The gold analyses in a suite's folder, one text each."""
    name = ANALYSES.get(format)
    if name is None or not (folder / name).is_file():
        wanted = f"no {name} in it" if name else f"no file for the format {format}"
        raise InputError(f"{folder}: there is {wanted}, so there are no gold analyses to check on")
    text = (folder / name).read_text(encoding="utf-8")
    if format == "brackets":
        return [line for line in text.split("\n") if line.strip()]
    return [block for block in text.split("\n\n") if block.strip()]
