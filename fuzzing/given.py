"""Targets: every other file that a user can give, and texts of options, through the command line."""

import functools
import random
from collections.abc import Iterator

import packed
from calling import RUN, Command, trees
from judging import Target
from karat import formats, parsers, schemes, views
from karat.files.resources import data as ours
from karat.parsers.adapter import Garbage
from readers import EXAMPLES, seeds_of

PARAMS = (
    b"# a comment\nDEBUG 0\nMAX_ERROR 10\nCUTOFF_LEN 40\nLABELED 1\nDELETE_LABEL TOP\nDELETE_LABEL ,\n"
    b"DELETE_LABEL_FOR_LENGTH -NONE-\nQUOTE_LABEL ''\nEQ_LABEL ADVP PRT\nEQ_WORD Kim kim\n",
    b"DELETE_LABEL ROOT\nDELETE_WORD .\nDELETE_ROOT_PRETERMS 1\nDISC_ONLY 1\nLA 1\nTED 1\n",
)
HIERARCHY = b"""name = "mine"
underspecified = ["mod"]
untyped = ["mod"]
[relations]
dependent = { parents = [], slots = ["type", "head", "dependent"] }
mod = { parents = ["dependent"], slots = ["type", "head", "dependent"] }
ncmod = { parents = ["mod"], slots = ["type", "head", "dependent"] }
ncsubj = { parents = ["dependent"], slots = ["head", "dependent", "initial"] }
dobj = { parents = ["dependent", "mod"], slots = ["head", "dependent"] }
"""
PROFILE = b"""summary = "mine"
extends = "ptb"
cut = ["/", "_"]
[labels]
NP = ["N'", "nominal"]
VP = ["V'"]
[tags]
NN = ["NN1", "noun"]
[by_word]
TO = { V = ["to"] }
[null]
words = ["e"]
phrases = ["GAP"]
[auxiliaries]
be = ["is", "was"]
"""
HEADS = b"""coordination = "first"
default = "left"
moved = "traces wh"
families = { nominal = "NP NN NNS NNP" }
separators = { coordinator = "CC CONJP", comma = ", :" }
[rules]
S = [{ from = "left", of = "VP S" }, { from = "left", each = "NP PP", except = "NP-TMP" }]
NP = [{ from = "right", of = "NN NNP NNS", when = "noun" }]
"*" = [{ from = "right", of = "*" }]
[same]
SINV = "S"
[words]
noun = { tags = "NN NNS", words = "dog", unless = "other" }
other = { words = "cat" }
[fixed]
fixed = ["as well as"]
[[labels]]
label = "nsubj"
item = "NP"
parent = "S"
"""
LABELS = b"""[categories]
clause = ["S", "SBAR"]
NP = ["NP"]
VP = ["VP"]
PP = ["PP"]
[names]
sentence = "S"
clause = "SBAR"
NP = "NP"
VP = "VP"
PP = "PP"
"""
RULES = b"""kind = "trees"
[define]
BE = "am|is|are|was|were"
[[phenomenon]]
name = "passive"
tree = 'VP < (VB*"@BE") < (VP < VBN)'
examples = ["(S (NP (NNP Kim)) (VP (VBD was) (VP (VBN seen))))"]
"""
WEATHER = b"""format = "brackets"
[[rule]]
phenomenon = "passive"
tree = 'VP < (VBD"was|is") < (VP < VBN)'
[[rule]]
phenomenon = "proper-noun"
tree = ["NNP", "NNPS >> NP"]
"""
SUITE = b"""inventory = "tam2008"
[[item]]
id = "1"
sentence = "John gives a flower to Mary"
core = "ditransitive"
errors = ["adjunct"]
phenomena = ["proper-noun", "ditransitive"]
gold = "(S (NP John) (VP gives))"
[[item]]
id = "2"
sentence = "gives John"
grammatical = false
pair = "1"
families = ["order"]
source = "mine"
comment = "bad"
"""
SUITE_LINES = (
    b'{"id": "1", "sentence": "Dogs bark", "phenomena": ["intransitive"], "grammatical": true, "length": 2}\n'
    b'{"id": "2", "sentence": "bark dogs", "grammatical": false, "grade": "?", "excluded": "why"}\n'
)
SUITE_TABLE = b"id\tsentence\tgrammatical\tphenomena\tcomment\n1\tDogs bark\tyes\ta;b\\;c\tx\\ty\n2\tbark\tno\t\t\n"
NEEDS = b"""name = "answers"
[[need]]
name = "noun phrases"
scheme = "evalb"
labels = ["NP"]
measure = "recall"
weight = 3
[[need]]
scheme = "flat(categories=PP)"
weight = 0.5
"""
CATEGORIES = b"""rest = "unknown"
lexical = "missing entry"
[[category]]
name = "passives"
phenomena = ["passive", "*transitive*"]
sources = ["mine*"]
kinds = ["failed", "wrong"]
[[category]]
name = "times"
trees = ["NP-TMP > S|VP"]
"""
TEXTS = {
    "scheme": (schemes.parse, (b"evalb(params=new,delete=TOP+X)", b'flat(categories=NP+PP,depth=2)', b'evalb(delete="TOP+,")',
        b"gr(mode=hier,hierarchy=2006)", b"conll18.LAS", b"deps(punctuation=no,failed=empty)", b"evalb.f1@sentence")),
    "view": (views.parse, (b"filter(categories=NP+PP,depth=1)", b"deps(heads=collins)", b"flatten(labels=ptb)",
        b"rewrite(rules=xtag)", b"yields(vp=yes)", b"gr(language=en)")),
    "format": (formats.parse, (b"iob(tagging=bioes)", b"parseval(labels=right)", b"jsonl(column=a)", b"conllu", b"gr(x=1)")),
    "parser": (parsers.parse, (b'command(run="my parser",gives=trees)', b"chain", b"udpipe(model=x.udpipe)")),
}  # fmt: skip


