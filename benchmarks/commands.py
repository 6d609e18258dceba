"""The commands whose processor time ``before_after.py`` compares."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """Arguments for karat, with the kind of its input files and the megabytes of the gold file.

    ``{gold}`` and ``{system}`` are the input files, ``{out}`` is a file to write, ``{last}`` the number of
    gold's last sentence, and ``{needs}`` a profile of an application; what follows ``<`` is standard input.
    ``after`` is given where the new version wants other arguments,
    ``status`` where the exit status is to be another than 0.
    """

    name: str
    kind: str
    size: float
    before: str
    after: str = ""
    status: int = 0


def _score(scheme: str, kind: str, size: float, name: str = "", more: str = "") -> Command:
    name = f"score {name or scheme.partition('(')[0]}"
    return Command(name, kind, size, f"score {{gold}} {{system}} -s '{scheme}' {more}")


def _view(view: str, size: float, ending: str = "mrg") -> Command:
    arguments = f"convert {{gold}} {{out}}.{ending} --view {view}"
    return Command(f"convert, view {view}", "trees", size, arguments)


EVALB = "evalb(params=new)"
SCORES = [
    _score(EVALB, "trees", 70),
    _score("parseval", "trees", 20),
    _score("flat", "trees", 30),
    _score("leafancestor", "trees", 8),
    _score("rules", "trees", 5),
    _score("tags", "trees", 15),
    _score("validity", "trees", 10),
    _score("discodop(failed=drop)", "trees", 5),
    _score("chunks", "trees", 5),
    _score("chunks", "columns", 10, "chunks, columns"),
    _score("chunkdeps", "trees", 2.5),
    _score("constructions", "trees", 2.5),
    _score("deps", "trees", 3),
    _score("deps", "dependencies", 40, "deps, CoNLL-U"),
    _score("deps", "mixed", 9, "deps, trees against CoNLL-U"),
    _score("gr", "relations", 5),
    _score("gr(program=greval)", "relations", 4, "gr as greval"),
    _score("gr(mode=hier)", "relations", 4, "gr, hierarchy"),
    _score("phenomena(mode=exhaustive,recogniser=ptb)", "trees", 0.3),
    _score("conll18", "texts", 40),
    _score(EVALB, "trees", 40, "evalb --by label", "--by label"),
    _score("deps", "dependencies", 30, "deps --by label", "--by label"),
    _score("deps", "dependencies", 30, "deps --by distance", "--by distance"),
    _score(EVALB, "trees", 10, "evalb --per-sentence", "--per-sentence {out}.csv"),
    _score("conll18", "texts", 15, "conll18 --per-sentence", "--per-sentence {out}.jsonl"),
    _score(EVALB, "trees", 70, "evalb, JSON", "--output json"),
    _score("deps", "dependencies", 40, "deps, JSON", "--output json"),
]
DROP_INS = [
    Command("evalb", "trees", 10, "evalb -p new -e 1000000000 {gold} {system}"),
    Command("conll18", "texts", 40, "conll18 -v {gold} {system}"),
    Command("conlleval", "guesses", 30, "conlleval < {gold}"),
]
CONVERSIONS = [
    Command("convert brackets", "trees", 4, "convert {gold} {out}.mrg"),
    Command("convert brackets, pretty-printed", "mixed", 20, "convert {system} {out}.mrg"),
    Command("convert CoNLL-U", "dependencies", 15, "convert {gold} {out}.conllu"),
    Command("convert to 1991", "trees", 1.5, "convert {gold} {out}.parseval --to parseval"),
    _view("flatten", 2),
    _view("deps", 3, "conllu"),
    _view("chunks", 5, "iob"),
    _view("erase", 4),
    _view("redefine", 4),
    _view("prune", 3),
    _view("right_branching", 4),
    Command("convert, view yields", "dependencies", 12, "convert {gold} {out}.mrg --view yields"),
    Command(
        "convert, view gr", "trees", 0.5,
        "convert {gold} {out} --view gr --to grs", "convert {gold} {out} --view gr --to gr",
    ),
    Command("convert CoNLL-U, view gr", "dependencies", 5, "convert {gold} {out}.gr --view gr"),
]  # fmt: skip
OTHERS = [
    Command("recognise", "trees", 0.8, "recognise {gold}"),
    Command("recognise CoNLL-U", "dependencies", 2.3, "recognise {gold}"),
    Command("propose", "trees", 0.5, "propose {gold} -o {out}.gr"),
    Command("propose CoNLL-U", "dependencies", 4, "propose {gold} -o {out}.gr"),
    Command("check", "trees", 100, "check {gold}"),
    Command("check CoNLL-U", "dependencies", 100, "check {gold}"),
    Command("check relations", "relations", 1.5, "check {gold}", status=2),
    Command("agree", "trees", 5, "agree {gold} {system}"),
    Command("relations", "relations", 2.5, "relations {gold} {system}", "gr {gold} {system}"),
    Command("show", "trees", 0, "show {gold} {system} -n 1-300"),
    Command("show --worst", "trees", 40, "show {gold} {system} --worst 3"),
    Command("explain evalb", "trees", 10, "explain 'evalb(params=new).f1' {gold} {system}"),
    Command("explain deps", "dependencies", 30, "explain deps.las {gold} {system}"),
    Command("--version", "trees", 0, "--version"),
    Command("score evalb, small", "trees", 0, f"score {{gold}} {{system}} -s '{EVALB}'"),
]
# Of these only benchmarks/run.py says the cost: they are younger than the versions compared.
MORE = [
    Command("compare", "trees", 5, f"compare {{gold}} {{system}} {{system}} -s '{EVALB}' --samples 1000"),
    Command("score --interval", "trees", 5, f"score {{gold}} {{system}} -s '{EVALB}' --interval"),
    Command("score, tokens aligned", "trees", 5, "score {gold} {system} -s 'evalb(params=new,failed=align)'"),
    Command("errors", "trees", 2, f"errors {{gold}} {{system}} -s '{EVALB}'"),
    Command("errors, CoNLL-U", "dependencies", 2, "errors {gold} {system} -s deps"),
    Command("agree, three files", "trees", 2, "agree {gold} {system} {system}"),
    Command("report", "trees", 2, "report {gold} {system} -o {out}.html --force"),
    Command("score, two systems", "trees", 5, f"score {{gold}} {{system}} {{system}} -s '{EVALB}'"),
    _score(EVALB, "trees", 5, "--shard", "--shard 1/2 --part {out}.part"),
    Command("errors --by", "trees", 2, f"errors {{gold}} {{system}} -s '{EVALB}' --by length --by label"),
    Command("show -n, the last", "trees", 5, "show {gold} {system} -n {last}"),
    Command("show -n, CoNLL-U, the last", "dependencies", 5, "show {gold} {system} -n {last}"),
    Command("explain chunks", "columns", 5, "explain chunks.f1 {gold} {system}"),
    Command("gr, tables", "dependencies", 2, "gr {gold} {system}"),
    Command("agree, chunks", "columns", 5, "agree {gold} {system}"),
    Command("agree --adjudicate", "dependencies", 2, "agree {gold} {system} --adjudicate {out}.conllu"),
    Command("adequacy", "trees", 2, "adequacy {gold} {system} --profile {needs}"),
    Command("check --key", "made", 5, "check --key {gold}", status=2),
]  # fmt: skip
COMMANDS = [*SCORES, *DROP_INS, *CONVERSIONS, *OTHERS]
