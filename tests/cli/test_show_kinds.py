"""karat show for everything that is not a tree, for several systems, and as a picture."""

import re
import xml.etree.ElementTree as ET

import pytest

from command_line import CommandLine, Done

WORD = "{}\t{}\t_\t{}\t{}\t_\t{}\t{}\t_\t_\n"


def conllu(*sentences: str) -> str:
    """Sentences of word/tag/head/label."""
    found = ""
    for sentence in sentences:
        for number, cell in enumerate(sentence.split(), 1):
            word, tag, head, label = cell.split("/")
            found += WORD.format(number, word, tag, tag, head, label)
        found += "\n"
    return found


SAW = "We/PRP/2/nsubj saw/VBD/0/root a/DT/4/det man/NN/2/obj with/IN/6/case ties/NNS/4/nmod"
HUNG = SAW.replace("4/nmod", "2/obl").replace("a/DT", "a/CD")
BARK = "Dogs/NNS/2/nsubj bark/VBP/0/root"
OTHER = "Cats/NNS/2/nsubj bark/VBP/0/root"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """Gold, a parse with another attachment and a wrong tag, and one of other words."""
    command.write("gold.conllu", "# sent_id = s-1\n" + conllu(SAW, BARK))
    command.write("a.conllu", conllu(HUNG, BARK))
    command.write("b.conllu", conllu(SAW, OTHER))
    return command


def drawn(done: Done) -> list[str]:
    """The drawing: what follows the words and the figures, up to the legend."""
    assert done.status == 0, done.err
    return done.out.split("\n\n")[2].splitlines()


def test_arcs(files: CommandLine) -> None:
    """The system's arcs above the words, the one that it misses below, a wrong tag with its sign."""
    done = files("show", "gold.conllu", "a.conllu", "-s", "deps", "--width", "70")
    assert done.out.splitlines()[1] == "id s-1"
    assert drawn(done) == [
        "         =root",
        "           │┌───────── +obl ─────────┐",
        "           │├── =obj ──┐             │",
        " ┌ =nsubj ┐││  ┌ =det ┐│    ┌ =case ┐│",
        " ▼        │▼│  ▼      │▼    ▼       │▼",
        "We        saw  a      man with     ties",
        "PRP       VBD ≠CD     NN   IN       NNS",
        "                        │            ▲",
        "                        └── -nmod ───┘",
    ]
    assert "≠ tag that is not gold's" in done.out


def test_arcs_that_are_too_wide_are_lines(files: CommandLine) -> None:
    done = files("show", "gold.conllu", "a.conllu", "-s", "deps", "--width", "38")
    assert drawn(done) == [
        "1  We/PRP    = nsubj ← saw 2",
        "2  saw/VBD   = root",
        "3  a≠CD      = det ← man 4",
        "4  man/NN    = obj ← saw 2",
        "5  with/IN   = case ← ties 6",
        "6  ties/NNS  + obl ← saw 2",
        "             - nmod ← man 4",
    ]


