"""Adapters: what each parser's output means, on output recorded from it or made like it."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import pytest

from karat import parsers
from karat.model.errors import InputError, UsageError
from karat.parsers import shapes
from karat.parsers.adapter import Adapter, Garbage
from karat.parsers.library import Library
from karat.parsers.link_grammar import LinkGrammar
from karat.parsers.opennlp import OpenNLP
from karat.parsers.spacy import from_doc
from karat.parsers.stanford import Stanford
from karat.parsers.stanza import from_document
from karat.parsers.supervise import Limits, Supervisor

live = pytest.mark.skipif(
    shutil.which("link-parser") is None,
    reason="no link-parser here; karat parsers says how to get it",
)


@pytest.mark.parametrize("name", parsers.names())
def test_every_adapter_is_whole(name: str) -> None:
    """A summary, a help text for each option, a string that reads back, and how to install it."""
    adapter = parsers.load(name)()
    assert adapter.name == name
    assert adapter.__doc__
    assert adapter.gives in ("trees", "conllu", "text")
    assert all(one.metadata["help"] for one in fields(adapter))
    assert parsers.parse(str(adapter)) == adapter
    assert isinstance(adapter.missing(), str)
    assert adapter.command() if name != "command" else True


def test_a_parser_is_named_with_its_options() -> None:
    """And what is unknown is refused with what is known."""
    assert parsers.parse("link-grammar(limit=5,language=ru)") == LinkGrammar("ru", 5)
    with pytest.raises(UsageError, match="did you mean 'link-grammar'"):
        parsers.parse("link-gramar")
    with pytest.raises(UsageError, match="option of link-grammar"):
        parsers.parse("link-grammar(depth=5)")
    with pytest.raises(UsageError, match="is not one of"):
        parsers.parse("command(run=x,gives=jpeg)")


MARKED = "test set to a3\n{}test set to b3\n"


def test_link_grammar_counts() -> None:
    """Linkages without violations; a sample is scaled up; none is none; else it is garbage."""

    def analyses(text: str) -> int:
        return LinkGrammar().understand(MARKED.format(text + "\n"), "x").analyses

    assert analyses("Found 6 linkages (4 had no P.P. violations)") == 4
    assert analyses("Found 1 linkage (1 had no P.P. violations)") == 1
    sampled = "Found 229776 linkages (500 of 1000 random linkages had no P.P. violations)"
    assert analyses(sampled) == 114888
    assert analyses("No complete linkages found.") == 0
    with pytest.raises(Garbage):
        analyses("Segmentation what?")
    with pytest.raises(Garbage, match="marks"):
        LinkGrammar().understand("Found 1 linkage\n", "x")
    with pytest.raises(Garbage, match="2000 bytes"):
        LinkGrammar().understand(MARKED, "word " * 1000)


def test_link_grammar_words() -> None:
    """Entries and guesses go from the words; the sentence's own spelling comes back; tags stay."""
    tree = "(S (NP (NP the man.n) (NP { a foo{?}.n })) (VP ran.v-d) .)"
    text = f"Found 2 linkages (2 had no P.P. violations)\n\tLinkage 1\n{tree}\n\n"
    found = LinkGrammar().understand(MARKED.format(text), "The man ( a foo ) ran .")
    assert found.first == "(S (NP (NP The man) (NP -LRB- a foo -RRB-)) (VP ( ran)) .)"
    assert found.tags[1] == ("man", "n")
    assert found.tags[6] == ("ran", "v-d")
    # The spelling comes back where it splits tokens too, and not where the words are others.
    assert (
        LinkGrammar().understand(MARKED.format(text), "The man (a foo) ran.").first == found.first
    )
    found = LinkGrammar().understand(MARKED.format(text), "The man ( a bar ) ran .")
    assert found.first.startswith("(S (NP (NP the man)")


