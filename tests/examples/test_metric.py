"""Metrics for training loops, and the same for Hugging Face's evaluate and for spaCy."""

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import karat
from karat.analysis.intervals import usual

GOLD = ["(S (A (N a) (N b)) (N c))", "(S (N a) (N b))", "(S (A (N a)) (N b))"]
SYSTEM = ["(S (N a) (A (N b) (N c)))", "(S (N a) (N b))", None]
ROW = "{}\t{}\t_\t_\t_\t_\t{}\t{}\t_\t_\n"
DOGS = ROW.format(1, "Dogs", 2, "nsubj") + ROW.format(2, "bark", 0, "root")


def test_batches_add_up() -> None:
    """Two brackets of gold and one of gold, of which one each matches; the last parse is missing."""
    metric = karat.Metric("evalb(failed=empty)")
    for gold, system in zip(GOLD, SYSTEM, strict=True):
        metric.update([gold], [system])
    score = metric.compute()
    assert (score.counts["gold"], score.counts["matched"]) == (5, 2)
    assert score.recall == 2 / 5
    assert score.sentences == {"total": 3, "scored": 2, "failed": 1}
    assert [(one.sentence, one.why) for one in score.failures] == [(3, "no system parse")]
    assert [row["sentence"] for row in score.rows()] == [1, 2, 3]
    assert "|updates:3|" in score.signature
    metric.reset()
    metric.update(GOLD, GOLD)
    assert metric.compute().recall == 1.0
    assert metric.compute().signature == karat.score(GOLD, GOLD, "evalb(failed=empty)").signature


def test_single_trees_and_other_things() -> None:
    """Whatever karat.score takes; without a scheme, the first batch decides."""
    metric = karat.Metric()
    metric.update(GOLD[0], karat.read_text(GOLD[0])[0])
    assert str(metric.compute().scheme) == "evalb(params=collins)"
    other = karat.Metric()
    other.update([DOGS, DOGS], [DOGS, DOGS])
    assert other.compute().scheme.name == "conll18"
    with pytest.raises(karat.UsageError, match="cannot be added up"):
        _ = metric + other


def test_a_score_of_batches_has_intervals() -> None:
    """Its counts are kept, sentence by sentence."""
    metric = karat.Metric("evalb(failed=empty)")
    for gold, system in zip(GOLD, SYSTEM, strict=True):
        metric.update([gold], [system])
    whole = karat.score(GOLD, SYSTEM, "evalb(failed=empty)")
    assert usual(metric.compute())["recall"] == usual(whole)["recall"]


def test_an_update_that_fails_changes_nothing() -> None:
    """Of any kind."""
    metric = karat.Metric("evalb")
    metric.update(GOLD, SYSTEM)
    before = metric.compute()
    with pytest.raises(karat.InputError, match="gold has 3 sentences, and the system has 2"):
        metric.update(GOLD, SYSTEM[:2])
    with pytest.raises(karat.UsageError, match="system is None"):
        metric.update(GOLD, None)
    with pytest.raises(karat.InputError, match="gold: it has no sentences"):
        metric.update([], [])
    assert metric.compute().as_dict() == before.as_dict()
    assert repr(metric) == "Metric(evalb: 3 sentences in 1 update)"


def test_nothing_to_compute() -> None:
    """A message, not a figure."""
    with pytest.raises(karat.UsageError, match="call update first"):
        karat.Metric("evalb").compute()


def test_what_cannot_be_done_batch_by_batch() -> None:
    """It is said when the Metric is made, or added up."""
    with pytest.raises(karat.UsageError, match="must see all of gold"):
        karat.Metric("validity")
    with pytest.raises(karat.UsageError, match="no breakdown of evalb 'deprel'"):
        karat.Metric("evalb", by=["deprel"])
    with pytest.raises(karat.UsageError, match="no scheme 'evlab'"):
        karat.Metric("evlab")
    with pytest.raises(karat.UsageError, match="name the same scheme"):
        _ = karat.Metric("evalb") + karat.Metric("flat")


def test_workers() -> None:
    """Pickled, merged, added with + and with sum; the order is that of the sum."""
    parts = []
    for gold, system in zip(GOLD, SYSTEM, strict=True):
        part = karat.Metric("evalb(failed=empty)", by=["label"])
        part.update([gold], [system])
        parts.append(pickle.loads(pickle.dumps(part)))
    whole = karat.score(GOLD, SYSTEM, "evalb(failed=empty)", by=["label"])
    merged = karat.Metric("evalb(failed=empty)", by=["label"])
    for part in parts:
        merged.merge(part)
    for metric in (merged, parts[0] + parts[1] + parts[2], sum(parts)):
        found = metric.compute()
        assert found.measures == whole.measures
        assert found.groups == whole.groups
        assert found.rows() == whole.rows()
        assert [one.sentence for one in found.failures] == [3]
    assert parts[0].compute().sentences["total"] == 1  # adding leaves both as they were


def test_threads_lose_no_batch() -> None:
    """Of two threads that added a batch at the same time, one wrote over what the other had added."""
    metric = karat.Metric("evalb(failed=empty)")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: metric.update(GOLD * 20, SYSTEM * 20), range(80)))
    assert metric.compute().sentences["total"] == 80 * 20 * 3
    assert pickle.loads(pickle.dumps(metric)).compute().recall == 2 / 5
    copied = copy.deepcopy(metric)
    copied.update(GOLD, GOLD)
    assert (repr(metric), repr(copied)) == (
        "Metric(evalb(failed=empty): 4,800 sentences in 80 updates)",
        "Metric(evalb(failed=empty): 4,803 sentences in 81 updates)",
    )


