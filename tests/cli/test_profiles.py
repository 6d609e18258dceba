"""Grammar profiles, null elements and punctuation in tokens, through the command line."""

import json
import re

import pytest

from command_line import CommandLine

PTB = (
    "(S (NP (DT The) (NN dog)) (VP (VBZ has) (VP (VBN been) (VP (VBG chasing) (NP (PRP$ my) (NN cat))"
    " (PP (IN in) (NP (DT the) (NN garden)))))) (. .))\n"
)
CLAWS = (
    "(S (NP (AT0 The) (NN1 dog)) (VP (VHZ has) (VBN been) (VVG chasing) (NP (DPS my) (NN1 cat))"
    " (PP (PRP in) (NP (AT0 the) (NN1 garden)))) (PUN .))\n"
)


def results(command: CommandLine, gold: str, system: str, *schemes: str) -> list[dict]:  # type: ignore[type-arg]
    """The results of ``karat score`` for two texts, by scheme."""
    command.write("gold.txt", gold)
    command.write("system.txt", system)
    options = [part for scheme in schemes for part in ("-s", scheme)]
    done = command("score", "gold.txt", "system.txt", *options, "-o", "json")
    assert done.status == 0, done.err
    found: list[dict] = json.loads(done.out)["results"]  # type: ignore[type-arg]
    return found


def counts(found: dict) -> list[int]:  # type: ignore[type-arg]
    """Scored sentences; gold, system and matched rows."""
    names = ("gold", "system", "matched")
    return [found["sentences"]["scored"], *(found["counts"][name] for name in names)]


def test_a_system_with_tags_of_another_kind(command: CommandLine) -> None:
    """CLAWS' PRP is a preposition: five chunks are the same, by a profile for the system alone."""
    schemes = ("chunks", "chunks(system_profile=claws)", "chunkdeps(system_profile=claws)")
    plain, chunks, links = results(command, PTB, CLAWS, *schemes)
    assert counts(plain) == [1, 5, 4, 3]
    assert (
        "most of the system's tags are not in the grammar profile ptb+1991+ud, in 1 sentence"
        in (plain["notes"])
    )
    assert counts(chunks) == [1, 5, 5, 5]
    assert not any("profile" in note for note in chunks["notes"])
    assert links["measures"]["f1"] == 1


def test_joined_profiles_that_disagree_say_so(command: CommandLine) -> None:
    """With ptb first, PRP is a pronoun, also where it is a preposition."""
    (found,) = results(command, PTB, CLAWS, "chunks(profile=ptb+claws)")
    said = "the first profile of ptb+claws decides how some of the system's tags are read"
    assert f"{said}, in 1 sentence" in found["notes"]
    assert counts(found)[3] < 5


def test_views_take_a_profile(command: CommandLine) -> None:
    """As trees of the Penn Treebank, as a flat key, without what PARSEVAL erases, as chunks."""
    command.write("claws.mrg", CLAWS)
    done = command("convert", "claws.mrg", "-", "--view", "profile(name=claws)")
    assert done.out == (
        "(S (NP (DT The) (NN dog)) (VP (VBZ has) (VBN been) (VBG chasing) (NP (PRP$ my) (NN cat))"
        " (PP (IN in) (NP (DT the) (NN garden)))) (. .))\n"
    )
    done = command("convert", "claws.mrg", "-", "--view", "erase(profile=claws)", "--view", "prune")
    assert done.out == (
        "(S (NP (AT0 The) (NN1 dog)) (VP (VVG chasing) (NP (DPS my) (NN1 cat))"
        " (PP (PRP in) (NP (AT0 the) (NN1 garden)))))\n"
    )
    done = command("convert", "claws.mrg", "-", "--view", "flatten(profile=claws)")
    assert done.out == CLAWS
    done = command("convert", "claws.mrg", "-", "--view", "chunks(profile=claws)")
    chunks = "B-NP I-NP B-VP I-VP I-VP B-NP I-NP B-PP B-NP I-NP O"
    assert [line.split()[-1] for line in done.out.splitlines() if line] == chunks.split()


BAD_PROFILES = {
    '[tags]\nNNN = ["X"]\n': "mine.toml:2:1: there is no key in [tags] 'NNN'; did you mean 'NN'? Known: #,",
    '[lables]\nNP = ["X"]\n': "mine.toml:1:2: there is no table or key 'lables'; did you mean 'labels'?",
    'extends = "ptb"\n[labels]\nNP = "X"\n': "mine.toml:3:1: labels.NP must be a list of strings",
    '[labels]\nNP = ["X"]\nVP = ["X"]\n': "mine.toml:3:1: 'X' is in NP and in VP",
    '[null]\nword = ["0"]\n': "Known: phrases, words",
    '[by_word]\nTO = ["to"]\n': "mine.toml:2:1: by_word.TO must give a tag and its words",
    "tags = 1\n": "mine.toml:1:1: tags must be a table",
    "extends = 1\n": 'mine.toml:1:1: extends must be a name, such as "ptb"',
    'extends = "mine.toml"\n': "mine.toml extends mine.toml",
    "[tags\n": "mine.toml:1:6: this is not TOML",
}


