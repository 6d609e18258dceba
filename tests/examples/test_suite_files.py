"""Suites as files: what each kind may say, and what is refused with its place."""

from pathlib import Path

import pytest

from karat import suites
from karat.model.errors import InputError, UsageError
from karat.suites import files, runs
from karat.suites.items import Item

TOML = """\
# A comment.
[[item]]
sentence = "Dogs  bark ."
core = "intransitive"
errors = ["noun-compound"]

[[item]]
id = 7
sentence = "Dogs barks ."
grammatical = false
phenomena = ["agreement"]
pair = "1"
excluded = "a slip"

[[item]]
id = "x"
sentence = "Dogs they bark ."
grammatical = 2
"""
JSONL = """\
{"sentence": "Dogs bark .", "core": "intransitive", "errors": ["noun-compound"]}

{"id": 7, "sentence": "Dogs barks .", "grammatical": false, "phenomena": ["agreement"], \
"pair": "1", "excluded": "a slip"}
{"id": "x", "sentence": "Dogs they bark .", "grammatical": "2"}
"""
TSV = (
    "id\tsentence\tgrammatical\tcore\terrors\tphenomena\tpair\texcluded\n"
    "\tDogs bark .\tyes\tintransitive\tnoun-compound\n"
    "7\tDogs barks .\tno\t\t\tagreement\t1\ta slip\n"
    "x\tDogs they bark .\t2\n"
)
ITEMS = (
    Item("1", "Dogs bark .", core="intransitive", errors=("noun-compound",)),
    Item("7", "Dogs barks .", False, phenomena=("agreement",), pair="1", excluded="a slip"),
    Item("x", "Dogs they bark .", None, "2"),
)


@pytest.mark.parametrize("kind, text", [("toml", TOML), ("jsonl", JSONL), ("tsv", TSV)])
def test_three_kinds_say_the_same(tmp_path: Path, kind: str, text: str) -> None:
    """Blanks are single, numbers are names, and what is not said is as usual."""
    path = tmp_path / f"small.{kind}"
    path.write_text(text, "utf-8")
    suite = suites.load(str(path))
    assert suite.name == "small"
    assert suite.items == ITEMS
    path.write_text(files.write(suite, f".{kind}"), "utf-8")
    assert suites.load(str(path)).items == ITEMS


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("a.toml", "[[item]]\nsentence = \n", "a.toml:2:12: this is not TOML"),
        ("a.toml", "[[item]]\nid = 1", "item 1: an item needs a sentence"),
        ("a.toml", '[[item]]\nsentence = "a"\nerors = ["b"]', "did you mean 'errors'"),
        ("a.toml", '[[item]]\nsentence = "a"\nerrors = [1]', "errors should be a list of names"),
        ("a.toml", '[[item]]\nsentence = "a"\ncore = [1]', "core should be a text"),
        ("a.toml", '[[item]]\nsentence = "a"\ntokens = "x"', "tokens should be a whole number"),
        ("a.toml", "item = 3", "a table under"),
        ("a.toml", "", "no items"),
        ("a.toml", "item = " + "[" * 20_000, "nested too deep"),
        ("a.jsonl", '{"sentence": "a"}\n{"sentence', "a.jsonl:2: this is not JSON"),
        ("a.jsonl", "[1]", "a.jsonl:1: an item should be an object"),
        ("a.jsonl", '{"sentence": "a", "id": 1}\n{"sentence": "b", "id": "1"}', "two items have"),
        ("a.tsv", "words\nDogs\n", "a.tsv:1: the first line should name the columns"),
        ("a.tsv", "sentence\nDogs\tbark\n", "a.tsv:2: 2 columns, but the heading has 1"),
        ("a.tsv", "sentence\tsource\n\tx\n", "a.tsv:2: an item needs a sentence"),
    ],
)
def test_faults_are_told_with_their_place(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    """One message each."""
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        suites.load(str(tmp_path / name))


def test_where_suites_are_looked_for(tmp_path: Path) -> None:
    """A bundled one by name, a file, a folder with items.toml; else what there is."""
    assert len(suites.load("tam2008").items) == 10
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "items.toml").write_text(TOML, "utf-8")
    assert suites.load(str(tmp_path / "mine")).name == "mine"
    with pytest.raises(UsageError, match="did you mean 'tam2008'"):
        suites.load("tam2009")
    with pytest.raises(InputError, match="no such file"):
        suites.load("nowhere.toml")
    with pytest.raises(InputError, match=r"neither items\.toml nor relations"):
        suites.load(str(tmp_path))
    (tmp_path / "a.txt").write_text("x", "utf-8")
    assert suites.load(str(tmp_path / "a.txt")).items[0].sentence == "x"
    (tmp_path / "a.pdf").write_text("x", "utf-8")
    with pytest.raises(InputError, match="looks like none of the formats"):
        suites.load(str(tmp_path / "a.pdf"))
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        suites.load(str(tmp_path / "b.toml"))


