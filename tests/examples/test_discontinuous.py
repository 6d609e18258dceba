"""Discontinuous trees small enough to check by hand: read, refused, scored."""

import pytest

import karat
from karat.formats import discbracket, export
from karat.model import discontinuous
from karat.views import parse

# "Das Buch hat er gelesen": the object stands before the finite verb, its participle at the end.
GOLD = "(S (VP (NP (ART 0=Das) (NN 1=Buch)) (VVPP 4=gelesen)) (VAFIN 2=hat) (PPER 3=er))"
SYSTEM = "(S (NP (ART 0=Das) (NN 1=Buch)) (VAFIN 2=hat) (VP (PPER 3=er) (VVPP 4=gelesen)))"
NEGRA = """\
#FORMAT 3
#BOT ORIGIN
0 nowhere
#EOT ORIGIN
#BOS 7 2 938 1 %% a comment
Das\t\tART\tDef\tNK\t500
Buch\t\tNN\tNeut\tNK\t500
hat\t\tVAFIN\t--\tHD\t502\t%% finite
er\t\tPPER\t--\tSB\t502\tSB\t501
gelesen\t\tVVPP\t--\tHD\t501
.\t\t$.\t--\t--\t0
#500\t\tNP\t--\tOA\t501
#501\t\tVP\t--\tOC\t502
#502\t\tS\t--\t--\t0
#EOS 7
"""


def test_discbracket() -> None:
    """Words in their order, the verb phrase with a gap, spans from first to last word."""
    bank = karat.read_text(GOLD)
    assert bank.words(0) == [b"Das", b"Buch", b"hat", b"er", b"gelesen"]
    assert bank.spans(0) == [(0, 5, b"S"), (0, 5, b"VP"), (0, 2, b"NP")]
    assert discontinuous.gaps(bank, 0) == {1: [0, 1, 4]}
    assert discontinuous.word_parents(bank, 0) == [2, 2, 0, 0, 1]
    assert discontinuous.counted(bank).tolist() == [5, 3, 2]


def test_a_comment_after_a_tab_is_no_part_of_the_tree() -> None:
    """Also one with brackets in it."""
    bank = karat.read_text("(S (N 0=a))\tsee (1\n(S (N 0=b))\t)\n")
    assert [bank.words(0), bank.words(1)] == [[b"a"], [b"b"]]


def test_brackets_in_words() -> None:
    """#LRB# is a bracket, and is written so again."""
    bank = karat.read_text("(S (T 0=#LRB#a#RRB#) (T 1=b))")
    assert bank.words(0) == [b"(a)", b"b"]
    assert discbracket.dumps(bank) == "(S (T 0=#LRB#a#RRB#) (T 1=b))\n"


def test_brackets_in_labels_become_square() -> None:
    """The tag $( of German treebanks cannot stand in brackets."""
    bank = karat.read_text("#BOS 1\n-\t$(\t--\t--\t0\n#EOS 1\n")
    assert bank.tags(0) == [b"$("]
    assert discbracket.dumps(bank) == "($[ 0=-)\n"


def test_export_with_everything() -> None:
    """Version 3 with tables, comments, doubled tabs and a secondary edge; written as version 4."""
    bank = karat.read_text(NEGRA)
    assert bank.spans(0) == [(0, 5, b"S"), (0, 5, b"VP"), (0, 2, b"NP")]
    assert bank.words(0)[-1] == b"."
    names = bank.labels.strings()
    functions = bank.layers["functions"]["label"].tolist()
    assert [names[n] for n in functions] == [
        b"NK", b"NK", b"HD", b"SB", b"HD", b"", b"", b"OC", b"OA",
    ]  # fmt: skip
    edge = {name: column.tolist() for name, column in bank.layers["secondary"].columns.items()}
    assert (edge["child"], edge["parent"], names[edge["label"][0]]) == ([3], [1], b"SB")
    feats = bank.layers["morphology"]["feats"].tolist()
    assert [names[n] for n in feats] == [b"Def", b"Neut", b"_", b"_", b"_", b"_"]
    text = export.dumps(bank)
    assert "#BOS 7 2 938 1 %% a comment\n" in text
    assert "er\t--\tPPER\t--\tSB\t502\tSB\t501\n" in text
    assert "#501\t--\tVP\t--\tOC\t502\n" in text
    assert text.endswith("#EOS 7\n")
    assert export.dumps(karat.read_text(text)) == text
    assert "Das\tART\tDef\tNK\t500\n" in export.dumps(bank, version=3)


