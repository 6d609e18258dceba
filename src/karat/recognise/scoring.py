"""Score what was recognised against a suite's items, beside the classical scores if there is gold."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from karat.api import read, relabelled_pair
from karat.engine.memory import compare_banks
from karat.model.errors import InputError, UsageError
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.recognise.banks import of_items, recognised
from karat.recognise.check import ANALYSES
from karat.recognise.files import Native
from karat.recognise.rules import Recogniser
from karat.schemes.phenomena import Phenomena
from karat.suites.items import Item


def scores(
    recogniser: Recogniser,
    native: Native,
    items: Sequence[Item],
    schemes: Sequence[Scheme],
    *,
    name: str,
    rules: str,
    folder: Path | None = None,
    by: tuple[str, ...] = (),
) -> list[Score]:
    """One score a scheme. ``phenomena`` compares names, any other the analyses in ``folder``."""
    good = [item for item in items if item.grammatical and not item.excluded]
    if len(native.evidence) == len(items) != len(good):
        keep = [i for i, item in enumerate(items) if item.grammatical and not item.excluded]
        texts = [native.evidence.texts[i] for i in keep]
        native = Native(recogniser.read(texts))
    if len(native.evidence) != len(good):
        raise InputError(
            f"{name}: {len(native.evidence)} sentences, but the suite has {len(good)} grammatical "
            "items; they must be the same sentences in the same order"
        )
    gold, system = relabelled_pair(of_items(good), recognised(recogniser, native.evidence, name))
    found = []
    for scheme in schemes:
        if isinstance(scheme, Phenomena):
            if scheme.recogniser not in ("", rules):
                raise UsageError(
                    f"{scheme}: what was recognised by {rules} is compared; for other rules give "
                    f"--with {scheme.recogniser}"
                )
            said = replace(scheme, recogniser=rules)
            found.append(compare_banks(gold, system, name, said, by))
        else:
            found.append(_classical(scheme, recogniser, native, folder, name))
    return found


def _classical(
    scheme: Scheme, recogniser: Recogniser, native: Native, folder: Path | None, name: str
) -> Score:
    file = ANALYSES.get(recogniser.format, "")
    if folder is None or recogniser.format == "links" or not (folder / file).is_file():
        raise InputError(
            f"{scheme.name} compares analyses, and there are none to compare with: it needs a suite "
            "whose folder has trees.mrg or ud.conllu, and output of the same kind"
        )
    system = native.bank or native.evidence.bank
    key = replace(read(folder / file), path=f"{folder.name}/{file}")
    gold, other = relabelled_pair(key, replace(system, path=name))
    return compare_banks(gold, other, name, scheme, ())