def targets() -> Iterator[Target]:
    """All of them."""
    for one in _commands():
        yield one.target()
    yield from packed.targets()
    for name, (parse, seeds) in TEXTS.items():
        yield Target(
            f"text-{name}", functools.partial(tuple, seeds), functools.partial(_text, parse)
        )
    for name in parsers.names():
        seeds = [
            *_replies(),
            *seeds_of("brackets"),
            *seeds_of("conllu"),
            *seeds_of("links"),
            *seeds_of("stanford"),
        ]
        yield Target(
            f"answer-{name}", functools.partial(tuple, seeds), functools.partial(_answer, name)
        )


def _text(parse: object, data: bytes, _rng: random.Random) -> None:
    """A text of options; what can be read and written reads back."""
    assert callable(parse)
    found = parse(data.decode("utf-8", "surrogateescape"))
    str(found)


def _replies() -> list[bytes]:
    return [
        b'{"analyses": 1, "first": "(S (N a))", "others": ["(S (X a))"], "tags": [["a", "N"]], "seconds": 0.5}\n',
        b"(S (N a))\n", b"\n", b"()\n", b"12345\n", b'{"failure": "crash", "message": "no"}\n',
    ]  # fmt: skip


def _answer(name: str, data: bytes, rng: random.Random) -> None:
    """What a parser prints is understood, or is garbage."""
    load = parsers.REGISTRY.load(name).ADAPTER
    adapter = (
        load(run="x", gives=rng.choice(("trees", "conllu", "text")))
        if name == "command"
        else load()
    )
    adapter.whole(data, 1)
    try:
        parsed = adapter.understand(data.decode("utf-8", "replace"), "Kim sees the dog .")
    except Garbage:
        return
    adapter.words(parsed)
    adapter.written(parsed, "Kim sees the dog .")
    adapter.transcript(parsed, "Kim sees the dog .")


def _small(folder: str, name: str, size: int = 3000) -> bytes:
    """The beginning of a file that comes with karat."""
    text = ours(folder, name).read_bytes()[:size]
    return text[: text.rfind(b"\n\n") + 1]


