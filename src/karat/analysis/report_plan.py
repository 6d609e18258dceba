"""What a report compares: which schemes, whether phenomena are recognised, and why something is left out."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from karat.analysis.contest import How
from karat.analysis.errors import inventories
from karat.analysis.overview import Overview, breakdowns_of, overview
from karat.analysis.phenomena_matrix import phenomena_matrix, rules_for
from karat.engine.documents import documents_of_file
from karat.engine.memory import outcome_of
from karat.engine.tallied import KeptRows
from karat.engine.tallying import Files, tallied_files
from karat.formats import usual_scheme
from karat.model.bank import Bank
from karat.model.errors import KaratError, no_sentences
from karat.model.labels import Labels
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.schemes import parse

# Schemes that a report shows beside the usual one, unless gold has more sentences than this.
COMPANIONS = {"evalb": ("deps",), "conll18": ("deps",)}
FEW = 10_000
# Phenomena are recognised in at most so many sentences, unless they are asked for.
FEW_FOR_PHENOMENA = 500
# The sentences by which it is decided whether a scheme fits gold, and those that are read for decisions.
_HEAD = 100
_READ = 500


@dataclass(frozen=True, eq=False)
class Plan:
    """The first sentences of gold through its views, the schemes, the rules that recognise phenomena ("":
    none), and why not.

    ``sentences`` is how many gold has, if these are not more than FEW; otherwise a number above it.
    """

    head: Bank
    sentences: int
    schemes: tuple[Scheme, ...]
    rules: str
    absent: Mapping[str, str]


def planned(files: Files, schemes: Sequence[Scheme], phenomena: bool | None) -> Plan:
    """Read gold, and decide what is not given: without schemes, the usual ones."""
    gold, sentences = _beginning(files)
    absent = dict[str, str]()
    if not schemes:
        usual = parse(usual_scheme(files.gold, files.format))
        schemes, why = _usual(gold, sentences, usual)
        absent |= {"schemes": why} if why else {}
    rules, why = _rules(gold, sentences, phenomena)
    absent |= {"phenomena": why} if why else {}
    return Plan(gold, sentences, tuple(schemes), rules, absent)


def _beginning(files: Files) -> tuple[Bank, int]:
    """The first sentences of gold, and how many there are, counted up to one more than FEW."""
    blocks = files.opened(files.gold)
    with closing(blocks.source):
        block = blocks.take(_READ)
        if not block.sentences:
            raise no_sentences(files.gold)
        head = files.views.of_gold(blocks.scanner(Labels()).scan(block))
        rest = blocks.take(FEW + 1 - block.sentences).sentences
    return head, block.sentences + rest


def _usual(gold: Bank, sentences: int, usual: Scheme) -> tuple[list[Scheme], str]:
    """The usual scheme with those that go with it, and why some do not."""
    companions = COMPANIONS.get(usual.name, ())
    if companions and sentences > FEW:
        listed = " and ".join(companions)
        return [usual], f"gold has more than {FEW:,} sentences: {listed} only with --scheme"
    head = gold.slice(0, min(_HEAD, len(gold)))
    found, why = [usual], list[str]()
    for scheme in map(parse, companions):
        reason = _unfit(scheme, usual, head)
        found += [] if reason else [scheme]
        why += [f"{scheme} is left out: {reason}"] if reason else []
    return found, "; ".join(why)


def _unfit(scheme: Scheme, usual: Scheme, gold: Bank) -> str:
    """Why a scheme does not fit gold; empty if it does."""
    try:
        if scheme.reads_names and inventories.note(usual, outcome_of(gold, gold, usual)):
            return "it reads labels of the Penn Treebank, and gold has others"
        outcome_of(gold, gold, scheme)
    except KaratError as error:
        return str(error).split("\n")[0]
    return ""


def _rules(gold: Bank, sentences: int, wanted: bool | None) -> tuple[str, str]:
    """The rules that recognise phenomena, or why there are none."""
    if wanted is False:
        return "", "not asked for"
    if wanted is None and sentences > FEW_FOR_PHENOMENA:
        return "", f"gold has more than {FEW_FOR_PHENOMENA:,} sentences: only with --phenomena"
    try:
        return rules_for(gold), ""
    except KaratError as error:
        if wanted:
            raise
        return "", str(error).split("\n")[0]


def compared(files: Files, plan: Plan, how: How, progress: Callable[[int], None]) -> Overview:
    """The systems compared with each other under every scheme."""
    # Other processes explain errors meanwhile, which takes much longer: one thread suffices here.
    with closing(KeptRows(twins=True, apart=True)) as kept:
        done, tallied = tallied_files(
            files, plan.schemes, by=breakdowns_of(plan.schemes), kept=kept, small=True,
            threads=1, progress=progress,
        )  # fmt: skip
        asked = "document" in (how.unit, how.strata)
        documents = documents_of_file(files.gold, files.layout, files.format, thorough=asked)
        return overview(done, tallied, how, files.systems, documents)


def phenomena_of(files: Files, rules: str) -> tuple[tuple[Score, ...], str]:
    """The systems by phenomenon, or why that was not possible."""
    if not rules:
        return (), ""
    try:
        return phenomena_matrix(files, rules), ""
    except KaratError as error:
        return (), str(error).split("\n")[0]
