"""The scheme gr, every count worked out by hand."""

from importlib.resources import files
from pathlib import Path

import pytest

import karat
import karat.views
from karat.analysis.gr_tables import Compared, macro
from karat.formats import gr as grs
from karat.model.errors import KaratError
from karat.model.gr import listed
from karat.schemes import parse

FIGURES = files("karat.data").joinpath("gr")
PRINTED = FIGURES.joinpath("figure1.gr").read_text("utf-8")
MENDED = FIGURES.joinpath("figure1-mended.gr").read_text("utf-8")
MATCHED = ("gold", "system", "matched")


def counts(gold: str, system: str, scheme: str = "gr") -> tuple[int, ...]:
    """Gold, system, matched."""
    found = karat.score(grs.loads(gold), grs.loads(system), scheme).counts
    return tuple(found[name] for name in MATCHED)


@pytest.mark.parametrize("mode", ["exact", "eq", "sub", "hier"])
@pytest.mark.parametrize("program", ["paper", "greval"])
@pytest.mark.parametrize("text", [PRINTED, MENDED])
def test_figure_1_against_itself(text: str, program: str, mode: str) -> None:
    """Twelve relations, all found."""
    scheme = f"gr(mode={mode},program={program})"
    score = karat.score(grs.loads(text), grs.loads(text), scheme)
    assert (score.recall, score.precision, score.f1, score.exact) == (1, 1, 1, 1)
    assert score.counts["gold_relations"] == 12


def test_figure_1_as_printed_against_mended() -> None:
    """The one with slots in another order is missed; mod may stand for cmod on one side only."""
    assert counts(MENDED, PRINTED) == (12, 12, 11)
    assert counts(PRINTED, MENDED) == (12, 12, 10)
    assert counts(MENDED, PRINTED, "gr(underspecified=no)") == (12, 12, 10)


def test_relations_dropped_and_changed() -> None:
    """Without two relations and with one changed: 9 of 12 found, 9 of 10 right."""
    lines = MENDED.splitlines()
    lines.remove("dobj(drop, it, _)")
    lines.remove("ncsubj(drop, government, _)")
    text = "\n".join(lines).replace("ncsubj(die, proprietor, _)", "ncsubj(die, government, _)")
    assert counts(MENDED, text) == (12, 10, 9)


@pytest.mark.parametrize(
    "gold, system, matched, without",
    [
        ("ncmod(of, a, b)", "mod(of, a, b)", 1, 0),
        ("xcomp(to, a, b)", "clausal(to, a, b)", 1, 0),
        ("csubj(a, b, _)", "subj(a, b, _)", 1, 0),
        # Only these three, and only the system.
        ("dobj(a, b, _)", "obj(a, b)", 0, 0),
        ("ncmod(of, a, b)", "dependent(of, a, b)", 0, 0),
        ("mod(of, a, b)", "ncmod(of, a, b)", 0, 0),
        ("subj(a, b, _)", "ncsubj(a, b, _)", 0, 0),
    ],
)
def test_underspecified(gold: str, system: str, matched: int, without: int) -> None:
    """The system may return mod, subj and clausal for what they subsume."""
    assert counts(gold, system)[2] == matched
    assert counts(gold, system, "gr(underspecified=no)")[2] == without


@pytest.mark.parametrize(
    "gold, system, matched",
    [
        ("ncmod(of, a, b)", "ncmod(_, a, b)", 1),
        ("iobj(to, a, b)", "iobj(_, a, b)", 1),
        ("ccomp(that, a, b)", "ccomp(_, a, b)", 1),
        ("ccomp(that, a, b)", "clausal(_, a, b)", 1),
        # Not in arg_mod, not by gold, and not another type.
        ("arg_mod(by, a, b, subj)", "arg_mod(_, a, b, subj)", 0),
        ("ncmod(_, a, b)", "ncmod(of, a, b)", 0),
        ("ncmod(of, a, b)", "ncmod(in, a, b)", 0),
        # The initial relation is never left out.
        ("ncsubj(a, b, obj)", "ncsubj(a, b, _)", 0),
    ],
)
def test_type_left_empty(gold: str, system: str, matched: int) -> None:
    """The system may leave the type of mod, iobj and clausal relations empty."""
    assert counts(gold, system)[2] == matched
    assert counts(gold, system, "gr(untyped=no)")[2] == 0


