"""karat recognise, as somebody meets it who follows the docs and makes ordinary mistakes."""

import json
import sys

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


FUNCTION = """
def weather(text):
    return [name for name in ("weather", "passive") if name in text]
def nothing(text):
    return None
def numbers(text):
    return [1]
"""
GOLD = "# new: weather\n1\tweather\n2\tpassive, modal\n"
OUTPUT = "it rains: weather\n\npassive\n"


@pytest.fixture
def own(command: CommandLine) -> CommandLine:
    command.write("rec.py", FUNCTION)
    command.write("out.txt", OUTPUT)
    command.write("gold.names", GOLD)
    return command


def scored(command: CommandLine, recogniser: str) -> tuple[float, str]:
    """The recall over sentences, and what was said."""
    arguments = (
        "--score",
        "--suite",
        "gold.names",
        "-s",
        "phenomena(mode=exhaustive)",
        "-o",
        "json",
    )
    done = command("recognise", "out.txt", "--with", recogniser, *arguments)
    assert done.status == 0, done.err
    return json.loads(done.out)["results"][0]["measures"]["recall@sentence"], done.err


UNSTATED = "does not state what it can show"


def test_new_names_of_a_function(own: CommandLine) -> None:
    """PHENOMENA beside it states what it can show; new names are described there."""
    done = own("recognise", "out.txt", "--with", "rec.py:weather")
    assert (done.status, "to add a name, write PHENOMENA = {" in done.err) == (2, True), done.err
    own.write("rec.py", 'PHENOMENA = {"weather": "it rains", "passive": ""}\n' + FUNCTION)
    recall, said = scored(own, "rec.py:weather")
    # modal does not count: the function does not state that it can show it.
    assert (recall, UNSTATED in said) == (1, False)
    done = own("recognise", "--list", "--with", "rec.py:weather", "-o", "json")
    assert [row["what it is"] for row in json.loads(done.out)][1] == "it rains"


def test_new_names_of_a_program(own: CommandLine) -> None:
    """The option inventory is a file that describes new names."""
    own.write("program.py", "import sys\nprint(sys.stdin.read().split()[-1])")
    run = f'run="{sys.executable} program.py"'
    done = own("recognise", "out.txt", "--with", f"command({run})")
    assert (done.status, "inventory=FILE" in done.err) == (2, True), done.err
    own.write("names.toml", 'names = ["passive"]\n[phenomena]\nweather = "it rains"\n')
    assert scored(own, f"command({run},inventory=names.toml)") == (1, "")
    own.write("names.toml", '[phenomena]\nweather = "it rains"\n')
    assert scored(own, f"command({run},inventory=names.toml)")[0] == 0.75


def test_what_is_not_stated_is_said(own: CommandLine) -> None:
    """Without an inventory all names count, and a note says how to state it."""
    own.write("gold.names", "1\tpassive\n2\tpassive, modal\n")
    own.write("out.txt", "passive\n\npassive\n")
    recall, said = scored(own, "rec.py:weather")
    assert recall == 0.75
    assert f"note: out.txt: rec.py:weather {UNSTATED}" in said
    own.write("rec.py", 'PHENOMENA = ["passive"]\n' + FUNCTION)
    assert scored(own, "rec.py:weather") == (1, "")


@pytest.mark.parametrize(
    "stated, what",
    [
        ("['pasive']", "PHENOMENA: there is no phenomenon 'pasive'; did you mean 'passive'?"),
        ("[]", "PHENOMENA should be a list of names"),
        ("'passive'", "PHENOMENA should be a list of names"),
        ("['modal']", "sentence 2: it gives 'passive', but does not state that it can show this"),
    ],
)
def test_statements_that_are_wrong(own: CommandLine, stated: str, what: str) -> None:
    """One message, status 2."""
    own.write("rec.py", f"PHENOMENA = {stated}\n{FUNCTION}")
    own.write("out.txt", "modal\n\npassive\n")
    done = own("recognise", "out.txt", "--with", "rec.py:weather")
    assert (done.status, what in done.err) == (2, True), done.err


@pytest.mark.parametrize(
    "recogniser, what",
    [
        ("rec.py", "rec.py: name the function too: write rec.py:function"),
        ("rec.py:nothing", "sentence 1: the function should return a list of names, not None"),
        ("rec.py:numbers", "sentence 1: the function should return a list of names, not [1]"),
        ("command(sleep 30,seconds=1)", 'in quotes: command(run="sleep 30",seconds=1)'),
    ],
)
def test_functions_and_programs_that_are_misused(
    own: CommandLine, recogniser: str, what: str
) -> None:
    """One message, which says what to write."""
    done = own("recognise", "out.txt", "--with", recogniser)
    assert (done.status, what in done.err) == (2, True), done.err


@pytest.mark.parametrize("text", ["=== 1\nvoice=pass\n", "ID=1\n(<T S 0 1> (<L N N N x N>))\n"])
def test_a_text_without_rules(command: CommandLine, text: str) -> None:
    """The message says how to name rules, and nothing of options that this verb lacks."""
    command.write("out.ccg", text)
    done = command("recognise", "out.ccg")
    assert (done.status, "--with RULES" in done.err, "--lenient" in done.err) == (2, True, False)


def test_check_says_which_rule_is_wrong(mine: CommandLine) -> None:
    """File, line and number of the rule, and the example with its line ends."""
    mine.write("mine.toml", RULES.replace('"see  voice=act"', '"see\\n  by=Kim voice=pass"'))
    done = mine("recognise", "--check", "--with", "mine.toml")
    said = "mine.toml:20: rule 2: passive should not match: see⏎by=Kim voice=pass"
    assert (done.status, said in done.err) == (1, True), done.err


@pytest.mark.parametrize("inner", ["tree = 'VBN'", "none = [{ tree = 'VBN' }]"])
def test_patterns_that_the_format_cannot_have(mine: CommandLine, inner: str) -> None:
    """They are refused when the rules are loaded, with their place."""
    mine.write("mine.toml", RULES.replace("regex = 'voice=pass'", inner))
    done = mine("recognise", "--list", "--with", "mine.toml")
    said = "tree patterns need brackets or links or delphin, but the format is text"
    assert (done.status, f"mine.toml:22:{inner.index('tree') + 1}: {said}" in done.err) == (2, True)
    assert "for text, a condition can have regex" in done.err


def test_a_sentence_without_output_has_its_id(mine: CommandLine) -> None:
    """In the remarks beside the scores."""
    mine.write("gold.names", "# new: weather\na\tweather\nb7\tpassive\n")
    mine.write("out.txt", "=== b7\nNO PARSE\n=== a\nit rain\n")
    done = mine("recognise", "out.txt", "--with", "mine.toml", "--score", "--suite", "gold.names",
                "-s", "phenomena(mode=exhaustive)")  # fmt: skip
    assert "sentence 2: no system parse: out.txt has nothing for the id 'b7'" in done.out + done.err


@pytest.mark.parametrize(
    "regex, found",
    [("'rain.now'", False), (r"'rain\snow'", True), ("'^now$'", True), ("['zzz', 'now']", True)],
)
def test_what_regular_expressions_mean(mine: CommandLine, regex: str, found: bool) -> None:
    """As the docs say: lines have ends, which . does not match and white space does; a list is a choice."""
    mine.write("mine.toml", RULES.replace("'voice=pass'", regex))
    assert listed(mine, "=== a\nno rain\nnow\n") == {"a": "weather passive" if found else "weather"}
