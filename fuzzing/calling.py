"""Commands of karat in this process, with files that stay the same and one that is fuzzed."""

import contextlib
import io
import itertools
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judging import SLOWEST, Contradiction, Target
from karat.cli import karat
from readers import seeds_of

# The verbs that scan files with compiled loops of their own.
KERNELS = ("evalb", "conll18", "conlleval")
# The name of every fuzzed file begins so; messages must have it.
GIVEN = "given"
_numbers = itertools.count()

TREES = b"""(S (NP (NNP Kim)) (VP (VBD was) (VP (VBN seen) (PP (IN by) (NP (DT the) (NN dog))))))
(S (NP (NNP John)) (VP (VBZ gives) (NP (NNP Mary)) (NP (DT a) (NN flower))))
(S (NP (PRP It)) (VP (VBZ rains)))
"""
OTHER_TREES = b"""(S (NP (NNP Kim)) (VP (VBD was) (VBN seen) (PP (IN by) (NP (DT the) (NN dog)))))
(S (NP (NNP John)) (VP (VBZ gives) (NP (NNP Mary) (NP (DT a) (NN flower)))))
(S (NP (PRP It)) (VP (VBZ rains)))
"""
RUN = b"""{"karat": "run", "format": 1, "suite": "small", "suite_sha256": "ab", "items": 3, "parser": "toy", \
"parser_version": "1.0", "limits": {"seconds": 10.0}, "date": "2026-01-01", "version": "0.1.0", "program": {}}
{"at": 0, "id": "1", "sentence": "dogs bark", "grammatical": true, "gold": "(S (NP dogs) (VP bark))", \
"phenomena": ["intransitive"], "analyses": 1, "seconds": 0.1, "first": "(S (NP dogs) (VP bark))"}
{"at": 1, "id": "2", "sentence": "dogs chase cats", "grammatical": true, "gold": "(S (NP dogs) (VP chase (NP cats)))", \
"phenomena": ["transitive"], "analyses": 2, "seconds": 0.2, "first": "(S dogs chase cats)", \
"others": ["(S (NP dogs) (VP chase (NP cats)))"], "tags": [["dogs", "NNS"], ["chase", "VBP"], ["cats", "NNS"]]}
{"at": 2, "id": "3", "sentence": "bark dogs the", "grammatical": false, "phenomena": ["order"], "analyses": 0, \
"seconds": 1.5, "failure": "time-out", "message": "too slow"}
"""
# The files that commands get besides the fuzzed one.
FIXED = {
    "gold.mrg": TREES, "system.mrg": OTHER_TREES, "small.run": RUN,
    "gold.conllu": b"1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n",
    "gold.dbr": b"(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))\n",
    "gold.gr": b"ncsubj(die, proprietor, _)\ndobj(drop, it, _)\n\nncmod(_, dog, big)\n",
    "system.gr": b"ncsubj(die, proprietor, _)\n\nncmod(_, dog, big)\n",
    "gold.names": b"1\tpassive, proper-noun\n2\tdative-shift\n3\t(no output)\n",
    "system.names": b"1\tpassive\n2\tdative-shift\n3\tpassive\n",
    "needs.toml": b'[[need]]\nscheme = "evalb"\nlabels = ["NP"]\n',
}  # fmt: skip


class Command(NamedTuple):
    """Command lines with {file} for the fuzzed file; ``ending`` is that of its name."""

    name: str
    ending: str
    seeds: Sequence[bytes] | Callable[[], Sequence[bytes]]
    lines: Sequence[str]
    slowest: float = SLOWEST

    def target(self) -> Target:
        # Of two files of sentences, a message may name the other one; standard input has no name.
        named = not self.name.startswith("verb-") and any("{file}" in line for line in self.lines)
        shown = GIVEN if named else ""
        return Target(
            self.name, self._material, self.execute, shown, self.name in KERNELS, self.slowest
        )

    def _material(self) -> Sequence[bytes]:
        return self.seeds() if callable(self.seeds) else self.seeds

    def execute(self, data: bytes, rng: random.Random) -> None:
        with given(data, self.ending) as path:
            call(rng.choice(self.lines).replace("{file}", path), data)


@contextlib.contextmanager
def given(data: bytes, ending: str) -> Iterator[str]:
    """A file with a new name, since what was read is remembered by name, beside those that stay."""
    if not os.path.exists("gold.mrg"):
        for name, content in FIXED.items():
            Path(name).write_bytes(content)
    path = f"{GIVEN}{next(_numbers)}{ending}"
    Path(path).write_bytes(data)
    try:
        yield path
    finally:
        Path(path).unlink(missing_ok=True)


def call(line: str, stdin: bytes = b"", *more: str) -> str:
    """Run a command; its words are separated by blanks. What it printed is returned."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace") for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), out, err
    try:
        status = karat.main([*line.split(), *more], prog_name="karat", standalone_mode=False)
        for stream in (out, err):
            stream.flush()
        printed: bytes = out.buffer.getvalue()  # type: ignore[attr-defined]
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    if status not in (None, 0, 1, 2):
        raise Contradiction(f"exit status {status}")
    return printed.decode("utf-8", "replace")


def made(make: Callable[[], None], *names: str) -> list[bytes]:
    """The contents of files that commands of karat write in a folder of their own."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, content in FIXED.items():
                Path(name).write_bytes(content)
            make()
            return [path.read_bytes() for name in names for path in sorted(Path().glob(name))]
        finally:
            os.chdir(before)


def trees() -> list[bytes]:
    """Bracketed files."""
    return [TREES, OTHER_TREES, *seeds_of("brackets")]
