"""The recognisers that are shipped, and how rule files are read."""

import re
import shutil
from pathlib import Path

import pytest

from karat import parsers, suites
from karat.files.phenomena import catalogue
from karat.model.errors import KaratError
from karat.recognise.rules import load, loads, names
from karat.schemes import parse
from karat.suites import native, recognition
from karat.suites.phenomena import scores

SUITES = Path(suites.__file__).parents[1] / "data" / "suites"
# What no analysis shows: these are what ungrammatical items break.
UNSHOWN = {"agreement", "pronoun-case", "subcategorisation", "word-order", "determiner"}
# What the framework does not show, or what there was no output to learn it from.
LACKING = {
    # A linkage has no link for these.
    "link-grammar": {"gapping", "right-node-raising", "parenthetical", "topicalisation"},
    "erg": {
        "gapping", "wh-cleft", "quotation", "resultative", "floating-quantifier", "hyphen", "vocative",
    },
    # The labels of Stanford and CLEAR do not tell these.
    "stanford": {"gapping", "vocative"},
    "clear": {"gapping", "vocative"},
}  # fmt: skip
PAPER = (
    "proper-noun monotransitive ditransitive dative-shift passive nominal-gerund verbal-gerund "
    "preposition particle adjunct extraposition relative-clause inversion question raising control "
    "imperative noun-compound verb-complement"
)


@pytest.mark.parametrize("name", names())
def test_every_rule_is_right_about_its_own_examples(name: str) -> None:
    """And has at least one of either kind."""
    recogniser = load(name)
    count, wrong = recognition.examples(recogniser)
    assert wrong == []
    assert count >= 2 * len(recogniser.rules)
    assert all(rule.match and rule.other for rule in recogniser.rules)


@pytest.mark.parametrize("name", [name for name in names() if name != "gr"])
def test_what_is_recognised(name: str) -> None:
    """All that the framework can show, at least forty, the paper's among them, each once."""
    known = load(name).phenomena
    missing = UNSHOWN | LACKING.get(name, set())
    assert set(known) == set(catalogue()) - missing
    assert len(known) == len(set(known)) >= 40
    assert set(PAPER.split()) <= set(known)


@pytest.mark.parametrize("name", ["ptb", "ud"])
def test_the_core_of_every_item_is_recognised_in_its_gold_analysis(name: str) -> None:
    """karat-200: the recognition rate that the paper asks of a recogniser."""
    rates = recognition.rates(load(name), SUITES / "karat-200", suites.load("karat-200").items)
    assert [(rate.phenomenon, rate.missed) for rate in rates if rate.missed] == []
    assert rates[-1].items == sum(rate.items for rate in rates[:-1]) > 200


@pytest.mark.parametrize("name", ["ptb", "ud"])
def test_no_likely_error_is_recognised_in_a_gold_analysis(name: str) -> None:
    """Gold analyses get full marks; by the exhaustive lists hardly anything is left over."""
    folder, items = SUITES / "karat-200", suites.load("karat-200").items
    recogniser = load(name)
    found = native.read(str(folder / recognition.ANALYSES[recogniser.format]), None, None, "auto")
    schemes = [parse("phenomena"), parse("phenomena(mode=exhaustive)")]
    core, every = scores(recogniser, found, items, schemes, name="gold", rules=name)
    assert core.measures["precision@sentence"] == core.measures["recall@sentence"] == 1
    assert every.measures["precision@sentence"] > 0.98
    assert every.measures["recall@sentence"] > 0.98


