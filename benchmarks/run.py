"""Measure every scheme and every verb of karat, beside the programs that do the same.

    EVALB=evalb.c CONLL18_EVAL=conll18_ud_eval.py CONLLEVAL=conlleval.pl DISCODOP=folder \\
        python benchmarks/run.py [--quick] [--only WORD]

Prints the tables and writes them to ``benchmarks/RESULTS.md``; with ``--only`` it only prints. Slow
results are no error: what was promised and not met in this run is said in so many words. A result that
is not that of the other program is an error.
"""

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import report
from commands import CONVERSIONS, MORE, OTHERS, SCORES, Command
from corpus import CORPORA
from inputs import Inputs
from peers import Missing, Peer, peers
from processes import Failed, Spent, in_turns, karat, say, spent
from report import Beside, Costs

# The sizes at which memory is measured: gold has this many megabytes times 1, 10 and 100.
UNIT = 0.3
TIMES = (1, 10, 100)
# At 10x the blocks of two threads may not be full: what takes more at 100x is measured at this size too.
BEYOND = 300
# What an application needs, for karat adequacy.
NEEDS = Path(__file__).parents[1] / "docs" / "example" / "answers.toml"
VARIABLES = ("EVALB", "CONLL18_EVAL", "CONLLEVAL", "DISCODOP")


def main() -> None:
    """Measure everything, print it and write it down."""
    parser = argparse.ArgumentParser(description="Measure karat beside other programs.")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="one run of each; for the commands of karat a tenth of the text",
    )
    parser.add_argument("--only", metavar="WORD", default="", help="commands with it in their name")
    options = parser.parse_args()
    # Otherwise every process compiles modules that were edited.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    share, runs = (0.1, 1) if options.quick else (1.0, 3)
    machine, load_before = report.machine(), report.load()
    with tempfile.TemporaryDirectory(prefix="karat-bench-") as name:
        inputs = Inputs(CORPORA, Path(name))
        starts = {} if options.only else start_up(inputs, 3 if options.quick else 15)
        every = [usable(one, inputs) for one in peers(Path(name)) if options.only in one.name]
        beside = [measured(one, inputs, runs) for one in every if isinstance(one, Peer)]
        costs = [cost(one, inputs, share, runs) for one in commands() if options.only in one.name]
    page = report.Page(
        _command(options), machine, load_before, starts, beside, costs,
        [one for one in every if isinstance(one, Missing)],
    )  # fmt: skip
    text = page.markdown()
    print(text)
    if not options.only:
        (Path(__file__).parent / "RESULTS.md").write_text(text, encoding="utf-8")
    if wrong := [one.peer.name for one in beside if not one.same]:
        sys.exit(f"the results differ from those of {', '.join(wrong)}")


def _command(options: argparse.Namespace) -> str:
    """The command that was given, without the places of this machine."""
    words = [f"{name}=…" for name in VARIABLES if os.environ.get(name)]
    return " ".join([*words, "python benchmarks/run.py", *["--quick"] * options.quick])


def commands() -> list[Command]:
    """One for each scheme and verb; those that only print in another way are left out."""
    return [one for one in (*SCORES, *CONVERSIONS, *OTHERS, *MORE) if one.size]


def start_up(inputs: Inputs, runs: int) -> dict[str, Spent]:
    """New processes that do little."""
    say("start-up")
    small = [str(path) for path in inputs.pair("trees", 0)]
    score = ["score", "-s", "evalb(params=new)", "-o", "json"]
    return in_turns(
        {
            report.PASS: [sys.executable, "-c", "pass"],
            report.NUMPY: [sys.executable, "-c", "import numpy"],
            report.VERSION: [*karat(), "--version"],
            report.SMALL: [*karat(), *score, *small],
        },
        runs,
    )


def usable(peer: Peer | Missing, inputs: Inputs) -> Peer | Missing:
    """A program, if it can be run here; found out first, so that nothing measured is lost for it."""
    if isinstance(peer, Peer):
        try:
            spent(_words(peer.theirs, inputs.pair(peer.kind, 0)))
        except Failed as failure:
            return Missing(peer.name, f"it does not run here: {failure}")
    return peer


def measured(peer: Peer, inputs: Inputs, runs: int) -> Beside:
    """A program beside karat, in turns; a slow one runs once."""
    say(f"{peer.what} beside {peer.name}")
    pair = inputs.pair(peer.kind, peer.megabytes)
    outputs = {name: inputs.folder / name for name in ("ours", "theirs")}
    both = {"ours": _words(peer.ours, pair), "theirs": _words(peer.theirs, pair)}
    found = in_turns(both, 1, outputs)
    texts = [path.read_bytes() for path in outputs.values()]
    for _ in range(runs):
        found["ours"] = found["ours"].best(spent(both["ours"]))
    if found["theirs"].wall < 15:
        found["theirs"] = found["theirs"].best(spent(both["theirs"]))
    read = pair if "{system}" in peer.ours else pair[:1]
    size = sum(path.stat().st_size for path in read)
    return Beside(peer, size, found["ours"], found["theirs"], peer.same(*texts))


def _words(template: list[str], pair: tuple[Path, Path]) -> list[str]:
    places = {"{gold}": str(pair[0]), "{system}": str(pair[1])}
    return [places.get(word, word) for word in template]


def cost(command: Command, inputs: Inputs, share: float, runs: int) -> Costs:
    """What a command costs at three sizes of its input; at a larger one too if memory grew."""
    say(command.name)
    costs = _cost(command, inputs, share, runs, TIMES)
    if costs.failure or costs.flat:
        return costs
    beyond = _cost(command, inputs, share, 1, (BEYOND,))
    return replace(costs, failure=beyond.failure, beyond=beyond.spent[0] if beyond.spent else None)


def _cost(
    command: Command, inputs: Inputs, share: float, runs: int, sizes_times: Sequence[int]
) -> Costs:
    found, sizes, sentences = list[Spent](), list[int](), list[int]()
    for times in sizes_times:
        gold, system = inputs.pair(command.kind, UNIT * times * share)
        many = inputs.sentences(command.kind, gold)
        places = {
            "gold": gold, "system": system, "out": inputs.folder / "out", "last": many,
            "needs": NEEDS,
        }  # fmt: skip
        words = [word.format(**places) for word in shlex.split(command.after or command.before)]
        try:
            here = spent([*karat(), *words], status=command.status)
            for _ in range(runs - 1 if here.wall < 5 else 0):
                here = here.best(spent([*karat(), *words], status=command.status))
        except Failed as failure:
            return Costs(command, failure=str(failure))
        read = [path for path in (gold, system) if str(path) in words]
        found.append(here)
        sizes.append(sum(path.stat().st_size for path in read))
        sentences.append(many)
    return Costs(command, tuple(sizes), tuple(found), tuple(sentences))


if __name__ == "__main__":
    main()
