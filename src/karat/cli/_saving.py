"""The options that save what a verb has computed, and how its files are kept."""

import functools
import io
import os
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from karat.cli import _options
from karat.model.errors import InputError, KaratError, UsageError
from karat.reports.table import Style
from karat.reports.terminal import printable

if TYPE_CHECKING:
    from karat.engine.tallying import Files
    from karat.store.records import NewFile, NewRun
    from karat.store.store import Store

# A name is for people: a few words at most.
_LONGEST = 200
_STANDARD_INPUT = "-"
# What stands before the name of a saved run where a file could stand.
MARK = "run:"

store = click.option("--store", metavar="URL",
    show_default="the variable KARAT_STORE, otherwise a file in your own folder",
    help="The store of saved runs: sqlite:///FILE or postgresql://…")  # fmt: skip

NONE_YET = "there are no saved runs yet; to save one, type: karat score GOLD SYSTEM --save NAME"


def existing(url: str | None, otherwise: str = NONE_YET) -> "Store":
    """Open a store that is there already; a misspelt name must not make an empty one."""
    from karat.store import open_store

    if place := missing(url):
        raise UsageError(f"{place}: {otherwise}")
    return open_store(url)


def missing(url: str | None) -> str:
    """The place of a store that is not there; empty if it is, or if only a server can tell."""
    from karat.store.place import place_of

    place = place_of(url)
    return place.shown if place.file is not None and not place.file.exists() else ""


def confirmed(question: str) -> bool:
    """Whether the user really wants to delete something; where nobody can be asked, it is refused."""
    if not sys.stdin or not sys.stdin.isatty():
        raise UsageError("nothing was deleted: nobody can be asked here; add --yes")
    sure = click.confirm(question, err=True)
    if not sure:
        _options.say(["nothing was deleted"])
    return sure


class Saving(NamedTuple):
    """Whether and how a result is saved: ``name`` is None if it is not, empty if it has no name."""

    name: str | None
    tags: tuple[str, ...]
    keep: bool
    url: str | None

    @property
    def wanted(self) -> bool:
        return self.name is not None

    @property
    def labels(self) -> dict[str, Any]:
        """What the user calls the run, and the command that made it."""
        return {"name": self.name or "", "tags": self.tags, "command": _command()}

    def after(self, status: int, baseline: str | None, style: Style) -> "Saving":
        """The same after gates: a run that is worse than its baseline does not take the baseline's name."""
        if not status or not self.name or baseline != f"{MARK}{self.name}":
            return self
        said = f"note: {self.name} stays the name of the baseline, because a gate was missed"
        _options.note([said], style)
        return self._replace(name="")

    def save(self, run: "NewRun", style: Style) -> None:
        """Save a result that was printed before; say on standard error what it is called now."""
        from karat.store import open_store

        sys.stdout.flush()
        try:
            with open_store(self.url) as opened:
                found = opened.save(run)
        except KaratError as error:
            raise type(error)(f"the run was not saved: {error}") from None
        called = f"{printable(run.name)} ({found})" if run.name else found
        _options.note(
            [f"saved as {called}: karat runs show {shlex.quote(run.name or found)}"], style
        )


def saving(function: _options.Verb) -> _options.Verb:
    """Whether and how the result is saved; the verb gets it as ``saving``."""

    @functools.wraps(function)
    def call(
        *arguments: Any, save: str | None, tag: tuple[str, ...], no_keep_files: bool,
        store: str | None, **options: Any,
    ) -> Any:  # fmt: skip
        if save is None and (tag or no_keep_files):
            raise UsageError("--tag and --no-keep-files are about saved runs: add --save")
        if save is not None:
            from karat.store.place import place_of

            place_of(store)  # report a fault before anything is computed
            sys.stdout = cast(Any, _Patient(sys.stdout))
        asked = Saving(save, tag, not no_keep_files, store)
        return function(*arguments, saving=asked, **options)

    return _options.stacked(
        click.option("--save", is_flag=False, flag_value="", metavar="[NAME]", callback=_checked,
            help="Save the result in the store of runs, under this name. See: karat runs --help."),
        click.option("--tag", multiple=True, metavar="TAG",
            help="With --save, a tag of the run. May be given several times."),
        click.option("--no-keep-files", is_flag=True,
            help="With --save, keep the places and hashes of the files only, not their contents."),
        store,
    )(call)  # fmt: skip


