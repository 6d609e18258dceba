"""Recognisers that are programs or Python functions; they are used as rules are.

    command(python3 recognise.py {input})    a program that reads the whole file
    command(run="./recognise",reply=line)    a program that reads native output sentence by sentence
    recognise.py:phenomena                   a function of the native output of a sentence
    my_package.recognise:phenomena           the same, in a module that can be imported

With ``{input}`` the program is started once. It writes a line of names for each sentence, or lines
with an id, a tab and names, in any order. Without it, the program reads the output for a sentence from
standard input, up to its end, and writes names; it is started again for each sentence. With
``reply=line`` it keeps running: a blank line ends each sentence that it reads, and its answer is a line.
"""

import hashlib
import re
import shlex
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import ClassVar, get_type_hints

from karat.files import phenomena
from karat.files.phenomena import is_known
from karat.files.source import STANDARD_INPUT, Source
from karat.model import options
from karat.model.errors import InputError, UsageError
from karat.parsers.adapter import Parsed, option
from karat.parsers.command import Command
from karat.parsers.identity import hashes
from karat.parsers.pool import parse_all
from karat.parsers.processes import remove_with_us
from karat.parsers.supervise import Limits, Supervisor
from karat.recognise.evidence import FORMATS, Evidence
from karat.recognise.rules import PROGRAM, Recogniser, load
from karat.suites import functions, runs
from karat.suites.functions import Program

_INPUT = "{input}"
# Seconds that a program has for a sentence, and for a whole file.
_SENTENCE, _FILE = 10.0, 3600.0
# Megabytes that it may write for a file.
_FILE_OUTPUT = 64
_NEW_NAMES = (
    "to add a name, describe it under [phenomena] in a TOML file, and name the file: "
    'command(run="…",inventory=FILE)'
)


def recogniser(text: str) -> Recogniser:
    """A recogniser by what follows ``--with``: rules, a program, or a function."""
    found = PROGRAM.fullmatch(text)
    if text.endswith(".py") and not found:
        raise UsageError(f"{text}: name the function too: write {text}:function")
    if not found:
        return load(text)
    return functions.named(found["module"], found["name"]) if found["name"] else _program(text)


@dataclass(frozen=True)
class NamesCommand(Command):
    """A program that reads native output and writes the names of phenomena."""

    gives: ClassVar[str] = "text"  # type: ignore[misc]  # no option here
    reply: str = option("end", "where an answer ends", ("end", "line"))
    seconds: float = option(0.0, "the limit for a sentence, or for the file with {input}")
    format: str = option("", "the format that it reads; default: detected", ("", *FORMATS))
    inventory: str = option("", "what it can show: a TOML file, tam2008, or names joined by +")

    def request(self, sentence: str, number: int) -> bytes:
        if self.once:
            return sentence.encode()
        lines = [line for line in sentence.split("\n") if line.strip()]
        return "".join(f"{line}\n" for line in [*lines, ""]).encode()

    def understand(self, reply: str, sentence: str) -> Parsed:
        return Parsed(1, reply, native=reply)

    def answer(self, path: str) -> str:
        """What the program writes for a whole file."""
        adapter = NamesCommand(run=self.run.replace(_INPUT, shlex.quote(path)))
        supervisor = Supervisor(adapter, Limits(self.seconds or _FILE, output=_FILE_OUTPUT))
        try:
            found = supervisor.parse("")
        finally:
            supervisor.close()
        if found.failure:
            raise InputError(f"{self}: {found.failure}: {found.message}")
        return found.first

    def of_file(self, evidence: Evidence) -> Iterable[Sequence[str]]:
        """The names of each sentence, from what the program writes for the file."""
        with _file(evidence) as path:
            lines = self.answer(path).split("\n")
        if not lines[-1]:
            lines.pop()
        if any("\t" in line for line in lines):
            return _by_id(lines, evidence, str(self))
        if len(lines) != len(evidence):
            raise InputError(
                f"{self}: it wrote {len(lines)} lines for {len(evidence)} sentences; it should write "
                "one line of names for each sentence, or an id, a tab and names"
            )
        return map(_split, lines)

    def of_sentences(self, evidence: Evidence) -> Iterable[Sequence[str]]:
        """The names of each sentence; the program is not asked about one without output."""
        asked = [(i, text) for i, text in enumerate(evidence.texts) if text.strip()]
        found: list[Sequence[str]] = [()] * len(evidence)
        for i, parsed in parse_all(asked, self, Limits(self.seconds or _SENTENCE)):
            if parsed.failure:
                raise InputError(
                    f"{self}: sentence {evidence.name(i)}: {parsed.failure}: {parsed.message}"
                )
            found[i] = _split(parsed.first)
        return found