def test_a_batch_of_fragments_or_of_missing_parses() -> None:
    """Later batches need not look like a treebank by themselves."""
    metric = karat.Metric("evalb(failed=empty)")
    metric.update(GOLD[:1], GOLD[:1])
    metric.update(["(N a) (N b)"], ["(N a) (N b)"])
    metric.update(GOLD[:1], [None])
    assert metric.compute().sentences == {"total": 3, "scored": 2, "failed": 1}
    deps = karat.Metric("deps(failed=empty)")
    deps.update([DOGS], [None])
    deps.update([DOGS], [DOGS])
    assert deps.compute().las == 0.5


def test_banks_keep_their_labels_in_other_processes(tmp_path: Path) -> None:
    """Tables of labels are made anew, as their places differ from process to process."""
    bank = karat.read_text("(LONGLABEL-1 (VERYLONGTAG a) (N b))")
    path = tmp_path / "bank.pickle"
    path.write_bytes(pickle.dumps(bank))
    program = (
        "import pickle, sys, karat\n"
        "bank = pickle.load(open(sys.argv[1], 'rb'))\n"
        "labels = bank.labels\n"
        "assert labels.find(b'LONGLABEL-1') == bank.label[0], labels.strings()\n"
        "assert labels.intern(b'VERYLONGTAG') == bank.tag[0]\n"
        "print(karat.score(bank, bank, 'evalb').f1)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert found.stdout == "1.0\n"


def test_like_a_metric_of_hugging_face() -> None:
    """compute, add and add_batch; computing begins anew; references are gold."""
    module = karat.metrics.load("evalb(failed=empty)")
    figures = module.compute(predictions=SYSTEM, references=GOLD)
    assert figures["recall"] == 2 / 5
    assert figures["precision"] == 2 / 3
    assert all(isinstance(value, float) for value in figures.values())
    for gold, system in zip(GOLD, SYSTEM, strict=True):
        module.add(prediction=system, reference=gold)
    assert module.compute() == figures
    module.add_batch(predictions=SYSTEM[:1], references=GOLD[:1])
    assert module.compute(predictions=SYSTEM[1:], references=GOLD[1:]) == figures
    assert module.score is not None
    assert module.score.counts["gold"] == 5
    assert (module.name, "Sekine" in module.citation) == ("evalb", True)
    with pytest.raises(karat.UsageError, match="both needed"):
        module.compute(predictions=SYSTEM)
    with pytest.raises(karat.InputError, match="gold has 3 sentences, and the system has 1"):
        module.add_batch(predictions=SYSTEM[:1], references=GOLD)


def test_with_the_library_evaluate() -> None:
    """combine marks the figures that two schemes share with their names."""
    evaluate: Any = pytest.importorskip("evaluate", reason="evaluate is not installed")
    both = evaluate.combine([karat.metrics.load("evalb"), karat.metrics.load("parseval")])
    figures = both.compute(predictions=SYSTEM[:1], references=GOLD[:1])
    assert figures["evalb_recall"] == figures["parseval_recall"] == 0.5
    both.add(prediction=SYSTEM[0], reference=GOLD[0])
    both.add_batch(predictions=SYSTEM[:1], references=GOLD[:1])
    assert both.compute()["tagging"] == 1.0


def test_the_scorer_of_spacy() -> None:
    """The figures of spaCy's own scorer, if both sides call the same words punctuation."""
    spacy: Any = pytest.importorskip("spacy", reason="spaCy is not installed")
    from spacy.pipeline.dep_parser import parser_score  # type: ignore[import-not-found]
    from spacy.tokens import Doc  # type: ignore[import-not-found]
    from spacy.training import Example  # type: ignore[import-not-found]

    vocab = spacy.blank("en").vocab
    words = ["A", "dog", "barks", "loudly", "."]
    gold = ([1, 2, 2, 2, 2], ["det", "nsubj", "ROOT", "advmod", "punct"])
    system = ([1, 2, 2, 1, 2], ["det", "obj", "ROOT", "advmod", "punct"])
    docs = [Doc(vocab, words=words, heads=heads, deps=deps) for heads, deps in (system, gold)]
    examples = [Example(*docs)]
    ours, theirs = karat.metrics.spacy_scorer()(examples), parser_score(examples)
    assert (ours["dep_uas"], ours["dep_las"]) == (3 / 4, 2 / 4)
    assert ours["dep_uas"] == pytest.approx(theirs["dep_uas"])
    assert ours["dep_las"] == pytest.approx(theirs["dep_las"])
    assert ours["dep_las_per_type"].keys() == theirs["dep_las_per_type"].keys()
    for label, row in theirs["dep_las_per_type"].items():
        assert ours["dep_las_per_type"][label] == pytest.approx(row)
    with_punctuation = karat.metrics.spacy_scorer("deps")(examples)
    assert with_punctuation["dep_uas"] == 4 / 5
    bare = Example(docs[0], Doc(vocab, words=words))
    assert karat.metrics.spacy_scorer()([bare])["dep_las"] is None


def test_a_scorer_of_spacy_scores_dependencies() -> None:
    """Its keys mean nothing for trees."""
    with pytest.raises(karat.UsageError, match="give deps, not evalb"):
        karat.metrics.spacy_scorer("evalb")


def test_the_scorer_can_be_named_in_a_config() -> None:
    """The entry point that spaCy looks at."""
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    (point,) = project["project"]["entry-points"]["spacy_scorers"].items()
    assert point == ("karat.deps.v1", "karat.metrics:spacy_scorer")