def test_a_gold_relation_is_matched_once() -> None:
    """Twice the same from the system: one is wrong. Twice in gold: both want a partner."""
    once, twice = "dobj(a, b, _)\n", "dobj(a, b, _)\ndobj(a, b, _)\n"
    assert counts(once, twice) == (1, 2, 1)
    assert counts(twice, once) == (2, 1, 1)
    assert counts(twice, twice) == (2, 2, 2)


def test_as_many_as_possible_against_first_come() -> None:
    """mod could take either, ncmod only one; first come gives mod the one that ncmod needs."""
    gold = "ncmod(_, a, b)\nxmod(_, a, b)"
    system = "mod(_, a, b)\nncmod(_, a, b)"
    assert counts(gold, system) == (2, 2, 2)
    assert counts(gold, system, "gr(program=greval)") == (2, 2, 1)


@pytest.mark.parametrize(
    "gold, system, matched",
    [
        ("(dobj ellip b)", "(dobj a b)", 1),
        ("(dobj a ellip)", "(dobj a b)", 1),
        ("(dobj a b)", "(dobj ellip ellip)", 1),
        # An ellipsis does not match an empty slot.
        ("(ncsubj a b ellip)", "(ncsubj a b _)", 0),
        # A name of several words matches its parts.
        ("(dobj a New_York)", "(dobj a York)", 1),
        ("(dobj a York)", "(dobj a New_York)", 1),
        ("(dobj a New_York)", "(dobj a Boston)", 0),
        # Of two such names the system's must contain gold's; an empty slot is no part of a name.
        ("(dobj a York_City)", "(dobj a New_York_City)", 1),
        ("(dobj a New_York_City)", "(dobj a York_City)", 0),
        ("(dobj a New_York)", "(dobj a _)", 0),
        ("(dobj a _)", "(dobj a New_York)", 0),
        ("(ncsubj a b _)", "(ncsubj a b as_such)", 0),
        # A type may be empty on either side, for some names of the system.
        ("(ncmod _ a b)", "(ncmod of a b)", 1),
        ("(dependent _ a b)", "(dependent of a b)", 0),
    ],
)
def test_slots_of_the_original_program(gold: str, system: str, matched: int) -> None:
    """Ellipses, names of several words, empty types; the paper has none of the first two."""
    assert counts(gold, system, "gr(mode=eq,program=greval)")[2] == matched
    if "ellip" in gold + system or "York" in gold:
        assert counts(gold, system, "gr(mode=eq)")[2] == 0


def test_names_of_the_original_program() -> None:
    """One level up for mod, subj, obj and clausal; any level down from gold."""
    greval = "gr(program=greval)"
    assert counts("(dobj a b)", "(obj a b)", greval)[2] == 1
    assert counts("(dobj a b)", "(comp a b)", greval)[2] == 0
    assert counts("(pcomp a b)", "(comp a b)", greval)[2] == 1
    assert counts("(arg _ a b)", "(dobj a b)", greval)[2] == 1


def rows(gold: str, system: str, scheme: str) -> dict[str, tuple[float, float, float]]:
    """Gold, system and agreement of each relation's row."""
    compared = Compared(grs.loads(gold), grs.loads(system), parse(scheme))
    return {
        row.relation: (row.gold, row.system, row.matched) for row in compared.found() if row.gold
    }


def test_agreement_counts_for_the_name_that_the_system_returned() -> None:
    """In the program's rows; in ours a pair counts for gold's name in recall.

    obj for dobj and for obj2: both rows are empty-handed, obj and all above it are not.
    """
    gold, system = "(dobj a b)\n(obj2 a c)", "(obj a b)\n(obj a c)"
    found = rows(gold, system, "gr(mode=exact,program=greval,hierarchy=2006)")
    assert found["dobj"] == found["obj2"] == found["subj_dobj"] == (1, 0, 0)
    assert found["obj"] == found["arg"] == (2, 2, 2)


def test_passives_are_not_in_the_programs_top_row() -> None:
    """They count in the micro average, as the program has it, not in the row dependent."""
    text = "(passive a)\n(dobj a b)"
    assert rows(text, text, "gr(program=greval)")["dependent"] == (1, 1, 1)
    assert counts(text, text, "gr(program=greval)") == (2, 2, 2)


def test_means_of_the_program_are_over_own_counts() -> None:
    """dobj 1 of 2, ncmod 1 of 1, and nothing for obj, comp or arg: means 3/4 and 2/2.

    Over the rows of the table it would be dependent 2/3, mod 1, ncmod 1, arg 1/2 and so on.
    """
    gold, system = "(dobj a b)\n(dobj a c)\n(ncmod _ a d)", "(dobj a b)\n(ncmod _ a d)"
    for mode in ("exact", "eq"):
        scheme = parse(f"gr(mode={mode},program=greval)")
        compared = Compared(grs.loads(gold), grs.loads(system), scheme)
        assert macro(compared.averaged()) == (0.75, 1)