@pytest.mark.parametrize("text", BAD_PROFILES)
def test_a_bad_profile_is_refused_at_its_line(command: CommandLine, text: str) -> None:
    command.write("gold.mrg", PTB)
    command.write("mine.toml", text)
    done = command("score", "gold.mrg", "gold.mrg", "-s", "parseval(profile=mine.toml)")
    assert done.status == 2
    assert BAD_PROFILES[text] in done.err
    assert "Traceback" not in done.err


def test_an_unknown_profile(command: CommandLine) -> None:
    command.write("gold.mrg", PTB)
    done = command("score", "gold.mrg", "gold.mrg", "-s", "flat(profile=clows)")
    assert done.status == 2
    assert "there is no grammar profile 'clows'; did you mean 'claws'? Known: 1991," in done.err


def test_a_file_of_ones_own(command: CommandLine) -> None:
    """A signature has its hash; a file may extend another beside it."""
    command.write("base.toml", '[labels]\nNP = ["NG"]\n')
    command.write("mine.toml", 'extends = "base.toml"\n[tags]\nNN = ["n"]\nDT = ["d"]\n')
    trees = "(X (NG (d the) (n dog)) (n barks))\n"
    (found,) = results(command, trees, trees, "chunks(profile=mine.toml)")
    assert counts(found) == [1, 1, 1, 1]
    (other,) = results(command, trees, trees, "chunks")
    assert found["signature"].split("|")[1] != other["signature"].split("|")[1]


# Null elements.

MORE = "(NXc (Qr more) (NX (A pro) (Npl letters)) (Than than) (NX (A con){}))\n"
LAWYER = (
    "(NP (DET The) (N lawyer) (S-REL (PP (P with) (NP whom)) (NP I)"
    " (VP (V studied) (NP (N law)){})))\n"
)
WANT = "(S (NP (PRO I)) (VP (V want) (S{} (VP (X to) (VP (V leave) (NP (PNP Rome)))))))\n"
# A sentence without and with its null element; the brackets of parseval and of flat, by hand.
NULLS = [
    (MORE, " (Npl )", 2, 3),
    (MORE, " (Npl ||)", 2, 3),
    (LAWYER, " (PP 0)", 5, 5),
    (WANT, " (NP PRO)", 3, 6),
    (WANT, " (NP e)", 3, 6),
    (WANT, " (NP *)", 3, 6),
    (WANT, " (NP (-NONE- 0))", 3, 6),
    (WANT, " (NP (PRO PRO))", 3, 6),
]


# Bars belong to the format of 1991.
WRITTEN = [
    (*one, written)
    for written in ("parseval(labels=left)", "brackets")
    for one in NULLS
    if written != "brackets" or "|" not in one[1]
]


@pytest.mark.parametrize(
    "tree, null, reduced, whole, written", WRITTEN, ids=[f"{one[4]}{one[1]}" for one in WRITTEN]
)
def test_null_elements_do_not_stop_a_score(
    command: CommandLine, tree: str, null: str, reduced: int, whole: int, written: str
) -> None:
    """On either side, in parseval, flat and chunkdeps."""
    texts = tree.format(""), tree.format(null)
    for gold, system in (texts, texts[::-1]):
        command.write("gold", gold)
        command.write("system", system)
        schemes = ("-s", "parseval", "-s", "flat", "-s", "chunkdeps", "-s", "chunks")
        done = command("score", "gold", "system", *schemes, "-o", "json", "--format", written)
        found = json.loads(done.out)["results"]
        assert counts(found[0]) == [1, reduced, reduced, reduced]
        assert counts(found[1]) == [1, whole, whole, whole]
        assert [one["sentences"]["failed"] for one in found] == [0, 0, 0, 0]
        assert found[2]["measures"]["f1"] == 1