FAULTS = [
    ("#BOS 1\na N -- --\n#EOS 1\n", 2, 1, "too few columns"),
    ("#BOS 1\na N -- -- 500\n#EOS 1\n", 2, 11, "not a node of the sentence"),
    ("#BOS 1\na N -- -- 0\n#500 S -- -- 0\n#EOS 1\n", 3, 1, "without words"),
    ("#BOS 1\na N -- -- 500\n#500 S -- -- 501\n#501 S -- -- 500\n#EOS 1\n", 3, 1, "own ancestor"),
    ("#BOS 1\na N -- -- 500\n#500 S -- -- 0\n#500 S -- -- 0\n#EOS 1\n", 4, 1, "defined twice"),
    ("#BOS 1\na N -- -- 0\n#BOS 2\n#EOS 2\n", 1, 1, "does not end"),
    ("#BOS 1\na N -- -- 0 SB 577\n#EOS 1\n", 2, 11, "not a node of the sentence"),
    ("(S (N 0=a) (N 2=b))", 1, 1, "each once"),
    ("(S (N 1=a) (N 1=b))", 1, 1, "each once"),
    ("(S (N 0=a) (N b))", 1, 15, "without its position"),
    ("(S (A 1=a (B)) (N 0=b))", 1, 1, "without words"),
]


@pytest.mark.parametrize(("text", "line", "column", "what"), FAULTS)
def test_faults_have_a_place(text: str, line: int, column: int, what: str) -> None:
    """What is wrong, and where; the sentence has nothing else."""
    bank = karat.read_text(text)
    problem = bank.error(0)
    assert problem is not None
    assert (problem.line, problem.column) == (line, column)
    assert what in str(problem)
    assert bank.words(0) == []


def test_the_sentence_after_a_fault_is_read() -> None:
    """Faults stay where they are."""
    bank = karat.read_text("(S (N 0=a) (N 2=b))\n(S (VP 0=c 2=d) (N 1=e))\n")
    assert bank.fault.tolist()[1] == 0
    assert bank.words(1) == [b"c", b"e", b"d"]
    assert discontinuous.gaps(bank, 1) == {1: [0, 2]}


@pytest.mark.parametrize("scheme", ["evalb", "discodop"])
def test_scored_by_hand(scheme: str) -> None:
    """S and NP are found, the verb phrase is not; it shares a word with gold's and crosses it."""
    found = karat.score(GOLD, SYSTEM, scheme)
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [3, 3, 2]
    assert found.counts["tags"] == found.counts["words"] == 5
    assert found.counts["exact"] == 0
    if scheme == "evalb":
        assert found.counts["crossing"] == 1


def test_only_discontinuous_constituents() -> None:
    """Of gold's three one has a gap, of the system's none."""
    found = karat.score(GOLD, SYSTEM, "discodop(disc_only=yes)")
    assert (found.counts["gold"], found.counts["system"], found.recall) == (1, 0, 0)
    both = karat.score([GOLD, SYSTEM], [GOLD, SYSTEM], "discodop(disc_only=yes)")
    assert (both.counts["sentences"], both.exact) == (1, 1)


def test_a_gap_that_held_only_punctuation_is_none() -> None:
    """What is left is numbered anew."""
    gold = "(S (VP (V 0=a) (V 2=b)) (, 1=,))"
    plain = "(S (VP (V 0=a) (V 1=b)))"
    assert karat.score(gold, gold, "discodop(disc_only=yes)").counts["gold"] == 1
    assert karat.score(gold, gold, 'discodop(disc_only=yes,delete=",")').counts["gold"] == 0
    # The system left the comma out; gold's tag says that it does not count.
    found = karat.score(gold, plain, 'discodop(delete=",")')
    assert (found.counts["matched"], found.f1) == (2, 1.0)


def test_the_gold_tag_decides() -> None:
    """A comma with another tag in the parse costs no sentence."""
    gold = "(S (NP 0=a 2=b) (, 1=,))"
    system = "(S (NP 0=a 2=b) (NN 1=,))"
    found = karat.score(gold, system, 'evalb(delete=",")')
    assert (found.sentences["failed"], found.counts["matched"]) == (0, 2)