def test_the_most_specific_is_found_by_subsumption() -> None:
    """Neither of two subsumers that do not subsume each other replaces the other.

    dobj has the subsumer obj with obj2 (depth 4), and subj_dobj with ncsubj (depth 3). The program
    reads the list in reverse and keeps the first of the two; a third, dobj itself, replaces either.
    """
    scheme = "gr(mode=hier,program=greval)"
    agreed = {
        "(obj2 a b)\n(ncsubj a b _)": 4,  # subj_dobj, arg, arg_mod, dependent
        "(ncsubj a b _)\n(obj2 a b)": 5,  # obj, comp, arg, arg_mod, dependent
        "(dobj a b)\n(obj2 a b)\n(ncsubj a b _)": 7,
    }
    for system, levels in agreed.items():
        assert counts("(dobj a b)", system, scheme)[2] == levels


def test_weights_of_the_original_program() -> None:
    """A pair has the system's weight; in hier a pair counts as whole. We take the smaller one."""
    gold, system = "{ 0.5 (dobj a b) }", "{ 0.8 (dobj a b) }"
    assert counts(gold, system) == (0.5, 0.8, 0.5)
    assert counts(gold, system, "gr(mode=eq,program=greval)") == (0.5, 0.8, 0.8)
    assert counts(gold, system, "gr(mode=hier,program=greval)") == (7, 7, 7)


def test_nil_is_ignored_by_the_original_program() -> None:
    """A relation with a slot NIL does not count, on either side."""
    text = "(dobj a NIL)\n(dobj a b)"
    assert counts(text, text, "gr(program=greval)") == (1, 1, 1)
    assert counts(text, text) == (2, 2, 2)


def test_hier_counts_at_every_level() -> None:
    """xmod for ncmod: both have 4 levels (itself, mod, arg_mod, dependent), 3 agree."""
    assert counts("(ncmod _ a b)", "(xmod _ a b)", "gr(mode=hier)") == (4, 4, 3)
    # ncsubj has 6 above and with it: subj, subj_dobj, arg, arg_mod, dependent; dobj has 7.
    assert counts("(ncsubj a b _)", "(dobj a b)", "gr(mode=hier)") == (6, 7, 4)


def test_hier_takes_the_most_specific() -> None:
    """ncmod goes with mod (3 levels) and det with det (2), not the other way round."""
    gold, system = "(ncmod _ a b)\n(det a b)", "(det a b)\n(mod _ a b)"
    assert counts(gold, system, "gr(mode=hier)") == (6, 5, 5)
    assert counts(gold, system, "gr(mode=hier,program=greval)") == (6, 5, 5)


def test_sub_lets_gold_be_more_general() -> None:
    """Where exact lets the system be."""
    assert counts("(mod _ a b)", "(ncmod _ a b)", "gr(mode=sub)")[2] == 1
    assert counts("(ncmod _ a b)", "(mod _ a b)", "gr(mode=sub)")[2] == 0
    assert counts("(mod _ a b)", "(ncmod _ a b)", "gr(mode=eq)")[2] == 0


def test_passives_of_2006() -> None:
    """passive(acquire) and ncsubj(acquire it _) are ncsubj(acquire it obj)."""
    gold, system = "(passive acquire)\n(ncsubj acquire it _)", "(ncsubj acquire it obj)"
    assert counts(gold, system, "gr(mode=eq,hierarchy=2006)") == (1, 1, 1)
    assert counts(gold, system, "gr(hierarchy=2006)") == (2, 1, 0)


def test_rows_count_what_they_subsume() -> None:
    """Table 3's way: ncmod found as mod is recall of ncmod, and precision of mod."""
    gold = "ncmod(_, a, b)\nncsubj(a, c, _)\ndobj(a, d, _)"
    system = "mod(_, a, b)\nncsubj(a, c, _)\ndobj(a, x, _)"
    score = karat.score(grs.loads(gold), grs.loads(system), "gr", by=["relation"])
    rows = {name: tuple(row["counts"].values()) for name, row in score.groups["relation"].items()}
    assert rows == {
        "dependent": (3, 3, 2, 2),
        "mod": (1, 1, 1, 1),
        "ncmod": (1, 0, 1, 0),
        "arg": (2, 2, 1, 1),
        "subj": (1, 1, 1, 1),
        "ncsubj": (1, 1, 1, 1),
        "subj_or_dobj": (2, 2, 1, 1),
        "comp": (1, 1, 0, 0),
        "obj": (1, 1, 0, 0),
        "dobj": (1, 1, 0, 0),
    }
    assert list(rows)[:3] == ["dependent", "mod", "ncmod"]


