"""The command line: one verb, one module, imported when it is called."""

import functools
import gc
import importlib
import io
import pkgutil
import sys
import warnings
from collections.abc import Callable
from typing import Any

import click

from karat import __version__

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def verb(examples: str, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """A command whose help ends in examples."""
    return click.command(epilog=f"\b\nExamples:{examples}", **settings)


def drop_in(examples: str) -> Callable[[Callable[[list[str]], int]], click.Command]:
    """A verb that passes its arguments to the program that it stands in for."""
    settings = {"ignore_unknown_options": True, "allow_interspersed_args": False}

    def decorate(function: Callable[[list[str]], int]) -> click.Command:
        @verb(examples, add_help_option=False, context_settings=settings)
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


class Verbs(click.Group):
    """Finds its commands by looking into this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))

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
    """Run the command line and return its exit status: 0 fine, 1 a threshold missed, 2 an error."""
    from karat.model.errors import KaratError

    # A short-lived process with few cycles: looking for garbage every 700 objects is wasted.
    gc.set_threshold(100_000)
    if sys.stdout is None:
        click.echo("karat: the output cannot be written: it is closed", err=True)
        return 2
    _guard_streams()
    warnings.showwarning = lambda message, *_, **__: click.echo(f"karat: note: {message}", err=True)
    try:
        status = karat.main(prog_name="karat", standalone_mode=False)
        sys.stdout.flush()
        _say_if_slow()
    except KaratError as error:
        click.echo(f"karat: {error}", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("karat: stopped", err=True)
        return 130
    except (BrokenPipeError, SystemExit):
        # The reader of our output went away, as in `karat score … | head`: no error of ours. Click
        # turns it into SystemExit, and into nothing else.
        sys.stderr.close()
        return 0
    except RecursionError:
        # The readers of TOML and JSON are recursive; nothing else is that meets users' files.
        click.echo("karat: a file is nested too deep to be read", err=True)
        return 2
    except OSError as error:
        click.echo(f"karat: the output cannot be written: {error.strerror or error}", err=True)
        return 2
    return status if isinstance(status, int) else 0


def _guard_streams() -> None:
    """Names and words that the output's encoding lacks, or that would steer a terminal, are escapes."""
    from karat.cli._people import People

    out, err = sys.stdout, sys.stderr
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")
        sys.stdout = People(out, colours=True) if out.isatty() else out
    if isinstance(err, io.TextIOWrapper):
        sys.stderr = People(err, colours=False)


def _say_if_slow() -> None:
    kernels = sys.modules.get("karat.kernels")
    if kernels is not None and not kernels.compiled():
        click.echo("note: the kernels are not compiled: same results, but slow", err=True)
