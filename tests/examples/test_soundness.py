"""Cycles and heads of the wrong class, in relations written for the purpose."""

import karat
from karat.analysis.soundness import dependency_cycles, relation_cycles, wrong_heads
from karat.model.bank import Bank
from karat.views.gr import gr

ROW = "{}\t{}\t{}\t{}\t{}\t_\t{}\t{}\t_\t_\n".format


def relations(*lines: str) -> Bank:
    """One sentence of relations with positions."""
    return karat.read_text("\n".join(lines), format="gr")


def graph(*words: str) -> Bank:
    """The relations of words given as form, part of speech, tag, head, label."""
    rows = (word.split() for word in words)
    text = "".join(ROW(at, form, form, *rest) for at, (form, *rest) in enumerate(rows, 1))
    return gr(karat.read_text(text + "\n"), positions=True)


def test_a_relative_clause_is_no_cycle() -> None:
    """The noun that a clause modifies fills a place in it, also in a clause inside that clause."""
    one = "(|cmod| |who| |thief:1_NN| |say:2_VB|)"
    inner = "(|ccomp| _ |say:2_VB| |steal:3_VB|)", "(|ncsubj| |steal:3_VB| |thief:1_NN| _)"
    assert relation_cycles(relations(one, *inner)) == []
    assert relation_cycles(relations(one, "(|ncsubj| |say:2_VB| |thief:1_NN| _)")) == []


def test_complements_of_each_other_are_a_cycle() -> None:
    """However long the way; and a clause may not be the complement of what it modifies."""
    ring = [f"(|xcomp| _ |v:{at}_VB| |v:{at % 4 + 1}_VB|)" for at in range(1, 5)]
    assert relation_cycles(relations(*ring)) == [0]
    assert relation_cycles(relations(*ring[:3])) == []
    both = "(|cmod| _ |need:1_VB| |say:2_VB|)", "(|ccomp| _ |say:2_VB| |need:1_VB|)"
    assert relation_cycles(relations(*both)) == [0]


def test_a_clause_about_a_clause_is_no_cycle() -> None:
    """It failed, which we had heard: the clause that is modified is the complement inside."""
    both = "(|cmod| |which| |fail:2_VB| |hear:6_VB|)", "(|ccomp| _ |hear:6_VB| |fail:2_VB|)"
    assert relation_cycles(relations(*both)) == []


def test_a_word_that_depends_on_itself_is_a_cycle() -> None:
    """The shortest way back."""
    assert relation_cycles(relations("(|ncmod| _ |word:1_NN| |word:1_NN|)")) == [0]


def test_control_is_no_cycle() -> None:
    """Two verbs with one subject."""
    lines = "(|xcomp| |to| |try:2_VB| |go:4_VB|)", "(|ncsubj| |try:2_VB| |he:1_PRP| _)"
    assert relation_cycles(relations(*lines, "(|ncsubj| |go:4_VB| |he:1_PRP| _)")) == []


def test_dependencies_that_reach_no_root() -> None:
    """Only the second of two sentences has a ring, of three words with a fourth below it."""
    good = ROW(1, "a", "a", "X", "X", 2, "dep") + ROW(2, "b", "b", "X", "X", 0, "root")
    heads = (2, 3, 1, 3, 0)
    bad = "".join(ROW(at, "w", "w", "X", "X", head, "dep") for at, head in enumerate(heads, 1))
    assert dependency_cycles(karat.read_text(f"{good}\n{bad}\n")) == [1]


def test_a_noun_with_a_subject_needs_a_reason() -> None:
    """The file's own dependency is one, unless the noun has a copula, which should be the head."""
    bank = graph("Food NOUN NN 2 nsubj", "good ADJ JJ 0 root")
    assert [(one.tag, one.reason) for one in wrong_heads(bank)] == [("JJ", "file")]
    assert not list(wrong_heads(graph("He PRON PRP 2 nsubj", "ran VERB VBD 0 root")))


def test_a_phrase_without_a_verb() -> None:
    """Relations are given to trees by hand: the noun has a subject, with a verb beside it or not."""
    given = relations("(|ncsubj| |fool:2_NN| |he:1_PRP| _)")
    for text, reason in (
        ("(S (NP (PRP he)) (NP (NN fool)))", "verbless"),
        ("(S (NP (PRP he)) (NP (NN fool)) (VP (VBD left)))", ""),
        ("(S (NP (PRP he)) (NP (NN fool) (SBAR (S (VP (VBD left))))))", "verbless"),
    ):
        bank = karat.read_text(text)
        table = given.relabelled(bank.labels).layer("gr")
        found = list(wrong_heads(bank.with_layers(gr=table)))
        assert [one.reason for one in found] == [reason], text


def test_conjunctions_are_no_heads() -> None:
    """Whatever the relation is called."""
    given = relations("(|ncmod| _ |but:1_CC| |also:2_RB|)")
    bank = karat.read_text("(S (CC but) (RB also))")
    table = given.relabelled(bank.labels).layer("gr")
    (found,) = wrong_heads(bank.with_layers(gr=table))
    assert (found.tag, found.reason) == ("CC", "")