def _checked(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """Refuse what cannot be the name of a run, before anything is computed."""
    from importlib.util import find_spec

    if name is None:
        return None
    if os.path.isfile(name):
        raise UsageError(
            f"--save {name}: this is a file, not the name of a run; write --save at the end, or give a "
            "name: --save NAME"
        )
    if name != name.strip() or len(name) > _LONGEST or printable(name) != name:
        raise UsageError(
            f"--save {printable(name)[:40]}: a name is at most {_LONGEST} characters that can be printed, "
            "without spaces around it"
        )
    if name.startswith(MARK):
        raise UsageError(f"--save {name}: leave out {MARK}, which stands before names of runs")
    if find_spec("sqlalchemy") is None:
        from karat.store import open_store

        open_store()
    return name


def _command() -> str:
    """The command as it was typed; the address of the store, which may hold a password, is left out."""
    words, kept = sys.argv[1:], []
    while words:
        word = words.pop(0)
        if word == "--store":
            words = words[1:]
        elif not word.startswith("--store="):
            kept.append(word)
    return printable(shlex.join(["karat", *kept]))


class Watched:
    """The files of a run, from before they are read until they are saved.

    Standard input is copied while it is read, so that it can be kept. A file that changes meanwhile is
    refused: what is saved must be what was scored.
    """

    def __init__(self, saving: Saving, paths: Sequence[str]) -> None:
        self._keep = saving.keep
        self._stamps = {path: _stamp(path) for path in paths if saving.wanted}
        self._copy = None
        if saving.wanted and _STANDARD_INPUT in paths and sys.stdin is not None:
            import tempfile  # few runs need it

            from karat.parsers.processes import remove_with_us

            self._copy = tempfile.NamedTemporaryFile(prefix="karat-")  # noqa: SIM115  # until the end
            remove_with_us(self._copy.name)
            sys.stdin = cast(Any, _Copied(sys.stdin, self._copy))

    def place(self, path: str) -> str:
        """Where a file can be read again: for standard input, that is its copy."""
        if path != _STANDARD_INPUT or self._copy is None:
            return path
        self._copy.flush()
        return self._copy.name

    def file(
        self, role: str, name: str, path: str, options: Mapping[str, Any] | None = None,
        sha256: str = "",
    ) -> "NewFile":  # fmt: skip
        """A file as it is saved; ``sha256`` is the hash of what was read, if that is known."""
        from karat.files.source import is_pipe
        from karat.store.making import file_of
        from karat.store.records import NewFile

        place = self.place(path)
        if is_pipe(place) or os.path.isdir(place):
            return NewFile(role, name, path, sha256, 0, None, options or {})
        if place == path and _stamp(path) != self._stamps.get(path):
            raise _changed(path)
        found = file_of(role, name, place, shown=path, options=options, keep=self._keep)
        if sha256 and found.sha256 != sha256:
            raise _changed(path)
        return found

    def files(self, files: "Files", gold_sha256: str) -> "tuple[NewFile, ...]":
        """Gold and the systems, with how they were read."""
        from karat.store.making import reading

        gold = self.file("gold", files.gold, files.gold, reading(files, "gold"), gold_sha256)
        how = reading(files, "system")
        return gold, *(self.file("system", *one, how) for one in files.systems.items())


def _stamp(path: str) -> tuple[int, ...]:
    """What changes when a file does."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _changed(path: str) -> InputError:
    return InputError(
        f"{path}: the file changed while it was read, so the run was not saved; type the command again"
    )


class _Patient:
    """Standard output whose reader may go away, as in `karat score … | head`: the run is saved anyway."""

    def __init__(self, stdout: Any) -> None:
        self._stdout = stdout

    def write(self, text: str) -> int:
        with suppress(BrokenPipeError):
            self._stdout.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        with suppress(BrokenPipeError):
            self._stdout.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stdout, name)


class _Copied:
    """Standard input whose bytes are copied to a file as they are read."""

    def __init__(self, stdin: Any, copy: Any) -> None:
        self._stdin = stdin
        self.buffer = io.BufferedReader(_Copying(stdin.buffer, copy))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stdin, name)


class _Copying(io.RawIOBase):
    def __init__(self, source: Any, copy: Any) -> None:
        self._source, self._copied = source, copy

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count: int = self._source.readinto1(buffer)
        self._copied.write(memoryview(buffer)[:count])
        return count
