"""Files that were once read in quadratic, cubic or exponential time."""

import itertools
import time
from pathlib import Path

import pytest

import karat
from karat import views
from karat.analysis.errors.sentences import Bracket, Sentence, Words
from karat.comparison.alignment import common_subsequence
from karat.files import evalb_params, hierarchy
from karat.formats.brackets import text as brackets
from karat.model.errors import InputError
from karat.patterns.definitions import expanded
from karat.patterns.forest import Forest
from karat.patterns.names import BadPattern
from karat.views.gr.graph import sentences


def test_pairs_that_chain() -> None:
    """Joined from both ends and from the middle, they are one group."""
    labels = [b"L%d" % i for i in range(1_000)]
    pairs = [*zip(labels[::2], labels[1::2], strict=True), *itertools.pairwise(labels)]
    begin = time.process_time()
    groups = evalb_params.closure(reversed(pairs))
    assert time.process_time() - begin < 1
    assert all(group is groups[b"L0"] for group in groups.values())
    assert len(groups[b"L0"]) == 1_000


def test_comments_without_rows(tmp_path: Path) -> None:
    """Each comment was a reason to look through all those before it."""
    text = "#\n" * 20_000 + "1\tdogs\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n"
    path = tmp_path / "answers.conllu"
    path.write_text(text)
    begin = time.process_time()
    bank = karat.read(path, format="conllu", lenient=True)
    assert time.process_time() - begin < 4
    assert bank.words(0) == [b"dogs"]


def test_few_of_many_labels_that_do_not_chain_are_named() -> None:
    text = b"".join(b"EQ_LABEL L%03d L%03d\n" % (i, i + 1) for i in range(400))
    said = evalb_params.lint(
        evalb_params.parse(text), "x.prm", frozenset(), frozenset(), quirks=True
    )
    unchained = [line for line in said if line.startswith("EQ_LABEL does not chain")]
    assert len(unchained) == 21
    assert unchained[-1] == "EQ_LABEL does not chain: there are more such labels"


def test_labels_that_chain_are_scored(tmp_path: Path) -> None:
    """As many as are allowed: a million pairs, of which each label is looked up once, not each pair."""
    many, params = evalb_params.MOST_PAIRS, tmp_path / "chain.prm"
    params.write_bytes(b"".join(b"EQ_LABEL L%d L%d\n" % (i, i + 1) for i in range(many)))
    trees = f"(S (L0 (X a)) (L{many} (X b)))\n", f"(S (L{many} (X a)) (M (X b)))\n"
    begin = time.process_time()
    assert karat.score(*trees, f"evalb(params={params},quirks=no)").counts["matched"] == 2
    assert karat.score(*trees, f"evalb(params={params})").counts["matched"] == 1
    assert time.process_time() - begin < 4


def test_too_many_pairs() -> None:
    text = b"EQ_LABEL A B\n" * (evalb_params.MOST_PAIRS + 1)
    with pytest.raises(InputError, match=r"more than 1,000 lines with EQ_LABEL"):
        evalb_params.parse(text, "x.prm")


def diamonds(many: int) -> hierarchy.Hierarchy:
    """a0 above b1 and c1, both above a1, and so on: 2^n ways from the last to the first."""
    parents: dict[str, tuple[str, ...]] = {"a0": ()}
    for i in range(1, many + 1):
        parents |= {f"b{i}": (f"a{i - 1}",), f"c{i}": (f"a{i - 1}",), f"a{i}": (f"b{i}", f"c{i}")}
    slots = dict.fromkeys(parents, ("head", "dependent"))
    return hierarchy.Hierarchy("diamonds", tuple(parents), parents, slots)


def test_a_hierarchy_of_diamonds() -> None:
    begin = time.process_time()
    found = diamonds(100)
    assert found.subsumes("a0", "a100")
    assert found.subsumer("b50", "c50") == "a49"
    assert found.subsumer("b50", "c99") == "b50"
    assert found.subsumer("a100", "c100") == "c100"
    assert time.process_time() - begin < 2


def test_too_many_relations(tmp_path: Path) -> None:
    lines = ["[relations]", 'r = { parents = [], slots = ["head"] }']
    lines += [f'r{i} = {{ parents = ["r"], slots = ["head"] }}' for i in range(hierarchy.MOST)]
    path = tmp_path / "big.toml"
    path.write_text("\n".join(lines))
    with pytest.raises(InputError, match=r"big.toml: a hierarchy has at most 1,000 relations"):
        hierarchy.load(path)


