"""Typed dependencies, CLEAR labels and relations: which rules are chosen, and every way to get it wrong."""

import json
from pathlib import Path

import pytest

from command_line import CommandLine
from karat import suites

OUTPUTS = Path(suites.__file__).parents[1] / "data" / "suites" / "karat-200" / "outputs"
BASIC = "nsubj(sleeps-2, John-1)\nroot(ROOT-0, sleeps-2)\n"
TREE = "(ROOT\n  (S\n    (NP (NNP John))\n    (VP (VBZ sleeps))\n    (. .)))\n"
COLLAPSED = """\
The/DT man/NN Kim/NNP saw/VBD gave/VBD it/PRP to/TO Mary/NNP and/CC left/VBD ./.

(ROOT
  (S (NP (NP (DT The) (NN man)) (SBAR (S (NP (NNP Kim)) (VP (VBD saw)))))
    (VP (VP (VBD gave) (NP (PRP it)) (PP (TO to) (NP (NNP Mary)))) (CC and) (VP (VBD left))) (. .)))

det(man-2, The-1)
dobj(saw-4, man-2)
nsubj(gave-5, man-2)
nsubj(left-10, man-2)
nsubj(saw-4, Kim-3)
rcmod(man-2, saw-4)
root(ROOT-0, gave-5)
dobj(gave-5, it-6)
prep_to(gave-5, Mary-8)
conj_and(gave-5, left-10)

"""
CLEAR = """\
1	John	John	PROPN	NNP	_	3	nsubjpass	_	_
2	was	be	AUX	VBD	_	3	auxpass	_	_
3	seen	see	VERB	VBN	_	0	ROOT	_	_
4	by	by	ADP	IN	_	3	agent	_	_
5	Mary	Mary	PROPN	NNP	_	4	pobj	_	_

"""
STANFORD_X = """\
1	John	_	NNP	NNP	_	3	nsubjpass	3	nsubjpass
2	was	_	VBD	VBD	_	3	auxpass	3	auxpass
3	seen	_	VBN	VBN	_	0	root	0	root
4	by	_	IN	IN	_	3	prep	3	prep
5	dogs	_	NNS	NNS	_	4	pobj	4	pobj
6	seven	_	CD	CD	_	5	num	5	num

"""
UD = """\
1	John	John	PROPN	NNP	_	2	nsubj	_	_
2	sees	see	VERB	VBZ	_	0	root	_	_
3	Mary	Mary	PROPN	NNP	_	2	obj	_	_

"""


def listed(command: CommandLine, name: str, text: str, *more: str) -> tuple[list[set[str]], str]:
    """The phenomena of each sentence, and what was said on standard error."""
    command.write(name, text)
    done = command("recognise", name, "-o", "json", *more)
    assert done.status == 0, done.err
    return [set(row["phenomena"].split()) for row in json.loads(done.out)], done.err


def test_basic_dependencies_with_a_tree(command: CommandLine) -> None:
    """The format is detected; the tree gives tags; the labels choose the rules, and karat says so."""
    found, said = listed(command, "x.txt", f"{TREE}\n{BASIC}\n{TREE}\n{BASIC}")
    assert found == [{"proper-noun", "intransitive"}] * 2
    assert "so the rules are stanford" in said


def test_dependencies_without_a_tree(command: CommandLine) -> None:
    """Without tags little can be recognised, and karat says why."""
    found, said = listed(
        command, "x.txt", "dobj(saw-2, it-3)\nprt(saw-2, through-4)\nnsubj(saw-2, He-1)\n"
    )
    assert found == [{"particle"}]
    assert "no tags of the Penn Treebank" in said
    assert "penn,typedDependencies" in said


def test_collapsed_dependencies(command: CommandLine) -> None:
    """A word has all its heads: the man is the object of one verb and the subject of two others."""
    (found,), _ = listed(command, "x.txt", COLLAPSED)
    assert {"ditransitive", "object-relative", "vp-coordination", "preposition", "verb-pp"} <= found
    assert "clause-coordination" not in found


@pytest.mark.parametrize("nothing", ["(())", "SENTENCE_SKIPPED_OR_UNPARSABLE", "()"])
def test_no_output(command: CommandLine, nothing: str) -> None:
    """A sentence that the parser gave up keeps its place, and does not swallow the next one."""
    command.write("x.txt", f"{BASIC}\n{nothing}\n\n{BASIC}\n")
    rows = json.loads(command("recognise", "x.txt", "-o", "json").out)
    assert [row["output"] for row in rows] == ["yes", "no", "yes"]