@live
def test_link_grammar_lives() -> None:
    """The figures that were noted when the adapter was planned, and lines it could stumble over."""
    supervisor = Supervisor(LinkGrammar(), Limits())
    try:
        found = {
            sentence: supervisor.parse(sentence)
            for sentence in (
                "John gives a flower to Mary .",
                "Him likes she .",
                "!walls",
                "% no comment",
                "the dog " * 1000,
                "dogs\0bark",
                "I saw the man",
            )
        }
    finally:
        supervisor.close()
    assert [one.analyses for one in found.values()][:2] == [6, 0]
    assert found["I saw the man"].analyses == 4
    assert found["!walls"].failure == found["% no comment"].failure == ""
    assert found["the dog " * 1000].failure == "garbage"
    assert "Linkage 1" in found["I saw the man"].native
    first = found["John gives a flower to Mary ."].first
    assert first.startswith("(S (NP ( John)) (VP gives")


def test_stanford_recorded() -> None:
    """Recorded from version 3.3.1: the best alone, three of them with marks, and one given up."""
    one = "(ROOT (S (NP (NNS Dogs)) (VP (VBP sleep)) (. .)))"
    two = "(ROOT (S (NP (NNP Dogs)) (VP (VBP sleep)) (. .)))"
    mark = "(ROOT (NP (NN karatmark2)))"
    found = Stanford().understand(one + "\n", "Dogs sleep .")
    assert (found.analyses, found.first, found.tags[0]) == (1, one, ("Dogs", "NNS"))
    reply = f"{one}\n# Parse 1 with score -27.4\n{one}\n# Parse 2 with score -31.6\n{two}\n{mark}\n"
    stale = "# Parse 1 with score -8.1\n(ROOT (NP (NN karatmark1)))\n"
    kbest = Stanford(best=3)
    assert kbest.whole((stale + reply).encode(), 2)
    assert not kbest.whole((stale + reply).encode(), 3)
    found = kbest.understand(stale + reply, "Dogs sleep .")
    assert (found.analyses, found.first, found.others) == (2, one, (two,))
    assert "karatmark" not in found.native
    assert Stanford().understand("SENTENCE_SKIPPED_OR_UNPARSABLE\n", "x").analyses == 0


def test_opennlp_recorded() -> None:
    """Recorded from version 2.1: chunks as a flat tree."""
    found = OpenNLP().understand(" [NP The_DT dog_NN barks_NNS ] ._.\n", "The dog barks .")
    assert found.first == "(S (NP (DT The) (NN dog) (NNS barks)) (. .))"
    with pytest.raises(Garbage):
        OpenNLP().understand("Exception in thread main\n", "x")


def test_spacy_stand_in() -> None:
    """No English model can be had here: objects with the documented attributes of a Doc's tokens."""
    dogs = SimpleNamespace(text="Dogs", lemma_="dog", pos_="NOUN", tag_="NNS", i=0, dep_="nsubj")
    bark = SimpleNamespace(text="bark", lemma_="bark", pos_="VERB", tag_="VBP", i=1, dep_="ROOT")
    dogs.head, bark.head = bark, bark
    dogs.morph, bark.morph = "Number=Plur", ""
    found = from_doc([dogs, bark])
    assert found.first == (
        "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_\n"
        "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n"
    )
    assert found.tags == (("Dogs", "NOUN"), ("bark", "VERB"))


def test_stanza_stand_in() -> None:
    """No model can be had here: objects with the documented attributes of a Document."""
    word = SimpleNamespace(
        text="Bark", lemma="bark", upos="VERB", xpos="VB", feats=None, head=0, deprel="root"
    )
    sentence = SimpleNamespace(words=[word], constituency="(ROOT (S (VP (VB Bark))))")
    document = SimpleNamespace(sentences=[sentence])
    assert from_document(document, "conllu").first == "1\tBark\tbark\tVERB\tVB\t_\t0\troot\t_\t_\n"
    assert from_document(document, "trees").first == "(ROOT (S (VP (VB Bark))))"


