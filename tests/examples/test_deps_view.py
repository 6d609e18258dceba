"""Trees to dependencies: heads by table, coordination, copulas, names, fragments."""

import pytest

import karat
from karat.kernels.conllu import NONE
from karat.model.cycles import opened
from karat.model.errors import InputError, UsageError
from karat.model.layers import names_of
from karat.model.repairs import with_repairs
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
        ("(VBD gave) (NP (NNS talks)) (NP-TMP (NN week))", {"talks": "obj", "week": "obl:unmarked"}),
        ("(VBD gave) (NP (NN a) (NN talk)) (NP (JJ last) (NN week))",
            {"talk": "obj", "week": "obl:unmarked"}),
        ("(VBD gave) (NP (PRP her)) (NP (DT a) (NN week))", {"her": "iobj", "week": "obj"}),
        ("(VBD left) (NP (JJ last) (NN week))", {"week": "obl:unmarked"}),
        ("(VBD waited) (NP (CD two) (NNS hours))", {"hours": "obl:unmarked"}),
        ("(VBD spent) (NP (JJ last) (NN week))", {"week": "obj"}),
        ("(VBD called) (NP (PRP him)) (NP (DT a) (NN fool))", {"him": "obj", "fool": "xcomp"}),
        ("(VBD moved) (NP (NN it)) (NP (CD two) (NNS feet))", {"it": "obj", "feet": "obl:unmarked"}),
        ("(VBD built) (NP (NN it)) (NP (PRP themselves))", {"it": "obj", "themselves": "obl:unmarked"}),
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


def test_clauses_of_reason_and_purpose_are_no_noun_phrases() -> None:
    """The PRP of a function tag is no pronoun: *Because it rained, we left to rest*."""
    tree = (
        "(S (SBAR-PRP (IN Because) (S (NP-SBJ (PRP it)) (VP (VBD rained)))) (, ,) (NP-SBJ (PRP we))"
        " (VP (VBD left) (S-PRP (VP (TO to) (VP (VB rest))))))"
    )
    found = labels(tree)
    assert (found["rained"], found["rest"], found["we"]) == ("advcl", "advcl", "nsubj")


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("(S (NP-SBJ (EX There)) (VP (VBZ is) (NP-PRD (NN hope))))",
            {"There": "expl", "is": "root", "hope": "nsubj"}),
        ("(S (NP-SBJ (PRP It)) (VP (VBZ is) (ADJP-PRD (JJ odd)) (SBAR (IN that) (S (NP-SBJ (PRP he))"
         " (VP (VBD left))))))", {"It": "expl", "left": "csubj"}),
        ("(S (NP-SBJ (PRP It)) (VP (VBZ is) (ADJP-PRD (JJ odd)) (S (VP (TO to) (VP (VB leave))))))",
            {"It": "expl", "leave": "csubj"}),
        ("(S (NP-SBJ (PRP It)) (VP (VBZ is) (ADJP-PRD (JJ ready) (S (VP (TO to) (VP (VB leave)))))))",
            {"It": "nsubj", "leave": "xcomp"}),
        ("(S (NP-SBJ (PRP It)) (VP (VBD was) (VP (VBN found) (SBAR (IN that) (S (NP-SBJ (PRP he))"
         " (VP (VBD left)))))))", {"It": "expl", "left": "csubj:pass"}),
        ("(S (NP-SBJ (PRP It)) (VP (VBZ seems) (SBAR (IN that) (S (NP-SBJ (PRP he))"
         " (VP (VBD left))))))", {"It": "expl", "left": "ccomp"}),
        ("(S (NP-SBJ (PRP It)) (VP (VBZ means) (SBAR (IN that) (S (NP-SBJ (PRP he))"
         " (VP (VBD left))))))", {"It": "nsubj", "left": "ccomp"}),
        ("(S (NP-SBJ (PRP It)) (VP (VBZ rains)))", {"It": "expl"}),
        ("(S (NP-SBJ (NP (PRP It)) (SBAR (-NONE- *EXP*-1))) (VP (VBZ is) (ADJP-PRD (JJ odd)) (SBAR-1"
         " (IN that) (S (NP-SBJ (PRP he)) (VP (VBD left))))))", {"It": "expl", "left": "csubj"}),
    ],
)  # fmt: skip
def test_there_and_it(tree: str, expected: dict[str, str]) -> None:
    """Expletives, and what they stand for."""
    found = labels(tree)
    assert {word: found[word] for word in expected} == expected


def test_gerunds_after_prepositions() -> None:
    """They are clauses with a mark: adverbial beside a verb, attributive beside a noun."""
    verb = "(S (NP-SBJ (PRP She)) (VP (VBD left) (PP (IN without) (S (VP (VBG paying))))))"
    assert labels(verb) == {"She": "nsubj", "left": "root", "without": "mark", "paying": "advcl"}
    noun = "(NP (NP (DT a) (NN way)) (PP (IN of) (S (VP (VBG paying)))))"
    assert labels(noun) == {"a": "det", "way": "root", "of": "mark", "paying": "acl"}


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("(NP (DT the) (NNP San) (NNP Francisco) (NNP Bulletin))",
            {"the": "Bulletin", "San": "Bulletin", "Francisco": "Bulletin", "Bulletin": ""}),
        ("(NP (NNP Vice) (NNP President) (NNP Ida) (NNP Moss))",
            {"Vice": "President", "President": "Ida", "Ida": "", "Moss": "Ida"}),
        ("(NP (DT the) (NNP Anna) (NNP Moss) (NNP Peace) (NNP Foundation))",
            {"Anna": "Foundation", "Moss": "Anna", "Peace": "Foundation", "Foundation": ""}),
        ("(NP (NP (NNP Ida) (NNP Moss)) (CC and) (NP (NNP Durham) (NNP University)))",
            {"Ida": "", "University": "Ida", "Durham": "University", "and": "University"}),
        ("(NP (NNP North) (NNP Carolina))", {"North": "Carolina", "Carolina": ""}),
    ],
)  # fmt: skip
def test_heads_of_names(tree: str, expected: dict[str, str]) -> None:
    """First words of persons, last words of the rest."""
    found = links(tree)
    assert {word: found[word] for word in expected} == expected


