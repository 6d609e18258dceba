"""Read native output: a file of trees or graphs, a run of a suite, a profile, or plain text."""

import re
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from karat import formats
from karat.files.source import Source
from karat.formats import delphin
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.recognise.evidence import Evidence
from karat.suites import runs
from karat.suites.items import Item

# The recogniser for each kind of output, where none is named.
USUAL = {"brackets": "ptb", "conllu": "ud", "links": "link-grammar", "delphin": "erg"}


# The kind of output that a layer shows, where it is not trees.
_BY_LAYER = {"predications": "delphin", "links": "links", "edges": "conllu"}


@dataclass(frozen=True, eq=False)
class Native:
    """What a file holds: the evidence and, for a run, the items; for some formats, ids."""

    evidence: Evidence
    items: tuple[Item, ...] = ()
    bank: Bank | None = None
    ids: tuple[str, ...] = ()

    def name(self, i: int) -> str:
        """The item's id, or the number of the sentence."""
        if self.ids and self.ids[i]:
            return self.ids[i]
        return self.items[i].id if self.items else str(i + 1)


def read(path: str, wanted: str | None, format: str | None, layout: str) -> Native:  # noqa: A002  # the option's name
    """Read a file; ``wanted`` is the format that the rules are for, if rules were named."""
    if Path(path).is_dir():
        return _run(path, wanted)
    with closing(Source(path)) as source:
        if source.peek(formats.HEAD).startswith(runs.MARK):
            return _run(path, wanted)
        if wanted == "text":
            return Native(Evidence(wanted, _blocks(source.text()), path))
        bank = formats.of(source, format).read(source, layout)
    layers = bank.layers
    kind = next((name for layer, name in _BY_LAYER.items() if layer in layers), "brackets")
    if wanted not in (None, kind):
        raise _unfit(path, wanted, kind)
    ids = tuple(delphin.identifiers(bank)) if kind == "delphin" else ()
    return Native(Evidence.of(bank, kind), bank=bank, ids=ids)


def _run(path: str, wanted: str | None) -> Native:
    """The grammatical items of a run, without those excluded."""
    run = runs.read(path)
    results = [r for r in run.results if r.item.good]
    first = next((r.parsed.first for r in results if r.parsed.first), "")
    kind = "brackets" if first.lstrip().startswith("(") else "conllu"
    if Path(path).is_dir() and any(r.parsed.native for r in results):
        kind = "delphin"
    if wanted is None:
        wanted = "links" if run.header.parser.startswith("link-grammar") else kind
    whole = wanted in ("links", "delphin")
    texts = [
        "" if not r.parsed.analyses else r.parsed.native if whole else r.parsed.first
        for r in results
    ]
    if wanted in ("brackets", "conllu", "delphin") and any(texts) and kind != wanted:
        raise _unfit(path, wanted, kind)
    if not any(texts) and any(r.parsed.analyses for r in results):
        raise InputError(f"{path}: this run did not keep the parser's output")
    evidence = Evidence(wanted, texts, path)
    bank = evidence.bank if wanted == "delphin" else None
    return Native(evidence, tuple(r.item for r in results), bank)


def _unfit(path: str, wanted: str | None, kind: str) -> InputError:
    return InputError(f"{path}: the rules are for {wanted}, but this is {kind}")


def _blocks(text: str) -> list[str]:
    r"""Cut a text at blank lines, one piece per sentence.

    >>> _blocks("a b\nc\n\n\nd\n")
    ['a b\nc', 'd']
    """
    return [one.strip("\n") for one in re.split(r"\n(?:[ \t]*\n)+", text) if one.strip()]
