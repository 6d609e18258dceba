"""The command line: one verb, one module, imported when it is called."""

import errno
import functools
import gc
import importlib
import io
import os
import pkgutil
import signal
import sys
import warnings
import weakref
from collections.abc import Callable
from typing import Any

import click

from karat import __version__

# The exit status of an error that is our own.
BUG = 70
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


_TOO_LITTLE = "there is not enough memory for this; try a part of the files"
_LIMITED = "ulimit -u); try --threads 1 or --jobs 1, or end other programs"


class _Careful(click.Command):
    """Refuses an option whose value is empty, as that of "$X" where X is not set: it would do nothing."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        given = click.core.ParameterSource.COMMANDLINE
        for one in self.params:
            # An option whose value may be left out, as --save, has a text for that.
            if not isinstance(one, click.Option) or isinstance(one.flag_value, str):
                continue
            value = ctx.params.get(one.name or "")
            values = value if isinstance(value, tuple) else (value,)
            if "" in values and ctx.get_parameter_source(one.name or "") is given:
                from karat.model.errors import UsageError

                raise UsageError(f"{one.opts[-1]} is empty; give a value, or leave it out")
        return left


def verb(examples: str, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """A command whose help ends in examples."""
    settings.setdefault("cls", _Careful)
    return click.command(epilog=f"\b\nExamples:{examples}", **settings)


class _Passing(click.Command):
    """Passes on all arguments as they were typed, ``--`` too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, ["--", *args])


def drop_in(examples: str) -> Callable[[Callable[[list[str]], int]], click.Command]:
    """A verb that passes its arguments to the program that it stands in for."""
    settings = {"ignore_unknown_options": True}

    def decorate(function: Callable[[list[str]], int]) -> click.Command:
        @verb(examples, cls=_Passing, add_help_option=False, context_settings=settings)
        @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
        @click.pass_context
        @functools.wraps(function)
        def command(context: click.Context, arguments: tuple[str, ...]) -> int:
            if "--help" not in arguments:
                return function(list(arguments))
            click.echo(context.get_help())
            return 0

        return command

    return decorate


@functools.cache
def _verbs() -> tuple[str, ...]:
    return tuple(
        sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))
    )


