"""The JavaScript that draws the charts, as one script that a page contains: Vega, Vega-Lite and Vega-Embed.

The package vl-convert has these libraries and makes one script of them. That takes two seconds, in which it
lets no other thread run. So it is done in a process of its own, and the script is kept for the next time.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from karat.files.atomic import AtomicFile
from karat.model.errors import InputError, UsageError

# What the script gives to the page, and the program that makes it.
_SNIPPET = "window.vegaEmbed = vegaEmbed;"
_MAKE = """\
import sys
import vl_convert
sys.stdout.buffer.write(vl_convert.javascript_bundle(sys.argv[1]).encode())
"""
# The packages of the extra: the name that is imported, and the name of the package.
PACKAGES = {"altair": "altair", "jinja2": "jinja2", "vl_convert": "vl-convert-python"}
_HEAD = "// sha256 "


def check_packages() -> None:
    """A UsageError that says what to type, if a package that makes reports is missing."""
    missing = [name for module, name in PACKAGES.items() if not importlib.util.find_spec(module)]
    if missing:
        raise UsageError(
            f"a report needs packages that are not installed ({', '.join(missing)}); "
            "type: pip install 'karat[report]'"
        )


class Library:
    """The script, made while the caller does other things; a context that leaves no process behind.

    >>> with Library() as library:
    ...     script = library.script()
    >>> "window.vegaEmbed" in script, "</script" in script
    (True, False)
    """

    def __init__(self) -> None:
        check_packages()
        self._entry = entry()
        self._known = _kept(self._entry)
        self._maker: subprocess.Popen[bytes] | None = None
        if self._known is None:
            # -P: a file vl_convert.py in the working folder is not imported.
            with suppress(OSError):  # no more processes (ulimit -u): then it is made here, later
                self._maker = subprocess.Popen(
                    [sys.executable, "-P", "-c", _MAKE, _SNIPPET],
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                )  # fmt: skip

    def script(self) -> str:
        """The script, which can stand between <script> and </script>; waits until it is made."""
        if self._known is None:
            self._known = inline(self._made())
            _keep(self._entry, self._known)
        return self._known

    def _made(self) -> str:
        maker, self._maker = self._maker, None
        if maker is not None:
            made, _ = maker.communicate()
            if maker.returncode == 0 and made:
                return made.decode()
        import vl_convert

        # The other process died, or was not started; if there is a fault, it is raised here.
        return str(vl_convert.javascript_bundle(_SNIPPET))

    def __enter__(self) -> "Library":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._maker is not None:
            self._maker.kill()
            self._maker.communicate()


def inline(script: str) -> str:
    """A script that does not end the element that it stands in, and has the line ends that a browser sees.

    >>> inline("a = '</script>';\\r\\n")
    "a = '\\\\x3c/script>';\\n"
    """
    lines = script.replace("\r\n", "\n").replace("\r", "\n")
    return lines.replace("</script", "\\x3c/script").replace("<!--", "\\x3c!--")


def entry() -> Path | None:
    """The file in which the script is kept, which has the versions in its name; None if there is no home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = Path(given) if given and Path(given).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    version = importlib.metadata.version(PACKAGES["vl_convert"])
    snippet = hashlib.sha256(_SNIPPET.encode()).hexdigest()[:8]
    return folder / "karat" / f"vega-{version}-{snippet}.js"


def _kept(path: Path | None) -> str | None:
    """The script of an earlier run; None if there is none, or if the file is damaged."""
    if path is None:
        return None
    try:
        head, _, script = path.read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return script if script and head == _HEAD + _digest(script) else None


def _keep(path: Path | None, script: str) -> None:
    """Keep the script for later runs, if that is possible."""
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with AtomicFile(str(path)) as stream:
            stream.write(f"{_HEAD}{_digest(script)}\n{script}")
    except (OSError, InputError):
        return


def _digest(script: str) -> str:
    return hashlib.sha256(script.encode()).hexdigest()