def test_positions() -> None:
    """Two words with one lemma are told apart where both sides have positions."""
    gold = "(|dobj| |see:2_VV0| |it:3_PP|)"
    system = "(|dobj| |see:2_VV0| |it:5_PP|)"
    assert counts(gold, system)[2] == 0
    assert counts(gold, system, "gr(match=lemma)")[2] == 1
    assert counts(gold, "(dobj see it)")[2] == 1
    assert counts(gold, "(dobj see it)", "gr(match=position)")[2] == 0
    # Another lemma in the same place is the same word.
    assert counts(gold, "(|dobj| |saw:2_VV0| |it:3_PP|)")[2] == 1
    # An empty slot has no position and needs none.
    assert counts("(dobj |see:2_V| _)", "(dobj |see:2_V| _)")[2] == 1


def test_slots_to_compare() -> None:
    """Only head and dependent, or the initial relation of ncsubj too."""
    gold, system = "ncsubj(a, b, obj)\nncmod(of, a, b)", "ncsubj(a, b, _)\nncmod(in, a, b)"
    assert counts(gold, system)[2] == 0
    assert counts(gold, system, "gr(slots=head+dependent)")[2] == 2
    assert counts(gold, system, "gr(slots=head+dependent+initial)")[2] == 1


def test_weights_count_instead_of_1() -> None:
    """Half a relation is half a relation, on either side; more than 1 is 1."""
    gold = "(dobj a b)\n(iobj a c)"
    system = "{ 0.5 (dobj a b) 7 (iobj a c) }\n(det a d)"
    score = karat.score(grs.loads(gold), grs.loads(system), "gr(hierarchy=2006)")
    assert [score.counts[name] for name in MATCHED] == [2, 2.5, 1.5]
    assert (score.recall, score.precision) == (0.75, 0.6)
    # The other way round: gold has the weights, of some of its relations.
    score = karat.score(grs.loads(system), grs.loads(gold), "gr(hierarchy=2006)")
    assert [score.counts[name] for name in MATCHED] == [2.5, 2, 1.5]


def test_beta() -> None:
    """F2 of precision 1 and recall 1/2: 5 · 1/2 / (4 + 1/2)."""
    gold = "dobj(a, b, _)\ndobj(a, c, _)"
    score = karat.score(grs.loads(gold), grs.loads("dobj(a, b, _)"), "gr(beta=2)")
    assert abs(score.f1 - 5 * 0.5 / 4.5) < 1e-12


def test_failed_sentences() -> None:
    """A sentence without relations and one that cannot be read count as missed; gold's does not."""
    gold = "1\n(dobj a b)\n2\n(dobj c d)\n3\n(dobj e f)\n4\n(dobj e\n"
    system = "1\n(dobj a b)\n3\n(dobj e\n4\n(dobj e f)\n"
    score = karat.score(grs.loads(gold), grs.loads(system), "gr")
    assert [score.counts[name] for name in MATCHED] == [3, 1, 1]
    assert score.reasons == {
        "gold tree cannot be read": 1, "system tree cannot be read": 1, "no system parse": 1,
    }  # fmt: skip
    dropped = karat.score(grs.loads(gold), grs.loads(system), "gr(failed=drop)")
    assert [dropped.counts[name] for name in MATCHED] == [1, 1, 1]


def test_a_relation_nobody_knows() -> None:
    """It matches itself, and counts for the root alone."""
    text = "zz(a, b)\ndobj(a, c, _)"
    score = karat.score(grs.loads(text), grs.loads(text), "gr", by=["relation"])
    assert (score.counts["matched"], score.f1) == (2, 1)
    rows = score.groups["relation"]
    assert rows["dependent"]["counts"]["gold"] == 2
    assert rows["arg"]["counts"]["gold"] == 1


