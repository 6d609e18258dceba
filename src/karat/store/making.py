"""From finished results to a run that can be saved: what the command line and the workbench save.

Contents and hashes are those after decompression, so the hash of gold's file is the one in signatures.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np

from karat.analysis.intervals import with_intervals
from karat.engine.results import Run
from karat.engine.tallied import Tallied
from karat.engine.tallying import Files
from karat.files.source import Source
from karat.model.documents import Documents
from karat.model.score import Score
from karat.reports import scores as score_report
from karat.reports import suites as suite_report
from karat.stats.plan import FEWER_SAMPLES, Plan
from karat.store.records import NewEntry, NewFile, NewRun
from karat.suites import runs as suite_runs
from karat.suites.right import Verdicts, judged
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


def made(role: str, name: str, path: str, content: bytes) -> NewFile:
    """A file that was made for the run; ``path`` is what it would be called."""
    digest = hashlib.sha256(content).hexdigest()
    return NewFile(
        role, name, path, digest, len(content), content if len(content) <= LONGEST else None
    )


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


def entry(one: Tallied, by: tuple[str, ...] = (), plan: Plan = _FEWER) -> NewEntry:
    """A result that is to be saved, with the interval of every figure.

    With ``--common``, the figures are about the sentences that all systems of a run have a score for, so
    results can be compared only if these are the same ones; the recipe says which.
    """
    score = with_intervals(one.score(by), plan)
    said = recipe(score)
    if one.run.common:
        sentences = np.sort(one.tally.sentence).astype("<i4").tobytes()
        said = said.replace("|common|", f"|common:{hashlib.sha256(sentences).hexdigest()[:8]}|")
    return NewEntry(one, said, score.as_dict())


def scored(
    done: Run, tallied: Sequence[Tallied], *, name: str, command: str,
    files: Sequence[NewFile] = (), tags: Sequence[str] = (), by: tuple[str, ...] = (),
    plan: Plan = _FEWER, document: str = "", kind: str = "score",
    documents: Documents | None = None,
) -> NewRun:  # fmt: skip
    """A run of ``karat score``, with the interval of every figure.

    ``document`` is the JSON that the command prints, if it is not just that of these results;
    ``documents`` are those of gold.
    """
    if not document:
        scores = [with_intervals(one.score(by), plan) for one in tallied]
        document = score_report.as_json(done, scores)
    entries = [entry(one, by, plan) for one in tallied]
    new = kept_run(kind, document, files, entries, name=name, command=command, tags=tags)
    return replace(new, documents=documents)


def kept_run(
    kind: str, document: str, files: Sequence[NewFile], entries: Sequence[NewEntry] = (), *,
    name: str, command: str, tags: Sequence[str] = (),
) -> NewRun:  # fmt: skip
    """A run with the JSON that its command prints."""
    found = json.loads(document)
    return NewRun(kind, name, command, found, tuple(files), tuple(entries), tuple(tags))


def suite_run(
    run: suite_runs.Run, path: str, *, name: str, command: str, tags: Sequence[str] = (),
    shown: str = "", right: str = "same", verdicts: Verdicts | None = None,
    called: str = "", more: Sequence[NewFile] = (), keep: bool = True,
) -> NewRun:  # fmt: skip
    """A run of a suite: the figures of ``karat suite score``, and the file of the run.

    ``verdicts`` say which analyses are right, if this was decided before; ``called`` is what tables call
    the run. ``more`` may have the suite's file; otherwise only the name and the hash of the suite are kept.
    """
    head = run.header
    suite = NewFile("suite", head.suite, head.suite, head.suite_sha256, 0, None)
    more = more if any(one.role == "suite" for one in more) else [suite, *more]
    found = verdicts or judged(run, right_of(right))
    document = suite_report.score_json({called or name or head.suite: (run, found)}, (), _WORDS)
    how = {"right": right, "verdicts": written(found)}
    file = file_of("output", head.parser, path, shown=shown, options=how, keep=keep)
    return kept_run("suite", document, [file, *more], name=name, command=command, tags=tags)


def written(verdicts: Verdicts) -> dict[str, str]:
    """For each judged item a digit for each of its analyses: 1 if it is right."""
    return {key: "".join("01"[one] for one in some) for key, some in verdicts.of.items()}


def verdicts_of(written: Mapping[str, str]) -> dict[str, tuple[bool, ...]]:
    """The same as values.

    >>> verdicts_of({"a1": "01", "a2": ""})
    {'a1': (False, True), 'a2': ()}
    """
    return {key: tuple(one == "1" for one in some) for key, some in written.items()}