@pytest.mark.parametrize(
    "text, place, what",
    [
        (f"{BASIC}\nnsubj(sleeps, John)\n", "x.txt:4:1", "this is no typed dependency"),
        (f"{BASIC}nsubj(sees-2, Tom-1)\n", "x.txt:3:7", "two words have this number"),
        (f"{TREE}\nnsubj(sleeps-2, Mary-1)\n", "x.txt:7:17", "not in the tree"),
        (f"{BASIC}\n(ROOT (S (NP a)\n\n{BASIC}", "x.txt:4:1", "do not balance"),
        (f"{BASIC}\nhello world\n", "x.txt:4:1", "this is no typed dependency"),
    ],
)
def test_what_cannot_be_read_is_said(
    command: CommandLine, text: str, place: str, what: str
) -> None:
    """With file, line and column; only its sentence is lost."""
    command.write("x.txt", text)
    done = command("check", "x.txt")
    assert done.status == 2
    assert f"{place}: " in done.out + done.err
    assert what in done.out + done.err
    assert what in command("recognise", "x.txt").err


def test_labels_choose_the_rules(command: CommandLine) -> None:
    """CLEAR's in CoNLL-U, Stanford's in CoNLL-X, Universal Dependencies."""
    found, said = listed(command, "x.conllu", CLEAR)
    assert {"passive", "by-agent"} <= found[0]
    assert "labels of CLEAR" in said
    found, said = listed(command, "x.conll", STANFORD_X)
    assert {"passive", "number"} <= found[0]
    assert "the rules are stanford" in said
    found, said = listed(command, "ud.conllu", UD)
    assert found == [{"proper-noun", "monotransitive"}]
    assert "the rules are ud" in said


@pytest.mark.parametrize(
    "text, more, what",
    [
        (CLEAR, ["--with", "ud"], "try --with clear"),
        (UD, ["--with", "stanford"], "are of Universal Dependencies; try --with ud"),
        (UD.replace("PROPN", "_").replace("VERB", "_").replace("obj", "dep"), [],
         "are those of Universal Dependencies and of Stanford typed dependencies; name the rules"),
        (UD.replace("nsubj", "SBJ").replace("obj", "OBJ").replace("root", "ROOT"), [],
         "the CoNLL shared tasks of 2007 to 2009, for which karat has no rules"),
        (UD.replace("obj", "dobj").replace("nsubj", "nmod").replace("ndobj", "nmod"), [],
         "Universal Dependencies, version 1, for which karat has no rules"),
        (UD.replace("nsubj", "subject").replace("obj", "object"), [], "no inventory of labels"),
    ],
)  # fmt: skip
def test_other_labels_are_refused(
    command: CommandLine, text: str, more: list[str], what: str
) -> None:
    """Rules for other labels would find little; where karat cannot tell, it asks."""
    command.write("x.conllu", text)
    done = command("recognise", "x.conllu", *more)
    assert (done.status, done.out) == (2, "")
    assert what in done.err


def test_trees_above_dependencies_can_be_read_as_trees(command: CommandLine) -> None:
    """The rules for trees look at the tree."""
    found, _ = listed(command, "x.txt", f"{TREE}\n{BASIC}", "--with", "ptb")
    assert found == [{"proper-noun", "intransitive"}]


def test_recorded_outputs(command: CommandLine) -> None:
    """spaCy's and Stanford's own output on karat-200: most core phenomena are recognised."""
    for file, rules, least in (
        ("spacy/deps.conllu", "clear", 75),
        ("stanford/deps.conllx", "stanford", 70),
    ):
        path = str(OUTPUTS / file)
        done = command(
            "recognise", path, "--suite", "karat-200", "--score", "-s", "phenomena", "-o", "json"
        )
        assert f"the rules are {rules}" in done.err
        (score,) = json.loads(done.out)["results"]
        assert 100 * score["measures"]["recall@sentence"] > least


def test_relations(command: CommandLine) -> None:
    """Rules for relations: a word that two verbs share is one node."""
    tries = "ncsubj(try, he, _)\nncsubj(sleep, he, _)\nxcomp(to, try, sleep)\n"
    other = "ncsubj(try, he, _)\nncsubj(sleep, she, _)\nxcomp(to, try, sleep)\n"
    agent = "ncsubj(dump, John, obj)\narg_mod(by, dump, Mary, subj)\n"
    found, _ = listed(command, "x.gr", f"{tries}\n{other}\n{agent}\n()\n")
    assert [("control" in one, "by-agent" in one) for one in found] == [
        (True, False), (False, False), (False, True), (False, False),
    ]  # fmt: skip
    rows = json.loads(command("recognise", "x.gr", "-o", "json").out)
    assert [row["output"] for row in rows] == ["yes", "yes", "yes", "no"]
    why = command("recognise", "x.gr", "--why", "--only", "control").out
    assert "who=" in why.replace("\n", "")


