"""The kernels as Python give the very numbers of the compiled ones, with and without Cython."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tree_pairs import pair, regular_pair

from effort import slow
from karat import kernels as loops
from karat.kernels import columns, conllu, scan

# Scores every gold file in a folder against its test file, and reads each in every layout; the
# JSON it prints is to be the same however the kernels run.
SCORE_ALL = """
import sys
if "no-cython" in sys.argv:
    sys.modules["cython"] = None
import json
from pathlib import Path
import karat
from karat import kernels
from karat.formats import brackets

found = {}
for gold in sorted(Path(sys.argv[1]).glob("*.gold")):
    test, prm = gold.with_suffix(".test"), gold.with_suffix(".prm")
    schemes = ["evalb(failed=empty)", "evalb(quirks=no)", "leafancestor", "rules"]
    if prm.exists():
        schemes += [f'evalb(params="{prm}")', f'evalb(params="{prm}",quirks=no,labelled=no)']
    results = found[gold.name] = []
    for layout in ("lines", "free"):
        banks = [karat.read(path, format="brackets", layout=layout) for path in (gold, test)]
        for bank in banks:
            words = [[bank.words(i), bank.tags(i), bank.spans(i)] for i in range(len(bank))]
            results.append([repr(words), bank.fault.tolist(), brackets.dumps(bank)])
        for scheme in schemes:
            try:
                score = karat.score(*banks, scheme, by=["label"])
                results.append([score.as_dict(), score.rows()])
            except karat.KaratError as error:
                results.append(str(error))
print(json.dumps({"compiled": kernels.compiled(), "found": found}))
"""

HOSTILE = {
    "blank": b"\n \n\n",
    "deep": b"(X " * 300 + b"(N w)" + b")" * 300,
    "open": b"(S (N a) (V b))\n(S (N a) (V b)\n",
    "close": b"(S (N a) (V b)))\n(S (N a))\n",
    "bare": b"(S (N a) (V b))\nhello world\n",
    "bytes": bytes(range(256)) + b"\n(S (N a\0b) (\xff \xfe))\n",
    "cut": b"(S (N a) (NP",
    "odd": b"(S (N a ) (NP the dog) (NP) (NN ) () ( ))\n",
    "labels": b"(NP (NQ (NX a) (NY b)) (LONGLABEL-1 (LONGLABEL-2 (A c))) (A\0 (A d) (A e)))\n",
    "pretty": b"( (S\n    (NP (N a))\n    (VP (V b)))\n)\n(S (N c)\n (V d)) x\n(S (N e)\n",
    "quotes": b"(S (NN ') (N w) ('' \") (POS '))\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pairs of files: random ones, and hostile ones against themselves and each other."""
    where = tmp_path_factory.mktemp("pairs")
    rng = Random("uncompiled")
    for number in range(24):
        gold, test, prm = (regular_pair if number % 2 else pair)(rng)
        (where / f"{number}.gold").write_bytes(gold)
        (where / f"{number}.test").write_bytes(test)
        if prm is not None and number % 2:
            (where / f"{number}.prm").write_bytes(prm)
    for (name, text), other in zip(HOSTILE.items(), reversed(HOSTILE.values()), strict=True):
        for kind, test in (("same", text), ("other", other)):
            (where / f"{name}-{kind}.gold").write_bytes(text)
            (where / f"{name}-{kind}.test").write_bytes(test)
    quotes = b"(S ('' ') (N w) (POS \") (NN '))\n"
    (where / "quotes-other.test").write_bytes(quotes)
    (where / "quotes-other.prm").write_bytes(
        b"DELETE_LABEL ''\nQUOTE_LABEL ''\nQUOTE_LABEL POS\nQUOTE_LABEL NN\nEQ_WORD ' \"\n"
    )
    return where


def score_all(folder: Path, kernels: str, *more: str) -> dict[str, Any]:
    """Run it in another process; a warning from there is an error here.

    But kernels may be uncompiled, and sentences may have no score.
    """
    expected = "the kernels are not compiled:RuntimeWarning", "system,:UserWarning"
    warnings = ("-W", "error", *(word for one in expected for word in ("-W", f"ignore:{one}")))
    done = subprocess.run(
        [sys.executable, *warnings, "-c", SCORE_ALL, str(folder), *more],
        env={**os.environ, "KARAT_KERNELS": kernels, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.fixture(scope="module")
def compiled(folder: Path) -> dict[str, Any]:
    """What the compiled kernels find."""
    result = score_all(folder, "")
    if not result["compiled"]:
        pytest.skip("the kernels were not compiled here")
    return result


@pytest.mark.parametrize("more", [[], ["no-cython"]], ids=["with cython", "without cython"])
def test_the_same_results(folder: Path, compiled: dict[str, Any], more: list[str]) -> None:
    """Words, tags, spans, faults, counts, figures, groups: all of it, for every pair."""
    uncompiled = score_all(folder, "python", *more)
    assert not uncompiled["compiled"]
    assert compiled["found"].keys() == uncompiled["found"].keys()
    for name, expected in compiled["found"].items():
        assert uncompiled["found"][name] == expected, name


def test_the_command_line_prints_the_same_json(tmp_path: Path) -> None:
    """To the byte, and both are right."""
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (N a))\n")
    system.write_text("(S (NX (DT the)) (VP (NN dog) (VBZ barks)))\n\n")
    outputs = []
    for kernels in ("", "python"):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "karat",
                "score",
                gold,
                system,
                "--output",
                "json",
                "--by",
                "label",
            ],
            env={**os.environ, "KARAT_KERNELS": kernels},
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    (result,) = json.loads(outputs[1])["results"]
    assert result["counts"]["matched"] == 1
    assert result["counts"]["gold"] == 3


