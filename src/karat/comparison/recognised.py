"""What two sides lack whose phenomena are recognised: the figures then say little about the parser."""

from collections.abc import Iterator

from karat.comparison.bare import bare
from karat.comparison.one_sided import functions_of_one_side
from karat.comparison.other_labels import subtypes_of_one_side
from karat.model.bank import Bank
from karat.model.outcome import Note
from karat.model.scheme import Scheme
from karat.views.silent_tags import filled

# Rules of ours for English, which look at tags of the Penn Treebank.
_ENGLISH = ("ptb", "ud", "clear", "stanford")
_LAYER = "phenomena"


def lacking(scheme: Scheme, gold: Bank, system: Bank) -> tuple[Note, ...]:
    """Notes on heads, labels, tags and subtypes that the rules look at and a side does not have."""
    rules = getattr(scheme, "recogniser", "")
    if not rules or any("links" in bank.layers or bank.has(_LAYER) for bank in (gold, system)):
        return ()
    both = all("edges" in bank.layers for bank in (gold, system))
    return (
        *_foreign(gold, rules),
        *_of(gold, "gold's", rules),
        *_of(system, "the system's", rules),
        *(subtypes_of_one_side(gold, system) if both and len(gold) == len(system) else ()),
        *functions_of_one_side(gold, system),
    )


def _of(bank: Bank, whose: str, rules: str) -> Iterator[Note]:
    from karat.views import missing  # few schemes recognise anything

    so = f"which the rules {rules} look at"
    if "edges" in bank.layers:
        yield from (*missing.heads(bank, whose), *missing.labels(bank, whose))
        if rules in _ENGLISH:
            yield from missing.columns(bank, whose, universal=rules == "ud")
    elif rules in _ENGLISH and (count := int((bare(bank) | filled(bank)).sum())):
        yield f"{whose} words have no tags, {so}", count


def _foreign(bank: Bank, rules: str) -> Iterator[Note]:
    from karat.views.gr.language import foreign

    if rules in _ENGLISH and (other := foreign(bank)):
        yield f"gold's words are {other}, and the rules {rules} are for English", 0
