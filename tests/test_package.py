"""What is released: the installed package, the archive of the sources, and what both say of themselves."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from email.message import Message
from email.parser import Parser
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from effort import slow

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "karat"
MADE = {".pyc", ".so", ".pyd", ".c"}  # by Python and by the build
# What belongs to the repository; other files may lie beside it, and what tools leave in it is not wanted.
PARTS = (
    "*.cff", "*.in", "*.md", "*.py", "*.toml", "*.yml", ".ci", ".github", "Containerfile", "LICENSE",
    "Makefile", "benchmarks", "docs", "fuzzing", "requirements", "scripts", "src", "tests",
)  # fmt: skip
LEFT = shutil.ignore_patterns(
    "*.egg-info", "__pycache__", ".*_cache", ".hypothesis", "*.so", "*.pyd"
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NO_COMPILER = {"CC": "/bin/false"}
unix = pytest.mark.skipif(sys.platform == "win32", reason="there is no /bin/false")


def test_files_that_are_not_python_are_installed() -> None:
    """Each is named in pyproject.toml: data, and the parts of the report."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["karat"]
    installed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    found = [
        path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in {".py", *MADE}
    ]
    assert [str(path.relative_to(PACKAGE)) for path in found if path not in installed] == []


def test_every_file_of_git_is_a_part() -> None:
    """So that a new folder is not forgotten in the archive."""
    if not (ROOT / ".git").exists():
        return  # the archive itself, in which every file is a part
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    tops = {name.partition("/")[0] for name in names if name}
    assert "fuzzing" in tops
    others = [top for top in tops if not any(Path(top).match(part) for part in PARTS)]
    assert others == [".gitignore"]


def python(
    *arguments: str | Path, folder: Path, variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run this Python in a folder, without the constraints of whoever runs the tests."""
    inherited = {name: value for name, value in os.environ.items() if "CONSTRAINT" not in name}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env={**inherited, **(variables or {})},
        capture_output=True, text=True, timeout=1800, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    return done


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as it is checked out."""
    pytest.importorskip(
        "setuptools", minversion="77", reason="this setuptools is too old to build karat"
    )
    folder = tmp_path_factory.mktemp("sources") / "karat"
    folder.mkdir()
    for path in sorted(path for pattern in PARTS for path in ROOT.glob(pattern)):
        if path.is_dir():
            shutil.copytree(path, folder / path.name, ignore=LEFT)
        else:
            shutil.copy(path, folder)
    return folder


@pytest.fixture(scope="module")
def archive(sources: Path) -> Path:
    """The archive of the sources, made without a network."""
    build = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    python("-c", build, sources.parent, folder=sources)
    return sources.parent / f"karat-{PROJECT['version']}.tar.gz"


@pytest.fixture
def unpacked(archive: Path, tmp_path: Path) -> Path:
    """The folder that is in the archive."""
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path / "unpacked", filter="data")
    return tmp_path / "unpacked" / archive.name.removesuffix(".tar.gz")


@pytest.fixture
def about(unpacked: Path) -> Message:
    """What the archive says of itself."""
    return Parser().parsestr((unpacked / "PKG-INFO").read_text("utf-8"))


def test_the_archive_has_every_file(sources: Path, unpacked: Path) -> None:
    """Tests, pages, changes and benchmarks too; nothing else but what setuptools adds."""
    there = {
        path.relative_to(sources).as_posix()
        for path in sources.rglob("*")
        if path.is_file() and "karat.egg-info" not in path.parts
    }
    packed = {
        path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()
    }
    assert {"CHANGELOG.md", "tests/test_package.py", "docs/guide.md", "benchmarks/run.py"} <= packed
    assert sorted(there - packed) == []
    added = {name for name in packed - there if not name.startswith("src/karat.egg-info/")}
    assert added == {"PKG-INFO", "setup.cfg"}


