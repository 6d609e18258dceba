"""The relation scorer of Carroll, Briscoe and Watson (greval) beside the scheme gr(program=greval).

The variable GREVAL names the program, gramreleval-new-scheme.lsp; sbcl (or what SBCL names) runs it, in one
process for all pairs. Every count of every relation is compared, of both countings and the unlabelled one.
"""

import os
import shutil
import subprocess
from pathlib import Path
from random import Random

from slow_gr import SLOTS, tree

import karat
from beside_pairs import Pair
from karat.formats.gr import loads
from karat.model.bank import Bank

YEAR = "2006"
NAMES = [*tree(YEAR)[0]]
WORDS = [
    "a",
    "b",
    "b",
    "c",
    "ellip",
    "New_York",
    "York",
    "New_York_City",
    "_",
    "a_b",
    "N(U.S.)_x",
    "NIL",
]
VALUES = {
    "type": ["_", "_", "of", "to", "ellip", "a_b"], "head": WORDS, "dependent": WORDS,
    "initial": ["_", "_", "obj", "inv"],
}  # fmt: skip
WEIGHTS = ["0.5", "0.25", "0.75", "1", "2.0"]
MODES = ("eq", "sub", "hier")
INITIAL = "head+dependent+initial"
Relation = tuple[str, list[str]]


def _relation(rng: Random) -> Relation:
    name = rng.choice(NAMES)
    return name, [rng.choice(VALUES[slot]) for slot in SLOTS[YEAR][name].split()]


def _renamed(rng: Random, relation: Relation) -> Relation:
    """The same slots with another name that has as many."""
    size = len(relation[1])
    return rng.choice([name for name in NAMES if len(SLOTS[YEAR][name].split()) == size]), relation[
        1
    ]


def _text(rng: Random, sentences: list[list[Relation]], weighted: bool) -> str:
    lines = []
    for number, relations in enumerate(sentences, 1):
        texts = [f"({name} {' '.join(slots)})" for name, slots in relations]
        if weighted:
            texts = ["{", *(f"{rng.choice(WEIGHTS)} {text}" for text in texts), "}"]
        lines += [str(number), *texts, ""]
    return "\n".join(lines) + "\n"


def relations(rng: Random) -> Pair:
    """A few sentences of relations, and some of them with changes and others; the mode and the slots."""
    gold = [[_relation(rng) for _ in range(rng.randint(0, 7))] for _ in range(rng.randint(1, 3))]
    system = []
    for sentence in gold:
        kept = [one for one in sentence if rng.random() < 0.8]
        more = [_relation(rng) for _ in range(rng.randint(0, 3))]
        changed = [_renamed(rng, one) if rng.random() < 0.3 else one for one in [*kept, *more]]
        system.append(rng.sample(changed, len(changed)))
    weighted = rng.random() < 0.2
    files = (_text(rng, one, weighted).encode() for one in (gold, system))
    return Pair(*files, None, (rng.choice(MODES), rng.choice(["all", "head+dependent", INITIAL])))


def lisp() -> str | None:
    """The command that runs Lisp."""
    return os.environ.get("SBCL") or shutil.which("sbcl")


class Server:
    """The Lisp process that answers for all pairs."""

    def __init__(self, lisp: str, program: str) -> None:
        driver = Path(__file__).with_name("greval.lisp")
        self._process = subprocess.Popen([*lisp.split(), "--script", str(driver), program],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")  # fmt: skip

    def __call__(self, pair: Pair) -> str:
        """What it counts: relations and counts of its three scorers; or that it refuses."""
        assert self._process.stdin  # a pipe
        assert self._process.stdout  # likewise
        gold, system = pair.gold.decode(), pair.system.decode()
        numbers = [line for line in gold.splitlines() if line.isdigit()]
        sentences = "".join(f"{number} a\n" for number in numbers)
        case = " ".join(map(_quoted, (*pair.arguments, sentences, gold, system)))
        self._process.stdin.write(f"({case})\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().rstrip("\n")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def counted(pair: Pair, slots: str) -> str:
    """The same from karat; the counting of 1999 compares all slots in the program."""
    gold, system = loads(pair.gold), loads(pair.system)
    mode = pair.arguments[0]
    parts = [_rows(gold, system, "exact", "all"), _rows(gold, system, mode, slots)]
    counts = karat.score(gold, system, _scheme(mode, slots)).counts
    loose = [float(counts[name]) for name in ("gold_relations", "system_relations", "unlabelled")]
    return " | ".join([*parts, _row("dependent", loose) if any(loose) else ""])


def _scheme(mode: str, slots: str) -> str:
    return f"gr(mode={mode},program=greval,hierarchy={YEAR},slots={slots})"


def _rows(gold: Bank, system: Bank, mode: str, slots: str) -> str:
    by = "relation" if mode == "hier" else "label"
    groups = karat.score(gold, system, _scheme(mode, slots), by=[by]).groups[by]
    rows = {
        name: [float(one["counts"][part]) for part in ("gold", "system", "system_matched")]
        for name, one in groups.items()
    }
    return ", ".join(_row(name, rows[name]) for name in ORDER if any(rows.get(name, [])))


def _row(name: str, row: list[float]) -> str:
    return " ".join([name, *(f"{count:.3f}" for count in row)])


# The order in which the program lists relations.
ORDER = [
    "dependent", "mod", "ncmod", "xmod", "cmod", "pmod", "det", "arg_mod", "arg",
    "subj", "ncsubj", "xsubj", "csubj", "subj_dobj", "comp", "obj", "dobj", "obj2",
    "iobj", "clausal", "xcomp", "ccomp", "pcomp", "aux", "conj", "ta", "passive",
]  # fmt: skip


def without_initial(pair: Pair, theirs: bytes) -> bool:
    """Whether the program did as if only head and dependent were to be compared."""
    return pair.arguments[1] == INITIAL and counted(pair, "head+dependent").encode() == theirs


def nothing_in_gold(pair: Pair) -> bool:
    """Whether gold has no relation that counts: the program divides by the number of its relations."""
    lines = [line for line in pair.gold.decode().splitlines() if "(" in line and "NIL" not in line]
    return all("(passive " in line for line in lines)