def _program(text: str) -> Program:
    inside = text.removeprefix("command(")
    if not inside.endswith(")"):
        raise UsageError(f"{text!r} lacks the closing bracket: command(my-program {_INPUT})")
    hints = get_type_hints(NamesCommand)
    types = {one.name: hints[one.name] for one in fields(NamesCommand)}
    if re.match(rf"\s*(?:{'|'.join(types)})\s*=", inside):
        _, given, rest = options.split(text)
        if rest:
            raise UsageError(f"cannot read {rest!r} after the command")
    else:
        given = {"run": _without_options(inside[:-1].strip(), types)}
    command = NamesCommand(**options.read("command", given, types))
    command.check()
    names = command.inventory
    stated = phenomena.inventory(names) if names else None
    known = str(command), sorted(hashes(command.files()).items()), names and phenomena.digest(names)
    digest = hashlib.sha256(repr(known).encode()).hexdigest()
    answers = command.of_file if _INPUT in command.run else command.of_sentences
    return Program(
        str(command), command.format, (), digest, own=stated.own if stated else {},
        answers=answers, inventory=stated, advice=_NEW_NAMES,
    )  # fmt: skip


def _without_options(run: str, names: Iterable[str]) -> str:
    """A program with its arguments; options after it would be taken as arguments."""
    if found := re.search(rf",\s*((?:{'|'.join(names)})\s*=[^,]*)$", run):
        written = f'command(run="{run[: found.start()]}",{found[1]})'
        raise UsageError(f"command({run}): with options, the program is in quotes: {written}")
    return run


def _split(line: str) -> tuple[str, ...]:
    """The names in a line or an answer, separated by commas or, if they have no blanks, by blanks.

    >>> _split("Proper noun, passive"), _split("passive modal"), _split("relative clause")
    (('Proper noun', 'passive'), ('passive', 'modal'), ('relative clause',))
    """
    pieces = [piece.strip() for piece in re.split(r"[,;\n]", line)]
    return tuple(
        name for piece in pieces for name in ([piece] if is_known(piece) else piece.split())
    )


def _by_id(lines: Sequence[str], evidence: Evidence, program: str) -> list[tuple[str, ...]]:
    place = {evidence.name(i): i for i in range(len(evidence))}
    found: dict[int, tuple[str, ...]] = {}
    for number, line in enumerate(lines, 1):
        name, tab, rest = line.partition("\t")
        what = ""
        if not tab and line.strip():
            what = f"{line.strip()!r} has no tab after the id"
        elif tab and name.strip() not in place:
            what = f"there is no sentence {name.strip()!r}"
        elif tab and place[name.strip()] in found:
            what = f"a second answer for sentence {name.strip()!r}"
        if what:
            raise InputError(f"{program}: line {number} of its output: {what}")
        if tab:
            found[place[name.strip()]] = _split(rest)
    if missing := [evidence.name(i) for i in range(len(evidence)) if i not in found]:
        raise InputError(
            f"{program}: no answer for sentence {missing[0]}"
            + (f" and {len(missing) - 1} more" if len(missing) > 1 else "")
            + "; for a sentence that shows nothing, it should write its id and a tab"
        )
    return [found[i] for i in range(len(evidence))]


@contextmanager
def _file(evidence: Evidence) -> Iterator[str]:
    """The path of a file that a program can read: the file itself, or a copy.

    A compressed file is unpacked; the output in a run becomes a text of records with ids.
    """
    path = evidence.path
    if path != STANDARD_INPUT and Path(path).is_file():
        with closing(Source(path)) as source, Path(path).open("rb") as raw:
            head = source.peek(64)
            if head == raw.read(64)[: len(head)] and not head.startswith(runs.MARK):
                yield path
                return
    content = evidence.original
    if content is None:
        both = ((evidence.name(i), text.strip("\n")) for i, text in enumerate(evidence.texts))
        content = "".join(f"#id {name}\n{text or '#none'}\n" for name, text in both).encode()
    with tempfile.NamedTemporaryFile(suffix=".txt") as copy:
        remove_with_us(copy.name)
        copy.write(content)
        copy.flush()
        yield copy.name
