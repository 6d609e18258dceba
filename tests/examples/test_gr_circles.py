"""Relations do not go round in circles, though a graph may."""

import karat
from karat.analysis.soundness import relation_cycles
from karat.model.gr import listed
from karat.views.gr import gr


def _graph(*rows: tuple[str, str, str, int, str, str]) -> karat.Bank:
    """A graph from form, lemma, tag, head, label and enhanced edges; tags are those of the Treebank."""
    upos = {"VB": "VERB", "NN": "NOUN", "PR": "PRON", "WP": "PRON", "WD": "PRON", "TO": "PART"}
    lines = (
        f"{number}\t{form}\t{lemma}\t{upos.get(tag[:2], 'X')}\t{tag}\t_\t{head}\t{label}\t{deps}\t_\n"
        for number, (form, lemma, tag, head, label, deps) in enumerate(rows, 1)
    )
    return karat.read_text("".join(lines) + "\n")


def _relations(bank: karat.Bank) -> set[str]:
    found = gr(bank, positions=True, language="en")
    assert relation_cycles(found) == []
    return {str(one) for one in listed(gr(bank, language="en"), 0)}


def test_the_preposition_before_a_free_relative_is_not_its_own() -> None:
    """They gazed at what the street became: what is the predicate of become, without at."""
    found = _relations(
        _graph(
            ("They", "they", "PRP", 2, "nsubj", "2:nsubj"),
            ("gazed", "gaze", "VBD", 0, "root", "0:root"),
            ("at", "at", "IN", 4, "case", "4:case"),
            ("what", "what", "WP", 2, "obl", "2:obl:at|7:xcomp"),
            ("the", "the", "DT", 6, "det", "6:det"),
            ("street", "street", "NN", 7, "nsubj", "7:nsubj"),
            ("became", "become", "VBD", 4, "acl:relcl", "4:acl:relcl"),
        )
    )
    assert "xcomp(_, become, what)" in found
    assert not any(one.startswith("xcomp(at") for one in found)


def test_a_clause_is_no_complement_of_the_clause_about_it() -> None:
    """He tried to leave, which he did: to leave is not a complement of did."""
    found = _relations(
        _graph(
            ("He", "he", "PRP", 2, "nsubj", "2:nsubj|4:nsubj:xsubj"),
            ("tried", "try", "VBD", 0, "root", "0:root"),
            ("to", "to", "TO", 4, "mark", "4:mark"),
            ("leave", "leave", "VB", 2, "xcomp", "2:xcomp|7:ccomp"),
            ("which", "which", "WDT", 7, "obj", "4:ref|7:obj"),
            ("he", "he", "PRP", 7, "nsubj", "7:nsubj"),
            ("did", "do", "VBD", 4, "advcl:relcl", "4:advcl:relcl"),
        )
    )
    assert "xcomp(to, try, leave)" in found
    assert "cmod(which, leave, do)" in found
    assert "xcomp(to, do, leave)" not in found
