"""The commands that kill_verbs.py kills, and the files that they read."""

import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from corpus import built

SENTENCES = 120


class Case(NamedTuple):
    """A command, the files that it writes, and what must be run before it."""

    name: str
    arguments: str
    writes: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    store: bool = False
    # Whether what is there is continued by the next run instead of replaced.
    continued: bool = False
    # Files of a new folder, which the next run refuses.
    parts: tuple[str, ...] = ()
    # Whether it takes so long that it is killed a third as often.
    slow: bool = False


_SAVED = (
    "score gold.mrg a.mrg --save first --tag old",
    "compare gold.mrg a.mrg b.mrg --save second",
)
CASES = (
    Case("convert", "convert gold.mrg out.mrg --pretty", ("out.mrg",)),
    Case("convert --view", "convert gold.mrg out.conllu --view deps", ("out.conllu",)),
    Case("score --per-sentence", "score gold.mrg a.mrg b.mrg --per-sentence rows.csv", ("rows.csv",)),
    Case("score --part", "score gold.mrg a.mrg --shard 1/2 --part 1.part", ("1.part",)),
    Case("score --resume", "score parts/gold parts/a --resume kept", continued=True),
    Case("score --tallies", "score gold.mrg a.mrg b.mrg --tallies tallies",
         parts=("tallies/a.mrg.evalb.parquet", "tallies/b.mrg.evalb.parquet")),
    Case("score --save", "score gold.mrg a.mrg --save third", before=_SAVED, store=True),
    Case("compare --save", "compare gold.mrg a.mrg b.mrg --samples 50 --save third",
         before=_SAVED, store=True),
    Case("recognise --save", "recognise karat.mrg --suite karat-200 --score --save third",
         before=_SAVED, store=True),
    Case("suite run --save", "suite run few.txt --with right-branching --run few.run --save third",
         before=_SAVED, store=True, continued=True),
    Case("suite run", "suite run some.txt --with right-branching --run some.run", continued=True),
    Case("suite convert", "suite convert karat-200 suite.toml", ("suite.toml",)),
    Case("suite errors --propose", "suite errors some.run --propose by-hand.tsv", ("by-hand.tsv",),
         ("suite run some.txt --with right-branching --run some.run",)),
    Case("recognise --weights", "recognise gold.mrg --frequencies --weights weights.toml", ("weights.toml",)),
    Case("report", "report gold.mrg a.mrg -o page.html --samples 50 --force", ("page.html",), slow=True),
    Case("show", "show gold.mrg a.mrg -n 3 -o picture.svg", ("picture.svg",)),
    Case("propose", "propose karat.mrg -o draft.gr", ("draft.gr",)),
    Case("agree --adjudicate", "agree one.gr two.gr --samples 20 --adjudicate both.gr", ("both.gr",)),
    Case("agree, three files",
         "agree gold.mrg a.mrg b.mrg --samples 20 --majority m.mrg --consensus c.mrg --key k.mrg",
         ("m.mrg", "c.mrg", "k.mrg")),
    Case("demo", "demo --no-live --file demo.json", ("demo.json",), slow=True),
    Case("runs export", "runs export --all --to all.karat", ("all.karat",), _SAVED, True),
    Case("runs import", "runs import all.karat", before=(*_SAVED, "runs export first --to all.karat",
         "runs delete first --yes"), store=True),
    Case("runs tag", "runs tag first new newer", before=_SAVED, store=True),
    Case("runs comment", "runs comment first said", before=_SAVED, store=True),
    Case("runs rename", "runs rename first last", before=_SAVED, store=True),
    Case("runs delete", "runs delete first --yes", before=_SAVED, store=True),
    Case("runs history --chart", "runs history evalb(params=collins).f1 --chart chart.svg",
         ("chart.svg",), _SAVED, store=True),
    Case("annotate new", "annotate new project one.gr --annotator ann", before=_SAVED, store=True),
)  # fmt: skip


def write_inputs(folder: Path) -> None:
    """The files that the commands read; they are the same in every run."""
    made = built(SENTENCES)
    gold, one = (side.replace(b"\0", b"") for side in (made.gold, made.system))
    pairs = zip(gold.splitlines(keepends=True), one.splitlines(keepends=True), strict=True)
    other = b"".join(g if i % 3 else s for i, (g, s) in enumerate(pairs))
    for name, text in {"gold": gold, "a": one, "b": other}.items():
        (folder / f"{name}.mrg").write_bytes(text)
        lines = text.splitlines(keepends=True)
        (folder / "parts" / name).mkdir(parents=True)
        for i in range(8):
            (folder / "parts" / name / f"{i}.mrg").write_bytes(b"".join(lines[i::8]))
    words = [f"word{i} is here" for i in range(60)]
    (folder / "some.txt").write_text("\n".join(words) + "\n")
    (folder / "few.txt").write_text("\n".join(words[:10]) + "\n")
    suite = Path(sys.modules["karat"].__file__ or "").parent / "data" / "suites" / "karat-200"
    shutil.copy(suite / "trees.mrg", folder / "karat.mrg")
    relations = (suite / "gr.txt").read_text()
    (folder / "one.gr").write_text(relations)
    (folder / "two.gr").write_text(relations.replace("dobj(", "iobj("))
    (folder / "tmp").mkdir()