def _commands() -> list[Command]:
    conllu, iob, gr, delphin = map(seeds_of, ("conllu", "iob", "gr", "delphin"))
    patterns = [
        (EXAMPLES / "patterns" / name).read_bytes() for name in ("rules.toml", "facts.toml")
    ]
    recognisers = [
        WEATHER,
        RULES,
        *(
            _small("recognisers", f"{name}.toml")
            for name in ("ptb", "ud", "gr", "erg", "link-grammar")
        ),
    ]
    columns = [b"a NN B-NP B-NP\nb NN I-NP O\n\nc VB B-VP I-VP\n", *iob]
    names = [*seeds_of("names")]
    every = [*trees(), *conllu, *iob, *gr, *delphin, *names]
    return [
        Command("evalb", ".mrg", trees(), ("evalb gold.mrg {file}", "evalb {file} {file}", "evalb -p new {file} {file}",
            "evalb -d {file} {file}")),
        Command("evalb-parameters", ".prm", PARAMS, ("evalb -p {file} gold.mrg system.mrg",
            "score gold.mrg system.mrg -s evalb(params={file})", "score gold.mrg system.mrg -s evalb(params={file},quirks=no)",
            "score gold.dbr gold.dbr -s discodop(params={file})")),
        Command("conll18", ".conllu", conllu, ("conll18 {file} {file}", "conll18 -v gold.conllu {file}", "conll18 {file} gold.conllu")),
        Command("conlleval", ".iob", columns, ("conlleval", "conlleval -r", "conlleval -l", "conlleval -d \\t", "conlleval -o X")),
        Command("hierarchy", ".toml", (HIERARCHY,), ("gr gold.gr system.gr -s gr(hierarchy={file})",
            "check gold.gr --hierarchy {file}", "score gold.gr system.gr -s gr(hierarchy={file},mode=hier)")),
        Command("profile", ".toml", (PROFILE, _small("profiles", "claws.toml"), _small("profiles", "xtag.toml")),
            ("convert gold.mrg - --view profile(name={file})", "score gold.mrg system.mrg -s parseval(profile={file})")),
        Command("head-rules", ".toml", (HEADS, _small("heads", "collins.toml"), _small("heads", "ud.toml", 6000)),
            ("convert gold.mrg - --view deps(heads={file})",)),
        Command("label-map", ".toml", (LABELS, ours("flatten", "ptb.toml").read_bytes()[:3000]),
            ("convert gold.mrg - --view flatten(labels={file})", "score gold.mrg system.mrg -s flat(labels={file})")),
        Command("predicates", ".toml", (ours("parseval", "redefine.toml").read_bytes()[:4000], b'[predicates]\ngood = ["it"]\n'),
            ("convert gold.mrg - --view redefine(predicates={file})",)),
        Command("rewrite-rules", ".toml", (*patterns, _small("rewriting", "xtag.toml")), ("convert gold.mrg - --view rewrite(rules={file})",)),
        Command("constructions", ".toml", patterns[::-1], ("score gold.mrg system.mrg -s constructions(patterns={file})",
            "score gold.conllu gold.conllu -s constructions(patterns={file})")),
        Command("recogniser", ".toml", recognisers, ("recognise gold.mrg --with {file}", "recognise gold.mrg --with {file} --why",
            "recognise gold.conllu --with {file}", "recognise --check --with {file}", "recognise gold.gr --with {file}")),
        Command("weights", ".toml", (b'default = 1\npassive = 2.5\n"proper-noun" = 0\n',),
            ("score gold.names system.names -s phenomena(mode=exhaustive,weights={file})",)),
        Command("inventory", ".toml", (b'names = ["passive", "proper-noun"]\n[own]\nweather = "it"\n', _small("inventories", "tam2008.toml")),
            ("score gold.names system.names -s phenomena(mode=exhaustive,inventory={file})",)),
        Command("chunks-file", ".iob", iob, ("score gold.mrg system.mrg -s chunkdeps(chunks={file})",)),
        Command("suite-toml", ".toml", (SUITE,), ("suite list {file}", "suite convert {file} converted.jsonl", "suite key {file} key.mrg")),
        Command("suite-jsonl", ".jsonl", (SUITE_LINES,), ("suite list {file}", "suite list {file} --output json")),
        Command("suite-tsv", ".tsv", (SUITE_TABLE,), ("suite list {file}", "suite list {file} --output json")),
        Command("suite-text", ".txt", seeds_of("text"), ("suite list {file}",)),
        Command("suite-trees", ".mrg", trees(), ("suite list {file}",)),
        Command("suite-run", ".run", (RUN,), ("suite score {file}", "suite score {file} --by phenomenon --by length --output json",
            "suite errors {file}", "suite diff {file} small.run", "suite diff small.run {file}", "recognise {file}",
            "suite score {file} --right evalb.f1=0.5")),
        Command("suite-exclude", ".tsv", (b"item\treason\n1\tbroken\n2\tnot English\n",), ("suite score small.run --exclude {file}",)),
        Command("suite-categories", ".tsv", (b"item\tcategory\n1\tpassives\n2\ttimes\n",), ("suite errors small.run --categories {file}",)),
        Command("suite-category-rules", ".toml", (CATEGORIES, _small("categories", "xtag.toml")), ("suite errors small.run --rules {file}",)),
        Command("suite-gold", ".mrg", (b"(S (NP dogs) (VP bark))\n(S (NP dogs) (VP chase (NP cats)))\n", *trees()),
            ("suite score small.run --gold {file} --right evalb.exact",)),
        Command("needs", ".toml", (NEEDS,), ("adequacy gold.mrg system.mrg --samples 5 --profile {file}",)),
        Command("task", ".tsv", (b"system\tother\n1\t2\n0.5\t1e3\n-3\t0\n",), ("adequacy gold.mrg system.mrg --samples 5 --profile needs.toml --task {file}",)),
        Command("genres", ".tsv", (b"1\tnews\n2-2\tletters\n",), ("gr gold.gr system.gr --genre {file}",)),
        Command("words", ".conllu", (*conllu, *seeds_of("text")), ("check gold.gr --words {file}",)),
        Command("per-sentence", ".csv", functools.partial(packed.per_sentence, ".csv"), ("score gold.mrg system.mrg --not-worse-than {file}",)),
        Command("per-sentence-jsonl", ".jsonl", functools.partial(packed.per_sentence, ".jsonl"), ("score gold.mrg system.mrg --not-worse-than {file}",)),
        # 60 kB of names are thousands of files; each has its own share of time.
        Command("list", ".txt", (b"gold.mrg\nsystem.mrg\n", b"# x\ngold.mrg\n\ngold.mrg\n"), ("score @{file} @{file}",), slowest=40),
        Command("jsonl-column", ".jsonl", (b'{"tree": "(S (N a) (V b))", "n": 1}\n{"tree": null}\n{"tree": "(S (N c))"}\n',),
            ("score {file} {file} --format jsonl(column=tree)",)),
        Command("verb-errors", ".mrg", trees(), ("errors {file} {file}", "errors gold.mrg {file}", "errors {file} gold.mrg --by label")),
        Command("verb-agree", ".mrg", every, ("agree {file} {file}", "agree gold.mrg {file}")),
        Command("verb-show", ".mrg", every, ("show {file} {file} -n 1", "show {file} gold.mrg -n 1 --why")),
        Command("verb-explain", ".mrg", trees(), ("explain f1 gold.mrg {file}", "explain parseval.recall {file} gold.mrg")),
        Command("verb-propose", ".mrg", [*trees(), *conllu, *iob], ("propose {file}",)),
        Command("verb-gr", ".mrg", [*trees(), *conllu, *gr], ("gr {file}", "gr {file} {file}")),
        Command("verb-check", ".mrg", every, ("check {file}", "check {file} --lenient", "check {file} --output json", "check {file} --key")),
        Command("verb-convert", ".mrg", every, ("convert {file} -", "convert {file} - --lenient", "convert {file} - --to conllu",
            "convert {file} - --failed empty", "convert {file} - --to export", "convert {file} - --view universal")),
        Command("verb-recognise", ".mrg", every, ("recognise {file}", "recognise {file} --frequencies", "recognise {file} --output names")),
        Command("verb-score", ".mrg", every, ("score {file} {file}", "score gold.mrg {file}", "score {file} gold.mrg --by length",
            "score gold.mrg {file} --lenient -s validity", "score gold.mrg {file} -s evalb(failed=align)",
            "score gold.mrg {file} --output json --interval --samples 5", "score {file} {file} --gold-view flatten")),
        Command("verb-compare", ".mrg", trees(), ("compare gold.mrg {file} system.mrg --samples 5",)),
    ]  # fmt: skip
