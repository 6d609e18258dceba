"""Compare what parsers of four frameworks show on the suites CSLI and MRS, each from its own output.

    python benchmarks/frameworks.py RUNS           print the tables
    python benchmarks/frameworks.py RUNS --write   put them into docs/hpsg.md

RUNS is a folder for the runs. What is missing there is made: Link Grammar (link-parser), the Stanford
parser (the variable STANFORD_PARSER names its folder) and UDPipe (a model is trained on the
documents of GUM in the corpora, which takes some minutes). The analyses of the English Resource Grammar
are recorded in the corpora. The texts of the suites stay outside of the project: the tables have
numbers of items only.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from karat import parsers, suites
from karat.files.phenomena import catalogue
from karat.parsers.supervise import Limits
from karat.recognise.rules import load
from karat.suites import native, running

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "hpsg.md"
PART = re.compile(r"(?<=<!-- frameworks -->\n).*?(?=<!-- end of frameworks -->)", re.DOTALL)
SUITES = ("mrs", "csli")
# A word longer than this does not fit into a model of UDPipe.
LONGEST = 40
# Phenomena whose disagreements are listed, because a reader can check them at a glance.
LISTED = (
    "passive",
    "dative-shift",
    "object-relative",
    "control",
    "raising",
    "extraposition",
    "tough",
)

# By parser: for each item with output, the phenomena that it shows.
Shown = Mapping[str, Mapping[str, frozenset[str]]]


def main() -> int:
    """Make what is missing, then print or write the tables."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("runs", type=Path)
    arguments.add_argument("--corpora", type=Path, default=ROOT.parent / "shared" / "data")
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    given.runs.mkdir(parents=True, exist_ok=True)
    text = "\n".join(
        line for suite in SUITES for line in tables(suite, shown(given.corpora, given.runs, suite))
    )
    if not given.write:
        sys.stdout.write(text + "\n")
        return 0
    page = PAGE.read_text("utf-8")
    PAGE.write_text(PART.sub(lambda _: f"\n{text}\n", page), "utf-8")
    return 0


def shown(corpora: Path, runs: Path, suite: str) -> Shown:
    """What each parser shows; runs that are missing are made."""
    found = {"ERG": recognised(corpora / "erg" / suite, "erg")}
    makers = {
        "Link Grammar": ("link-grammar", "link-grammar"),
        "Stanford": ("stanford", "ptb"),
        "UDPipe": (f"udpipe(model={runs / 'english.udpipe'})", "ud"),
    }
    for name, (parser, rules) in makers.items():
        path = runs / f"{suite}.{rules}.run"
        if not path.exists():
            if name == "UDPipe" and not (runs / "english.udpipe").exists():
                train(corpora, runs / "english.udpipe")
            loaded = suites.load(str(corpora / "suites" / suite))
            if name != "Link Grammar":  # it finds the words by itself
                items = tuple(
                    replace(one, sentence=tokenised(one.sentence)) for one in loaded.items
                )
                loaded = replace(loaded, items=items)
            running.run(loaded, parsers.parse(parser), str(path), Limits())
        found[name] = recognised(path, rules)
    return found


def tokenised(sentence: str) -> str:
    """A sentence of the suites with blanks between its tokens, which are those of treebanks.

    >>> tokenised("Mr. Browne didn't (really) see Abrams' dog, and she'll go. Won't he?")
    "Mr. Browne did n't ( really ) see Abrams ' dog , and she 'll go . Wo n't he ?"
    """
    text = re.sub(r"(?<!\bMr)(?<!\bMon)\.(?=\s|$)|[,?!;:()]|(?<=\s)-(?=\s)", r" \g<0> ", sentence)
    text = re.sub(r"\b([Cc]an)(not)\b", r"\1 \2", text)
    text = re.sub(r"n't\b|'(?:s|ll|d|ve|re|m)\b|(?<=s)'(?=\s)", r" \g<0>", text)
    return " ".join(text.split())


def recognised(path: Path, rules: str) -> dict[str, frozenset[str]]:
    """The phenomena of each grammatical item with output; experimental rules do not count."""
    recogniser = load(rules)
    read = native.read(str(path), recogniser.format, None, "auto")
    given = read.evidence.given.tolist()
    return {
        item.id: frozenset(names) - recogniser.experimental
        for item, names, there in zip(read.items, recogniser(read.evidence), given, strict=True)
        if there
    }


def train(corpora: Path, path: Path) -> None:
    """A model of UDPipe from GUM's 27 documents, which have 921 sentences."""
    from ufal import udpipe

    files = sorted((corpora / "gum" / "dep").glob("*.conllu"))
    reader = udpipe.InputFormat.newConlluInputFormat()
    reader.setText("".join(one.read_text("utf-8").rstrip() + "\n\n" for one in files))
    fault, sentences, sentence = udpipe.ProcessingError(), udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence, fault):
        if all(
            len(text.encode()) < LONGEST
            for word in sentence.words
            for text in (word.form, word.lemma)
        ):
            sentences.append(sentence)
        sentence = udpipe.Sentence()
    settings = ("none", "iterations=3", "iterations=4;hidden_layer=40;batch_size=10")
    path.write_bytes(
        udpipe.Trainer.train("morphodita_parsito", sentences, udpipe.Sentences(), *settings, fault)
    )


def tables(suite: str, found: Shown) -> Iterator[str]:
    """Counts of each phenomenon, then the disagreements with the ERG."""
    known = {
        "ERG": load("erg"), "Link Grammar": load("link-grammar"),
        "Stanford": load("ptb"), "UDPipe": load("ud"),
    }  # fmt: skip
    inventories = {name: set(one.phenomena) - one.experimental for name, one in known.items()}
    common = sorted(set.intersection(*(set(some) for some in found.values())))
    yield f"### {suite.upper()}: what each shows\n"
    outputs = ", ".join(f"{name} {len(some)}" for name, some in found.items())
    yield f"Grammatical items with output: {outputs}; with output of all four: {len(common)}.\n"
    yield f"| phenomenon | {' | '.join(found)} | all four | none |"
    yield "|---|" + "--:|" * (len(found) + 2)
    for phenomenon in catalogue():
        counts = {
            name: sum(phenomenon in some[item] for item in common) for name, some in found.items()
        }
        if not any(counts.values()):
            continue
        cells = [str(counts[name]) if phenomenon in inventories[name] else "–" for name in found]
        votes = [sum(phenomenon in some[item] for some in found.values()) for item in common]
        yield f"| {phenomenon} | {' | '.join(cells)} | {votes.count(4)} | {votes.count(0)} |"
    yield ""
    yield f"### {suite.upper()}: where the others disagree with the ERG\n"
    yield "| phenomenon | parser | both | ERG only | parser only | ERG only: items | parser only: items |"
    yield "|---|---|--:|--:|--:|---|---|"
    for phenomenon in LISTED:
        erg = {item for item in common if phenomenon in found["ERG"][item]}
        for name in found:
            if name == "ERG" or phenomenon not in inventories[name]:
                continue
            other = {item for item in common if phenomenon in found[name][item]}
            sides = [sorted(side, key=int) for side in (erg & other, erg - other, other - erg)]
            counts_ = " | ".join(str(len(side)) for side in sides)
            listed = " | ".join(
                ", ".join(side[:6]) + (" …" if len(side) > 6 else "") for side in sides[1:]
            )
            if any(sides):
                yield f"| {phenomenon} | {name} | {counts_} | {listed} |"
    yield ""


if __name__ == "__main__":
    sys.exit(main())
