"""link-grammar: the program link-parser, one sentence at a time through a pipe.

The program flushes its output only after the next sentence, so each sentence is followed by a mark
and by a full stop as a further sentence. A blank before a sentence keeps ``!`` and ``%`` from being
read as commands and comments.

The number of analyses is the number of linkages without violations. If there are more than
``limit`` linkages, the program looks at a sample, and the number is an estimate: all linkages times
the share of the sample without violations (the program counts up to 2147483647).

>>> reply = '''Found 2 linkages (2 had no P.P. violations)
... 	Linkage 1, cost vector = (UNUSED=0 DIS= 0.00 LEN=2)
... (S (NP dogs.n) (VP bark.v))
...
...    LEFT-WALL      hWd           >---Wd-----  Wd              dogs.n
... '''
>>> found = LinkGrammar().understand("test set to a1\\n" + reply + "test set to b1\\n", "Dogs bark")
>>> found.analyses, found.first, found.tags
(2, '(S (NP ( Dogs)) (VP ( bark)))', (('Dogs', 'n'), ('bark', 'v')))
"""

import os
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from karat.formats.links.reading import (
    ENTRY,
    LEFT_WALL,
    MARKS,
    RIGHT_WALL,
    arrays,
    restored,
)
from karat.model.errors import UsageError
from karat.parsers import identity, shapes
from karat.parsers.adapter import Adapter, Garbage, Parsed, absent, option

_FOUND = re.compile(
    r"^Found (\d{1,18}) linkages? \((\d{1,18})(?: of (\d{1,18}) random linkages)? "
    r"had no P\.P\. violations\)$",
    re.MULTILINE,
)
_NOTHING = "No complete linkages found."
_NONE = re.compile(rf"^{re.escape(_NOTHING)}$", re.MULTILINE)
_TREE = re.compile(r"^\(S\b.*\)$", re.MULTILINE)
_ONE_WORD = re.compile(r"\(([^\s()]+) ([^\s()]+)\)")
_LEAVES = re.compile(r"(\([^\s()]*\s|\)|[^\s()]+)")
# The program ends with a fatal error if a line is longer.
_LONGEST = 2000


