"""Trees to dependencies: heads by table, coordination, copulas, names, fragments."""

import pytest

import karat
from karat.model.errors import InputError, UsageError
from karat.model.layers import names_of
from karat.views.deps import deps


def links(tree: str, heads: str = "ud") -> dict[str, str]:
    """Dependent → head, by words, which must differ."""
    bank = deps(karat.read_text(tree), heads)
    words = [word.decode() for word in bank.words(0)]
    head = bank.layers["edges"]["head"].tolist()
    return {word: words[h] if h >= 0 else "" for word, h in zip(words, head, strict=True)}


def labels(tree: str) -> dict[str, str]:
    """Dependent → label of its link."""
    bank = deps(karat.read_text(tree))
    names = names_of(bank.labels, bank.layers["edges"]["label"])
    return dict(zip((word.decode() for word in bank.words(0)), names, strict=True))


PP = "(S (NP-SBJ (PRP He)) (VP (MD will) (VP (VB go) (PP (IN to) (NP (DT the) (NN town))))))"


def test_function_words_or_content_words() -> None:
    """The modal and the preposition are heads for Collins, *go* and *town* for UD."""
    assert links(PP, "collins") == {
        "He": "will", "will": "", "go": "will", "to": "go", "the": "town", "town": "to",
    }  # fmt: skip
    assert links(PP, "magerman") == links(PP, "collins")
    assert links(PP) == {
        "He": "go", "will": "go", "go": "", "to": "town", "the": "town", "town": "go",
    }  # fmt: skip
    assert labels(PP) == {
        "He": "nsubj", "will": "aux", "go": "root", "to": "case", "the": "det", "town": "obl",
    }  # fmt: skip


def test_the_predicate_is_head_of_its_copula_but_not_after_there() -> None:
    """*is happy*: happy; *there is hope*: is."""
    happy = "(S (NP (PRP She)) (VP (VBZ is) (RB not) (ADJP (RB very) (JJ happy))))"
    assert links(happy) == {
        "She": "happy", "is": "happy", "not": "happy", "very": "happy", "happy": "",
    }  # fmt: skip
    assert labels(happy)["is"] == "cop"
    there = "(S (NP (EX there)) (VP (VBZ is) (NP (NN hope))))"
    assert links(there) == {"there": "is", "is": "", "hope": "is"}


def test_passives() -> None:
    """*a was seen*, but *a has seen*."""
    passive = labels("(S (NP-SBJ (NN a)) (VP (VBD was) (VP (VBN seen))))")
    assert passive == {"a": "nsubj:pass", "was": "aux:pass", "seen": "root"}
    active = labels("(S (NP-SBJ (NN a)) (VP (VBZ has) (VP (VBN seen))))")
    assert active == {"a": "nsubj", "has": "aux", "seen": "root"}


def test_the_first_conjunct_is_head() -> None:
    """The others hang on it, coordinators and commas on what follows them."""
    tree = "(NP (NP (NNS cats)) (, ,) (NP (JJ big) (NNS dogs)) (CC and) (NP (NNS fish)))"
    assert links(tree) == {
        "cats": "", ",": "dogs", "big": "dogs", "dogs": "cats", "and": "fish", "fish": "cats",
    }  # fmt: skip
    flat = "(NP (JJ black) (CC or) (JJ white) (NN cat))"
    assert links(flat) == {"black": "cat", "or": "white", "white": "black", "cat": ""}
    collins = links("(NP (NNS cats) (CC and) (NNS dogs))", "collins")
    assert collins == {"cats": "", "and": "cats", "dogs": "cats"}


def test_names_and_hyphens() -> None:
    """A person's first name is head, a university's last word; an apposed name hangs on its noun."""
    assert links("(NP (NNP Dr.) (NNP Ada) (NNP Lovelace))") == {
        "Dr.": "Ada", "Ada": "", "Lovelace": "Ada",
    }  # fmt: skip
    assert links("(NP (NNP Durham) (NNP University))") == {"Durham": "University", "University": ""}
    assert links("(NP (DT the) (NN poet) (NNP Ada) (NNP Byron))") == {
        "the": "poet", "poet": "", "Ada": "poet", "Byron": "Ada",
    }  # fmt: skip
    assert links("(NP (NN eye) (HYPH -) (NN movement) (NNS data))")["eye"] == "movement"
    assert links("(NP (NN decision) (HYPH -) (VBG making))")["decision"] == "making"


def test_fragments_stay_apart() -> None:
    """Each tree of a forest has a root of its own, and so has a word in no tree."""
    bank = deps(karat.read_text("(NP (DT a) (NN b)) (VP (VB c)) (X d)", layout="lines"))
    assert bank.layers["edges"]["head"].tolist() == [1, -1, -1, -1]


def test_null_elements_go() -> None:
    """With the brackets that held nothing else."""
    tree = "(S (NP (-NONE- *)) (VP (VB go) (NP (-NONE- *T*-1))))"
    assert links(tree) == {"go": ""}


def test_function_tags_are_labels_without_rules_for_them() -> None:
    """NP-SBJ hangs as SBJ, an NP as NP."""
    bank = deps(karat.read_text("(S (NP-SBJ (NN a)) (VP (VB b) (NP (NN c))))"), "collins")
    assert names_of(bank.labels, bank.layers["edges"]["label"]) == ["SBJ", "root", "NP"]


