"""Real files: saved results have the same figures and comparisons as fresh ones, also after a journey."""

import io
from pathlib import Path

import pytest

from karat.analysis.contest import How, contest
from karat.store import open_store
from karat.store.exchange import export_runs, import_runs
from stored_runs import new_run

FILES = {
    "gum-news": ("gold.mrg", ("benepar.mrg", "stanza.mrg")),
    "conll18/en_ewt": ("gold.conllu", ("Stanford-18.conllu", "UDPipe-Future.conllu")),
}
SCHEMES = {
    "gum-news": ["evalb(params=new)", "parseval", "flat", "leafancestor", "deps", "chunks"],
    "conll18/en_ewt": ["conll18", "deps", "gr"],
}


# Labels of spaCy, which stand for dependencies in karat-200, have no relations.
@pytest.mark.parametrize(
    "folder",
    [
        "gum-news",
        pytest.param("conll18/en_ewt", marks=[pytest.mark.slow, pytest.mark.corpora]),
    ],
)
def test_saved_results_are_those_of_the_files(
    folder: str, store_url: str, at_hand: Path, tmp_path: Path
) -> None:
    """Exported and imported once, then compared: the same intervals, p and letters to the last digit."""
    gold, systems = FILES[folder]
    place = at_hand / folder
    new = new_run(
        place / gold, {name: place / name for name in systems}, SCHEMES[folder], name="all"
    )
    stream = io.BytesIO()
    with open_store(str(tmp_path / "first.db")) as first:
        first.save(new)
        export_runs(first, [], stream)
    with open_store(store_url) as store:
        import_runs(store, stream)
        run = store.run("all")
        saved = store.tallied([one.id for one in run.entries])
        documents = store.documents(run.line.id)
    assert (documents is None) == (new.documents is None) == (folder == "gum-news")
    fresh = [one.tallied for one in new.entries]
    for one, other in zip(fresh, saved, strict=True):
        assert one.score().as_dict() == other.score().as_dict()
    for text in SCHEMES[folder]:
        how = How(samples=200, unit="document" if documents else "sentence")
        mine, theirs = (
            contest([one for one in some if str(one.result.scheme) == text], how, known)
            for some, known in ((fresh, new.documents), (saved, documents))
        )
        assert [pair.as_dict() for pair in mine.pairs] == [pair.as_dict() for pair in theirs.pairs]
        assert mine.letters == theirs.letters
        assert mine.notes == theirs.notes
