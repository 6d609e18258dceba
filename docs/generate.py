"""Make the generated parts of the documentation again, or check that they are still true.

    python docs/generate.py            write
    python docs/generate.py --check    say which differ, exit with 1 if any does

In a Markdown file, a ``console`` block that follows the comment ``<!-- run -->`` is run in a copy of
the folder docs/example; one after ``<!-- run FOLDER -->`` in that folder of the copy, or of the
corpora, where there is one. Each line that begins with ``$ `` is a command, and what it prints follows
it. With ``if PROGRAM`` before the arrow the block is left as it is where there is no such program.
Commands may write to the folder ``$RUNS``, which is empty at first. Each page has folders of its own,
so that pages can be made at the same time. Each page has a store of runs of its own, too; ids of runs and
times, which are never the same, are replaced by some that are. docs/cli.md is the help of every verb, and
docs/api.md, made by docs/reference.py, the reference of the Python API.

A block under the name of a file (a line ```gold.mrg`:``, then the block) is that file; a second block under
the same name continues it. These files are in a folder with the name of the page:
``<!-- run contributing -->`` runs commands in a folder with the files of CONTRIBUTING.md, among them its
plugins. A block that cannot be run says why: ``<!-- not run: it needs a model -->``. tests/test_docs.py
refuses commands without a mark.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache, partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs" / "example"
CORPORA = Path(os.environ.get("KARAT_CORPORA", ROOT.parent / "shared" / "data"))
BLOCK = re.compile(
    r"(<!-- run(?: (?!if )([\w/-]+))?(?: if ([\w-]+))? -->\n```console\n)(.*?)(```\n)", re.DOTALL
)
# The store of runs of a page, in its folder $RUNS, and the time at which its runs were saved.
STORE, TIME = ".runs.db", "2026-11-16 09:30:00"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
FILE = re.compile(r"^`([\w/.-]+)`[^`\n]*:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def files(page: Path = CONTRIBUTING) -> dict[str, str]:
    """The files whose content a page shows."""
    found: dict[str, str] = {}
    for name, text in FILE.findall(page.read_text("utf-8")):
        found[name] = found.get(name, "") + text
    return found


def lay_out(folder: Path, page: Path = CONTRIBUTING) -> None:
    """Write these files into a folder."""
    for name, text in files(page).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


@cache
def programs() -> str:
    """The folders of the program karat: forked where that can be done, which starts far faster."""
    installed = str(Path(sys.executable).parent)
    if sys.platform != "linux" or " " in sys.executable:
        return installed
    sys.path.insert(0, str(ROOT / "tests"))
    from fork_server import program

    return f"{program()}:{installed}"


def output(command: str, folder: Path, runs: str = "") -> str:
    """What a command prints, standard error after standard output; it may write to ``runs``."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PATH": f"{programs()}:{os.environ['PATH']}",
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "RUNS": runs,
            **({"KARAT_STORE": f"{runs}/{STORE}"} if runs else {}),
            **({"KARAT_PLUGINS": str(plugins)} if (plugins := folder / "plugins").is_dir() else {}),
        },
    )
    return settled(done.stdout + done.stderr, Path(runs) / STORE)


def settled(text: str, store: Path) -> str:
    """What a command prints, with the same ids of saved runs each time it is run, and the same time."""
    if not store.is_file():
        return text
    with closing(sqlite3.connect(store)) as connection:
        runs = connection.execute("SELECT id FROM runs ORDER BY serial").fetchall()
        times = connection.execute("SELECT created FROM runs UNION SELECT created FROM comments")
        moments = [created for (created,) in times]
    for number, (run,) in enumerate(runs, 1):
        text = text.replace(run, f"{number}k{7 * number % 10}v4qzw0e")
    for created in moments:
        for size in (19, 16):
            text = text.replace(created[:size].replace("T", " "), TIME[:size])
            text = text.replace(created[:size], TIME[:size].replace(" ", "T"))
    return text


def made(path: Path) -> str:
    """A page with fresh output in all its blocks."""
    with tempfile.TemporaryDirectory() as copies, tempfile.TemporaryDirectory() as runs:
        copy = Path(shutil.copytree(EXAMPLE, Path(copies) / "example"))
        lay_out(copy / path.stem.lower(), path)
        return BLOCK.sub(partial(rerun, copy, runs), path.read_text("utf-8"))


def rerun(copy: Path, runs: str, block: re.Match[str]) -> str:
    """A console block with fresh output."""
    example = copy / (block[2] or "")
    folder = example if example.is_dir() else CORPORA / block[2]
    if not folder.is_dir() or (block[3] and not shutil.which(block[3])):
        lacking = block[3] if folder.is_dir() else f"the folder {folder}"
        print(f"a block was left as it is, because there is no {lacking}")
        return block[0]
    commands = [line[2:] for line in block[4].splitlines() if line.startswith("$ ")]
    body = "".join(f"$ {command}\n{output(command, folder, runs)}" for command in commands)
    lines = (line.rstrip() for line in body.splitlines())
    return block[1] + "\n".join(lines) + "\n" + block[5]


def command_line() -> str:
    """The reference of the command line."""
    import click

    from karat.cli import karat

    context = click.Context(karat)
    verbs = []
    for name in karat.list_commands(context):
        verbs.append(name)
        verb = karat.get_command(context, name)
        if isinstance(verb, click.Group):
            verbs += [f"{name} {inner}" for inner in verb.list_commands(context)]
    parts = [
        "# The command line\n\nMade by `docs/generate.py` from the program's own help.\n",
        f"```\n{output('karat --help', EXAMPLE)}```\n",
    ]
    parts += [
        f"## karat {verb}\n\n```\n{output(f'karat {verb} --help', EXAMPLE)}```\n" for verb in verbs
    ]
    return "\n".join(parts)


def api() -> str:
    """The reference of the Python API."""
    import reference

    return reference.page()


def commands(path: Path) -> int:
    """How many lines of a page are commands."""
    return path.read_text("utf-8").count("\n$ ")


def main() -> int:
    """Write or check."""
    docs = ROOT / "docs"
    made_here = {docs / "cli.md": command_line, docs / "api.md": api}
    written = sorted({*docs.rglob("*.md")} - {*made_here})
    paths = [ROOT / "README.md", CONTRIBUTING, *written]
    programs()  # before there are threads that want it
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        # Long ones first, so that no processor waits at the end for a long page that was begun last.
        for path in sorted(paths, key=commands, reverse=True):
            made_here[path] = partial(made, path)
        begun = {path: pool.submit(make) for path, make in made_here.items()}
    pages = {path: begun[path].result() for path in sorted(begun)}
    stale = [
        path for path, text in pages.items() if not path.exists() or path.read_text("utf-8") != text
    ]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is no longer true; type: make docs")
        return 1 if stale else 0
    for path in stale:
        path.write_text(pages[path], "utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