def test_the_ten_sentences_of_2008() -> None:
    """One phenomenon and one likely error each; gives, where the paper's figure has give."""
    items = suites.load("tam2008").items
    assert items[1].sentence == "John gives Mary a flower"
    assert [one.core for one in items] == [
        "ditransitive", "dative-shift", "passive", "nominal-gerund", "verbal-gerund",
        "preposition", "particle", "extraposition", "inversion", "raising",
    ]  # fmt: skip
    assert [one.errors[0] for one in items] == [
        "adjunct", "noun-compound", "adjunct", "verb-complement", "imperative", "particle",
        "preposition", "relative-clause", "question", "control",
    ]  # fmt: skip


RELATIONS = """\
item:
  i-id :integer :key
  i-origin :string
  i-category :string
  i-input :string
  i-wf :integer
  i-length :integer
  i-comment :string

phenomenon:
  p-id :integer :key
  p-name :string
  p-supertypes :string

item-phenomenon:
  ip-id :integer :key
  i-id :integer :key
  p-id :integer :key

set:
  s-id :integer :key
  p-id :integer :key

item-set:
  i-id :integer :key
  s-id :integer :key

run:
  run-id :integer :key
  application :string
  grammar :string
  start :date

parse:
  parse-id :integer :key
  run-id :integer :key
  i-id :integer :key
  readings :integer
  total :integer
  error :string

result:
  parse-id :integer :key
  result-id :integer
  derivation :string
"""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A skeleton of four items."""
    pytest.importorskip("delphin")
    folder = tmp_path / "small"
    folder.mkdir()
    tables = {
        "relations": RELATIONS,
        "item": (
            "1@made@S@Dogs  bark .@1@2@\n2@made@S@Dogs barks .@0@2@starred\n"
            "3@made@NP@Dogs they .@2@2@\n4@@@Cats@1@@\n"
        ),
        "phenomenon": "10@Agreement@C_Agreement,C_Word-Order\n20@Other@\n",
        "item-phenomenon": "1@1@10\n2@2@10\n",
        "set": "100@20\n",
        "item-set": "1@100\n4@100\n",
    }
    for name, text in tables.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_skeleton(profile: Path) -> None:
    """Phenomena by item, or by set where no item is named; grades 1 and 0 are yes and no."""
    suite = suites.load(str(profile))
    families = ("C_Agreement", "C_Word-Order")
    assert suite.items == (
        Item("1", "Dogs bark .", phenomena=("Agreement",), families=families, source="made S",
             tokens=2),
        Item("2", "Dogs barks .", False, phenomena=("Agreement",), families=families,
             source="made S", comment="starred", tokens=2),
        Item("3", "Dogs they .", None, "2", source="made NP", tokens=2),
        Item("4", "Cats", phenomena=("Other",), families=("Other",)),
    )  # fmt: skip
    with pytest.raises(InputError, match="this profile has no run"):
        runs.read(str(profile))


def test_a_profile_is_a_run(profile: Path) -> None:
    """Readings are analyses, -1 is a crash, and an item without an entry was not run."""
    (profile / "run").write_text("1@PET 1.0@ERG 2023@\n", "utf-8")
    (profile / "parse").write_text("1@1@1@3@250@\n2@1@2@0@10@\n3@1@3@-1@0@edge limit\n", "utf-8")
    (profile / "result").write_text("1@0@(root a)\n1@1@(root b)\n", "utf-8")
    run = runs.read(str(profile))
    assert (run.header.parser, run.header.parser_version) == ("PET 1.0", "ERG 2023")
    assert run.missing == 1
    assert [one.parsed.analyses for one in run.results] == [3, 0, 0]
    assert [one.parsed.failure for one in run.results] == ["", "", "crash"]
    assert run.results[0].parsed.first == "(root a)"
    assert run.results[0].parsed.others == ("(root b)",)
    assert run.results[0].parsed.seconds == 0.25


def test_a_broken_profile(profile: Path) -> None:
    """One message that names the folder."""
    (profile / "item").write_text("1@too few\n", "utf-8")
    with pytest.raises(InputError, match="small"):
        suites.load(str(profile))
    (profile / "relations").write_text("nonsense\n  :::\n", "utf-8")
    with pytest.raises(InputError, match="small"):
        suites.load(str(profile))