def test_links_of_the_package_page_lead_somewhere(about: Message) -> None:
    """The page of a package is not in a repository: every link has its whole address, at this version."""
    repository = PROJECT["urls"]["Repository"]
    text = about.get_payload()
    assert isinstance(text, str)
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]*)\)", text)
    files = re.findall(r"\]\((?!https?:)([^)]*)\)", (ROOT / "README.md").read_text("utf-8"))
    assert len(links) >= len(files) > 10
    places = [
        link.partition(f"/v{PROJECT['version']}/")[2].removesuffix("?sanitize=true")
        for _, link in links
    ]
    assert places == files
    assert all((ROOT / place.partition("#")[0]).exists() for place in places)
    for picture, link in links:
        host = "https://raw.githubusercontent.com/" if picture else "https://github.com/"
        assert link.startswith(repository.replace("https://github.com/", host) + "/")
    assert about["Description-Content-Type"] == "text/markdown"


def test_the_classifiers_name_the_pythons_that_are_tested() -> None:
    """The workflow tests exactly these, and wheels are built for them."""
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    assert re.search(r"python: (\[.*\])", workflow)[1] == str(named).replace("'", '"')
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    built = settings["tool"]["cibuildwheel"]["build"]
    assert built == [f"cp{one.replace('.', '')}-*" for one in named]


def test_the_repository_has_one_address() -> None:
    """Whoever moves it changes pyproject.toml and CITATION.cff."""
    assert all(url.startswith(PROJECT["urls"]["Repository"]) for url in PROJECT["urls"].values())
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nrepository-code: {PROJECT['urls']['Repository']}\n" in citation
    assert f"\nversion: {PROJECT['version']}\n" in citation


def test_the_lock_file_has_what_the_tests_need() -> None:
    """A version of each package, one that pyproject.toml allows, and no address of a server."""
    lock = (ROOT / "requirements" / "ci.txt").read_text("utf-8")
    assert "://" not in lock
    locked = [Requirement(line) for line in lock.splitlines() if line[:1] not in ("", "#")]
    versions = {(one.name, str(one.specifier).removeprefix("==")) for one in locked}
    extras = PROJECT["optional-dependencies"]
    wanted, seen = [*PROJECT["dependencies"], *extras["test"]], set()
    for text in wanted:
        one = Requirement(text)
        name = canonicalize_name(one.name)
        if name == PROJECT["name"]:
            wanted += [needed for extra in one.extras for needed in extras[extra]]
        else:
            seen.add(name)
            assert any(name == other and version in one.specifier for other, version in versions), (
                text
            )
    assert {"cython", "numpy", "psycopg", "pytest", "setuptools", "starlette"} <= seen


@pytest.mark.slow  # tests/oracle/test_uncompiled.py runs without Cython too
def test_without_cython_the_archive_is_installed_and_runs(unpacked: Path, tmp_path: Path) -> None:
    """One line of the build and one of each command say so; tests can be run from the archive."""
    none = tmp_path / "none" / "Cython"
    none.mkdir(parents=True)
    (none / "__init__.py").write_text("raise ImportError")
    variables = {"PYTHONPATH": str(none.parent)}
    installed = install(unpacked, tmp_path, "--verbose", variables=variables)
    assert not list(installed.rglob("*.so"))
    done = karat(installed, "--version")
    assert (
        done.stdout
        == f"karat {PROJECT['version']} (kernels not compiled: same results, but slow)\n"
    )
    (tmp_path / "gold.mrg").write_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n")
    done = karat(installed, "score", "gold.mrg", "gold.mrg", "-s", "evalb")
    assert re.search(r"gold\.mrg +100\.00 +100\.00 +100\.00", done.stdout)
    assert done.stderr == "karat: note: the kernels are not compiled: same results, but slow\n"
    done = run_tests(unpacked, "tests/examples/test_brackets_faults.py")
    assert re.search(r"^[.]+ +\[100%\]$", done.stdout, re.MULTILINE)


@unix
@pytest.mark.slow
@pytest.mark.parametrize("how", ["archive", "folder", "editable"])
def test_without_a_compiler_the_package_is_installed_all_the_same(
    how: str, sources: Path, unpacked: Path, tmp_path: Path
) -> None:
    """From the archive, from a clone, and from a clone that goes on being edited: the demonstration runs."""
    folder = unpacked if how == "archive" else Path(shutil.copytree(sources, tmp_path / "clone"))
    installed = install(folder, tmp_path, *["-e"] * (how == "editable"), variables=NO_COMPILER)
    assert not list(installed.rglob("*.so"))
    done = karat(installed, "demo", "--no-live", "--file", "demo.json")
    assert re.search(r"^Stanford +trees +86\.4 ", done.stdout, re.MULTILINE)
    assert done.stderr == "karat: note: the kernels are not compiled: same results, but slow\n"