def test_rates_count_what_the_rules_can_show(command: CommandLine) -> None:
    """On gold relations nearly every core phenomenon that relations show; CLEAR has no gold."""
    done = command("recognise", "--check", "--with", "gr", "--suite", "karat-200", "-o", "json")
    every = next(row for row in json.loads(done.out) if row["phenomenon"] == "all")
    assert every["items"] > 100
    assert every["rate"] > 0.95
    done = command("recognise", "--check", "--with", "clear", "--suite", "karat-200")
    assert (done.status, "no gold analyses" in done.err) == (2, True)


def test_relations_from_clear(command: CommandLine) -> None:
    """The view universal lets relations be extracted; without it the labels are refused."""
    command.write("x.conllu", CLEAR)
    done = command("convert", "x.conllu", "-", "--view", "universal", "--view", "gr")
    assert "ncsubj(see, John, obj)" in done.out
    assert "arg_mod(by, see, Mary, subj)" in done.out
    done = command("convert", "x.conllu", "-", "--view", "gr")
    assert (done.status, "--view universal" in done.err) == (2, True)


def test_version_1_of_universal_dependencies(command: CommandLine) -> None:
    """Version 1 has nmod for what belongs to a verb, too, and other names for objects and names."""
    rows = (
        (1, "Ann", "NNP", 3, "nsubjpass"), (2, "was", "VBD", 3, "auxpass"), (3, "seen", "VBN", 0, "root"),
        (4, "by", "IN", 5, "case"), (5, "John", "NNP", 3, "nmod:agent"), (6, "Smith", "NNP", 5, "name"),
        (7, "of", "IN", 8, "case"), (8, "York", "NNP", 5, "nmod"), (9, "in", "IN", 10, "case"),
        (10, "May", "NNP", 3, "nmod"),
    )  # fmt: skip
    line = "{}\t{}\t_\t_\t{}\t_\t{}\t{}\t_\t_\n"
    command.write("x.conllu", "".join(line.format(*row) for row in rows))
    done = command("convert", "x.conllu", "-", "--view", "universal")
    labels = [row.split("\t")[7] for row in done.out.split("\n") if row]
    assert labels == [
        "nsubj:pass", "aux:pass", "root", "case", "obl:agent", "flat", "case", "nmod", "case", "obl",
    ]  # fmt: skip
    assert done.err == ""


def test_every_cell_of_the_demonstration(command: CommandLine) -> None:
    """Is a figure or a dash; the full result says why there is none."""
    out = command("demo", "--no-live", "--file", "all.json").out
    rows = {line[:12].strip(): line[12:].split() for line in out.splitlines() if line[:12].strip()}
    headings = next(line.split() for line in out.splitlines() if " gives " in line)
    systems = ("Stanford", "Link Grammar", "spaCy", "OpenNLP", "Festival", "right branch", "chain")
    cells = {name: dict(zip(headings, rows[name], strict=True)) for name in systems}
    assert cells["spaCy"]["gives"] == "dependencies"
    assert float(cells["spaCy"]["relations"]) > 80
    assert float(cells["spaCy"]["phenomena"]) > 75
    whole = json.loads((command.folder / "all.json").read_text(encoding="utf-8"))
    schemes = {"evalb": "labelled", "chunks": "chunks", "chunkdeps": "links", "gr": "relations"}
    for name, row in cells.items():
        missing = {one for one, heading in schemes.items() if row[heading] == "-"}
        assert missing == set(whole["not_compared"][name]) & set(schemes)
    assert whole["not_compared"]["spaCy"]["evalb"] == "it builds no tree"


def test_the_demonstration_is_sorted_and_explained(command: CommandLine) -> None:
    """Parsers, then baselines, each by the column flat; every heading has one line below the table."""
    out = command("demo", "--no-live", "--file", "all.json").out
    head, *lines = out[out.index("              gives") :].splitlines()
    flat = head.split().index("flat")
    groups = "\n".join(lines).split("\n\n")[:2]
    for group in groups:
        figures = [float(line[12:].split()[flat]) for line in group.splitlines()]
        assert figures == sorted(figures, reverse=True)
    assert ["chain" in group for group in groups] == [False, True]
    for heading in head.split()[1:]:
        assert sum(line.startswith(f"{heading} ") for line in lines) == 1


def test_labels_that_the_view_does_not_know(command: CommandLine) -> None:
    """They stay as they are, and a note says so."""
    rows = "1\tDogs\t_\t_\tNNS\t_\t2\tSBJ\t_\t_\n2\tbark\t_\t_\tVBP\t_\t0\tROOT\t_\t_\n\n"
    command.write("x.conllu", rows)
    done = command("convert", "x.conllu", "-", "--view", "universal")
    assert "\tSBJ\t" in done.out
    assert "Universal Dependencies has these labels, which stay: SBJ, in 1 sentence" in done.err