def test_words_under_the_root() -> None:
    """Left out of both sides where gold has them, not where the parse has."""
    gold = "(ROOT (S (N 0=a) (V 1=b)) ($. 2=.))"
    system = "(ROOT (S (N 0=a) (V 1=b) ($. 2=.)))"
    found = karat.score(gold, system, "discodop(delete_root_preterms=yes)")
    assert (found.counts["words"], found.counts["matched"]) == (2, 2)
    assert karat.score(gold, system, "discodop").counts["matched"] == 1
    # S is no technical root: disco-dop would leave b out, and count two words (docs/schemes/discodop.md).
    gold = "(S (NP (N 0=a) (N 1=c)) (V 2=b))"
    assert karat.score(gold, gold, "discodop(delete_root_preterms=yes)").counts["words"] == 3


def test_a_parameter_file_of_discodop(tmp_path: object) -> None:
    """Its keywords are read, by both schemes."""
    from pathlib import Path

    path = Path(str(tmp_path)) / "x.prm"
    path.write_text("DELETE_LABEL S\nDELETE_WORD er\nDISC_ONLY 1\nTED 0\nEQ_LABEL VP XP\n")
    for scheme in ("discodop", "evalb"):
        found = karat.score(GOLD, GOLD.replace("VP ", "XP "), f"{scheme}(params={path})")
        assert [found.counts[name] for name in ("gold", "system", "matched", "words")] == [
            1,
            1,
            1,
            4,
        ]


def test_what_knows_no_gaps_says_so() -> None:
    """Schemes, views and the format of ordinary brackets."""
    bank = karat.read_text(GOLD)
    for scheme in ("flat", "parseval"):
        with pytest.raises(karat.InputError, match="is discontinuous"):
            karat.score(bank, bank, scheme)
    with pytest.raises(karat.InputError, match="the view filter"):
        parse("filter(depth=1)")(bank)
    from karat.formats import brackets

    with pytest.raises(karat.InputError, match="the format brackets"):
        brackets.dumps(bank)


def test_different_words_fail() -> None:
    """Another word, another number of words, no parse."""
    other = GOLD.replace("Buch", "Bild")
    found = karat.score([GOLD] * 3, [other, "(S (N 0=x))", None], "discodop(failed=empty)")
    assert found.reasons == {
        "no system parse": 1, "different number of words": 1, "different words": 1,
    }  # fmt: skip
    assert (found.counts["gold"], found.counts["matched"]) == (9, 0)
    with pytest.raises(karat.InputError, match="different words"):
        karat.score(GOLD, other, "discodop")


REFUSED = ["%%", "#500", "#BOS", "#EOS"]


@pytest.mark.parametrize("word", REFUSED)
def test_words_that_export_cannot_hold(word: str) -> None:
    """They would be read as something else."""
    bank = karat.read_text(f"(S (N {word}))", format="brackets")
    with pytest.raises(karat.InputError, match="cannot be written"):
        export.dumps(bank)


def test_a_sentence_of_one_word_over_and_over() -> None:
    """Each word is compared with its own, not with an equal one elsewhere: tags X X, and Y for X."""
    gold, system = "(S (X a) (X a))\n(S (Y b) (X a))", "(S (X a) (X a))\n(S (X b) (X a))"
    rows = karat.score(gold, system, "discodop").rows()
    assert [(row["words"], row["tags"], row["matched"]) for row in rows] == [(2, 2, 1), (2, 1, 1)]
    rows = karat.score("(S (Y a) (X a))", "(S (X a) (X a))", "discodop").rows()
    assert [(row["words"], row["tags"]) for row in rows] == [(2, 1)]


@pytest.mark.parametrize("order", [("the", "The"), ("The", "the")])
@pytest.mark.parametrize("pair", ["the~The", "The~the"])
def test_a_word_is_left_out_for_its_own_form(order: tuple[str, str], pair: str) -> None:
    """Not because it counts as equal to one that is, whichever of them comes first in the file."""
    gold = "".join(f"(S (DT 0={word}) (N 1=dog))\n" for word in order)
    bank = karat.read_text(gold, format="discbracket")
    score = karat.score(bank, bank, f"discodop(delete_words=the,equal_words={pair})")
    words = [row["words"] for row in score.rows()]
    assert words == [1 if word == "the" else 2 for word in order]


