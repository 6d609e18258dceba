"""command: any program that reads one sentence per line and writes trees, CoNLL-U or other text.

    command(run="my-parser --fast",gives=trees,reply=line)

``reply`` says where an answer ends. ``line``: at the end of the line; several trees on a line are
several analyses. ``blank``: at a blank line, as in CoNLL-U. ``end``: when the program ends; it is
started again for each sentence. With ``line`` and ``blank`` the program must not buffer its output; if
it does, use ``stdbuf -oL my-parser`` or ``reply=end``.

>>> Command(run="x", gives="trees").understand("(S (N a)) (S (V a))\\n", "a").analyses
2
"""

import shlex
from contextlib import suppress
from dataclasses import dataclass, replace

from karat.model.errors import UsageError
from karat.parsers import shapes
from karat.parsers.adapter import Adapter, Garbage, Parsed, absent, option


@dataclass(frozen=True)
class Command(Adapter):
    """any program that reads lines and writes trees, CoNLL-U or other text"""

    name = "command"
    tokenises = True

    run: str = option("", "the program with its arguments, as a shell would read them")
    gives: str = option("trees", "what it writes", ("trees", "conllu", "text"))  # type: ignore[misc]  # an option of this adapter
    reply: str = option("", "where an answer ends; default: line, or blank for conllu",
                        ("", "line", "blank", "end"))  # fmt: skip

    @property
    def ends(self) -> str:
        """Where an answer ends: the option, or the default for what the program writes."""
        return self.reply or ("blank" if self.gives == "conllu" else "line")

    @property
    def once(self) -> bool:  # type: ignore[override]  # depends on an option
        return self.ends == "end"

    def missing(self) -> str:
        return ""

    def check(self) -> None:
        if not self.run:
            raise UsageError(
                "command needs a program to run, as in: --with 'command(run=\"my-parser -q\")'"
            )
        program = self.command()[0]
        if absent(program):
            raise UsageError(f"command: there is no program {program!r} to run")

    def command(self) -> list[str]:
        try:
            words = shlex.split(self.run)
        except ValueError as error:
            raise UsageError(f"command: cannot read {self.run!r}: {error}") from None
        if not words:
            raise UsageError("command: nothing to run")
        return words

    def whole(self, reply: bytes | bytearray, number: int) -> bool:
        return reply.endswith(b"\n\n" if self.ends == "blank" else b"\n") or reply == b"\n"

    def understand(self, reply: str, sentence: str) -> Parsed:
        text = reply.strip("\n")
        if not text.strip():
            return Parsed(native=reply)
        if self.gives == "trees":
            if self.ends == "line":
                text = _answer(text.split("\n"), sentence)
            found = Parsed.trees(shapes.trees(text), reply)
            return replace(found, analyses=0, first="") if found.first == "()" else found
        if self.gives == "conllu":
            first, *others = _sentences(text.split("\n\n"), sentence) or [""]
            found = Parsed.conllu(first, reply)
            return replace(found, analyses=found.analyses + len(others), others=tuple(others))
        return Parsed(1, text, native=reply)


def _answer(lines: list[str], sentence: str) -> str:
    """The line that answers: of several, the only one with trees over the words of the sentence."""
    if len(lines) == 1:
        return lines[0]
    fitting = [line for line in lines if _fits(line, sentence)]
    if len(fitting) != 1:
        raise Garbage(f"{len(lines)} lines for one sentence: {lines[0][:60]!r} …")
    return fitting[0]


def _fits(line: str, sentence: str) -> bool:
    try:
        trees = shapes.trees(line)
    except Garbage:
        return False
    words = shapes.tree_words(trees[0]) if trees else []
    return bool(words) and shapes.about(words, sentence)


def _sentences(parts: list[str], sentence: str) -> list[str]:
    """The analyses among parts of CoNLL-U; of several parts, those over the words of the sentence."""
    if len(parts) == 1:
        return [one for one in map(shapes.checked_conllu, parts) if one]
    found = []
    for part in parts:
        with suppress(Garbage):
            one = shapes.checked_conllu(part)
            words = [word for word, _ in shapes.conllu_tags(one)]
            if words and shapes.about(words, sentence):
                found.append(one)
    if not found:
        raise Garbage(f"{len(parts)} parts, none about the sentence: {parts[0][:60]!r} …")
    return found


ADAPTER = Command