def test_trees_without_functions_and_null_elements() -> None:
    """As most parsers give them: the core is still recognised in nearly all."""
    import karat
    from karat.formats.brackets import dumps
    from karat.views.edit import keep_words
    from karat.views.erase import NULL, erased

    bank = karat.read(SUITES / "karat-200" / "trees.mrg")
    bank = keep_words(bank, erased(bank) != NULL)
    text = re.sub(r"(\([A-Z]+)[-=][-=A-Z0-9]+(?=[ )])", r"\1", dumps(bank))
    while empty := re.findall(r" ?\([A-Z]+ ?\)", text):
        for one in set(empty):
            text = text.replace(one, "")
    plain = text.splitlines()
    assert "-SBJ" not in "".join(plain)
    assert "-NONE-" not in "".join(plain)
    items = [item for item in suites.load("karat-200").items if item.grammatical]
    recogniser = load("ptb")
    found = recogniser(recogniser.read(plain))
    hits = sum(item.core in names for item, names in zip(items, found, strict=True))
    assert hits >= 0.97 * len(items)


def test_the_ten_sentences_through_link_grammar(tmp_path: Path) -> None:
    """From the sentences to the paper's two figures, with a real parser."""
    if not shutil.which("link-parser"):
        pytest.skip("link-parser is not installed: apt-get install link-grammar")
    from karat.parsers.supervise import Limits
    from karat.suites import running

    path = str(tmp_path / "tam2008.run")
    suite = suites.load("tam2008")
    running.run(suite, parsers.parse("link-grammar"), path, Limits(10, 2048), 1)
    output = native.read(path, None, None, "auto")
    recogniser = load("link-grammar")
    (score,) = scores(
        recogniser, output, output.items, [parse("phenomena")], name="link", rules="link-grammar"
    )
    assert score.sentences["total"] == 10
    found = dict(zip([item.id for item in output.items], recogniser(output.evidence), strict=True))
    # These it has analysed rightly in every version of the last years.
    assert "ditransitive" in found["1"]
    assert "dative-shift" in found["2"]
    assert {"passive", "by-agent"} <= set(found["3"])
    assert "particle" in found["7"]
    assert "extraposition" in found["8"]
    assert score.measures["recall@sentence"] >= 0.6
    assert score.measures["precision@sentence"] >= 0.7


RULE = 'format = "brackets"\n\n[[rule]]\nphenomenon = "passive"\n'


@pytest.mark.parametrize(
    "text, place, what",
    [
        (RULE + "tree = 'NP < ('\n", ":5:15:", "ends too early"),
        (RULE + "tree = ['NP', 'NP ? VP']\n", ":5:19:", "expected a relation"),
        (RULE + "deps = '{part:X}'\n", ":5:10:", "there is no attribute 'part'"),
        (RULE + "tree = 'NP < @BE'\n", ":5:14:", "no definition of @BE"),
        (RULE + "any = []\n", ":5:1:", "any is empty"),
        (RULE + "any = [{}]\n", ":", "expected a condition"),
        (RULE + "any = 'NP'\n", ":5:1:", "a list of conditions"),
        (RULE + "tree = 5\n", ":5:1:", "a text or a list of texts"),
        (RULE + "trees = 'NP'\n", ":5:1:", "a rule has no 'trees'"),
        (RULE + "all = [{trees = 'NP'}]\n", ":5:9:", "a condition has no 'trees'"),
        (RULE, ":", "expected a condition"),
        (
            'format = "brackets"\n[[rule]]\ntree = "NP"\n',
            ":2:1:",
            "a rule needs the key 'phenomenon'",
        ),
        (RULE.replace("passive", "pasive") + "tree = 'NP'\n", ":4:14:", "did you mean 'passive'"),
        ('format = "trees"\n', ":1:1:", "format should be one of"),
        ('format = "text"\n', ":1:1:", "the file has no [[rule]]"),
        ('format = "text"\nrules = 1\n', ":2:1:", "has no 'rules'"),
        ('format = "text"\ndefine = 1\n', ":2:1:", "a table of texts"),
        ("format = \n", ":1:10:", "this is not TOML"),
        (RULE + "tree = '" + "(" * 1000 + "'\n", ":5:", "nested more than 100 deep"),
    ],
)
def test_a_wrong_rule_is_one_message_with_its_place(text: str, place: str, what: str) -> None:
    """File, line, column, what is wrong."""
    with pytest.raises(KaratError) as error:
        loads(text, "my.toml")
    message = str(error.value)
    assert message.startswith("my.toml" + place), message
    assert what in message


