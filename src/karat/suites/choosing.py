"""Choose the rules for native output; for dependencies, by their labels, and say which were chosen."""

import numpy as np

from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.recognise import typed
from karat.recognise.evidence import Evidence
from karat.recognise.rules import Recogniser
from karat.suites.native import USUAL, Native
from karat.views import inventories, missing
from karat.views.gr import lemmas
from karat.views.gr.language import foreign
from karat.views.label_kinds import ENOUGH, UNIVERSAL_TAGS, Kind, Told, known, told
from karat.views.silent_tags import filled

_SHOWN = 5
# Of treebanks and parsers of this kind, at least this share of tags and labels is known.
_USUAL = 0.95
# In so many sentences some label has a subtype.
_MANY = 20
# Rules of ours, which have lists of English words and look at tags of the Penn Treebank.
_ENGLISH = ("ud", "clear", "stanford")
_NAME = "name the rules with --with"


def chosen(native: Native) -> tuple[str, list[str]]:
    """The name of the rules that fit, and a note that says so where labels decided."""
    evidence = native.evidence
    if evidence.format != "conllu":
        rules = USUAL.get(evidence.format)
        if rules is None:
            raise UsageError(f"{evidence.path}: {_NAME}")
        return rules, []
    if not len(evidence.bank.tag):
        return USUAL[evidence.format], []
    found = told(evidence.bank)
    kind = found.kind or _likely(found, evidence.bank)
    shown = ", ".join(found.labels)
    if kind is None:
        fitting = [one for one in found.kinds if one.rules]
        if not fitting:
            rest = f"no inventory of labels that karat knows has {ENOUGH:.0%} of these: {shown}"
        else:
            titles = " and of ".join(one.title for one in fitting)
            rest = f"the labels ({shown}) are those of {titles}"
        names = ", ".join(one.rules for one in fitting or known().values() if one.rules)
        raise UsageError(f"{evidence.path}: {rest}; {_NAME}: {names}")
    if not kind.rules:
        convert = "convert them with karat convert --view universal, or "
        raise UsageError(
            f"{evidence.path}: the labels ({shown}) are those of {kind.title}, for which karat has no "
            f"rules; {convert * (kind.name == 'ud1')}name rules of your own with --with"
        )
    like = f" ({shown})" if shown else ""
    return kind.rules, [f"note: labels of {kind.title}{like}, so the rules are {kind.rules}"]


def notes(recogniser: Recogniser, native: Native) -> list[str]:
    """Refuse rules for other labels, and note what the rules look at and the file does not have."""
    evidence = native.evidence
    if evidence.format == "brackets" and recogniser.name == USUAL["brackets"]:
        return [*_of_language(recogniser, evidence), *_of_trees(recogniser, evidence)]
    if evidence.format != "conllu" or not recogniser.labels or not len(evidence.bank.tag):
        return []
    found = told(evidence.bank)
    wanted = known()[recogniser.labels]
    if found.kind not in (None, wanted):
        assert found.kind is not None
        advice = f"try --with {found.kind.rules}" if found.kind.rules else "convert them first"
        raise UsageError(
            f"{evidence.path}: the rules {recogniser.name} are for labels of {wanted.title}, but these "
            f"({', '.join(found.labels)}) are of {found.kind.title}; {advice}"
        )
    said = _of_language(recogniser, evidence) if recogniser.name in _ENGLISH else []
    universal, tagged = _universal(evidence.bank), typed.tagged(evidence.bank)
    wants = recogniser.labels == "ud"
    said += _of_graphs(evidence, wants)
    if wants and not universal:
        said.append(_lacking(evidence, "universal tags (UPOS)"))
    if not tagged and (not wants or recogniser.name in _ENGLISH):
        tree = "; the Stanford parser prints them with -outputFormat penn,typedDependencies"
        where = " (XPOS)" if wants else ""
        said.append(
            _lacking(evidence, f"tags of the Penn Treebank{where}")
            + tree * (recogniser.labels == "stanford")
        )
    if (
        (universal if wants else tagged)
        and not lemmas.available()
        and lemmas.lacking(evidence.bank)
    ):
        said.append(f"note: {lemmas.MISSING}")
    return said


def _lacking(evidence: Evidence, what: str) -> str:
    return f"note: {evidence.path} has no {what}, so rules that look at them find nothing"


def _of_graphs(evidence: Evidence, universal: bool) -> list[str]:
    """Note that most sentences have no heads or no labels, or that no label has a subtype."""
    bank, whose = evidence.bank, f"{evidence.path}'s"
    found = (*missing.heads(bank, whose), *missing.labels(bank, whose))
    if said := [f"note: {text}" for text, count in found if 2 * count > len(bank)]:
        return said
    numbers = np.unique(bank.layers["edges"]["label"]).tolist()
    plain = not any(b":" in bank.labels[one] for one in numbers)
    if universal and plain and len(bank) >= _MANY:
        return [
            f"note: {whose} labels have no subtypes (nsubj:pass, acl:relcl), so names that rest on them "
            "are missed"
        ]
    return []


def _of_language(recogniser: Recogniser, evidence: Evidence) -> list[str]:
    """Note that the rules are for English, and the words are not."""
    if not (other := foreign(evidence.bank)):
        return []
    return [
        f"note: {evidence.path}: its words are {other}, and the rules {recogniser.name} are for English: "
        "names that rest on words or on English tags are missed, and some are wrong"
    ]


def _of_trees(recogniser: Recogniser, evidence: Evidence) -> list[str]:
    """Note that many tags or labels of trees are not those of the Penn Treebank, or that tags say nothing."""
    said = []
    so = f"so the rules {recogniser.name} find little, which says nothing about the parser"
    for what, found in zip(("tags", "labels"), inventories.of_trees(evidence.bank), strict=True):
        if found.share < _USUAL:
            shown = ", ".join(one or "none" for one in list(found.unknown)[:_SHOWN])
            many = "most" if found.share < 0.5 else f"{1 - found.share:.0%}"
            others = f"{many} of its {what} ({shown}) are not those of the Penn Treebank"
            said.append(f"note: {evidence.path}: {others}, {so}")
    if 2 * filled(evidence.bank).sum() > len(evidence.bank):
        said.append(f"note: {evidence.path}: its tags are all UNK, X or XX, {so}")
    return said


def _likely(found: Told, bank: Bank) -> Kind | None:
    """Of several inventories that fit, the one whose notation or tags the file has, or that has rules."""
    notation = "stanford" if "typed" in bank.layers else "ud" if _universal(bank) else ""
    ruled = [kind for kind in found.kinds if kind.rules]
    sole = ruled[0] if len(ruled) == 1 else None
    return next((kind for kind in ruled if kind.name == notation), sole)


def _universal(bank: Bank) -> bool:
    """Whether most words have universal tags."""
    if "morphology" not in bank.layers:
        return False
    known_tags = np.array([tag in UNIVERSAL_TAGS for tag in bank.labels.strings()], bool)
    return bool(known_tags[bank.layers["morphology"]["upos"]].mean() > 0.5)
