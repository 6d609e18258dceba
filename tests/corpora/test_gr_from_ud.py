"""Relations from the gold dependencies of GUM and of French GSD."""

from collections import Counter
from pathlib import Path

import karat
from karat.model.bank import Bank
from karat.model.gr import Gr, listed
from karat.views.gr import gr, notes
from karat.views.gr.graph import sentences


def gum(corpora: Path) -> str:
    """All documents as one text."""
    paths = sorted((corpora / "gum" / "dep").glob("*.conllu"))
    assert len(paths) == 27
    return "".join(path.read_text("utf-8") for path in paths)


def all_of(bank: Bank) -> list[tuple[int, Gr]]:
    return [(number, one) for number in range(len(bank)) for one in listed(bank, number)]


def test_agents_are_found_without_their_subtype(corpora: Path) -> None:
    """GUM marks its agents; with the marks taken away nearly all are found, and hardly any others."""
    text = gum(corpora)
    marked = karat.read_text(text, format="conllu")
    agents = {
        (number, word)
        for number, sentence in enumerate(sentences(marked, enhanced=False))
        for word, label in enumerate(sentence.rel)
        if label == "obl:agent"
    }
    assert len(agents) == 75
    plain = karat.read_text(text.replace(":agent", ""), format="conllu")
    found = all_of(gr(plain, positions=True))
    with_marks = all_of(gr(marked, positions=True))
    extracted = {(number, one) for number, one in found if one.label == "arg_mod"}
    wanted = {(number, one) for number, one in with_marks if one.label == "arg_mod"}
    assert len(wanted) >= 75  # conjuncts are agents too
    assert len(wanted & extracted) >= 0.9 * len(wanted)
    assert len(extracted - wanted) <= 0.05 * len(wanted)


def test_the_enhanced_graph_is_hardly_missed(corpora: Path) -> None:
    """What it says is worked out from the tree."""
    bank = karat.read_text(gum(corpora), format="conllu")
    score = karat.score(gr(bank, positions=True), gr(bank, positions=True, enhanced=False), "gr")
    assert score.counts["gold"] > 10_000
    assert score.f1 > 0.99


def test_heads_are_of_the_right_class(corpora: Path) -> None:
    """Verbs have objects; a subject has a verb, or the predicate of a clause without one."""
    bank = karat.read_text(gum(corpora), format="conllu")
    words = list(sentences(bank))
    wrong: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for number, one in all_of(gr(bank, positions=True)):
        total[one.label] += 1
        if words[number].upos[one.head_at] not in ("VERB", "AUX", "SYM"):  # x < y
            wrong[one.label] += 1
    assert not wrong["dobj"] + wrong["obj2"] + wrong["iobj"] + wrong["csubj"] + wrong["xsubj"]
    assert wrong["ncsubj"] <= 0.01 * total["ncsubj"]


def test_french_is_recognised(corpora: Path) -> None:
    """Its passives have agents, its recipients are iobj, and nothing depends on to or by."""
    bank = karat.read(corpora / "conll18" / "fr_gsd" / "gold.conllu")
    assert "the lists of French are used" in str(notes(bank))
    found = [one for _, one in all_of(gr(bank))]
    counts = Counter(one.label for one in found)
    assert counts["arg_mod"] >= 32
    assert {one.type for one in found if one.label == "arg_mod"} <= {"par", "de"}
    assert not {"to", "by"} & {one.type for one in found}
    assert not counts["obj2"]