def test_a_numeral_0_is_a_word(command: CommandLine) -> None:
    """Tagged, and bare among words; only as all that a phrase holds is it null."""
    for tree, kept in (
        ("(S (NP (CD 0) (NNS degrees)) (VP (VBZ is) (ADJP (JJ cold))))", "0 degrees is cold"),
        ("(S (NP 0 degrees) (VP is cold))", "0 degrees is cold"),
        ("(S (NP we) (VP saw (PP 0)))", "we saw"),
    ):
        done = command(
            "convert", "-", "-", "--view", "erase", "--to", "parseval(labels=none)", stdin=tree
        )
        words = done.out.replace("(", " ").replace(")", " ").split()
        assert " ".join(words) == kept
    tree = "((0 degrees) (is cold))"
    done = command("convert", "-", "-", "--labels", "none", "--view", "erase", stdin=tree)
    assert done.out.split() == ["(", "(", "0", "degrees)", "(", "is", "cold))"]


def test_what_is_null_is_an_option(command: CommandLine) -> None:
    """A noun e is a word; with null=e it is not. A profile can say that (PP 0) is a word."""
    gold = WANT.format("")
    system = WANT.format(" (NP (N e))")
    plain, null = results(
        command, gold, system, "parseval(failed=empty)", "parseval(null=e,failed=empty)"
    )
    assert (plain["sentences"]["failed"], null["sentences"]["failed"]) == (1, 0)
    assert counts(null) == [1, 3, 3, 3]
    command.write("mine.toml", 'extends = "1991"\n[null]\nphrases = []\n')
    found = results(
        command,
        LAWYER.format(""),
        LAWYER.format(" (PP 0)"),
        "flat(failed=empty)",
        "flat(profile=mine.toml,failed=empty)",
    )
    assert [one["sentences"]["failed"] for one in found] == [0, 1]


# Punctuation that is part of a token.

SEPARATE = r"""
(S (NP (DET The) (ADJ famed) (PNP Yankee) (PNP Clipper)) |,| (ADV now) (V retired) |,| (VP (V has) (V been) (V assisting) (PP (P as) (NP (DET a) (V batting) (N coach)))) |.|)
(S (NP (DET The) |"| (ADJ blue) (N book) |"|) (VP (V was) (ADV there)) |.|)
(NP (DET All) |--| (CONJ or) (ADV almost) (DET all) |--| (PP (P of) (PRO them)))
(S (NP (PRO She)) (VP (V works) (PP (P at) (NP (PNP Acme) (PNP |Inc.|)))) |.|)
(S (NP (PRO She)) (VP (V left) (PP (P at) (NP (NUM 5) (N |p.m.|)))) |.|)
(S (NP (PRO He)) (VP (V saw) (NP (DET the) (N |etc.|))) |.|)
"""  # noqa: E501  # one parse per line
PARASITIC = r"""
(S (NP (DET The) (ADJ famed) (PNP Yankee) (PNP |Clipper,|)) (ADV now) (V |retired,|) (VP (V has) (V been) (V assisting) (PP (P as) (NP (DET a) (V batting) (N |coach.|)))))
(S (NP (DET The) (ADJ |"blue|) (N |book"|)) (VP (V was) (ADV |there.|)))
(NP (DET |All--or|) (ADV almost) (DET |all--of|) (PRO them))
(S (NP (PRO She)) (VP (V works) (PP (P at) (NP (PNP Acme) (PNP |Inc.|)))))
(S (NP (PRO She)) (VP (V left) (PP (P at) (NP (NUM 5) (N |p.m.|)))))
(S (NP (PRO He)) (VP (V saw) (NP (DET the) (N |etc..|))))
"""  # noqa: E501
# By hand: gold, system and matched of each sentence.
BY_HAND = [(5, 5, 5), (3, 3, 3), (3, 1, 1), (4, 4, 4), (4, 4, 4), (3, 3, 3)]


@pytest.mark.parametrize("scheme", ["parseval", "parseval(erase=each)"])
@pytest.mark.parametrize("written", ["parseval", "brackets"])
def test_parasitic_punctuation(command: CommandLine, scheme: str, written: str) -> None:
    """The paper's first-named difference, on either side, in both formats."""
    texts = [text.strip() + "\n" for text in (SEPARATE, PARASITIC)]
    if written == "brackets":
        texts = [text.replace(" |,|", " (, ,)").replace(" |.|", " (. .)") for text in texts]
        texts = [text.replace(' |"|', ' (`` ")').replace(" |--|", " (: --)") for text in texts]
        texts = [text.replace("|", "") for text in texts]
    command.write("one", texts[0])
    command.write("two", texts[1])
    for files in (("one", "two"), ("two", "one")):
        options = ("-s", scheme, "--per-sentence", "rows.csv", "--format", written)
        done = command("score", *files, *options, "--layout", "lines")
        assert done.status == 0, done.err
        lines = (command.folder / "rows.csv").read_text().splitlines()
        head = lines[0].split(",")
        rows = [dict(zip(head, line.split(","), strict=True)) for line in lines[1:]]
        found = [
            tuple(int(row[name]) for name in ("gold", "system_count", "matched")) for row in rows
        ]
        wanted = BY_HAND if files[0] == "one" else [(b, a, m) for a, b, m in BY_HAND]
        if files[0] == "two":
            # Gold decides on constructions: without a modified noun phrase there, no core is drawn.
            wanted[2] = (1, 2, 1)
        assert found == wanted


