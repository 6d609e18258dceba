"""Which karat this is: two machines may add up their counts only if they count in the same way."""

import functools
import hashlib
import os
from collections.abc import Iterable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple

from karat import __version__
from karat.kernels import compiled
from karat.model.registry import VARIABLE

_PACKAGE = Path(__file__).parents[1]
# Packages from which figures may come. Others only read files, or refuse to.
_PACKAGES = ("lemminflect", "pydelphin", "google-re2")


class Identity(NamedTuple):
    """What decides the figures: version, sources, kernels, plugins, and packages with their versions.

    Compiled kernels can be compared only if they are for the same interpreter and machine;
    ``built_for`` says for which.
    """

    version: str
    sources: str
    compiled: bool
    built_for: str
    kernels: str
    plugins: str
    packages: tuple[tuple[str, str], ...]

    def difference(self, other: "Identity") -> str:
        """How ``other`` differs from this one, as a message says it; empty if it counts the same.

        >>> ours = this()
        >>> ours.difference(ours)
        ''
        >>> ours.difference(ours._replace(version="0.0.9", sources="1234"))
        'it has karat 0.0.9'
        """
        if other.version != self.version:
            return f"it has karat {other.version}"
        if other.sources != self.sources:
            return f"it has another build of karat {other.version}"
        if other.compiled != self.compiled:
            return f"its kernels are {'' if other.compiled else 'not '}compiled"
        if other.built_for == self.built_for and other.kernels != self.kernels:
            return "its kernels are from another build"
        if other.plugins != self.plugins:
            return f"it has other plugins ({VARIABLE})"
        theirs = dict(other.packages)
        for name, version in self.packages:
            if theirs[name] != version:
                return f"it has {name} {theirs[name]}, not {version}".replace(
                    " none", " not at all"
                )
        return ""


@functools.cache
def this() -> Identity:
    """The identity of the karat that is running, as it was when this was first asked."""
    built = [path for end in EXTENSION_SUFFIXES[:1] for path in _PACKAGE.rglob(f"*{end}")]
    plugins = [
        path
        for folder in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))
        for path in Path(folder).rglob("*.py")
    ]
    return Identity(
        __version__,
        _hash(_sources(), _PACKAGE),
        compiled(),
        EXTENSION_SUFFIXES[0],
        _hash(built, _PACKAGE) if compiled() else "",
        _hash(plugins),
        tuple((name, _installed(name)) for name in _PACKAGES),
    )


def _sources() -> Iterator[Path]:
    """The modules, and the data that rules and profiles are read from."""
    yield from _PACKAGE.rglob("*.py")
    yield from (path for path in (_PACKAGE / "data").rglob("*") if path.suffix != ".py")


def _hash(paths: Iterable[Path], folder: Path | None = None) -> str:
    """The hash of files, with their names; where the folder is makes no difference."""
    found = hashlib.sha256()
    named = {str(path.relative_to(folder) if folder else path.name): path for path in paths}
    for name, path in sorted(named.items()):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            found.update(f"{name}\0{len(content)}\0".encode())
            found.update(content)
    return found.hexdigest()


def _installed(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