def test_arcs_in_plain_characters(files: CommandLine) -> None:
    done = files(
        "show", "gold.conllu", "a.conllu", "-s", "deps", "--width", "70",
        env={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert drawn(done)[-3:] == [
        "PRP       VBD !=CD     NN   IN       NNS",
        "                        |            ^",
        "                        `-- -nmod ---'",
    ]


def test_arcs_in_colour(files: CommandLine) -> None:
    """The colour of a mark is that of its arc and its label; without it the page is the same."""
    arguments = "show", "gold.conllu", "a.conllu", "-s", "deps", "--width", "70"
    done = files(*arguments, "--color", "always")
    assert "\033[1;33m +obl \033[0m" in done.out
    assert "\033[1;31m -nmod \033[0m" in done.out
    assert re.sub(r"\033\[[0-9;]*m", "", done.out) == files(*arguments).out


def test_relations(files: CommandLine) -> None:
    done = files("show", "gold.conllu", "a.conllu", "-s", "gr")
    assert " +ncmod(with) " in done.out
    assert " -ncmod(with) " in done.out


def test_tags_and_labels_of_words(files: CommandLine) -> None:
    assert drawn(files("show", "gold.conllu", "a.conllu", "-s", "tags")) == [
        "        We   saw  a   man with ties",
        "gold    =PRP =VBD -DT =NN =IN  =NNS",
        "system  =PRP =VBD +CD =NN =IN  =NNS",
    ]
    assert drawn(files("show", "gold.conllu", "a.conllu", "-s", "tags(column=deprel)")) == [
        "        We     saw   a    man  with  ties",
        "        PRP    VBD   DT   NN   IN    NNS",
        "gold    =nsubj =root =det =obj =case -nmod",
        "system  =nsubj =root =det =obj =case +obl",
        "                     ≠CD",
    ]


def test_chunks_of_several_systems(command: CommandLine) -> None:
    """Gold once, with a sign for each system; chunks of a long sentence are open where it is broken."""
    gold = "The DT B-NP\nold JJ I-NP\ndog NN I-NP\nbarks VBZ B-VP\n"
    command.write("gold.iob", gold)
    command.write("a.iob", gold)
    command.write(
        "b.iob", gold.replace("dog NN I-NP", "dog VB B-VP").replace("B-VP\n", "I-VP\n", 2)
    )
    done = command("show", "gold.iob", "a.iob", "B=b.iob")
    assert done.status == 0
    blocks = done.out.split("\n\n")
    assert blocks[1].splitlines()[0] == "a.iob  a.iob:1"
    assert blocks[2].splitlines()[1] == "chunks: recall 0.00, precision 0.00, f1 0.00"
    assert blocks[3].splitlines() == [
        "       The old dog barks",
        "       DT  JJ  NN  VBZ",
        "gold   └=-NP─────┘ └=-VP┘",
        "a.iob  └=NP──────┘ └=VP─┘",
        "B      └+NP──┘ └+VP─────┘",
        "               ≠VB",
    ]
    assert "Several signs before a row of gold are those of the systems" in blocks[4]
    narrow = command("show", "gold.iob", "a.iob", "--width", "20").out.split("\n\n")[2]
    assert "\n\n" not in narrow


def test_trees_of_several_systems(command: CommandLine) -> None:
    gold = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
    command.write("gold.mrg", gold)
    command.write("a.mrg", gold.replace("NP", "X"))
    command.write("b.mrg", gold.replace("NN dog", "JJ dog"))
    done = command("show", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--why")
    drawing = done.out[done.out.index("  gold: gold.mrg:1") :]
    assert drawing.splitlines()[:15] == [
        "  gold: gold.mrg:1",
        "== S",
        "-= ├─NP  the/DT dog/NN",
        "== └─VP  barks/VBZ",
        "",
        "  a.mrg",
        "= S",
        "+ ├─X  the/DT dog/NN",
        "= └─VP  barks/VBZ",
        "",
        "  b.mrg",
        "= S",
        "= ├─NP  the/DT dog≠JJ",
        "= └─VP  barks/VBZ",
        "",
    ]
    assert "why, b.mrg, gold:\n  nothing was left out\n" in done.out


def test_systems_with_other_golds_are_drawn_one_by_one(command: CommandLine) -> None:
    """Alignment cuts gold's words for one system, so each has a gold of its own."""
    gold = "(S (NP (PRP I)) (VP (MD can) (RB not) (VP (VB go))))"
    command.write("gold.mrg", gold)
    command.write("a.mrg", gold.replace("PRP I", "PRP I_do"))
    command.write("b.mrg", gold)
    done = command("show", "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb", "--width", "60")
    assert done.status == 0
    assert done.out.count("  gold: gold.mrg:1\n") == 2
    assert "no score: different words: word 1 is 'I' and 'I_do'" in done.out


def test_names_of_several_systems(command: CommandLine) -> None:
    """A sign for each system; a blank where neither gold nor the system has the name."""
    command.write("gold.names", "1\tpassive, it-cleft\n2\tpassive\n")
    command.write("a.names", "2\tpassive\n1\tpassive, it-cleft\n")
    command.write("b.names", "1\tpassive, relative clause\n")
    scheme = "phenomena(mode=exhaustive)"
    done = command("show", "gold.names", "a.names", "b.names", "-s", scheme)
    assert done.status == 0, done.err
    assert done.out.split("\n\n")[3].splitlines() == [
        "== passive",
        "=- it-cleft",
        " + relative-clause",
    ]
    failed = command("show", "gold.names", "a.names", "b.names", "-s", scheme, "--failed").out
    assert "no score: no system parse: b.names has nothing for the id '2'" in failed


def test_failed(files: CommandLine) -> None:
    """Sentences without a score, and why; all, or the first ones."""
    arguments = "show", "gold.conllu", "a.conllu", "b.conllu", "-s", "deps(failed=drop)"
    done = files(*arguments, "--failed")
    assert re.findall(r"^sentence (\d+)", done.out, re.M) == ["2"]
    assert "no score: different words: word 1 is 'Dogs' and 'Cats'" in done.out
    assert "  »Dogs/NNS« bark/VBP\n" in done.out
    assert "  »Cats/NNS« bark/VBP\n" in done.out
    assert "! the first word that differs" in done.out
    none = files("show", "gold.conllu", "a.conllu", "-s", "deps", "--failed", "5")
    assert (none.status, none.out) == (0, "every sentence has a score under deps\n")


def test_worst_is_a_sentence_with_a_score(files: CommandLine) -> None:
    """Of the first system alone the first sentence is worst; of both, by the mean of their scores."""
    worst = "--worst", "1", "-s", "deps(failed=drop)"
    assert files("show", "gold.conllu", "b.conllu", *worst).out.startswith("sentence 1 ")
    assert files("show", "gold.conllu", "a.conllu", *worst).out.startswith("sentence 1 ")
    files.write("c.conllu", conllu(SAW, BARK.replace("nsubj", "obj")))
    assert files("show", "gold.conllu", "a.conllu", "c.conllu", *worst).out.startswith(
        "sentence 2 "
    )
    nothing = files("show", "gold.conllu", "b.conllu", "--worst", "9", "-s", "deps(failed=drop)")
    assert re.findall(r"^sentence (\d+)", nothing.out, re.M) == ["1"]


def test_a_picture(files: CommandLine) -> None:
    """The same sentences in one SVG file, which replaces an old one, or on standard output."""
    files.write("picture.svg", "old")
    arguments = "show", "gold.conllu", "a.conllu", "b.conllu", "-s", "deps", "-n", "1-2"
    done = files(*arguments, "-o", "picture.svg")
    assert (done.status, done.out, done.err) == (0, "", "")
    text = (files.folder / "picture.svg").read_text(encoding="utf-8")
    assert ET.fromstring(text).tag.endswith("svg")
    assert {"saw", "ties", "Dogs"} <= set(re.findall(r">(\w+)<", text))
    assert files(*arguments, "-o", "-").out == text
    assert files.names() == {"gold.conllu", "a.conllu", "b.conllu", "picture.svg"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["-o", "picture.png"],
            "-o picture.png: pictures are written as SVG; give a name that ends",
        ),
        (["--worst", "1", "--failed"], "give either --worst or --failed, not both"),
        (["-n", "1", "--failed", "2"], "give either -n or --failed, not both"),
        (["-o", "nowhere/picture.svg"], "nowhere/picture.svg: cannot be written"),
        (["-s", "tagz"], "did you mean 'tags'"),
        (["-s", "chunkdeps(chunks=no.iob)"], "no.iob"),
    ],
)
def test_wrong_requests(files: CommandLine, options: list[str], message: str) -> None:
    done = files("show", "gold.conllu", "a.conllu", *options)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_standard_input_once(files: CommandLine) -> None:
    assert files("show", "-", "-").status == 2
    assert files("show", "gold.conllu", "-", "-").status == 2