@dataclass(frozen=True)
class LinkGrammar(Adapter):
    """Link Grammar 5: links, constituent tree, number of linkages; rejects bad input"""

    name = "link-grammar"
    gives = "trees"
    tokenises = True

    language: str = option("en", "the dictionary: a language, or a folder")
    limit: int = option(1000, "the largest number of linkages to look at; more are estimated")
    spell: int = option(0, "the number of guesses at the spelling of an unknown word")
    dialect: str = option("", "dialects, as in headline")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.limit < 1:
            raise UsageError("link-grammar: limit should be 1 or more")

    def missing(self) -> str:
        install = "sudo apt-get install link-grammar link-grammar-dictionaries-en"
        return install if absent("link-parser") else ""

    def version(self) -> str:
        return _about("link-grammar-")

    def command(self) -> list[str]:
        switches = [f"limit={self.limit}", f"spell={self.spell}", "null=0", "panic=0"]
        # The supervisor keeps the time; the program's own limit would be reported as no linkage.
        switches += ["timeout=86400", "links=1", "constituents=3", "walls=1", "graphics=0"]
        # With the numbers of the words, the recogniser can tell equal words apart.
        switches.append("postscript=1")
        if self.dialect:
            switches.append(f"dialect={self.dialect}")
        return ["link-parser", self.language, *(f"-{one}" for one in switches)]

    def files(self) -> dict[str, Path]:
        """The program, and the dictionary in the given folder or in the program's own folder."""
        own = Path(self.language)
        folder = own if own.is_dir() else Path(_about("DICTIONARY_DIR=")) / self.language
        return super().files() | identity.under(folder.name, folder)

    def environment(self) -> dict[str, str]:
        return {**os.environ, "LC_ALL": "C.UTF-8"}

    def request(self, sentence: str, number: int) -> bytes:
        text = " ".join(sentence.replace("\0", " ").split()).encode("utf-8", "replace")
        if len(text) > _LONGEST:
            text = b""
        return b"!test=a%d\n %s\n!test=b%d\n.\n" % (number, text, number)

    def whole(self, reply: bytes | bytearray, number: int) -> bool:
        return reply.find(b"test set to b%d\n" % number) >= 0

    def understand(self, reply: str, sentence: str) -> Parsed:
        if len(sentence.encode("utf-8", "replace")) > _LONGEST:
            raise Garbage(f"not parsed: link-parser takes no line over {_LONGEST} bytes")
        native = _between(reply)
        found = _FOUND.search(native)
        if found is None:
            if _NONE.search(native):
                return Parsed(native=native)
            said = native.strip().split("\n", 1)[0][:60]
            raise Garbage(f"the answer has no number of linkages: {said or 'no output'}")
        linkages, right, sample = int(found[1]), int(found[2]), int(found[3] or 0)
        analyses = round(linkages * right / sample) if sample else right
        tree = _TREE.search(native)
        if not analyses or not tree:
            return Parsed(analyses, native=native)
        first, tags = _cleaned(tree[0], native, sentence)
        return Parsed(analyses, first, (), tags, native)

    def transcript(self, parsed: Parsed | None, sentence: str) -> str:
        """The sentence is written above the answer, as with ``-echo=1``, so that its words are known.

        A sentence without an answer is written as one without a linkage, so that none is skipped.
        """
        # The blank keeps a sentence from being taken for an answer.
        echo = f" {' '.join(sentence.split())}\n" if sentence.strip() else ""
        if parsed is None or parsed.failure or not parsed.analyses:
            return f"{echo}{_NOTHING}\n\n"
        answer = _FOUND.search(parsed.native)
        at = answer.start() if answer else 0
        return parsed.native[:at] + echo + parsed.native[at:]


ADAPTER = LinkGrammar


@cache
def _about(name: str) -> str:
    """What the program says about itself after ``name``; empty if nothing."""
    try:
        done = subprocess.run(
            ["link-parser", "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    said = re.search(rf"{name}(\S+)", done.stdout)
    return said[1] if said else ""


def _between(reply: str) -> str:
    lines = reply.split("\n")
    marks = [i for i, line in enumerate(lines) if line.startswith("test set to ")]
    if len(marks) < 2:
        raise Garbage("the marks are missing in the answer")
    return "\n".join(lines[marks[-2] + 1 : marks[-1]]) + "\n"


def _cleaned(tree: str, native: str, sentence: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The tree with the words of the sentence, and the words with their entries in the dictionary.

    The program's trees may lack the last words; these then follow the tree in a nameless bracket. A
    phrase of one word is written ``(NP ( he))``, because ``(NP he)`` is a word with the tag NP.
    """
    pieces = _LEAVES.findall(tree)
    places = [i for i, piece in enumerate(pieces) if piece[0] not in "()"]
    every = [word for word in arrays(native.split("\n"))[0] if word not in (LEFT_WALL, RIGHT_WALL)]
    lacking = every[len(places) :]
    marked = [MARKS.sub("", word) for word in (*(pieces[i] for i in places), *lacking)]
    entries = [ENTRY.search(word) for word in marked]
    words = restored([ENTRY.sub("", word) for word in marked], sentence)
    for i, one in zip(places, words, strict=False):
        pieces[i] = shapes.word(one) + " "
    text = re.sub(r" +(?=\))", "", "".join(piece if piece != ")" else ") " for piece in pieces))
    text = _ONE_WORD.sub(r"(\1 ( \2))", text)
    if lacking:
        text = f"({text.strip()} {' '.join(map(shapes.word, words[len(places) :]))})"
    tags = ((one, found[1] if found else "") for one, found in zip(words, entries, strict=True))
    return text.strip(), tuple(tags)
