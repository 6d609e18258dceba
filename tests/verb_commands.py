"""A command for every verb, over files that are full of hostile strings.

``write`` makes the files in a folder; ``COMMANDS`` are run there. ``PRINTING`` are all that print something
for people, in the form of a table.
"""

import json
from pathlib import Path

import hostile_files
from hostile_strings import HOSTILE, in_a_field, in_brackets

# A parser that fails on every sentence, and says hostile things on standard error.
_LOUD = """import sys
sys.stderr.buffer.write(open("said", "rb").read())
sys.stderr.flush()
sys.exit(3)
"""
LOUD = 'command(run="python3 loud.py")'
COMMANDS = {
    "score": "score gold.mrg a.mrg --by label -s evalb",
    "score, relations": "score gold.conllu a.conllu --by label -s deps",
    "score, chunks": "score gold.iob a.iob --by label -s chunks",
    "score, failed": "score gold.mrg broken.mrg --by label",
    "compare": "compare gold.mrg a.mrg b.mrg --samples 20",
    "errors": "errors gold.conllu a.conllu",
    "show": "show gold.mrg a.mrg -n 1-60",
    "show, arcs": "show gold.conllu a.conllu -n 1-60",
    "explain": "explain deps.las gold.conllu a.conllu",
    "agree": "agree gold.conllu a.conllu --samples 20",
    "agree, trees": "agree gold.mrg a.mrg b.mrg --samples 20",
    "check": "check broken.mrg",
    "check, relations": "check odd.gr",
    "convert": "convert gold.mrg -",
    "convert, dependencies": "convert gold.conllu -",
    "evalb": "evalb gold.mrg a.mrg",
    "evalb, failed": "evalb gold.mrg broken.mrg",
    "conll18": "conll18 sound.conllu other.conllu",
    "conlleval": "conlleval",
    "recognise": "recognise gold.mrg --with ptb",
    "recognise, names": "recognise odd.names --format names",
    "recognise, why": "recognise gold.mrg --with ptb --why -n 3",
    "propose": "propose good.mrg",
    "gr": "gr odd.gr",
    "adequacy": "adequacy gold.conllu a.conllu --profile needs.toml --samples 20",
    "parse": f"parse\0--with\0{LOUD}\0few.txt\0--jobs\0001",
    "parse, words": "parse --with right-branching text.txt",
    "suite list": "suite list odd.jsonl",
    "suite score": "suite score odd.run --by phenomenon --by source",
    "suite errors": "suite errors odd.run",
    "suite diff": "suite diff odd.run other.run",
    "suite run": f"suite\0run\0few.jsonl\0--with\0{LOUD}\0--run\0new.run\0--jobs\0001",
    "suite key": "suite key odd.jsonl key.mrg",
    "report": "report gold.mrg a.mrg -o page.html --force --samples 20 -s evalb",
    "demo": "demo --no-live --file demo.json",
    "merge": "merge one.part two.part",
    "runs list": "runs list",
    "runs show": "runs show saved",
    "runs history": "runs history",
    "annotate": "annotate list",
    "schemes": "schemes",
    "formats": "formats",
    "parsers": "parsers",
}
# Verbs that wait for others to connect.
WAITING = {"serve"}
# What must be run before.
BEFORE = (
    "score gold.mrg a.mrg --shard 1/2 --part one.part -q",
    "score gold.mrg a.mrg --shard 2/2 --part two.part -q",
    "score gold.mrg a.mrg --save saved -q",
)


def words(command: str) -> list[str]:
    """The arguments of a command; those with blanks in them are separated by NUL."""
    return command.split("\0") if "\0" in command else command.split()


def stdin(name: str) -> bytes:
    """What a command reads from standard input."""
    return hostile_files.CORPORA["b.iob"].replace(b"\t", b" x O ") if name == "conlleval" else b""


def write(folder: Path) -> None:
    """All files that the commands read."""
    hostile_files.write(folder, *hostile_files.CORPORA)
    for new, old in {"sound.conllu": "gold.conllu", "other.conllu": "a.conllu"}.items():
        (folder / new).write_bytes(hostile_files.CORPORA[old].replace(b"\xff\xfe", b"_"))
    texts = list(HOSTILE.values())
    lines = hostile_files.CORPORA["a.mrg"].splitlines(keepends=True)
    broken = [line.rstrip(b")\n") + b"\n" if i % 2 else line for i, line in enumerate(lines)]
    (folder / "broken.mrg").write_bytes(b"".join(broken))
    (folder / "good.mrg").write_bytes(hostile_files.trees("(S (NP (NN {})) (VP (VBZ barks)))"))
    words = [in_brackets(text).replace(",", "_") for text in texts]
    rows = (f"nosuch({word}, b, c)\nncsubj(bark, {word}, _)\n\n" for word in words)
    (folder / "odd.gr").write_bytes("".join(rows).encode("utf-8", "surrogateescape"))
    labels = (f"{i}\t{in_a_field(text)}\n" for i, text in enumerate(texts))
    (folder / "odd.names").write_bytes("".join(labels).encode("utf-8", "surrogateescape"))
    for name, some in {"text": texts, "few": texts[23:27]}.items():
        text = "\n".join(map(in_a_field, some)).encode("utf-8", "surrogateescape")
        (folder / f"{name}.txt").write_bytes(text + b"\n")
    (folder / "said").write_bytes(" ".join(texts[23:45]).encode("utf-8", "surrogateescape"))
    (folder / "loud.py").write_text(_LOUD)
    (folder / "needs.toml").write_text(
        '[[need]]\nscheme = "deps"\nname = "\\u001b[31mred\\u009b"\n'
    )
    _write_suites(
        folder, [text for text in texts if not any("\ud800" <= c <= "\udfff" for c in text)]
    )


def _write_suites(folder: Path, texts: list[str]) -> None:
    items = [
        {"id": f"{i} {text}", "sentence": f"dogs {text} bark", "phenomena": [text], "source": text,
         "comment": text, "grammatical": bool(i % 3)}
        for i, text in enumerate(texts)
    ]  # fmt: skip
    for name, some in {"odd": items, "few": items[23:27]}.items():
        lines = "".join(json.dumps(item) + "\n" for item in some)
        (folder / f"{name}.jsonl").write_text(lines)
    head = {
        "karat": "run", "format": 1, "suite": texts[23], "suite_sha256": "0" * 64, "items": len(items),
        "parser": texts[24], "parser_version": texts[25], "limits": {"seconds": 10.0},
        "date": texts[26], "version": texts[27], "program": {},
    }  # fmt: skip
    for name, every in {"odd": 2, "other": 3}.items():
        rows = [head]
        for at, (item, text) in enumerate(zip(items, texts, strict=True)):
            got = {
                "analyses": 1,
                "first": f"(S {in_brackets(text)})",
                "native": text,
                "seconds": 0.1,
            }
            lost = {"analyses": 0, "failure": "crash", "message": text, "seconds": 0.1}
            rows.append({"at": at, **item, **(got if at % every else lost)})
        (folder / f"{name}.run").write_text("".join(json.dumps(row) + "\n" for row in rows))