def test_a_hierarchy_of_ones_own(tmp_path: Path) -> None:
    """Its slots decide which slot of a file is which, and its lists what a system may leave out."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'underspecified = ["top"]\n[relations]\n'
        'top = { parents = [], slots = ["head", "dependent"] }\n'
        'low = { parents = ["top"], slots = ["head", "dependent", "initial"] }\n'
    )
    scheme = f'gr(hierarchy="{path}")'
    assert counts("low(a, b, x)", "top(a, b)", scheme)[2] == 1
    assert counts("low(a, b, x)", "top(b, x)", scheme)[2] == 0
    assert karat.score("dobj(a, b)", "dobj(a, b)", scheme).signature.count("mine.toml") == 1
    with pytest.raises(KaratError, match="no hierarchy '1989'"):
        karat.score("dobj(a, b)", "dobj(a, b)", "gr(hierarchy=1989)")


def test_many_copies_of_one_relation() -> None:
    """Thousands of equal relations in one sentence take no time."""
    many = "dobj(a, b, _)\n" * 3000
    for scheme in ("gr", "gr(program=greval)", "gr(mode=hier)"):
        assert counts(many, many + "dobj(a, c, _)\n", scheme + "")[2] in (3000, 3000 * 6, 3000 * 7)


def test_relations_are_derived_from_trees() -> None:
    """And the result says so; by hand: ncsubj(bark, dog), and a modifier in the second tree."""
    short = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
    long = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))"
    same = karat.score(short, short, "gr")
    assert (same.counts["gold"], same.recall) == (1, 1.0)
    assert "gold's grammatical relations are derived from its trees" in same.notes
    assert karat.score(long, long, "gr").counts["gold"] == 2


def test_positions_want_the_same_words() -> None:
    """In sentences of other words they mean nothing; by lemma the subject is found."""
    gold = "(S (ADVP (RB Now)) (NP (DT the) (NN dog)) (VP (VBZ barks)))"
    system = gold.replace("(ADVP (RB Now)) ", "")
    found = karat.score(gold, system, "gr(failed=empty)")
    assert found.reasons == {"different number of words": 1}
    assert (found.counts["gold"], found.counts["matched"]) == (2, 0)
    assert karat.score(gold, system, "gr(match=lemma)").counts["matched"] == 1


def test_a_parse_without_relations_is_a_parse() -> None:
    """Nothing was extracted from it, which is not the same as no output."""
    gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
    found = karat.score(gold, "(X (DT the) (NN dog) (VBZ barks))", "gr")
    assert found.sentences["failed"] == 0


def test_words_have_no_relations() -> None:
    """The message says what is missing, and what would do."""
    words = karat.read_text("the dog\n", format="text")
    with pytest.raises(KaratError, match="has words but no grammatical relations; gr needs"):
        karat.score(words, words, "gr")


TWO = "(S (NP-SBJ (DT The) (NNS dogs)) (VP (VBD saw) (NP (DT a) (NN dog))))\n"


def test_words_are_matched_by_their_forms() -> None:
    """From both sides with forms, with positions, or derived; a capital makes no difference."""
    view = karat.views.module("gr").gr
    trees = karat.read_text(TWO)
    forms = grs.loads("ncsubj(saw, Dogs, _)\ndobj(saw, dog, _)")
    placed, lemmas = view(trees, positions=True), view(trees)
    assert [str(gr) for gr in listed(view(trees, heads="form"), 0)] == [
        "ncsubj(saw, dogs, _)", "dobj(saw, dog, _)",
    ]  # fmt: skip
    for other in (placed, view(trees, heads="form"), trees):
        assert karat.score(forms, other, "gr(match=form)").f1 == 1
        assert karat.score(other, forms, "gr(match=form)").f1 == 1
    assert karat.score(forms, placed, "gr").f1 == 0
    # Base forms without positions are all that there is: only dobj's dog is its own form.
    assert karat.score(forms, lemmas, "gr(match=form,slots=all)").counts["matched"] == 0
    # Two words with the same base form differ: the subject cannot be the object.
    swapped = grs.loads("ncsubj(saw, dog, _)\ndobj(saw, dogs, _)")
    assert karat.score(placed, swapped, "gr(match=form)").f1 == 0
    assert karat.score(lemmas, grs.loads("ncsubj(see, dog, _)\ndobj(see, dog, _)"), "gr").f1 == 1


def test_unexpressed_and_empty_slots_have_no_form() -> None:
    """Pro, ellip and _ stay what they are, with a position or without."""
    text = "He left\nncsubj(leave:2, Pro, _)\nxcomp(_, _, leave:2)"
    found = karat.score(grs.loads(text), grs.loads(text.replace("leave", "left")), "gr(match=form)")
    assert found.f1 == 1


def test_an_unknown_way_to_write_heads() -> None:
    """The message lists the ways."""
    with pytest.raises(KaratError, match="lemma"):
        karat.views.module("gr").gr(karat.read_text(TWO), heads="stem")


@pytest.mark.parametrize(("match", "reasons"), [("lemma", {}), ("auto", {"different words": 1})])
def test_where_words_may_differ(match: str, reasons: dict[str, int]) -> None:
    """By lemma they may; the sentence without positions is compared by lemma in any case."""
    gold = "1\nncsubj(bark, dog, _)\n\n2\nHe left\nncsubj(leave:2, he:1, _)\n"
    system = gold.replace("He left", "He leaves")
    found = karat.score(
        grs.loads(gold), grs.loads(system), f"gr(match={match},failed=drop,hierarchy=1999)"
    )
    assert dict(found.reasons) == reasons
    assert found.counts["matched"] == 2 - len(reasons)


def test_only_the_subjects_of_a_passive_change() -> None:
    """The object keeps its empty slot, and so does the subject of another verb."""
    gold = "(passive acquire)\n(ncsubj acquire it _)\n(dobj acquire x _)\n(ncsubj go he _)"
    system = "(ncsubj acquire it obj)\n(dobj acquire x _)\n(ncsubj go he _)"
    assert counts(gold, system, "gr(mode=eq,hierarchy=2006)") == (3, 3, 3)


def test_an_unknown_language() -> None:
    with pytest.raises(KaratError, match=r"there is no language 'xx'\. Known: .*\bfr\b"):
        parse("gr(language=xx)")


def test_underspecified_relations_that_match_nothing_are_noted() -> None:
    """Not if they may stand for others: then it is no fault of the option that they match nothing."""
    gold, system = "dobj(a, b, _)\n", "obj(a, b)\n"
    said = [note for note in karat.score(gold, system, "gr").notes if "underspecified" in note]
    assert said == [
        "the system has underspecified relations, such as obj and dependent, that match nothing; "
        "gr(underspecified=all) lets them stand for the relations below them, in 1 sentence"
    ]
    for other in (system, "obj(a, c)\n"):
        found = karat.score(gold, other, "gr(underspecified=all)")
        assert not [note for note in found.notes if "underspecified" in note]
    assert counts(gold, system, "gr(underspecified=all)") == (1, 1, 1)


def test_names_that_the_hierarchy_lacks_are_noted_and_have_one_level() -> None:
    """With the number of sentences; nothing is said where all are known."""
    strange, plain = "zz(a, b)\n", "dobj(a, b, _)\n"
    said = "relations that the hierarchy does not know count for its highest relation alone"
    found = karat.score(strange, strange, "gr(hierarchy=1999)")
    assert [note for note in found.notes if note.startswith(said)] == [
        f"{said} (karat check lists them), in 1 sentence"
    ]
    assert not [note for note in karat.score(plain, plain, "gr").notes if note.startswith(said)]
    assert counts(strange, strange, "gr(mode=hier,hierarchy=2006)") == (1, 1, 1)


def test_what_hier_counts() -> None:
    """At every level; the numbers of relations stay those of the files, and the counts say so."""
    found = karat.score("(ncmod _ a b)\n", "(xmod _ a b)\n", "gr(mode=hier)")
    assert (found.counts["gold_relations"], found.counts["system_relations"]) == (1, 1)
    for mode, said in (
        ("hier", "relations of gold, once for each level"),
        ("eq", "relations of gold"),
    ):
        assert parse(f"gr(mode={mode})").counted()["gold"] == said


@pytest.mark.parametrize("program", ["paper", "greval"])
def test_a_slot_that_one_relation_lacks_is_not_compared(program: str) -> None:
    """Whatever the names, ncmod's type has no counterpart in dobj."""
    found = karat.score("(ncmod of a b)\n", "(dobj a b)\n", f"gr(program={program},hierarchy=2006)")
    assert (found.counts["unlabelled"], found.counts["matched"]) == (1, 0)


@pytest.mark.parametrize(
    ("slots", "subject", "object_"),
    [("all", 0, 0), ("head+dependent+initial", 0, 1), ("head+dependent", 1, 1)],
)
def test_whose_initial_relation_is_compared(slots: str, subject: int, object_: int) -> None:
    scheme = f"gr(slots={slots},hierarchy=1999)"
    assert counts("ncsubj(a, b, obj)", "ncsubj(a, b, _)", scheme) == (1, 1, subject)
    assert counts("dobj(a, b, iobj)", "dobj(a, b, _)", scheme) == (1, 1, object_)