class Verbs(click.Group):
    """Finds its commands by looking into this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_verbs())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            from karat.model.errors import unknown

            raise unknown("verb", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs, context_settings=SETTINGS)
@click.version_option(__version__, message="karat %(version)s")
def karat() -> None:
    """Evaluate and compare natural-language parsers.

    \b
    karat score gold.mrg system.mrg --scheme 'evalb(params=new)'
    karat show gold.mrg system.mrg -n 3
    karat explain evalb.f1 gold.mrg system.mrg

    Completion in bash: eval "$(_KARAT_COMPLETE=bash_source karat)"; likewise zsh_source and
    fish_source.
    """


def run() -> int:
    """Run the command line and return its exit status.

    0: fine, 1: a threshold was missed, 2: an error in what was given, 70: a bug of ours.
    """
    from karat.model.errors import KaratError

    # A short-lived process with few cycles: looking for garbage every 700 objects is wasted.
    gc.set_threshold(100_000)
    _occupy_closed_streams()
    if sys.stderr is None:
        # Closed by the caller, who does not want to read what is said there.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open until the end
    if sys.stdout is None:
        click.echo("karat: the output cannot be written: it is closed", err=True)
        return 2
    _guard_streams()
    stopped_by = _end_in_order()
    warnings.showwarning = lambda message, *_, **__: click.echo(f"karat: note: {message}", err=True)
    try:
        status = karat.main(prog_name="karat", standalone_mode=False)
        sys.stdout.flush()
    except KaratError as error:
        click.echo(f"karat: {error}", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("karat: stopped", err=True)
        return 128 + stopped_by()
    except (BrokenPipeError, SystemExit) as error:
        # The reader of our output went away, as in `karat score … | head`: no error of ours. Click
        # turns it into SystemExit(1).
        if isinstance(error, SystemExit) and error.code != 1:
            raise
        sys.stderr.close()
        return 0
    except RecursionError:
        # The readers of TOML and JSON are recursive; nothing else is that meets users' files.
        click.echo("karat: a file is nested too deep to be read", err=True)
        return 2
    except OSError as error:
        click.echo(f"karat: {_refused(error)}", err=True)
        return 2
    except (MemoryError, ImportError, RuntimeError) as error:
        return _limited(error)
    except Exception as error:  # noqa: BLE001  # whatever else goes wrong is our mistake
        return _bug(error)
    return status if isinstance(status, int) else 0


class _Told(KeyboardInterrupt):
    """Somebody told us to end, by a signal. Unlike KeyboardInterrupt it can be referred to weakly."""


def _end_in_order() -> Callable[[], int]:
    """End in order if told to end, so that parsers and temporary files go as well.

    The function returned gives the number of the signal. Python drops an exception that is raised while it
    finalises an object, as it does during imports: the one of a signal must not be lost, so a clock looks
    whether it is still there.
    """
    seen = [signal.SIGINT]
    raised: list[weakref.ref[_Told]] = []
    dropped = sys.unraisablehook

    def drop(info: Any) -> None:
        if info.exc_type is not _Told:
            dropped(info)

    def end(number: int, frame: object) -> None:
        seen.append(signal.Signals(number))
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, again)
            signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
        tell()

    def again(number: int, frame: object) -> None:
        if all(one() is None for one in raised):
            tell()

    def tell() -> None:
        told = _Told()
        raised.append(weakref.ref(told))
        try:
            raise told
        finally:
            del told  # its own traceback would keep it

    def ended() -> int:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        return seen[-1]

    sys.unraisablehook = drop
    usual = signal.SIG_DFL, signal.default_int_handler
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What nohup ignores remains ignored; Windows has no SIGHUP.
        if number is not None and signal.getsignal(number) in usual:
            signal.signal(number, end)
    return ended


def _refused(error: OSError) -> str:
    """What the system refused."""
    if isinstance(error, BlockingIOError):
        return f"the system allows no more processes ({_LIMITED}"
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return "the system allows no more open files (ulimit -n)"
    if error.errno == errno.ENOMEM:
        return _TOO_LITTLE
    # An error of a stream has no name; that of a file, read or written, has one.
    return f"{error.filename or 'the output cannot be written'}: {error.strerror or error}"


def _limited(error: Exception) -> int:
    """Say that the system allows no more memory or threads; any other error is a bug."""
    # Where memory is limited (ulimit -v), there may be no room for a module.
    if isinstance(error, MemoryError) or "failed to map" in str(error):
        return _no_memory()
    if "can't start new thread" in str(error):
        click.echo(f"karat: the system allows no more threads ({_LIMITED}", err=True)
        return 2
    return _bug(error)


def _no_memory() -> int:
    click.echo(f"karat: {_TOO_LITTLE}", err=True)
    return 2


def _bug(error: Exception) -> int:
    """Say that an error is karat's own, and how to report it; return the exit status of such errors.

    It is not 1, which would say that a threshold was missed.
    """
    import traceback

    if os.environ.get("KARAT_DEBUG"):
        traceback.print_exception(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    told = str(error).encode("unicode_escape").decode()[:200]
    click.echo(
        f"karat: this is a bug in karat {__version__}: {type(error).__name__}: {told} "
        f"({os.path.basename(place.filename)}:{place.lineno})\n"
        "please report it, with the command and a file that shows it; KARAT_DEBUG=1 prints more",
        err=True,
    )
    return BUG


def _occupy_closed_streams() -> None:
    """Nothing is opened under the number of a standard stream: a parser's pipe would be taken for it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free, so this one.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _guard_streams() -> None:
    """Names and words that the output's encoding lacks, or that would steer a terminal, are escapes."""
    from karat.cli._people import People

    out, err = sys.stdout, sys.stderr
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")
        sys.stdout = People(out, needed=True) if out.isatty() else out
    if isinstance(err, io.TextIOWrapper):
        sys.stderr = People(err, needed=False)
