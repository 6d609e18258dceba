"""The store of runs, in SQLite and in PostgreSQL: what is saved comes back, whole and unchanged."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from databases import both_databases
from karat.analysis.contest import How, contest
from karat.analysis.gates import Baseline, of_baseline
from karat.engine.tallied import Tallied
from karat.model.errors import InputError, UsageError
from karat.model.tally import Tally
from karat.store import open_store
from karat.store.entry_rows import board_of
from karat.store.saving import LARGEST
from karat.store.store import Store
from stored_runs import GOLD, new_run, small_run

WORDS = {
    "gold": [("The", "DET", 2, "det"), ("dogs", "NOUN", 3, "nsubj"), ("bark", "VERB", 0, "root")],
    "good": [("The", "DET", 2, "det"), ("dogs", "NOUN", 3, "nsubj"), ("bark", "VERB", 0, "root")],
    "poor": [("The", "DET", 3, "det"), ("dogs", "NOUN", 3, "obj"), ("bark", "VERB", 0, "root")],
}
CHUNKS = {
    "gold": "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n\nIt PRP B-NP\nrains VBZ B-VP\n\n",
    "good": "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n\nIt PRP B-NP\nrains VBZ I-NP\n\n",
    "poor": "the DT O\ndog NN B-NP\nbarks VBZ B-VP\n\nIt PRP B-NP\nrains VBZ O\n\n",
}


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store."""
    with open_store(store_url) as opened:
        yield opened


def conllu(words: list[tuple[str, str, int, str]], documents: int = 3, each: int = 4) -> str:
    """Documents of some sentences with the same words."""
    rows = "".join(
        f"{at}\t{word}\t{word}\t{tag}\t_\t_\t{head}\t{label}\t_\t_\n"
        for at, (word, tag, head, label) in enumerate(words, 1)
    )
    return "".join(f"# newdoc id = d{n}\n" + f"{rows}\n" * each for n in range(documents))


def written(folder: Path, texts: dict[str, str], ending: str) -> dict[str, Path]:
    paths = {name: folder / f"{name}{ending}" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text, encoding="utf-8")
    return paths


def same_tally(one: Tally, other: Tally) -> None:
    assert one.names == other.names
    assert one.mended == other.mended
    for column in ("counts", "status", "length", "sentence"):
        a, b = getattr(one, column), getattr(other, column)
        assert a.dtype == b.dtype
        assert np.array_equal(a, b)
    assert (one.twin is None) == (other.twin is None)
    if one.twin and other.twin:
        same_tally(one.twin, other.twin)


def same_result(fresh: Tallied, saved: Tallied) -> None:
    """Figures, notes, counts and signature are the same, to the last bit."""
    assert saved.name == fresh.name
    assert saved.score().as_dict() == fresh.score().as_dict()
    assert saved.score().failures == fresh.score().failures
    assert saved.run.sentences == fresh.run.sentences
    same_tally(fresh.tally, saved.tally)