def test_definitions_that_double() -> None:
    """Each uses the one before twice; the first is empty or a letter."""
    names = [f"D{i}" for i in range(40)]
    doubled = {new: f"@{old}@{old}" for old, new in itertools.pairwise(names)}
    begin = time.process_time()
    assert expanded("x@D39y", {"D0": "", **doubled})[0] == "xy"
    with pytest.raises(BadPattern, match="longer than"):
        expanded("@D39", {"D0": "a", **doubled})
    assert time.process_time() - begin < 1


ANSWER = "Found 1 linkage (1 had no P.P. violations)\n\tUnique linkage\n\n"


@pytest.mark.parametrize(
    "display",
    [
        "    +" + "-" * 100_000 + "Sp-+\n    |   |\ndogs.n bark.v\n\n",
        "    " + "+-S-" * 20_000 + "+\n    " + "|   " * 20_000 + "|\n" + "do  " * 20_000 + "\n\n",
        f"[(LEFT-WALL){'(a.n)' * 20_000}(RIGHT-WALL)]\n[[0 1 0 (A)]]\n[0]\n\n",
    ],
    ids=["a long link", "many links", "many words"],
)
def test_long_lines_of_link_parser(display: str) -> None:
    begin = time.process_time()
    karat.read_text(ANSWER + display, format="links")
    assert time.process_time() - begin < 2


def test_a_multiword_token_of_many_words() -> None:
    """Aligned by a table, so too many words are refused; the same words need none."""
    gold, system = ["a", *("bc" * 1_000)], ["x", *("cb" * 1_000)]
    begin = time.process_time()
    found = common_subsequence(gold, system)
    assert time.process_time() - begin < 2
    assert len(found) == 1_999
    assert all(gold[g] == system[s] for g, s in found)
    many = ["a"] * 100_000
    assert common_subsequence(many, many)[-1] == (99_999, 99_999)
    with pytest.raises(InputError, match="a multiword token of 100,000 words in gold"):
        common_subsequence(many, ["b", *many])


QUOTED = "('' '') (`` ``) (VP (VBD c)) "


@pytest.mark.parametrize(
    "tree",
    [
        f"(S (NP {'(NP (NN a)) (, ,) ' * 10_000}(CC and) (NP (NN b))) (VP (VB c)))",
        f"(S {'(S (NP (NN a)) (VP (VB b))) (CC and) ' * 5_000}(S (NP (NN a)) (VP (VB b))))",
        f"(S (NP (NN a)) (VP (VB b) {'(PP (IN c) (NP (NN d))) ' * 5_000}))",
        f"(S (NP (NN a)) (VP {'(VP (VBD b)) (CC and) ' * 10_000}(VP (VBD c))))",
        f"(S (NP (NN a)) (VP (VBD said) {'(SBAR (IN that) (S (NP (NN b)) (VP (VBD c)))) ' * 14_000}))",
        f"(S (`` ``) (NP (NN a)) (VP (VBD b)) {QUOTED * 10_000}{'(PP (IN c) (NP (NN d))) ' * 6_000})",
        f"(S (NP (NN a) {'(, ,) (SBAR (WHNP (WDT that)) (S (VP (VBD c)))) ' * 20_000}) (VP (VBD b)))",
        f"(S (NP (NN a)) (VP (VBD b) {'(CC and) (VBD c) ' * 20_000}))",
        f"(S (NP (QP {'(CD 1) (TO to) ' * 20_000})) (VP (VBD b)))",
    ],
    ids=["conjuncts", "clauses", "sisters", "verb phrases", "complements", "quotations",
         "relative clauses", "joined verbs", "ranges"],
)  # fmt: skip
def test_relations_of_many_sisters(tree: str) -> None:
    """It took a minute for 20,000."""
    begin = time.process_time()
    assert karat.score([tree], [tree], "gr").counts["gold"] > 5_000
    assert time.process_time() - begin < 10


def test_relations_of_a_chain_of_conjuncts() -> None:
    """Each is below the one before it; the first was sought for each anew."""
    rows = (
        f"{i + 1}\ta\ta\tNOUN\t_\t_\t{i}\t{'conj' if i else 'root'}\t_\t_\n" for i in range(40_000)
    )
    bank = karat.read_text("".join(rows) + "\n")
    begin = time.process_time()
    extracted = next(sentences(bank, enhanced=False))
    assert {extracted.first(word) for word in range(40_000)} == {0}
    assert time.process_time() - begin < 2