def test_labels_in_names() -> None:
    """Titles describe, adjectives modify, a name after a noun with a determiner is apposed."""
    assert labels("(NP (NNP Dr.) (NNP Ada) (NNP Moss))") == {
        "Dr.": "nmod:desc", "Ada": "root", "Moss": "flat",
    }  # fmt: skip
    assert labels("(NP (DT the) (NNP United) (NNPS Nations))")["United"] == "amod"
    assert labels("(NP (DT the) (NN poet) (NNP Ada) (NNP Moss))")["Ada"] == "appos"
    assert labels("(NP (NN poet) (NNP Ada) (NNP Moss))")["Ada"] == "flat"


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("(PP (IN because) (IN of) (NP (NN rain)))",
            {"because": ("case", "rain"), "of": ("fixed", "because"), "rain": ("root", "")}),
        ("(S (NP (PRP We)) (VP (VBD left) (ADVP (RB as) (RB well))))",
            {"as": ("advmod", "left"), "well": ("fixed", "as")}),
        ("(S (NP (PRP He)) (VP (VBD went) (ADVP (RB out)) (PP (IN of) (NP (NN habit)))))",
            {"out": ("advmod", "went"), "of": ("case", "habit")}),
    ],
)  # fmt: skip
def test_fixed_expressions(tree: str, expected: dict[str, tuple[str, str]]) -> None:
    """Their words hang on the first, if nothing but one word is above them."""
    heads, names = links(tree), labels(tree)
    assert {word: (names[word], heads[word]) for word in expected} == expected


def test_an_expression_of_three_words_is_longer_than_one_of_two() -> None:
    """*as well as* is a coordinator, not the adverb *as well*."""
    bank = deps(
        karat.read_text("(NP (NP (NNS cats)) (CONJP (RB as) (RB well) (IN as)) (NP (NNS dogs)))")
    )
    edges = bank.layers["edges"]
    assert edges["head"].tolist() == [-1, 4, 1, 1, 0]
    assert names_of(bank.labels, edges["label"]) == ["root", "cc", "fixed", "fixed", "conj"]


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("(VP (VB buy) (CC and) (VB sell) (NP (NNS shares)))",
            {"sell": "buy", "and": "sell", "shares": "buy"}),
        ("(NP (PRP$ our) (NN patent) (CC and) (NN copyright) (NNS systems))",
            {"patent": "systems", "copyright": "patent", "and": "copyright"}),
        ("(UCP (PP (IN in) (NP (NN town))) (CC and) (ADVP (RB elsewhere)))",
            {"elsewhere": "town", "and": "elsewhere"}),
        ("(S (S (NP (PRP It)) (VP (VBD rained))) (, ,) (RB so) (S (NP (PRP we)) (VP (VBD left))))",
            {"so": "left", "left": "rained"}),
        ("(NP (PRP$ his) (CC or) (PRP$ her) (NN car))", {"her": "his", "or": "her", "his": "car"}),
    ],
)  # fmt: skip
def test_coordination(tree: str, expected: dict[str, str]) -> None:
    """What is shared, what is unlike, and adverbs between clauses."""
    found = links(tree)
    assert {word: found[word] for word in expected} == expected


def test_typographic_apostrophes() -> None:
    """*’s* and *'s* are the same word for every class of words."""
    straight = "(S (NP-SBJ (PRP He)) (VP (VBZ 's) (VP (VBN gone))))"
    curly = straight.replace("'s", "\N{RIGHT SINGLE QUOTATION MARK}s")
    assert list(labels(straight).values()) == list(labels(curly).values())
    assert list(links(straight).values()) == ["gone", "gone", ""]


def test_facts_of_label_rules(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Rules of a user's table ask about children, siblings and the word; ! excludes."""
    path = tmp_path / "mine.toml"
    path.write_text(
        '[rules]\nS = [{ from = "left", of = "VP" }]\n'
        '[words.two]\ntags = "CD"\nwords = "2 19##"\n'
        '[[labels]]\nlabel = "a"\nitem = "NP !NP-TMP"\nhas = "two"\nbeside = "NP"\n'
        '[[labels]]\nlabel = "b"\nitem = "NP"\nlacks = "two"\n'
        '[[labels]]\nlabel = "c"\nfirst = "two"\n'
    )
    tree = "(S (NP (CD 2)) (NP (CD 3)) (NP-TMP (CD 1984)) (VP (VB go)))"
    bank = deps(karat.read_text(tree), str(path))
    assert names_of(bank.labels, bank.layers["edges"]["label"]) == ["a", "b", "c", "root"]


def test_circles_are_opened_at_their_first_word() -> None:
    """It has no head then, which is not the root; heads that make no circle stay."""
    heads = [2, 3, 1, 2, 0, 7, 6]
    rows = (f"{i}\tw{i}\t_\tX\t_\t_\t{h}\tdep\t_\t_\n" for i, h in enumerate(heads, 1))
    bank = with_repairs(karat.read_text("".join(rows) + "\n", format="conllu"), ())
    head = opened(bank).layers["edges"]["head"]
    assert head.tolist() == [NONE, 2, 0, 1, -1, NONE, 5]
    assert NONE < -1
