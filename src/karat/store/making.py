"""From finished results to a run that can be saved: what the command line and the workbench save.

Contents and hashes are those after decompression, so the hash of gold's file is the one in signatures.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from karat.analysis.intervals import with_intervals
from karat.engine.results import Run
from karat.engine.tallied import Tallied
from karat.engine.tallying import Files
from karat.files.source import Source
from karat.model.score import Score
from karat.reports import scores as score_report
from karat.reports import suites as suite_report
from karat.stats.plan import FEWER_SAMPLES, Plan
from karat.store.records import NewEntry, NewFile, NewRun
from karat.suites import runs as suite_runs
from karat.suites.right import judged
from karat.suites.right import parse as right_of

# Of a longer file only the place and the hash are kept.
LONGEST = 32 << 20
# The words that fail, as suite score lists them.
_WORDS = 10
_FEWER = Plan(FEWER_SAMPLES)


def file_of(
    role: str, name: str, path: str, *, shown: str = "",
    options: Mapping[str, Any] | None = None, keep: bool = True,
) -> NewFile:  # fmt: skip
    """A file of a run with its hash and its content; ``shown`` is its path as the run tells it.

    The content is left out if ``keep`` is false, or if it is longer than LONGEST.
    """
    digest, size, pieces = hashlib.sha256(), 0, list[bytes]()
    with closing(Source(path, strip_bom=False)) as source:
        while len(piece := source.read(1 << 20)):
            digest.update(piece.data)
            size += len(piece)
            if keep and size <= LONGEST:
                pieces.append(piece.tobytes())
    content = b"".join(pieces) if keep and size <= LONGEST else None
    return NewFile(role, name, shown or path, digest.hexdigest(), size, content, options or {})


def reading(files: Files, role: str) -> dict[str, Any]:
    """How gold or the systems were read: the options of a kept file."""
    views = files.views.gold if role == "gold" else files.views.system
    return {
        "format": files.format,
        "layout": files.layout,
        "views": list(views),
        "lenient": files.lenient and role != "gold",
    }


def recipe(score: Score) -> str:
    """How a score was made: its signature without what holds for these systems and samples only.

    >>> from karat import score
    >>> recipe(score("(S (N a))", "(S (N a))", "evalb"))
    'evalb|failed:drop|gold:f46edd2d|karat:0.1.0'
    """
    said, mark, version = score.signature.partition("|karat:")
    parts = said.split("|")
    kept = [part for part in parts if not part.startswith("sentences:") and part != "lenient"]
    return "|".join(kept) + mark + version.partition("|")[0]


def scored(
    done: Run, tallied: Sequence[Tallied], *, name: str, command: str,
    files: Sequence[NewFile] = (), tags: Sequence[str] = (), by: tuple[str, ...] = (),
    plan: Plan = _FEWER,
) -> NewRun:  # fmt: skip
    """A run of ``karat score``, with the interval of every figure."""
    scores = [with_intervals(one.score(by), plan) for one in tallied]
    entries = [
        NewEntry(one, recipe(score), score.as_dict())
        for one, score in zip(tallied, scores, strict=True)
    ]
    document = json.loads(score_report.as_json(done, scores))
    return NewRun("score", name, command, document, tuple(files), tuple(entries), tuple(tags))


def suite_run(
    run: suite_runs.Run, path: str, *, name: str, command: str, tags: Sequence[str] = (),
    shown: str = "", right: str = "same",
) -> NewRun:  # fmt: skip
    """A run of a suite: the figures of ``karat suite score``, and the file of the run."""
    found = {name or run.header.suite: (run, judged(run, right_of(right)))}
    document = json.loads(suite_report.score_json(found, (), _WORDS))
    files = (file_of("output", run.header.parser, path, shown=shown, options={"right": right}),)
    return NewRun("suite", name, command, document, files, (), tuple(tags))