@pytest.mark.parametrize("label", ["acl", "cop", "xcomp"])
@pytest.mark.parametrize("step", [-1, 1])
def test_relations_of_words_that_depend_on_the_next(label: str, step: int) -> None:
    """Relative pronouns and circles of complements were sought for each in all that is below it."""
    many = 6_000
    heads = [i + 1 + step if 0 < i + 1 + step <= many else 0 for i in range(many)]
    rows = [
        f"{i + 1}\tis\tbe\tVERB\t_\t_\t{head}\t{label if head else 'root'}\t_\t_\n"
        for i, head in enumerate(heads)
    ]
    bank = karat.read_text("".join(rows) + "\n")
    begin = time.process_time()
    karat.score(bank, bank, "gr")
    assert time.process_time() - begin < 3


@pytest.mark.parametrize(
    "tree",
    [
        f"(S (NP (NP (NN a)) {'(SBAR (WHNP (WDT which)) (S (VP (VBZ b)))) ' * 8_000}) (VP (VBZ c)))",
        f"(S {'(SBAR (WHNP (WP what)) (S (VP (VBZ b)))) ' * 8_000}(VP (VBZ c)))",
        f"(S (VP (VB b) {'(SBAR (WHADVP (WRB where)) (S (NP (NN d)) (VP (VBZ c)))) ' * 8_000}))",
    ],
    ids=["relative clauses", "subjects", "places"],
)
def test_dependencies_of_many_clauses(tree: str) -> None:
    """Each was sought among all its sisters."""
    bank = karat.read_text(tree)
    begin = time.process_time()
    views.parse("deps")(bank)
    assert time.process_time() - begin < 2


def test_an_indented_deep_tree() -> None:
    """Its text grew with the square of its depth: 22 GB for a line of 300 kB."""
    deep = 50_000
    text = brackets.dumps(karat.read_text("(S " * deep + "(N a)" + ")" * deep), pretty=True)
    assert len(text) < 450 * deep
    assert len(karat.read_text(text).spans(0)) == deep


def test_relations_of_a_long_chunk() -> None:
    """All words before the head were looked at for each of them."""
    begin = time.process_time()
    chunk = "w NN B-NP\n" + "w NN I-NP\n" * 10_000 + "\n"
    assert karat.score(chunk, chunk, "gr").counts["gold"] == 1
    assert time.process_time() - begin < 2


def test_subjects_of_conjuncts_of_one_word() -> None:
    """All conjuncts were asked for each of them."""
    rows = (
        f"{i + 1}\ta\ta\tVERB\t_\t_\t{min(i, 1)}\t{'conj' if i else 'root'}\t_\t_\n"
        for i in range(20_000)
    )
    begin = time.process_time()
    text = "".join(rows) + "\n"
    karat.score(text, text, "gr")
    assert time.process_time() - begin < 5


def test_universal_dependencies_of_a_long_sentence() -> None:
    """All words were looked at for each of them."""
    text = "".join(f"nmod(w-{i}, w-{i + 1})\n" for i in range(1, 20_000)) + "root(ROOT-0, w-1)\n\n"
    bank = karat.read_text(text, format="stanford")
    begin = time.process_time()
    assert len(views.parse("universal")(bank).layers["edges"]) == 20_000
    assert time.process_time() - begin < 3