@both_databases
def test_a_run_comes_back(store: Store, tmp_path: Path) -> None:
    """Its line, document, files, entries and tags; the contents of its files too."""
    new = small_run(tmp_path / "files", name="first try", tags=["nightly", "en"])
    run = store.save(new)
    assert re.fullmatch("[0-9a-z]{10}", run)
    found = store.run(run)
    assert found.document == new.document
    assert (found.line.name, found.line.kind, found.line.gold) == ("first try", "score", "gold.mrg")
    assert found.line.systems == ["right", "wrong"]
    assert found.line.schemes == ["evalb"]
    assert found.line.tags == ["en", "nightly"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", found.line.created)
    assert [(one.role, one.name, one.kept) for one in found.files] == [
        ("gold", "gold.mrg", True), ("system", "right", True), ("system", "wrong", True),
    ]  # fmt: skip
    assert found.files[0].options == {"layout": "auto"}
    assert store.content(found.files[0].sha256) == GOLD.encode()
    assert [one.id for one in found.entries] == [f"{run}.1", f"{run}.2"]
    # Three of four brackets of the first sentence are right, and all of the second.
    assert found.entries[1].measures["recall"] == 5 / 6
    assert found.entries[1].counts["gold"] == 6
    assert store.result(f"{run}.2") == new.entries[1].result
    assert store.runs() == [found.line]


def test_a_run_by_id_by_name_and_by_the_beginning_of_its_id(store: Store, tmp_path: Path) -> None:
    """A name means the newest run that has it; what is not there is a message."""
    old, new = (store.save(small_run(tmp_path, name="tuned")) for _ in range(2))
    other = store.save(small_run(tmp_path, name="else"))
    assert store.run("tuned").line.id == new
    assert store.run(old[:6]).line.id == old
    assert store.run(other).line.name == "else"
    for wrong in ("", "tune", old[:3], "' OR 1=1 --", "tuned\0", "%%%%%", "____"):
        with pytest.raises(UsageError, match=r"there is no run|several runs"):
            store.run(wrong)


@both_databases
def test_lists_are_newest_first_and_can_be_searched(store: Store, tmp_path: Path) -> None:
    """By text, in names, commands and files; by tag; by kind; page by page."""
    ids = [
        store.save(small_run(tmp_path, name=f"run {n}", tags=["odd"] if n % 2 else []))
        for n in range(5)
    ]
    store.save(small_run(tmp_path, kind="compare", name="100 %"))
    assert [one.id for one in store.runs(kind="score")] == ids[::-1]
    assert [one.name for one in store.runs(tag="odd")] == ["run 3", "run 1"]
    assert [one.name for one in store.runs(text="RUN 2")] == ["run 2"]
    assert [one.name for one in store.runs(text="%")] == ["100 %"]
    assert [one.name for one in store.runs(text="wrong", limit=2, offset=1)] == ["run 4", "run 3"]
    assert store.runs(text="' OR 1=1 --") == []
    assert len(store.runs(limit=0)) == 6


def test_boards_have_what_can_be_compared(store: Store, tmp_path: Path) -> None:
    """One for each scheme and gold, with its best entry; the version of karat makes no difference."""
    first = small_run(tmp_path / "a", schemes=["evalb", "flat"])
    store.save(first)
    newer = [replace(one, recipe=one.recipe.replace("karat:0", "karat:9")) for one in first.entries]
    store.save(replace(first, entries=newer))
    gold = tmp_path / "b.mrg"
    gold.write_text(GOLD * 2, encoding="utf-8")
    store.save(new_run(gold, {"again": gold}))
    boards = store.boards()
    assert sorted((one.gold, one.scheme, one.entries, one.best) for one in boards) == [
        ("b.mrg", "evalb", 1, 1.0), ("gold.mrg", "evalb", 4, 1.0), ("gold.mrg", "flat", 4, 1.0),
    ]  # fmt: skip
    mine = next(one for one in boards if (one.gold, one.scheme) == ("gold.mrg", "evalb"))
    assert mine.gold_sha256 == hashlib.sha256(GOLD.encode()).hexdigest()
    assert mine.recipe == f"evalb|failed:drop|gold:{mine.gold_sha256[:8]}"
    one = first.entries[0]
    assert board_of(one.tallied, one.recipe) == mine.id


def test_results_without_a_hash_of_gold_are_never_on_one_board(
    store: Store, tmp_path: Path
) -> None:
    """Gold that is not known may be another gold."""
    new = small_run(tmp_path)
    entries = [
        replace(one, tallied=one.tallied._replace(run=replace(one.tallied.run, sha256="")))
        for one in new.entries
    ]
    for _ in range(2):
        store.save(replace(new, entries=entries))
    assert [one.entries for one in store.boards()] == [2, 2]


@both_databases
def test_entries_are_best_first(store: Store, tmp_path: Path) -> None:
    """By any figure; where less is better, the least is first; undefined is last."""
    store.save(small_run(tmp_path, schemes=["parseval"]))
    empty = tmp_path / "empty.mrg"
    empty.write_text("\n\n", encoding="utf-8")
    store.save(new_run(tmp_path / "gold.mrg", {"empty": empty}, ["parseval"]))
    (board,) = store.boards()
    assert [one.system for one in store.entries(board.id)] == ["right", "wrong", "empty"]
    assert [one.system for one in store.entries(board.id, limit=1, offset=1)] == ["wrong"]
    found = store.entries(board.id, figure="precision")
    assert [one.measures["precision"] for one in found][-1] is None
    crossing = [one.measures["crossing"] for one in store.entries(board.id, figure="crossing")]
    assert crossing == sorted(crossing)
    with pytest.raises(UsageError, match="did you mean 'precision'"):
        store.entries(board.id, figure="precison")
    for wrong in ("", "0" * 12, "x' OR 1=1 --"):
        with pytest.raises(UsageError, match="there is no board"):
            store.entries(wrong)


def test_an_entry_that_is_not_there(store: Store, tmp_path: Path) -> None:
    """Of whatever form the id is."""
    run = store.save(small_run(tmp_path))
    assert store.entry(f"{run}.2").system == "wrong"
    for wrong in (
        "",
        run,
        f"{run}.3",
        f"{run}.0",
        f"{run}.01",
        f"{run}.99999999999999999999",
        "a.1",
    ):
        with pytest.raises(UsageError, match="there is no entry"):
            store.entry(wrong)
        with pytest.raises(UsageError, match="there is no entry"):
            store.tallied([wrong])
    for wrong in ("", "0" * 64, "../../etc/passwd"):
        with pytest.raises(UsageError, match="there is no content"):
            store.content(wrong)


NAMES = {
    "gold": "1\tproper-noun, ditransitive\n2\tproper-noun, dative-shift\n3\tpassive\n",
    "good": "1\tproper-noun, ditransitive\n2\tproper-noun\n3\tpassive\n",
    "poor": "1\tpassive\n2\tproper-noun, passive\n3\tdative-shift\n",
}
ENDINGS = {"evalb": ".mrg", "deps": ".conllu", "chunks": ".iob", "phenomena": ".names"}
SAVED = {
    "evalb": ["evalb", "evalb(params=new,failed=empty)", "parseval", "flat", "leafancestor"],
    "deps": ["conll18", "deps"],
    "chunks": ["chunks"],
    "phenomena": ["phenomena(mode=exhaustive)"],
}


@both_databases
@pytest.mark.parametrize("kind", SAVED)
def test_saved_results_are_compared_like_fresh_ones(
    kind: str, store: Store, tmp_path: Path
) -> None:
    """The same intervals, p, wins and letters, and the same verdict of a gate."""
    texts = {
        "evalb": {"gold": GOLD, "good": GOLD, "poor": GOLD.replace("(VP (VBZ", "(X (VBZ")},
        "deps": {name: conllu(words) for name, words in WORDS.items()},
        "chunks": CHUNKS,
        "phenomena": NAMES,
    }[kind]  # fmt: skip
    paths = written(tmp_path, texts, ENDINGS[kind])
    new = new_run(paths.pop("gold"), paths, SAVED[kind])
    run = store.save(new)
    fresh = [one.tallied for one in new.entries]
    saved = store.tallied([one.id for one in store.run(run).entries])
    for one, other in zip(fresh, saved, strict=True):
        same_result(one, other)
    for text in SAVED[kind]:
        both = [[one for one in some if str(one.result.scheme) == text] for some in (fresh, saved)]
        how = How(samples=200)
        assert_same_contest(*(contest(some, how) for some in both))
        verdicts = [
            of_baseline(Baseline(a.name, a.tally), b.name, b.tally, b.result.scheme, 0.05)
            for a, b in both
        ]
        # As text: from Python 3.13 on, two data classes with a NaN each are never equal.
        assert repr(verdicts[0]) == repr(verdicts[1])


def assert_same_contest(one: object, other: object) -> None:
    assert repr([pair.as_dict() for pair in one.pairs]) == repr([p.as_dict() for p in other.pairs])
    assert one.letters == other.letters
    assert one.signature == other.signature
    assert one.notes == other.notes
    assert [score.as_dict() for score in one.scores] == [score.as_dict() for score in other.scores]


def test_documents_of_gold_are_kept(store: Store, tmp_path: Path) -> None:
    """So that saved results can be compared by document; a contest by sentence is another one."""
    paths = written(tmp_path, {name: conllu(words) for name, words in WORDS.items()}, ".conllu")
    new = new_run(paths.pop("gold"), paths, ["conll18"])
    run = store.save(new)
    documents = store.documents(f"{run}.1")
    assert documents is not None
    assert documents.names == ("d0", "d1", "d2")
    assert documents.number.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    how = How(unit="document", samples=100)
    saved = contest(store.tallied([f"{run}.1", f"{run}.2"]), how, documents)
    fresh = contest([one.tallied for one in new.entries], how, new.documents)
    assert saved.units == 3
    assert_same_contest(fresh, saved)
    trees = store.save(small_run(tmp_path / "trees"))
    assert store.documents(trees) is None


def test_a_file_that_has_changed_is_not_saved_as_if_it_had_not(
    store: Store, tmp_path: Path
) -> None:
    """Nothing of the run is saved."""
    new = small_run(tmp_path)
    changed = replace(new.files[1], content=b"(S (N other))\n")
    with pytest.raises(InputError, match="has changed since it was read"):
        store.save(replace(new, files=[new.files[0], changed]))
    assert store.runs() == []


def test_a_large_file_is_kept_by_place_and_hash_only(store: Store, tmp_path: Path) -> None:
    """Its content is not; the run says so."""
    new = small_run(tmp_path)
    content = b"\n" * (LARGEST + 1)
    large = replace(new.files[1], content=content, size=len(content))
    run = store.save(replace(new, files=[large]))
    (file,) = store.run(run).files
    assert (file.kept, file.size) == (False, LARGEST + 1)


def test_a_scheme_whose_file_has_changed_is_refused(store: Store, tmp_path: Path) -> None:
    """Its figures could be others now."""
    params = tmp_path / "own.prm"
    params.write_text("DELETE_LABEL TOP\n", encoding="utf-8")
    run = store.save(small_run(tmp_path, schemes=[f"evalb(params={params})"]))
    assert store.tallied([f"{run}.1"])
    params.write_text("DELETE_LABEL NP\n", encoding="utf-8")
    with pytest.raises(InputError, match="a file that the scheme names has changed"):
        store.tallied([f"{run}.1"])
    params.unlink()
    with pytest.raises(InputError, match=r"cannot be used here: .*own\.prm"):
        store.tallied([f"{run}.1"])


@both_databases
def test_odd_texts_are_kept(store: Store, tmp_path: Path) -> None:
    """Quotes, other scripts, NUL, and paths that are not UTF-8."""
    new = small_run(tmp_path, name="Größe 'x' 日本 🦉")
    odd = replace(new.files[0], path="a\udcff\0b", name="x'; DROP TABLE runs; --")
    run = store.save(replace(new, files=[odd], command="karat score \udcff"))
    found = store.run("Größe 'x' 日本 🦉")
    assert found.line.id == run
    assert found.files[0].name == "x'; DROP TABLE runs; --"
    assert found.files[0].path.startswith("a\ufffd")


def test_names_and_tags_are_checked(store: Store, tmp_path: Path) -> None:
    """They stand in lists, so they are short, and on one line."""
    for wrong in ("a\nb", "x" * 201, "   "):
        with pytest.raises(UsageError, match="name"):
            store.save(small_run(tmp_path, name=wrong))
        with pytest.raises(UsageError, match="tag"):
            store.save(small_run(tmp_path, tags=[wrong]))
    assert store.runs() == []