def test_very_deep_and_very_wide() -> None:
    """A hundred thousand brackets in each other, or words in one."""
    n = 100_000
    deep = deps(karat.read_text("(NP (NN a) " * n + "(NN b)" + ")" * n))
    assert deep.layers["edges"]["head"][:3].tolist() == [-1, 0, 1]
    wide = deps(karat.read_text("(NP " + "(NNP A) (CC and) " * n + "(NNP b))"))
    assert wide.layers["edges"]["head"][:3].tolist() == [-1, 2, 0]


def test_tables_of_ones_own(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """By path; what is wrong with one is said."""
    path = tmp_path / "mine.toml"
    path.write_text('default = "right"\n[rules]\nNP = [{ from = "left", of = "DT" }]\n')
    assert links("(NP (DT a) (NN b))", str(path)) == {"a": "", "b": "a"}
    assert links("(X (DT a) (NN b))", str(path)) == {"a": "b", "b": ""}
    path.write_text("[rule]\n")
    broken = tmp_path / "other.toml"
    broken.write_text("[rule]\n")
    with pytest.raises(InputError, match="did you mean 'rules'"):
        links("(X a)", str(broken))
    with pytest.raises(UsageError, match="collins"):
        links("(X a)", "colins")


def test_existential_there_outside_any_bracket() -> None:
    """In a forest nothing is beside it: neither an error nor another sentence's verb phrase."""
    bare = "(EX There) (VBZ is) (NP (NN hope))"
    assert links(bare)["There"] == links(bare.replace("EX", "RB"))["There"]
    other = "(S (NP (NN hope)) (VP (VBZ is) (ADJP (JJ good))))"
    alone = deps(karat.read_text(other)).layers["edges"]["head"].tolist()
    both = deps(karat.read_text(f"{bare}\n{other}\n")).layers["edges"]["head"].tolist()
    assert both[3:] == alone


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("(VBZ gives) (NP Mary) (NP books)", {"Mary": "iobj", "books": "obj"}),
        ("(VBD gave) (NP (PRP it)) (PRT (RP back)) (NP (NN cash))", {"it": "iobj", "cash": "obj"}),
        ("(VBD gave) (NP (NNS talks)) (NP-TMP (NN week))", {"talks": "obj", "week": "obl"}),
        ("(VBD gave) (NP (NN a) (NN talk)) (NP (JJ last) (NN week))", {"talk": "obj", "week": "obl"}),
        ("(VBD gave) (NP (PRP her)) (NP (DT a) (NN week))", {"her": "iobj", "week": "obj"}),
        ("(VBD left) (NP (JJ last) (NN week))", {"week": "obl"}),
        ("(VBD waited) (NP (CD two) (NNS hours))", {"hours": "obl"}),
        ("(VBD spent) (NP (JJ last) (NN week))", {"week": "obj"}),
        ("(VBD called) (NP (PRP him)) (NP (DT a) (NN fool))", {"him": "obj", "fool": "xcomp"}),
        ("(VBD moved) (NP (NN it)) (NP (CD two) (NNS feet))", {"it": "obj", "feet": "obl"}),
        ("(VBD built) (NP (NN it)) (NP (PRP themselves))", {"it": "obj", "themselves": "obl"}),
        ("(VBD bought) (NP (NNS cats)) (CC and) (VBD sold) (NP (NNS dogs))",
            {"cats": "obj", "dogs": "obj"}),
        ("(VBD told) (NP (PRP him)) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ rains))))",
            {"him": "iobj", "rains": "ccomp"}),
        ("(VBD knew) (NP (PRP him)) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ rains))))",
            {"him": "obj"}),
    ],
)  # fmt: skip
def test_bare_noun_phrases_after_a_verb(phrase: str, expected: dict[str, str]) -> None:
    """The first of two objects is the recipient; times, measures and predicates are no objects."""
    found = labels(f"(S (NP (NNP Jo)) (VP {phrase}))")
    assert {word: found[word] for word in expected} == expected


def test_a_function_tag_is_no_pronoun() -> None:
    """The PRP of S-PRP means purpose; the clause is not an object."""
    tree = "(S (NP (PRP We)) (VP (VBD ran) (S-PRP (VP (TO to) (VP (VB win))))))"
    assert labels(tree)["win"] == "advcl"


def test_parts_between_hyphens_hang_on_the_part_after_them() -> None:
    """GUM: *proceeds to the Make-A-Wish Foundation*; *A* was above *Wish* and below it."""
    tree = "(NP (DT the) (UCP (NNP Make) (HYPH -) (DT A) (HYPH --) (NNP Wish)) (NNP Foundation))"
    found = links(tree)
    assert (found["Make"], found["A"], found["Wish"]) == ("A", "Wish", "Foundation")
    assert found["Foundation"] == ""


def test_a_hyphen_before_a_coordinator_joins_nothing() -> None:
    """*pre- and post-war*: *pre* stays the head, and *and* belongs to the second conjunct."""
    found = links("(NP (NN pre) (HYPH -) (CC and) (NN post) (HYPH --) (NN war))")
    assert found["pre"] == ""
    assert "and" not in found.values()
