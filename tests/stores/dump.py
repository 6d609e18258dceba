"""Write a store of the first version, with data, as SQL text: tests migrate it to the newest version.

    python tests/stores/dump.py

It was run once, when this version was the newest. A version that has been released never changes, so
the files stay as they are; they are here so that what old stores look like is not forgotten.
"""

import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any
from unittest import mock

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from databases import Cluster, program  # noqa: E402  # the folder of tests is not a package
from karat.store import migrations, open_store  # noqa: E402
from stored_runs import small_run  # noqa: E402


def fill(url: str, folder: Path) -> None:
    """Two runs, tags, a comment, and something derived, in a store of the first version."""
    only_first = {1: migrations.known()[1]}
    with mock.patch.object(migrations, "known", return_value=only_first), open_store(url) as store:
        first = store.save(without_places(small_run(folder, name="first", tags=["old", "größer"])))
        store.save(without_places(small_run(folder, name="second", schemes=["evalb", "parseval"])))
        store.comment(first, "The first run, with an 'apostrophe'\nand two lines.", "ann")
        store.keep_derived("letters", {"f1": ["a", "b"]})


def without_places(new: Any) -> Any:
    """The run as if it had been made in the folder of its files."""
    files = [replace(one, path=PurePath(one.path).name) for one in new.files]
    entries = []
    for one in new.entries:
        tallied = one.tallied
        run = replace(tallied.run, gold=PurePath(tallied.run.gold).name, results=[])
        result = replace(tallied.result, system=PurePath(tallied.result.system).name)
        entries.append(replace(one, tallied=tallied._replace(run=run, result=result)))
    return replace(new, files=files, entries=entries)


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    fill(str(folder / "runs.db"), folder)
    with sqlite3.connect(folder / "runs.db") as connection:
        text = "\n".join(connection.iterdump()) + "\n"
    (FOLDER / "v0001.sqlite.sql").write_text(text, encoding="utf-8")
    with Cluster() as cluster, cluster.database() as url:
        fill(url, folder)
        options = ("--inserts", "--no-owner", "--no-privileges", "--no-comments")
        place = (f"--host={cluster.folder}", "--username=karat", url.split("/")[3].split("?")[0])
        command = [str(program("pg_dump")), *options, *place]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        # What a newer pg_dump writes for psql alone.
        lines = [line for line in text.splitlines() if not line.startswith(("--", "\\"))]
        (FOLDER / "v0001.postgresql.sql").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