STAND_INS = {
    "benepar": '''
"""A stand-in with benepar's documented interface: it needs weights that cannot be had here."""
class InputSentence:
    def __init__(self, words): self.words = words
class Tree:
    def __init__(self, text): self.text = text
    def pformat(self, margin): return self.text
class Parser:
    def __init__(self, model): self.model = model
    def parse(self, sentence):
        print("benepar prints this")
        if "crash" in sentence.words: raise ValueError("too many words")
        return Tree("(TOP (S " + " ".join(f"(X {w})" for w in sentence.words) + "))")
''',
    "stanza": '''
"""A stand-in with Stanza's documented interface: it needs a model that cannot be had here."""
raise ImportError("stanza is broken")
''',
}


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a module importable, here and in the worker's process."""

    def make(name: str) -> None:
        (tmp_path / f"{name}.py").write_text(STAND_INS[name], "utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        monkeypatch.syspath_prepend(str(tmp_path))

    return make


def test_a_library_in_a_process_of_its_own(stand_in: Callable[[str], None]) -> None:
    """What it prints does no harm, and an exception is about one sentence."""
    stand_in("benepar")
    adapter = parsers.parse("benepar")
    assert isinstance(adapter, Library)
    assert adapter.missing() == ""
    supervisor = Supervisor(adapter, Limits())
    try:
        found = [supervisor.parse(sentence) for sentence in ("dogs bark", "crash", "cats")]
    finally:
        supervisor.close()
    assert found[0].first == "(TOP (S (X dogs) (X bark)))"
    assert (found[1].failure, found[1].message) == ("crash", "ValueError: too many words")
    assert found[2].analyses == 1


def test_a_library_that_cannot_be_loaded(stand_in: Callable[[str], None]) -> None:
    """Is no fault of a sentence: one message ends it."""
    stand_in("stanza")
    supervisor = Supervisor(parsers.parse("stanza"), Limits())
    try:
        with pytest.raises(InputError, match="stanza cannot be loaded: ImportError"):
            supervisor.parse("dogs bark")
    finally:
        supervisor.close()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs it."""
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(UsageError, match="apt-get install link-grammar"):
        LinkGrammar().check()
    with pytest.raises(UsageError, match="apt-get install opennlp"):
        OpenNLP().check()
    with pytest.raises(UsageError, match="jre"):
        Stanford().check()
    with pytest.raises(UsageError, match="there is no program 'x'"):
        parsers.parse("command(run=x)").check()
    with pytest.raises(UsageError, match="needs a program"):
        parsers.parse("command").check()


def test_stanford_is_not_looked_for_in_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is in a .jar file runs, so the user names its folder."""
    monkeypatch.delenv("STANFORD_PARSER", raising=False)
    (java := tmp_path / "java").write_text("#!/bin/sh\n")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    home = tmp_path / "stanford-parser"
    home.mkdir()
    for name in ("stanford-parser.jar", "stanford-parser-3.9-models.jar"):
        (home / name).write_bytes(b"")
    for folder in (tmp_path, home):
        monkeypatch.chdir(folder)
        assert "export STANFORD_PARSER" in Stanford().missing()
        assert (Stanford().version(), Stanford().files()) == ("", {})
    named = Stanford(folder=str(home))
    assert (named.missing(), named.version(), len(named.files())) == ("", "3.9", 2)


@pytest.mark.parametrize("name", ["stanford", "stanford(best=3)", "opennlp"])
def test_programs_that_may_be_there(name: str) -> None:
    """Where Java, the program and its models are: the words come back under a tree."""
    adapter = parsers.parse(name)
    if adapter.missing():
        pytest.skip(f"not installed; type: {adapter.missing()}")
    supervisor = Supervisor(adapter, Limits())
    try:
        found = [supervisor.parse(one) for one in ("The dog ( a cat ) barks .", "Dogs sleep .")]
    finally:
        supervisor.close()
    assert [one.failure for one in found] == ["", ""]
    assert [word for word, _ in found[1].tags] == ["Dogs", "sleep", "."]
    assert found[1].analyses == (3 if "best" in name else 1)
    assert "-LRB-" in found[0].first


TREEBANK = [
    ("the dogs bark", "DET NOUN VERB", "2 3 0", "det nsubj root"),
    ("the cats sleep", "DET NOUN VERB", "2 3 0", "det nsubj root"),
    ("dogs sleep", "NOUN VERB", "2 0", "nsubj root"),
    ("cats bark", "NOUN VERB", "2 0", "nsubj root"),
]


def test_udpipe_with_a_toy_model(tmp_path: Path) -> None:
    """Trained here on four sentences, which it then knows by heart."""
    udpipe = pytest.importorskip("ufal.udpipe")
    lines = []
    for words, tags, heads, labels in TREEBANK * 4:
        rows = zip(words.split(), tags.split(), heads.split(), labels.split(), strict=True)
        for i, (word, tag, head, label) in enumerate(rows, 1):
            lines.append(f"{i}\t{word}\t{word}\t{tag}\t{tag}\t_\t{head}\t{label}\t_\t_\n")
        lines.append("\n")
    reader = udpipe.InputFormat.newConlluInputFormat()
    reader.setText("".join(lines))
    fault, sentences, sentence = udpipe.ProcessingError(), udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence, fault):
        sentences.append(sentence)
        sentence = udpipe.Sentence()
    settings = ("none", "iterations=5", "iterations=20;hidden_layer=20")
    model = udpipe.Trainer.train(
        "morphodita_parsito", sentences, udpipe.Sentences(), *settings, fault
    )
    (tmp_path / "toy.udpipe").write_bytes(model)
    adapter: Adapter = parsers.parse(f"udpipe(model={tmp_path}/toy.udpipe)")
    adapter.check()
    supervisor = Supervisor(adapter, Limits())
    try:
        found = supervisor.parse("the dogs bark")
    finally:
        supervisor.close()
    rows = [line.split("\t") for line in found.first.splitlines()]
    assert [(row[1], row[3], row[6], row[7]) for row in rows] == [
        ("the", "DET", "2", "det"),
        ("dogs", "NOUN", "3", "nsubj"),
        ("bark", "VERB", "0", "root"),
    ]
    with pytest.raises(UsageError, match="needs a model"):
        parsers.parse("udpipe").check()


