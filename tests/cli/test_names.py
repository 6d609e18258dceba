"""Names of phenomena as a format: read, written, matched by ids, and every way they can be wrong."""

import json

import pytest

from command_line import CommandLine, Done

# Tam, Sato, Miyao and Tsujii (2008), sections 3 and 4, in the paper's own names.
GOLD = """id\tphenomena\tcore\terrors
1\tproper noun, unshifted ditransitive, preposition\tunshifted ditransitive\tadjunct
2\tproper noun, dative-shifted ditransitive\tdative-shifted ditransitive\tnoun-noun compound
"""
SYSTEM = """2\tproper noun, dative-shifted ditransitive
1\tproper noun, monotransitive, preposition, adjunct
"""
TREES = """(S (NP (NNP John)) (VP (VBZ gives) (NP (DT a) (NN flower)) (PP-TMP (TO to) (NP (NNP Mary)))))
(S (NP (NNP John)) (VP (VBZ gives) (NP (NNP Mary)) (NP (DT a) (NN flower))))
"""
EVERY = "phenomena(mode=exhaustive)"


def figures(done: Done) -> list[tuple[float, float]]:
    """Precision and recall as the paper means them, of each result."""
    assert done.status == 0, done.err
    found = [one["measures"] for one in json.loads(done.out)["results"]]
    return [
        (round(one["precision@sentence"], 4), round(one["recall@sentence"], 4)) for one in found
    ]


def test_the_worked_example_of_the_paper(command: CommandLine) -> None:
    """(2/4 + 2/2) / 2 and (2/3 + 2/2) / 2; core and error (0/2 + 2/2) / 2 and (0/1 + 1/1) / 2."""
    command.write("gold.names", GOLD)
    command.write("system.names", SYSTEM)
    done = command("score", "gold.names", "system.names", "-s", "phenomena", "-s", EVERY)
    rows = [line.split() for line in done.out.splitlines() if line.startswith("system.names")]
    assert [row[1:3] for row in rows] == [["50.00", "50.00"], ["75.00", "83.33"]]
    # Core and error is what a file of names is scored with when no scheme is named.
    assert figures(command("score", "gold.names", "system.names", "-o", "json")) == [(0.5, 0.5)]


def test_the_worked_example_through_a_recogniser(command: CommandLine) -> None:
    """Also verb-pp is recognised; it is not a name of the paper, so it must not cost precision."""
    command.write("gold.names", "# inventory: tam2008\n" + GOLD)
    command.write("open.names", GOLD)
    command.write("x.mrg", TREES)
    shown = json.loads(command("recognise", "x.mrg", "-o", "json").out)[0]["phenomena"].split()
    assert sorted(shown) == ["adjunct", "monotransitive", "preposition", "proper-noun", "verb-pp"]
    arguments = ["recognise", "x.mrg", "--score", "-s", EVERY, "-o", "json", "--suite"]
    assert figures(command(*arguments, "gold.names")) == [(0.75, 0.8333)]
    # Without a stated inventory, gold's author could have listed verb-pp: (2/5 + 2/2) / 2.
    assert figures(command(*arguments, "open.names")) == [(0.7, 0.8333)]
    stated = "phenomena(mode=exhaustive,recogniser=ptb,inventory=tam2008)"
    done = command("score", "open.names", "x.mrg", "-s", stated, "-o", "json")
    assert figures(done) == [(0.75, 0.8333)]
    assert "|inventory:19:" in json.loads(done.out)["results"][0]["signature"]


def test_no_output_and_output_that_shows_nothing(command: CommandLine) -> None:
    """Output that shows nothing has half a point for showing no error; no output has none."""
    command.write("gold.names", GOLD)
    for nothing in ("1\t(none)\n", "1\t\n"):
        command.write("system.names", nothing + "2\tdative-shift\n")
        assert figures(command("score", "gold.names", "system.names", "-o", "json")) == [
            (0.75, 0.5)
        ]
    for missing in ("1\t(no output)\n", ""):
        command.write("system.names", missing + "2\tdative-shift\n")
        done = command("score", "gold.names", "system.names", "-o", "json")
        assert figures(done) == [(0.5, 0.5)]
        assert json.loads(done.out)["results"][0]["sentences"]["scored"] == 1
        bare = command(
            "score", "gold.names", "system.names", "-s", "phenomena(bare=yes)", "-o", "json"
        )
        assert figures(bare) == [(0.75, 0.5)]


