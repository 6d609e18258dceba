"""What scripts/try_release.py runs in a fresh environment, and what must come of it."""

import json
import re
import signal
import subprocess
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 1800
UNCOMPILED = "the kernels are not compiled: same results, but slow"
# By hand: each has three brackets, of which one, S, is in both.
GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
SYSTEM = "(S (NP (DT the)) (VP (NN dog) (VBZ barks)))\n"
FIGURES = r"^system\.mrg +33\.33 +33\.33 +33\.33 "


class Wrong(Exception):
    """Something is not as it must be."""


def run(
    command: Sequence[str | Path],
    folder: Path,
    variables: Mapping[str, str] | None = None,
    status: int = 0,
) -> subprocess.CompletedProcess[str]:
    """Run a program, which must end with a certain status."""
    try:
        done = subprocess.run(
            list(map(str, command)), cwd=folder, env=variables, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Wrong(f"{' '.join(map(str, command[:4]))} … took more than {SECONDS} s") from None
    except OSError as error:
        raise Wrong(f"{command[0]} cannot be started: {error.strerror}") from None
    if done.returncode != status:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-40:])
        raise Wrong(f"{' '.join(map(str, command[:4]))} … ended with {done.returncode}:\n{said}")
    return done


@dataclass(frozen=True)
class Environment:
    """A virtual environment, a folder where commands are given, and the variables that they see."""

    venv: Path
    place: Path
    variables: Mapping[str, str]

    def python(
        self, *arguments: str | Path, folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run the environment's Python."""
        return run([self.venv / "bin" / "python", *arguments], folder or self.place, self.variables)

    def pip(self, verb: str, *arguments: str | Path) -> None:
        """Install something."""
        self.python("-m", "pip", verb, "--quiet", "--disable-pip-version-check", *arguments)

    def karat(self, *arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        """Run the installed karat."""
        return run([self.venv / "bin" / "karat", *arguments], self.place, self.variables, status)

    def version(self) -> str:
        """The version of karat that is installed."""
        code = "from importlib.metadata import version; print(version('karat'))"
        return self.python("-c", code).stdout.strip()

    def add(self, extra: str) -> None:
        """Install what an extra needs; karat itself stays as it is."""
        self.pip("install", f"karat[{extra}]=={self.version()}")


def expect(holds: object, what: str, done: subprocess.CompletedProcess[str]) -> None:
    """Something must hold of what a command said."""
    if not holds:
        raise Wrong(f"{what}; it said:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


def says_it_once(done: subprocess.CompletedProcess[str], compiled: bool) -> None:
    """Uncompiled kernels are named in one line, compiled ones not at all; nothing else is an error."""
    expect(
        done.stderr == ("" if compiled else f"karat: note: {UNCOMPILED}\n"), "not this note", done
    )


def version(here: Environment, compiled: bool) -> str:
    """``karat --version``: the version of the package, where it was imported from, and how fast it is."""
    slow = "" if compiled else " (kernels not compiled: same results, but slow)"
    done = here.karat("--version")
    expect(
        done.stdout == f"karat {here.version()}{slow}\n" and not done.stderr,
        "another version",
        done,
    )
    file = here.python("-W", "ignore", "-c", "import karat; print(karat.__file__)")
    expect(Path(file.stdout.strip()).is_relative_to(here.venv), "another karat", file)
    return "compiled" if compiled else "uncompiled, says so"


def demo(here: Environment, compiled: bool) -> str:
    """``karat demo``: every row of the table that the README shows."""
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(
        r"^\S.* (?:trees|brackets|dependencies|links|chunks) +[-\d].*$", readme, re.MULTILINE
    )
    done = here.karat("demo")
    says_it_once(done, compiled)
    lines = done.stdout.splitlines()
    expect(
        len(rows) == 8 and all(row in lines for row in rows), "other rows than the README's", done
    )
    json.loads((here.place / "karat-demo.json").read_text("utf-8"))
    return "yes"


def score(here: Environment, compiled: bool) -> str:
    """``karat score``: figures that were computed by hand."""
    (here.place / "gold.mrg").write_text(GOLD)
    (here.place / "system.mrg").write_text(SYSTEM)
    done = here.karat("score", "gold.mrg", "system.mrg", "--scheme", "evalb")
    says_it_once(done, compiled)
    expect(re.search(FIGURES, done.stdout, re.MULTILINE), "other figures", done)
    return "yes"


def without_extras(here: Environment, compiled: bool) -> str:
    """What needs an extra says which, in one line, with exit status 2, and writes nothing."""
    before = sorted(here.place.iterdir())
    report = here.karat("report", "gold.mrg", "system.mrg", status=2)
    serve = here.karat("serve", "--port", "0", status=2)
    save = here.karat("score", "gold.mrg", "system.mrg", "--save", "first", status=2)
    for done, extra in (report, "report"), (serve, "web"), (save, "store"):
        said = [line for line in done.stderr.splitlines() if UNCOMPILED not in line]
        fits = len(said) == 1 and said[0].endswith(f"; type: pip install 'karat[{extra}]'")
        expect(fits and not done.stdout, f"not one line about the extra {extra}", done)
    expect(sorted(here.place.iterdir()) == before, "files were written", report)
    return "named"


def report(here: Environment, compiled: bool) -> str:
    """``karat report``, with the extra alone: one page, which needs no network."""
    here.add("report")
    done = here.karat("report", "gold.mrg", "system.mrg", "--scheme", "evalb")
    says_it_once(done, compiled)
    page = (here.place / "report.html").read_text("utf-8")
    expect("<title>" in page and "33.33" in page and "vegaEmbed" in page, "no report", done)
    expect(
        not re.search(r"<(script|link|img)[^>]+(src|href)=.?https?:", page),
        "it needs a network",
        done,
    )
    return f"{len(page) / 1e6:.1f} MB"


def serve(here: Environment, compiled: bool) -> str:
    """``karat serve``, with the extra alone: pages that show a saved run, until Ctrl-C."""
    here.add("web")
    store = f"sqlite:///{here.place / 'runs.db'}"
    variables = {**here.variables, "KARAT_STORE": store, "PYTHONUNBUFFERED": "1"}
    program = [str(here.venv / "bin" / "karat")]
    score = [*program, "score", "gold.mrg", "system.mrg", "--scheme", "evalb", "--save", "first"]
    run(score, here.place, variables)
    with subprocess.Popen(
        [*program, "serve", "--port", "0"], cwd=here.place, env=variables, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as server:  # fmt: skip
        try:
            said = ""
            while not (address := re.search(r"http://[^\s/]+", said)):
                line = server.stdout.readline() if server.stdout else ""
                if not line:
                    raise Wrong(f"karat serve ended:\n{said}")
                said += line
            pages = [text(f"{address[0]}{path}") for path in ("/", "/runs", "/health")]
        finally:
            server.send_signal(signal.SIGINT)
            rest, _ = server.communicate(timeout=60)
    if not ("33.33" in pages[0] and "first" in pages[1]):
        raise Wrong(f"the pages do not show the run:\n{said}{rest}")
    if (
        said.count(UNCOMPILED) != (not compiled)
        or "Traceback" in said + rest
        or server.returncode not in (0, 130)
    ):
        raise Wrong(f"karat serve ended with {server.returncode}:\n{said}{rest}")
    return f"{len(pages)} pages"


def text(address: str) -> str:
    """A page."""
    with urllib.request.urlopen(address, timeout=120) as answer:
        return str(answer.read().decode())


# In this order: each adds to the environment.
CHECKS: dict[str, Callable[[Environment, bool], str]] = {
    "--version": version,
    "demo": demo,
    "score": score,
    "without extras": without_extras,
    "report": report,
    "serve": serve,
}