def test_definitions_cannot_run_away() -> None:
    """Neither one that needs itself nor ones that double each other."""
    endless = RULE + "tree = '@A'\n[define]\nA = '@A'\n"
    with pytest.raises(KaratError, match="no definition of @A"):
        loads(endless)
    doubling = "".join(f"A{i} = '@A{i + 1} @A{i + 1}'\n" for i in range(60))
    with pytest.raises(KaratError, match="longer than 100,000"):
        loads(RULE + "tree = '@A0'\n[define]\n" + doubling + "A60 = 'NP'\n")


def test_conditions_are_joined() -> None:
    """All that a condition has must hold; of several patterns one is enough."""
    text = """
format = "brackets"
[phenomena]
both = "NP and VP"
either = "NP or VP"
neither = "no NP and no VP"
only = "NP without VP"
[[rule]]
phenomenon = "both"
all = [{ tree = "NP" }, { tree = "VP" }]
[[rule]]
phenomenon = "either"
tree = ["NP", "VP"]
[[rule]]
phenomenon = "neither"
none = [{ tree = "NP" }, { tree = "VP" }]
[[rule]]
phenomenon = "only"
tree = "NP"
none = [{ any = [{ tree = "VP" }] }]
"""
    recogniser = loads(text)
    trees = ["(S (NP a) (VP b))", "(S (NP a))", "(S (VP a))", "(S (X a))", "", "(S (NP a"]
    evidence = recogniser.read(trees)
    assert recogniser(evidence) == [
        ("both", "either"),
        ("either", "only"),
        ("either",),
        ("neither",),
        (),
        (),
    ]
    assert evidence.given.tolist() == [True, True, True, True, False, False]


def test_regular_expressions_over_native_text() -> None:
    """An expression that makes other engines hang is answered at once."""
    pytest.importorskip("re2")
    text = 'format = "text"\n[[rule]]\nphenomenon = "passive"\nregex = "(a+)+$"\n'
    recogniser = loads(text)
    assert recogniser(recogniser.read(["a" * 200_000 + "b", "b\naaa\nb"])) == [(), ("passive",)]
    with pytest.raises(KaratError, match="look-around"):
        loads(text.replace("(a+)+$", "(?=a)"))
    # An @ is no definition here.
    mail = loads(text.replace("(a+)+$", "^To: .*@HOST"))
    assert mail(mail.read(["To: a@HOST", "a@HOST"])) == [("passive",), ()]


def test_conditions_without_end() -> None:
    """Nested deeper than anybody writes."""
    depth = 3000
    nested = "[{any=" * depth + '[{tree="NP"}]' + "}]" * depth
    with pytest.raises(KaratError, match="nested too deep"):
        loads(RULE + "any=" + nested + "\n")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """Rules for trees do not look at graphs."""
    path = tmp_path / "x.mrg"
    path.write_text("(S (NP a))\n")
    with pytest.raises(KaratError, match="the rules are for conllu, but this is brackets"):
        native.read(str(path), "conllu", None, "auto")
    with pytest.raises(KaratError, match="there is no recogniser 'ptp'; did you mean 'ptb'"):
        load("ptp")
    with pytest.raises(KaratError, match=r"none\.toml: there is no such file"):
        load(str(tmp_path / "none.toml"))


def test_a_changed_list_of_words_changes_the_digest(tmp_path: Path) -> None:
    """A list in a file of its own is part of the rules: the signature must not stay the same."""
    rules = tmp_path / "mine.toml"
    words = tmp_path / "words.toml"
    rules.write_text(
        f'format = "conllu"\nwords = "{words}"\n\n[[rule]]\nphenomenon = "passive"\ndeps = "{{form:@BE}}"\n'
    )
    words.write_text('BE = "is|was"\n')
    before = load(str(rules)).sha256
    words.write_text('BE = "is|was|were"\n')
    assert load(str(rules)).sha256 != before