def test_what_is_part_of_a_word_stays(command: CommandLine) -> None:
    """The paper's list of what to leave as it is."""
    left = "3,456 8.2% p.m. 3/17/90 11:30 1) Ph.D. U.N. ne'er-do-well"
    tree = f"(S {' '.join(f'(N |{word}|)' for word in left.split())})"
    done = command("convert", "-", "-", "--labels", "left", "--view", "erase", stdin=tree)
    assert [word.split()[1] for word in done.out.strip()[3:-2].split(") (")][:5] == left.split()[:5]
    assert all(word in done.out for word in left.split() if ")" not in word)
    assert "1-RRB-" in done.out or "1)" in done.out


def test_show_says_what_was_cut_off(command: CommandLine) -> None:
    command.write("gold", "(S (NP (DET The) (N coach)) (V left) |.|)\n")
    command.write("system", "(S (NP (DET The) (N coach)) (V |left.|))\n")
    done = command(
        "show", "gold", "system", "-n", "1", "-s", "parseval", "--why", "--format", "parseval"
    )
    assert "left./V: kept, punctuation that is part of the token cut off" in done.out


# Adverbs beside auxiliaries, and "to".


@pytest.mark.parametrize(
    "tree",
    [
        "(S (N She) (VP (VP (V will) (ADV probably) (V have)) (VP (V seen) (PNP Milton))))",
        "(S (N She) (VP (VP (V will) (ADVP (ADV probably)) (V have)) (VP (V seen) (PNP Milton))))",
        "(S (PRP She) (VP (MD will) (ADVP (RB probably)) (VP (VB have) (VP (VBN seen) (NNP Milton)))))",
        "(S (PRP She) (VP (MD will) (VP (RB probably) (VP (VB have) (VP (VBN seen) (NNP Milton))))))",
        "(S (PRP She) (AUXP (MD will) (RB probably) (VB have)) (VP (VBN seen) (NNP Milton)))",
        "((She) ((will probably have) (seen Milton)))",
        "((She) (will (probably (have (seen Milton)))))",
        "((She) (will probably have seen Milton))",
    ],
)
def test_adverbs_left_behind(command: CommandLine, tree: str) -> None:
    """(will probably have) (seen Milton) becomes (probably seen Milton), however it is drawn."""
    labels = "none" if tree.startswith("((She)") else "left"
    options = ("--labels", labels, "--view", "erase", "--view", "prune")
    done = command("convert", "-", "-", *options, "--to", "parseval(labels=none)", stdin=tree)
    assert re.sub(r"\((\w+)\)", r"\1", done.out) == "(She (probably seen Milton))\n"


@pytest.mark.parametrize(
    "tree, words",
    [
        ("(she (opted (to retire)))", "she opted retire"),
        ("(how (to (construe it)))", "how construe it"),
        ("(able (to (put it (there))))", "able put it there"),
        ("(he (came (to dinner)))", "he came to dinner"),
        ("(listen (to (classical music)))", "listen to classical music"),
        ("(according (to (government sources)))", "according to government sources"),
        ("(access (to information))", "access to information"),
        ("(went (to school))", "went to school"),
    ],
)
def test_to_without_a_tag(command: CommandLine, tree: str, words: str) -> None:
    """Before a noun it is a preposition and stays; before a base verb it goes."""
    options = ("--labels", "none", "--view", "erase", "--to", "parseval(labels=none)")
    done = command("convert", "-", "-", *options, stdin=tree)
    assert done.out.replace("(", " ").replace(")", " ").split() == words.split()


@pytest.mark.parametrize(
    "scheme", ["parseval", "flat", "chunks", "chunkdeps", "constructions", "deps"]
)
def test_a_file_is_in_the_signature(command: CommandLine, scheme: str) -> None:
    """A result says by which profile it was made: another content is another signature."""
    command.write("gold.mrg", "(S (NP (DT The) (NN dog)) (VP (VBZ barks) (ADVP (RB again))))\n")
    found = set()
    for noun in ("n", "noun"):
        command.write("own.toml", f'extends = "ptb"\n[tags]\nNN = ["{noun}"]\n')
        done = command("score", "gold.mrg", "gold.mrg", "-s", f"{scheme}(profile=own.toml)")
        assert done.status == 0, done.err
        found |= {line for line in done.out.splitlines() if line.startswith("signature")}
    assert len(found) == 2