@pytest.mark.parametrize(
    "text, place, what",
    [
        ("1\tpassive\n2\tpassive, pasive\n", "system.names:2:12:", "did you mean 'passive'?"),
        ("1\tpassive\nnine\tpassive\n", "system.names:2:1:", "no sentence with the id 'nine'"),
        ("1\tpassive\n\n# again\n1\traising\n", "system.names:4:1:", "'1' is in line 1 already"),
        ("1\tpassive\n2\n", "system.names:2:2:", "a line without a tab"),
        ("1\tpassive\t\t\tx\n", "system.names:1:13:", "5 columns"),
        ("1\tpassive\traising, control\n", "system.names:1:11:", "one core phenomenon"),
        (b"1\tpassive\n2\t\xff\n", "system.names:2:3:", "this is not UTF-8"),
        ("\tpassive\n", "system.names:1:1:", "a row without an id"),
        ("id\tphenomena\terors\n1\tpassive\t\n", "system.names:1:", "'erors'"),
        ("# inventry: passive\n1\tpassive\n", "system.names:1:", "did you mean '# inventory:'"),
        ("# inventory: pasive\n1\tpassive\n", "system.names:1:", "did you mean 'passive'"),
        ('[{"id": "1", "phenomena": ["passive"]},\n {"id": "2", "phenomena": ["pasive"]}]',
         "system.names:2:29:", "did you mean 'passive'"),
        ('[{"id": "1", "phenomena": ["passive"], "eror": []}]', "system.names:1:41:", "'errors'"),
        ('[{"id": "1", "phenomena": ["passive"}]', "system.names:1:37:", "this is not JSON"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_a_place(
    command: CommandLine, text: str | bytes, place: str, what: str
) -> None:
    """One message with file, line and column, status 2; karat check says the same."""
    command.write("gold.names", GOLD)
    command.write("system.names", text)
    options = ["--format", "names"]
    done = command("score", "gold.names", "system.names", *options)
    assert (done.status, done.out) == (2, ""), done.err
    assert done.err.startswith(f"karat: {place}"), done.err
    assert what in done.err
    # In gold it is the same.
    if "'nine'" not in what:
        done = command("check", "system.names", *options)
        assert done.status == 2
        assert what in done.out + done.err
        done = command("score", "system.names", "gold.names", *options, "-s", EVERY)
        assert (done.status, done.err.startswith(f"karat: {place}")) == (2, True), done.err


def test_json_both_ways(command: CommandLine) -> None:
    """What karat recognise writes as JSON is read again, and so is what karat convert writes."""
    command.write("gold.names", GOLD)
    command.write("x.mrg", TREES)
    command.write("system.json", command("recognise", "x.mrg", "-o", "json").out)
    command.write("system.names", command("recognise", "x.mrg", "-o", "names").out)
    pair = [
        command("score", "gold.names", f"system.{kind}", "-s", EVERY, "-o", "json")
        for kind in ("json", "names")
    ]
    assert figures(pair[0]) == figures(pair[1]) == [(0.7, 0.8333)]
    assert command("convert", "gold.names", "gold.json", "--to", "names(json=yes)").status == 0
    back = command("convert", "gold.json", "-", "--to", "names").out
    assert back == command("convert", "gold.names", "-").out
    assert back.splitlines()[2] == "2\tdative-shift, proper-noun\tdative-shift\tnoun-compound"
    assert command("check", "gold.json").out == "gold.json: 2 sentences, no fault\n"
    shown = json.loads(command("formats", "-o", "json").out)
    assert [row["usual names"] for row in shown if row["format"] == "names"] == [".names"]


def test_names_written_by_recognise_say_what_the_rules_can_show(command: CommandLine) -> None:
    """So a name that only gold has is left out where the rules cannot show it."""
    command.write("rules.toml", RULES)
    command.write("x.mrg", TREES)
    text = command("recognise", "x.mrg", "--with", "rules.toml", "-o", "names").out
    assert text == (
        "# new: mary\n# inventory: dative-shift, mary, proper-noun\n# experimental: dative-shift\n"
        "id\tphenomena\n1\tproper-noun, mary\n2\tproper-noun, dative-shift, mary\n"
    )
    command.write("system.names", text)
    command.write("gold.names", GOLD)
    done = command("score", "gold.names", "system.names", "-s", EVERY)
    assert "note: phenomena(mode=exhaustive): 1 name counts: proper-noun; left out:" in done.out
    assert "mary (not in gold's inventory)" in done.out
    assert "dative-shift (experimental)" in done.out


RULES = """
format = "brackets"
[phenomena]
mary = "Mary is in it"
[[rule]]
phenomenon = "Proper noun"
tree = 'NNP'
[[rule]]
phenomenon = "dative-shifted ditransitive"
tree = 'VP < (NP $. NP)'
experimental = true
[[rule]]
phenomenon = "mary"
tree = 'NNP"mary"'
"""


def test_names_of_ones_own(command: CommandLine) -> None:
    """Described in rules, in an inventory, or declared in the file; otherwise they are an error."""
    command.write("rules.toml", RULES)
    command.write("gold.names", "1\tmary, proper-noun\n")
    command.write("system.names", "1\tMary, passive\n")
    done = command("score", "gold.names", "system.names", "-s", EVERY)
    assert (done.status, "there is no phenomenon 'mary'" in done.err) == (2, True)
    given = ["--format", "names(inventory=rules.toml)"]
    done = command("score", "gold.names", "system.names", "-s", EVERY, *given, "-o", "json")
    assert figures(done) == [(0.5, 0.5)]
    command.write("gold.names", "# new: mary\n1\tmary, proper-noun\n")
    command.write("system.names", "# new: mary\n1\tMary\n")
    assert figures(command("score", "gold.names", "system.names", "-s", EVERY, "-o", "json")) == [
        (1.0, 0.5)
    ]


def test_names_beside_other_formats(command: CommandLine) -> None:
    """They have neither trees nor words to compare; a message says so."""
    command.write("gold.names", GOLD)
    command.write("x.mrg", TREES)
    for arguments, what in (
        (["score", "gold.names", "gold.names", "-s", "evalb"], "has phenomena but no trees"),
        (["score", "gold.names", "x.mrg"], "lists no phenomena; give the rules"),
        (["score", "x.mrg", "gold.names", "-s", "phenomena(recogniser=ptb)"], "no core phenomena"),
        (["recognise", "gold.names", "--with", "ptb"], "these are names already"),
        (["convert", "x.mrg", "-", "--to", "names"], "no phenomena"),
    ):
        done = command(*arguments)
        assert (done.status, what in done.err) == (2, True), done.err
    assert command("recognise", "gold.names").out.splitlines()[1].split()[:2] == ["1", "yes"]


def test_several_systems_have_one_inventory(command: CommandLine) -> None:
    """A name that one of them cannot show counts for none."""
    command.write("gold.names", "1\tpassive, raising\n")
    command.write("a.names", "# inventory: passive\n1\tpassive\n")
    command.write("b.names", "1\tpassive, control\n")
    alone = command("score", "gold.names", "b.names", "-s", EVERY, "-o", "json")
    assert figures(alone) == [(0.5, 0.5)]
    done = command("score", "gold.names", "a.names", "b.names", "-s", EVERY, "-o", "json")
    assert figures(done) == [(1.0, 1.0), (1.0, 1.0)]
    shown = command("score", "gold.names", "a.names", "b.names", "-s", EVERY).out
    assert "1 name counts: passive; left out:" in shown
