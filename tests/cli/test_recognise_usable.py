"""karat recognise, as somebody meets it who follows the docs and makes ordinary mistakes."""

import json

import pytest

from command_line import CommandLine

RULES = """format = "text"

[records]
separator = '^=== '
id = '^=== (\\S+)'
none = '^NO PARSE'

[phenomena]
weather = "it rains, it snows"

[define]
RAIN = "rain|snow"

[[rule]]
phenomenon = "weather"
regex = '\\b@RAIN\\b'
match = ["it snow"]
other = ["it sleeps at @RAIN"]

[[rule]]
phenomenon = "passive"
regex = 'voice=pass'
match = ["see  voice=pass"]
other = ["see  voice=act"]
"""


@pytest.fixture
def mine(command: CommandLine) -> CommandLine:
    pytest.importorskip("re2")
    command.write("mine.toml", RULES)
    return command


def listed(command: CommandLine, text: str, *options: str) -> dict[str, str]:
    """The phenomena of each sentence by its id; "-" where there is no output."""
    command.write("out.txt", text)
    done = command("recognise", "out.txt", "--with", "mine.toml", "-o", "json", *options)
    assert done.status == 0, done.err
    rows = json.loads(done.out)
    return {row["sentence"]: row["phenomena"] if row["output"] == "yes" else "-" for row in rows}


def test_definitions_in_regular_expressions(mine: CommandLine) -> None:
    """A defined name is a group; what is not defined is an ordinary @ and a word."""
    text = "=== a\nit rain\n=== b\nit snow\n=== c\nit rainy\n"
    assert listed(mine, text) == {"a": "weather", "b": "weather", "c": ""}
    mine.write("mine.toml", RULES.replace("@RAIN\\b'", "(me@HOME|s@RAIN+|\\@RAIN)'"))
    text = "=== a\nme@HOME\n=== b\nit rain\n=== c\nx ssnow\n=== d\nx snoww srain\n=== e\nx @RAIN\n"
    found = listed(mine, text.replace("x @RAIN", "x@RAIN"))
    assert found == {"a": "weather", "b": "", "c": "weather", "d": "weather", "e": "weather"}


def test_a_mistake_in_an_expression_with_definitions_has_its_place(mine: CommandLine) -> None:
    """The line of the expression in the rules file."""
    mine.write("mine.toml", RULES.replace("\\b@RAIN\\b", "(@RAIN"))
    done = mine("recognise", "--check", "--with", "mine.toml")
    assert (done.status, "mine.toml:16:" in done.err) == (2, True), done.err


def test_a_separator_that_is_nowhere(mine: CommandLine) -> None:
    """It is an error, not one sentence."""
    mine.write("out.txt", "--- a\nit rain\n--- b\nit snow\n")
    done = mine("recognise", "out.txt", "--with", "mine.toml")
    assert (done.status, done.out) == (2, "")
    assert "out.txt: no line matches the separator '^=== '; correct it" in done.err


PIECES = "=== a\nit rain\n=== b\nsleeps\n=== c\nvoice=pass\n"


def test_text_before_the_first_separator_with_an_id(mine: CommandLine) -> None:
    """It is skipped with a note, and every sentence keeps its own id."""
    expected = {"a": "weather", "b": "", "c": "passive"}
    assert listed(mine, PIECES) == expected
    assert listed(mine, f"Parser 1.0\n\nlog\n{PIECES}") == expected
    done = mine("recognise", "out.txt", "--with", "mine.toml")
    note = (
        "note: out.txt: skipped lines 1 to 3 ('Parser 1.0'), before the first separator with an id"
    )
    assert note in done.err
    mine.write("gold.names", "a\tpassive\nb\t\nc\tpassive\n")
    done = mine("recognise", "out.txt", "--with", "mine.toml", "--score", "--suite", "gold.names")
    assert (done.status, note in done.err) == (0, True), done.err


def test_separators_with_ids_that_seem_to_end_sentences(mine: CommandLine) -> None:
    """Text before the first and none after the last: ids could be those of neighbours, so it is refused."""
    mine.write("out.txt", "it rain\n=== a\nsleeps\n=== b\nvoice=pass\n=== c\n")
    done = mine("recognise", "out.txt", "--with", "mine.toml")
    assert done.status == 2
    assert "out.txt:6:1: there is text before the first separator (line 2)" in done.err
    # With none, the last sentence says that it has no output, so nothing is doubtful.
    found = listed(mine, "log\n=== a\nit rain\n=== b\nNO PARSE\n")
    assert found == {"a": "weather", "b": "-"}


def test_separators_without_ids_may_end_sentences(mine: CommandLine) -> None:
    """The ids are in the text."""
    found = listed(
        mine, "id=a it rain\n===\nid=b\n===\n", "--separator", "^===", "--id", r"id=(\w)"
    )
    assert found == {"a": "weather", "b": ""}


def test_the_form_with_ids_of_our_own_wins(mine: CommandLine) -> None:
    """A file that begins with #id needs no [records]; what a failed parse looks like still counts."""
    found = listed(mine, "#id x\nit rain\n\n=== b\n#id y\n#none\n#id z\nNO PARSE\n")
    assert found == {"x": "weather", "y": "-", "z": "-"}


def test_listing_one_recogniser(mine: CommandLine) -> None:
    """--list --with lists what these rules can show, their own names included."""
    done = mine("recognise", "--list", "--with", "mine.toml", "-o", "json")
    rows = {row["phenomenon"]: row["what it is"] for row in json.loads(done.out)}
    assert list(rows) == ["weather", "passive"]
    assert rows["weather"] == "it rains, it snows"
    assert rows["passive"].startswith("a passive verb")
    done = mine("recognise", "--list", "--with", "ptb", "-o", "json")
    assert {row["phenomenon"]: row["ptb"] for row in json.loads(done.out)}[
        "resultative"
    ] == "experimental"
    assert mine("recognise", "--list", "--with", "nothing.toml").status == 2


TREES = """format = "brackets"

[examples]
sleeps = "(S (NP (PRP He)) (VP (VBZ sleeps)))"

[[rule]]
phenomenon = "passive"
tree = 'VBN'
match = ["(VP (VBN seen))"]
other = ["sleeps"]
"""


def test_a_misspelt_name_of_an_example(command: CommandLine) -> None:
    """It would be an example that shows nothing, and the check would say that it is right."""
    command.write("mine.toml", TREES)
    assert command("recognise", "--check", "--with", "mine.toml").status == 0
    command.write("mine.toml", TREES.replace('["sleeps"]', '["sleep"]'))
    done = command("recognise", "--check", "--with", "mine.toml")
    assert done.status == 2
    assert "mine.toml:10:10: there is no example 'sleep'; did you mean 'sleeps'?" in done.err, (
        done.err
    )