def test_baselines() -> None:
    """By hand; one word is one constituent."""

    def first(name: str, sentence: str) -> str:
        adapter = parsers.parse(name)
        assert isinstance(adapter, Library)
        return adapter.open()(sentence.split()).first

    assert first("right-branching", "a b c") == "(X a (X b c))"
    assert first("left-branching", "a b c") == "(X (X a b) c)"
    assert first("right-branching", "a") == first("left-branching", "a") == "(X a)"
    assert first("left-branching", "( a") == "(X -LRB- a)"
    heads = [line.split("\t")[6] for line in first("chain", "a b c").splitlines()]
    assert heads == ["0", "1", "2"]
    deep = first("right-branching", " ".join(["w"] * 20000))
    assert deep.count("(") == deep.count(")") == 19999


def test_shapes() -> None:
    """Trees and CoNLL-U that are none are told."""
    for bad in ("(S", "S)", "words", "(S a) words", "words (S a)", ")("):
        with pytest.raises(Garbage):
            shapes.trees(bad)
    assert shapes.trees("") == []
    with pytest.raises(Garbage, match="3 columns instead of 10"):
        shapes.checked_conllu("1\ta\tb\n")


def test_a_command_may_give_conllu_or_text() -> None:
    """A blank line ends CoNLL-U; text is one analysis, whatever it says."""
    line = "1\\ta\\t_\\tX\\t_\\t_\\t0\\troot\\t_\\t_\\n"
    program = f"""{sys.executable} -uc 'while input(): print("{line}")'"""
    escaped = program.replace("\\", "\\\\").replace('"', '\\"')
    supervisor = Supervisor(parsers.parse(f'command(run="{escaped}",gives=conllu)'), Limits())
    try:
        found = [supervisor.parse("a") for _ in range(2)]
    finally:
        supervisor.close()
    assert [one.analyses for one in found] == [1, 1]
    assert found[1].tags == (("a", "X"),)
    supervisor = Supervisor(parsers.parse("command(run=cat,gives=text)"), Limits())
    try:
        assert supervisor.parse("any (thing").first == "any (thing"
    finally:
        supervisor.close()
