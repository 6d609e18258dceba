"""TSNLP's own analyses as keys: rows of the kinds that the suite has, checked by hand."""

from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("delphin")

from karat.model.errors import InputError
from karat.suites import analyses, keys
from karat.suites.analyses import words_of
from karat.suites.keys import Key, key_of

RELATIONS = """\
item:
  i-id :integer :key
  i-category :string
  i-input :string
  i-wf :integer
  i-length :integer

analysis:
  i-id :integer :key
  a-position :string
  a-instance :string
  a-category :string
  a-function :string
  a-domain :string
"""
ITEMS = """\
1@S@She's seen .@1@3
2@S@The firm , at which she aims , succeeds .@1@7
3@S@Her and him succeed .@1@4
4@S@He compares her .@1@3
5@S@Him comes .@0@2
6@S@It is hoped .@1@3
7@S@Which manager does he see ?@1@5
"""
# As in TSNLP: 2 calls "she" a verb; 3 names "and" as the head; 4 has another pronoun; 7 has positions
# that are wrong by one.
ANALYSES = """\
1@0:1@She@PRON_pers-3-nom-sg-f@subj@1:2
1@1:2@'s@V_aux@func@0:3
1@2:3@seen@VP_perf@v-comp@1:2
1@3:3@.@PUNCT(.)@@
2@0:2@The firm@NP_sg@func@0:6
2@2:2@,@PUNCT(,)@@
2@2:3@at@P@@
2@2:4@at which@PP@p-obj@5:6
2@2:6@at which she aims@C_sub-rel@mod@0:2
2@4:5@she@PRON_pers-3-nom-sg-f@subj@5:6
2@4:5@she@V@func@2:6
2@6:7@succeeds@V@func@0:7
3@0:3@Her and him@NP@subj@1:2
3@3:4@succeed@V@func@0:4
4@1:2@compares@V@func@0:3
4@2:3@him@PRON_pers-3-acc-sg-m@obj@1:2
5@0:1@Him@PRON_pers-3-acc-sg-m@?@1:2
6@@@@@
7@0:2@Which manager@NP_sg@obj@4:5
7@2:3@does@V_aux@func@0:5
7@3:4@he@PRON_pers-3-nom-sg-m@subj@1:2
7@4:5@see@VP_bare-inf@obj@2:3
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder with items and analyses."""
    for name, text in (("relations", RELATIONS), ("item", ITEMS), ("analysis", ANALYSES)):
        (tmp_path / name).write_text(text)
    return tmp_path


def heads(key: Key, item: str) -> list[str]:
    """The dependencies of an item, as word, head and label."""
    rows = [row.split("\t") for row in key.texts[item].splitlines() if row[0] != "#"]
    return [f"{row[1]} {rows[int(row[6]) - 1][1]} {row[7]}" for row in rows if row[6] != "_"]


def test_brackets(suite: Path) -> None:
    """Phrases of several words; the domain of a noun with its clause; the commas are a pair."""
    key = key_of(suite, "trees")
    assert key.texts == {
        "2": "( (NP (NP The firm) , (SBAR (PP at which) she aims) ,) succeeds .)",
        "3": "( (NP Her and him) succeed .)",
        "7": "( (NP Which manager) does he see ?)",
    }


def test_dependencies(suite: Path) -> None:
    """The functions, with the words that head the phrases; a clause is headed by its subject's verb."""
    key = key_of(suite, "edges")
    assert key.texts.keys() == {"1", "2", "7"}
    assert heads(key, "1") == ["She 's subj", "seen 's v-comp"]
    assert heads(key, "2") == ["at aims p-obj", "she aims subj", "aims firm mod"]
    assert heads(key, "7") == ["manager see obj", "see does obj"]


def test_every_row_is_accounted_for(suite: Path) -> None:
    """What became of each row, by hand; the sums are the number of rows."""
    unused = {
        analyses.UNGRAMMATICAL: 1, analyses.NO_POSITION: 1, analyses.PUNCTUATION: 2,
        analyses.OTHER_WORDS: 1, analyses.CONTRADICTION: 1,
    }  # fmt: skip
    assert key_of(suite, "trees").became == Counter({**unused, keys.BRACKET: 5, keys.ONE_WORD: 11})
    found = key_of(suite, "edges")
    assert found.became == Counter({
        **unused, keys.DEPENDENCY: 7, keys.HEADS: 6, keys.NO_FUNCTION: 1, keys.NO_HEAD: 1,
        keys.NOT_VERBAL: 1,
    })  # fmt: skip
    assert sum(found.became.values()) == found.rows == len(ANALYSES.splitlines())


@pytest.mark.parametrize(
    ("sentence", "count", "words"),
    [
        ("He may've succeeded .", 4, ["He", "may", "'ve", "succeeded"]),
        ("She didn't succeed .", 3, ["She", "didn't", "succeed"]),
        ("He knows [ John [alias Wilson ] .", 5, ["He", "knows", "John", "alias", "Wilson"]),
        ("the '95 PhD's", 3, ["the", "'95", "PhD's"]),
    ],
)
def test_words(sentence: str, count: int, words: list[str]) -> None:
    """Positions count words, and contracted auxiliaries, but no punctuation."""
    tokens, places = words_of(sentence, count)
    assert [tokens[i] for i in places] == words


def test_crossing_rows(suite: Path) -> None:
    """Of two rows that cross, neither is a bracket; a domain that crosses a row is none."""
    (suite / "item").write_text("1@NP@a b c d e@1@5\n")
    rows = "1@0:2@a b@NP@@\n1@1:3@b c@NP@@\n1@3:5@d e@NP@func@2:5\n"
    (suite / "analysis").write_text(rows)
    key = key_of(suite, "trees")
    assert key.texts == {"1": "( a b c (NP d e))"}
    assert key.became[keys.CROSSES] == 2


def test_no_analyses(suite: Path) -> None:
    """A suite without the table says so."""
    (suite / "analysis").unlink()
    with pytest.raises(InputError, match="no analyses of its own"):
        key_of(suite, "trees")