def test_lineages_of_thousands_of_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The distance of two takes the product of their lengths, and every word has one: 60 kB took a minute."""
    monkeypatch.setattr("karat.comparison.lineages._STEPS", 1 << 20)
    monkeypatch.setattr("karat.comparison.lineages._EACH", 0)
    gold = "(VP (MD will) " * 500 + "(VB go)" + ")" * 500
    system = "(VP (MD will) (X (MD will) " * 250 + "(VB go)" + "))" * 250
    with pytest.raises(InputError, match="thousands of levels deep"):
        karat.score(gold, system, "leafancestor")
    assert karat.score(gold, gold, "leafancestor").perfect == 1


def test_relations_of_relative_clauses_in_each_other() -> None:
    """All words below each clause were walked to, several times."""
    clause = "(NP (NP (NN a)) (SBAR (WHNP (WP who)) (S (VP (VBZ sees) "
    tree = f"(S {clause * 2_000}(NP (NN x)){'))))' * 2_000} (VP (VB y)))"
    begin = time.process_time()
    assert karat.score([tree], [tree], "gr").counts["gold"] > 5_000
    assert time.process_time() - begin < 5


def test_depths_of_errors_of_a_long_sentence() -> None:
    """The depth of each wrong bracket was counted by looking at all brackets."""
    rows = [Bracket(0, 20_000, 0, "S", 0, False, "S")]
    rows += [Bracket(at, at + 1, 1, "NP", at + 1, True, "NP") for at in range(20_000)]
    words = Words([""] * 20_000, [False] * 20_000, [False] * 20_000, [])
    sentence = Sentence(1, rows, [], words, True)
    begin = time.process_time()
    depths = {sentence.error("x", [one], []).keys["depth"] for one in rows[1:]}
    assert depths == {"2"}
    assert time.process_time() - begin < 4


def test_lineages_of_discontinuous_sentences() -> None:
    """The ends of every constituent were sought for each of its words."""
    pairs = " ".join(f"(X {i}=a {5_000 + i}=b)" for i in range(5_000))
    bank = karat.read_text(f"(S {pairs})\n", format="discbracket")
    begin = time.process_time()
    assert karat.score(bank, bank, "leafancestor").perfect == 1
    assert time.process_time() - begin < 3


def test_reasons_of_a_recogniser_in_a_long_sentence() -> None:
    """All words of the sentence were read for every noun of it: 60 kB took 16 seconds."""
    bank = karat.read_text(f"(S {'(NN w) ' * 20_000})\n")
    trees = Forest.of(bank)
    begin = time.process_time()
    shown = [trees.shown(node) for node in range(1, len(trees))]
    assert time.process_time() - begin < 3
    assert shown[-1] == ("NN", "w", "20000")


def words_of_ud(
    *rows: tuple[int, str, str], many: int, repeated: tuple[tuple[int, str, str], ...]
) -> str:
    """A sentence: its first words with head, label and class, and others, in turn, ``many`` in all."""
    every = [*rows, *itertools.islice(itertools.cycle(repeated), many - len(rows))]
    lines = (
        f"{i}\tw{i}\tw{i}\t{kind}\t_\t_\t{head}\t{label}\t_\t_\n"
        for i, (head, label, kind) in enumerate(every, 1)
    )
    return "".join(lines) + "\n"


ROOT, SUBJECT = (0, "root", "VERB"), (1, "nsubj", "NOUN")


@pytest.mark.parametrize(
    "repeated", [((1, "conj", "VERB"),), ((1, "advcl", "VERB"),)], ids=["conjuncts", "clauses"]
)
def test_relations_of_many_clauses(repeated: tuple[tuple[int, str, str], ...]) -> None:
    """Each shares the subject, or is looked at for punctuation before it."""
    bank = karat.read_text(
        words_of_ud(ROOT, SUBJECT, many=20_000, repeated=repeated), format="conllu"
    )
    begin = time.process_time()
    views.parse("gr(language=any)")(bank)
    assert time.process_time() - begin < 2


def test_conjuncts_that_share_hundreds_of_subjects_are_refused() -> None:
    """n subjects of n verbs would be n * n relations, which no sentence has."""
    repeated = (1, "nsubj", "NOUN"), (1, "conj", "VERB")
    bank = karat.read_text(words_of_ud(ROOT, many=20_000, repeated=repeated), format="conllu")
    begin = time.process_time()
    with pytest.raises(InputError, match=r"'w1 w2 w3 w4 w5': .* more than 100,000 times"):
        views.parse("gr(language=any)")(bank)
    assert time.process_time() - begin < 2
    few = karat.read_text(words_of_ud(ROOT, many=200, repeated=repeated), format="conllu")
    assert len(views.parse("gr(language=any)")(few).layers["gr"]["label"]) > 99 * 99


def test_relations_of_many_questions() -> None:
    """Each was sought among all of them, to see whether a comma stands before it."""
    bank = karat.read_text(
        f"(S {'(SBAR (WHNP (WP who)) (S (NP (NN a)) (VP (VBD saw)))) ' * 40_000})"
    )
    begin = time.process_time()
    views.parse("gr")(bank)
    assert time.process_time() - begin < 9
