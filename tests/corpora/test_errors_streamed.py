"""The errors of large files, found in blocks: those of many copies are so many times those of one."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import karat
from effort import slow
from karat.analysis.errors.causes import causes_of, group_kinds
from karat.analysis.errors.streamed import can_stream, streamed_causes
from karat.engine.tallying import Files
from karat.model.bank import relabelled_pair
from karat.model.errors import InputError
from karat.schemes import parse
from karat.views import Views

# So many copies of the news texts, 250 kB each, are several blocks.
COPIES = 12
# Their main figures follow from sums of counts, which are exact; means over sentences differ in the last bit.
SCHEMES = ("evalb(params=collins)", "evalb(params=new)", "chunks(failed=empty)")


def copies(folder: Path, source: Path, times: int = COPIES) -> str:
    path = folder / source.name
    path.write_bytes((source.read_bytes().rstrip() + b"\n") * times)
    return str(path)


def times(note: str) -> str:
    """A note about one copy as it is about all: the sentences that it counts are so many times more."""
    return re.sub(r"(?<=in )\d+(?= sentences)", lambda found: str(COPIES * int(found[0])), note)


@pytest.mark.parametrize("scheme", [*SCHEMES[1:], *slow(SCHEMES[0])])
def test_copies_have_so_many_times_the_errors(at_hand: Path, tmp_path: Path, scheme: str) -> None:
    news, wanted = at_hand / "gum-news", parse(scheme)
    kinds = tuple(kind for kind in group_kinds(wanted) if kind != "document")
    banks = relabelled_pair(karat.read(news / "gold.mrg"), karat.read(news / "benepar.mrg"))
    once = causes_of(*banks, "benepar", wanted)
    gold, system = (copies(tmp_path, news / f"{name}.mrg") for name in ("gold", "benepar"))
    files = Files(gold, {"benepar": system}, Views())
    assert can_stream(files)
    many = streamed_causes(files, "benepar", wanted, by=kinds)
    assert (many.score, many.perfect) == (once.score, once.perfect)
    assert list(many.whole.notes) == [times(note) for note in once.whole.notes]
    numbers = ("errors", "sentences", "missed", "spurious", "crossing")
    assert many.causes == tuple(
        replace(one, **{name: COPIES * getattr(one, name) for name in numbers})
        for one in once.causes
    )
    assert dict(many.confusions) == {pair: COPIES * n for pair, n in once.confusions.items()}
    for kind in kinds:
        assert {key: dict(some) for key, some in many.groups(kind).items()} == {
            key: {cause: COPIES * n for cause, n in some.items()}
            for key, some in once.groups(kind).items()
        }


@pytest.mark.parametrize("scheme", ["deps", *slow("evalb(failed=align)")])
def test_aligned_sentences_are_found_in_parts(corpora: Path, tmp_path: Path, scheme: str) -> None:
    """The system's sentences have other boundaries (French) or other words (English news)."""
    trees = scheme.startswith("evalb")
    folder = corpora / ("gum-news" if trees else "conll18/fr_gsd")
    names = ("gold.mrg", "stanza.mrg") if trees else ("gold.conllu", "conll18-baseline.conllu")
    wanted, files = parse(scheme), [folder / name for name in names]
    once = causes_of(*relabelled_pair(*map(karat.read, files)), "x", wanted)
    gold, system = (tmp_path / name for name in names)
    for one, other in zip((gold, system), files, strict=True):
        one.write_bytes(other.read_bytes().rstrip() + b"\n" * (1 if trees else 2))
        one.write_bytes(one.read_bytes() * COPIES)
    many = streamed_causes(
        Files(str(gold), {"x": str(system)}, Views()), "x", wanted, by=("label",)
    )
    assert (many.score, many.perfect) == (once.score, once.perfect)
    for one, other in zip(many.causes, once.causes, strict=True):
        assert one.name == other.name
        assert (one.errors, one.missed, one.spurious) == tuple(
            COPIES * number for number in (other.errors, other.missed, other.spurious)
        )
        assert (one.mended, one.rise) == (other.mended, other.rise)
    laid = [note for note in many.whole.notes if "laid over" in note]
    assert bool(laid) is not trees
    numbers = [list(map(int, re.findall(r"(\d+) (?:split|merged|cut)", one))) for one in laid]
    alone = [re.findall(r"(\d+) (?:split|merged|cut)", n) for n in once.whole.notes if "laid" in n]
    assert numbers == [[COPIES * int(number) for number in some] for some in alone]


def test_more_sentences_than_gold_are_refused(at_hand: Path, tmp_path: Path) -> None:
    """Both numbers are over the whole files, not over a block."""
    news = at_hand / "gum-news"
    gold = copies(tmp_path, news / "gold.mrg")
    system = copies(tmp_path, news / "benepar.mrg", COPIES + 1)
    sentences = len(karat.read(news / "gold.mrg"))
    said = f"{(COPIES + 1) * sentences} sentences, but .* has {COPIES * sentences}"
    with pytest.raises(InputError, match=said):
        streamed_causes(Files(gold, {"b": system}, Views()), "b", parse("evalb(params=collins)"))


def test_what_must_be_seen_as_a_whole_is_not_streamed(at_hand: Path) -> None:
    news = at_hand / "gum-news"
    files = Files(str(news / "gold.mrg"), {"b": str(news / "benepar.mrg")}, Views())
    assert not can_stream(files._replace(lenient=True))