@pytest.mark.slow
def test_every_test_is_collected_from_the_archive(unpacked: Path) -> None:
    """None needs a file that is in the repository alone."""
    # An error in any module would end it with another status.
    done = run_tests(unpacked, "--collect-only", "--verbose")
    assert int(re.search(r"(\d+) tests collected", done.stdout)[1]) > 10_000


def install(folder: Path, tmp_path: Path, *options: str, variables: dict[str, str]) -> Path:
    """Install what is in a folder into another one, with what is here already: no network."""
    target = tmp_path / "installed"
    quiet = (
        "--disable-pip-version-check",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--no-compile",
    )
    python(
        "-m",
        "pip",
        "install",
        *quiet,
        "--target",
        target,
        *options,
        ".",
        folder=folder,
        variables=variables,
    )
    return target


def karat(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of what was installed, in another folder than that of the sources."""
    program = (
        "import pathlib, sys\n"
        "folder = pathlib.Path(sys.argv.pop(1))\n"
        "edited = [path.read_text().strip() for path in folder.glob('*.pth')]\n"
        "sys.path[:1] = [str(folder), *edited]\n"
        "from karat.__main__ import main\n"
        "main()\n"
    )
    return python("-c", program, installed, *arguments, folder=installed.parent)


def run_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The tests of a folder, with the package that is in it."""
    options = ("-p", "no:cacheprovider", "-p", "no:xdist")
    return python(
        "-m",
        "pytest",
        *options,
        *arguments,
        folder=folder,
        variables={"PYTHONPATH": str(folder / "src")},
    )


@pytest.fixture
def one_kernel(tmp_path: Path) -> Path:
    """What the container copies, and of the package the smallest kernel alone."""
    pytest.importorskip(
        "setuptools", minversion="77", reason="this setuptools is too old to build karat"
    )
    container = (ROOT / "Containerfile").read_text("utf-8")
    folder = tmp_path / "one"
    kernels = folder / "src" / "karat" / "kernels"
    kernels.mkdir(parents=True)
    for name in re.search(r"^COPY (.*) \./$", container, re.MULTILINE)[1].split():
        shutil.copy(ROOT / name, folder)
    shutil.copy(PACKAGE / "kernels" / "edges.py", kernels)
    return folder


@unix
def test_without_a_compiler_a_kernel_is_left_as_it_is(one_kernel: Path) -> None:
    """One line says which, and that is no error."""
    done = python(
        "setup.py",
        "-q",
        "build_ext",
        "--build-lib",
        "built",
        folder=one_kernel,
        variables=NO_COMPILER,
    )
    assert "karat: karat.kernels.edges stays uncompiled: " in done.stderr
    assert not list(one_kernel.rglob("*.so"))


@unix
@pytest.mark.parametrize("seconds, kept", [(-60, False), *slow((60, True))])
def test_a_checkout_compiles_what_changed(
    one_kernel: Path, tmp_path: Path, seconds: int, kept: bool
) -> None:
    """A kernel older than its source is not kept, even if no newer one can be made."""
    kernels = one_kernel / "src" / "karat" / "kernels"
    compiled = kernels / f"edges{EXTENSION_SUFFIXES[0]}"
    compiled.write_bytes(b"compiled")
    at = (kernels / "edges.py").stat().st_mtime + seconds
    newest = max(at, (one_kernel / "setup.py").stat().st_mtime + seconds)
    os.utime(compiled, (newest, newest) if kept else (at, at))
    install(one_kernel, tmp_path, "-e", variables=NO_COMPILER)
    assert compiled.exists() is kept


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [("python9.9", 2, "there is no program python9.9"), (__file__, 2, "there is no program"),
     ("/bin/false", 1, "WRONG /bin/false -m venv"), ("/bin/true", 1, "cannot be started")],
)  # fmt: skip
@unix
def test_a_release_is_not_tried_on_what_is_no_python(given: str, status: int, said: str) -> None:
    """One line says so; a traceback would look like a fault of the release."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "try_release.py", given],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert (done.returncode, said in done.stderr) == (status, True), done.stderr
    assert "Traceback" not in done.stderr