@pytest.mark.skipif(not loops.compiled(), reason="there is nothing to compare with")
@pytest.mark.parametrize(
    "ending, scheme",
    [
        ("mrg", "chunks"),
        ("conllu", "deps"),
        *slow(*(("mrg", scheme) for scheme in ("parseval", "flat", "deps", "leafancestor"))),
        *slow(*(("conllu", scheme) for scheme in ("flat", "conll18"))),
    ],
)
def test_every_kernel_of_a_view_works_uncompiled(ending: str, scheme: str, tmp_path: Path) -> None:
    """Trees, and dependencies made of them: the same results."""
    tree = "(S (NP (DT the) (NNP X) (HYPH -) (NN ray)) (VP (MD will) (RB not) (VP (VB do))))\n"
    outputs = []
    for kernels in ("", "python"):
        for side, other in (("gold", "(VP (VBZ rains)) (. .)"), ("system", "(VBZ rains) (. .)")):
            mrg = tmp_path / f"{side}.mrg"
            mrg.write_text(f"{tree}(S (NP (PRP it)) {other})\n")
            _karat(kernels, "convert", mrg, mrg.with_suffix(".conllu"), "--view", "deps")
        files = tmp_path / f"gold.{ending}", tmp_path / f"system.{ending}"
        outputs.append(
            json.loads(_karat(kernels, "score", *files, "-s", scheme, "--output", "json"))
        )
    assert outputs[0]["results"] == outputs[1]["results"]


def _karat(kernels: str, *arguments: str | Path) -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "karat", *arguments],
        env={**os.environ, "KARAT_KERNELS": kernels},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_uncompiled_kernels_say_so_in_one_line(tmp_path: Path) -> None:
    """Whoever scores slowly is told why, once, on standard error; also if the command then fails."""
    gold = tmp_path / "gold.mrg"
    gold.write_text("(S (N a))\n")
    lines = []
    for kernels, system in (("", gold), ("python", gold), ("python", tmp_path / "none")):
        done = subprocess.run(
            [sys.executable, "-m", "karat", "score", gold, system],
            env={**os.environ, "KARAT_KERNELS": kernels},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        lines.append([line for line in done.stderr.splitlines() if "not compiled" in line])
    assert lines[0] == ([] if loops.compiled() else lines[1])
    assert lines[1:] == [["karat: note: the kernels are not compiled: same results, but slow"]] * 2


def test_uncompiled_kernels_say_so_before_a_long_run() -> None:
    """The line is there while the command still waits for its input."""
    with subprocess.Popen(
        [sys.executable, "-m", "karat", "check", "-"],
        env={**os.environ, "KARAT_KERNELS": "python"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stderr is not None
        assert "not compiled" in running.stderr.readline()
        assert running.poll() is None
        out, err = running.communicate("(S (N a))\n", timeout=60)
    assert running.returncode == 0
    assert "1 sentence" in out
    assert "compiled" not in err


def test_in_python_uncompiled_kernels_warn_once(tmp_path: Path) -> None:
    """The first use warns, and neither the second nor another process that this one starts."""
    program = (
        "import multiprocessing\n"
        "import karat\n"
        "def f1(tree): return karat.score(tree, tree, 'evalb').f1\n"
        "if __name__ == '__main__':\n"
        "    print(f1('(S (N a))'), f1('(S (N b))'))\n"
        "    with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
        "        print(pool.map(f1, ['(S (N a))']))\n"
    )
    file = tmp_path / "program.py"
    file.write_text(program)
    done = subprocess.run(
        [sys.executable, file], env={**os.environ, "KARAT_KERNELS": "python"},
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert done.stdout == "1.0 1.0\n[1.0]\n"
    assert done.stderr.count("RuntimeWarning: the kernels are not compiled") == 1


@pytest.mark.skipif(not loops.compiled(), reason="nothing is compiled that could be mixed")
def test_compiled_kernels_are_not_mixed_with_others(tmp_path: Path) -> None:
    """If a single one is not compiled, none is used that is, and compiled() says so."""
    package = Path(loops.__file__).parent.parent
    shutil.copytree(
        package, tmp_path / "karat", ignore=shutil.ignore_patterns("data", "yields.*.so")
    )
    program = (
        "from karat import kernels\n"
        "from karat.kernels import erase, scan, words, yields\n"
        "files = {one.__file__.rpartition('.')[2] for one in (erase, scan, words, yields)}\n"
        "print(kernels.compiled(), *files)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False py\n"


def test_what_is_only_read_may_be_read_only() -> None:
    """The kernels of the formats take buffers of bytes, which nobody can write to."""
    text = np.frombuffer(b"a b\n\n(N a)\n", np.uint8)
    assert scan.nth_newline(text, 0, len(text), 2) == (5, 2)
    assert conllu.nth_blank(text, 0, len(text), 1) == (5, 1)
    assert columns.nth_boundary(text, 0, len(text), 1) == (5, 1)