def test_equal_words_in_a_discontinuous_tree() -> None:
    """Each is compared with the word at its own place: all tags but the last agree."""
    gold = "(S (VP (VB 0=a) (JJ 2=a)) (NP (NN 1=a)))"
    for system, tags in ((gold, 3), (gold.replace("JJ", "RB"), 2), (gold.replace("VB", "MD"), 2)):
        (row,) = karat.score(gold, system, "discodop").rows()
        assert (row["words"], row["tags"], row["matched"]) == (3, tags, 3)


@pytest.mark.parametrize(
    ("system", "brackets", "matched"),
    [
        # The word that is cut in two is in the same constituents: all of them match.
        ("(S (VP (VB 0=is) (JJ 2=ri) (JJ 3=ch)) (NP (NN 1=John)))", 3, 3),
        # The end of the word is in the noun phrase: only S is over the same characters.
        ("(S (VP (VB 0=is) (JJ 2=ri)) (NP (NN 1=John) (JJ 3=ch)))", 3, 1),
        # The verb phrase has no gap: it is from the first word to the last, as gold's, but holds John too.
        ("(S (VP (VB 0=is) (NN 1=John) (JJ 2=ri) (JJ 3=ch)))", 2, 1),
    ],
)
def test_gaps_in_a_sentence_with_other_words(system: str, brackets: int, matched: int) -> None:
    """Is John rich, with the last word cut in two: laid over each other by their characters."""
    gold = "(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))"
    for scheme in ("discodop(failed=align)", "evalb(failed=align)"):
        (row,) = karat.score(gold, system, scheme).rows()
        assert (row["gold"], row["system"], row["matched"]) == (3, brackets, matched), scheme
        (row,) = karat.score(system, gold, scheme).rows()
        assert (row["gold"], row["system"], row["matched"]) == (brackets, 3, matched), scheme


def test_tags_are_deleted_without_their_functions() -> None:
    """delete=NN leaves out NN-SB too, and the word does not count."""
    text = "(S (NN-SB a) (NN b) (V c))"
    found = karat.score(text, text, "discodop(delete=NN)")
    assert (found.counts["words"], found.counts["gold"]) == (1, 1)


def test_a_word_that_gold_lacks_is_not_left_out() -> None:
    """Gold keeps one of its words, the system both of its own: z is none of gold's."""
    found = karat.score("(S (P x) (A a))", "(S (A a) (B z))", "discodop(delete=P,failed=drop)")
    assert found.reasons == {"different number of words": 1}
    # The word that the system lacks does not count anyway.
    other = karat.score("(S (P x) (A a))", "(S (A a))", "discodop(delete=P,failed=drop)")
    assert (other.reasons, other.counts["matched"]) == ({}, 1)


def test_the_first_word_that_differs_is_named_in_any_sentence() -> None:
    """Words that are left out have numbers too: y is the fourth word."""
    text = "(S (A a) (B b) (P ,) (C c))\n"
    gold, system = text + text.replace("c)", "y)"), text + text.replace("c)", "z)")
    found = karat.score(gold, system, "discodop(delete=P,failed=empty)")
    assert found.failures[0].sentence == 2
    assert found.failures[0].detail.startswith("word 4 is 'y' and 'z'")


def test_words_of_failed_sentences_are_not_compared() -> None:
    """Gold's constituents count as missed, but tags are judged only where words are compared."""
    gold = "(S (A a) (B b))\n(S (A c) (B d) (C e))\n"
    found = karat.score(gold, "(S (A a) (B b))\n(S (A c) (B x) (C e))\n", "discodop(failed=empty)")
    assert (found.counts["words"], found.counts["tags"], found.tagging) == (2, 2, 1)
    assert (found.counts["gold"], found.counts["matched"]) == (2, 1)


def test_a_parse_that_cannot_be_read_is_not_missing() -> None:
    gold = "(S (A a) (B b))\n" * 2
    system = karat.read_text("(S (A a) (B b))\n(S (A a\n", layout="lines")
    found = karat.score(gold, system, "discodop(failed=empty)")
    assert found.reasons == {"system tree cannot be read": 1}


def test_gaps_behind_a_sentence_without_a_parse() -> None:
    """What is missing before does not shift the words of a constituent with a gap."""
    good = "(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)) (P 3=.))\n"
    gold = karat.read_text("(S (P 0=,) (A 1=a))\n" + good, layout="lines", format="discbracket")
    system = karat.read_text("\n" + good, layout="lines", format="discbracket")
    found = karat.score(gold, system, "discodop(delete=P,failed=drop)")
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [3, 3, 3]
