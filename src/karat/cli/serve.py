"""karat serve: the workbench in a browser."""

import ipaddress
import os
import re
from dataclasses import replace

import click

from karat.cli import verb
from karat.model.errors import InputError, UsageError
from karat.web.settings import PORT, Limits, Settings

_HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?")
_BASE_PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")


@verb("""
  karat serve
  karat serve --port 0 --open
  karat serve --store postgresql://karat@localhost/runs --read-only
  KARAT_TOKEN=… karat serve --host 0.0.0.0
  karat serve --trusted-host bench.example.org --proxy 127.0.0.1 --token-file token.txt""")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS",
    help="The address to listen at. Any but the usual one lets others in, so it needs a token.")  # fmt: skip
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535),
    help="The port; 0 is any free one.")  # fmt: skip
@click.option("--store", metavar="URL", default=None, show_default="KARAT_STORE, or your own store",
    help="Where runs are kept: sqlite:///FILE or postgresql://….")  # fmt: skip
@click.option("--read-only", is_flag=True,
    help="Show everything, change nothing: no upload, no annotation, no comments.")  # fmt: skip
@click.option("--figures-only", is_flag=True,
    help="Show no sentences and no files, for gold that may not be passed on: only leaderboards, runs, "
    "comparisons and histories.")  # fmt: skip
@click.option("--public", is_flag=True,
    help="Let everybody read without a token; only with --read-only.")  # fmt: skip
@click.option("--token-file", metavar="FILE", default=None, show_default="KARAT_TOKEN",
    help="A file with the token that visitors must give. If a token is needed and none is given, "
    "karat makes one and prints it once.")  # fmt: skip
@click.option("--trusted-host", "trusted_hosts", multiple=True, metavar="NAME",
    help="A name under which browsers reach the server, through a proxy for example. "
    "May be given several times.")  # fmt: skip
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS",
    help="A reverse proxy whose X-Forwarded-For and X-Forwarded-Proto are believed. "
    "May be given several times.")  # fmt: skip
@click.option(
    "--base-path", default="", metavar="PATH", help="The path of all pages, as in /karat."
)
@click.option("--max-upload", default=64, show_default=True, type=click.IntRange(1, 4096), metavar="MB",
    help="The largest upload.")  # fmt: skip
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1, 64),
    help="Uploads that are scored at the same time.")  # fmt: skip
@click.option("--job-seconds", default=120, show_default=True, type=click.IntRange(1, 86400),
    help="The time for scoring one upload.")  # fmt: skip
@click.option("--open", "opened", is_flag=True, help="Open the first page in a browser.")
def command(
    host: str, port: int, store: str | None, read_only: bool, figures_only: bool, public: bool,
    token_file: str | None, trusted_hosts: tuple[str, ...], proxies: tuple[str, ...], base_path: str,
    max_upload: int, jobs: int, job_seconds: int, opened: bool,
) -> None:  # fmt: skip
    """Show saved runs in a browser: leaderboards, comparisons, sentences, annotation.

    Only this machine can reach the server, unless --host, --trusted-host or --proxy is given; then
    visitors need a token. Ctrl-C stops it. docs/serve.md explains it.
    """
    _check(trusted_hosts, proxies, base_path, public=public, read_only=read_only)
    token = _given_token(token_file)
    if public and token:
        raise UsageError("--public needs no token; leave out --token-file and KARAT_TOKEN")
    _check_packages()
    from karat.web.app import create_app
    from karat.web.server import bound, home, serve

    megabytes = max_upload << 20
    limits = Limits(
        upload=megabytes, file=min(megabytes, Limits.file), jobs=jobs, job_seconds=job_seconds
    )
    host = "127.0.0.1" if host == "localhost" else host
    settings = Settings(
        store, host, port, token, read_only, figures_only, trusted_hosts, base_path.rstrip("/"),
        proxies, limits,
    )  # fmt: skip
    made = not token and not public and not settings.private
    if made:
        from karat.web.security.tokens import generated

        settings = replace(settings, token=generated())
    with bound(host, port) as at:
        settings = replace(settings, port=at.getsockname()[1])
        app = create_app(settings)
        serve(
            app,
            settings,
            at,
            lambda: _welcome(home(settings), settings.token if made else "", opened),
        )


def _welcome(address: str, token: str, opened: bool) -> None:
    """Say where the pages are; a token that was made is said once."""
    click.echo(f"karat serve: {address} (Ctrl-C stops it)")
    if token:
        click.echo(f"karat serve: visitors log in with the token {token}")
    if opened:
        import webbrowser

        webbrowser.open(address)


def _check(
    trusted_hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    base_path: str,
    *,
    public: bool,
    read_only: bool,
) -> None:
    """Report wrong usage before anything is started."""
    for one in trusted_hosts:
        if not _HOST_NAME.fullmatch(one):
            raise UsageError(
                f"--trusted-host: {one!r} is not a name; write for example bench.example.org, without a port"
            )
    for one in proxies:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            raise UsageError(
                f"--proxy: {one!r} is not an address; write for example 127.0.0.1 or 10.0.0.0/8"
            ) from None
    if base_path and not _BASE_PATH.fullmatch(base_path.rstrip("/")):
        raise UsageError(f"--base-path: {base_path!r} is not a path; write for example /karat")
    if public and not read_only:
        raise UsageError("--public lets everybody in without a token; add --read-only")


def _given_token(path: str | None) -> str:
    """The token from a file or the environment; it is never an argument, which others could see."""
    if path is None:
        return os.environ.get("KARAT_TOKEN", "").strip()
    try:
        with open(path, encoding="utf-8") as stream:
            found = stream.read(4096).strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"{path}: the token cannot be read: {reason}") from None
    if not found or not found.isascii() or not found.isprintable() or " " in found:
        raise InputError(f"{path}: a token is one line of letters, digits and signs")
    return found


def _check_packages() -> None:
    """A UsageError that says what to type, if a package that serves pages is missing."""
    from importlib.util import find_spec

    needed = {"jinja2": "jinja2", "python_multipart": "python-multipart", "sqlalchemy": "sqlalchemy",
        "starlette": "starlette", "uvicorn": "uvicorn"}  # fmt: skip
    missing = [name for module, name in needed.items() if not find_spec(module)]
    if missing:
        raise UsageError(
            f"the workbench needs packages that are not installed ({', '.join(missing)}); "
            "type: pip install 'karat[web]'"
        )
