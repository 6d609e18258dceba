"""Score files whose sentences need not be the same: both are read whole, and compared at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from karat import formats
from karat.bank import Bank
from karat.engine.ahead import Ahead
from karat.engine.run import OnRows, Result, Run, block_result
from karat.errors import InputError
from karat.labels import Labels
from karat.scheme import Scheme
from karat.source import Source


def run_texts(
    gold_path: str,
    system_paths: Sequence[str],
    schemes: Sequence[Scheme],
    *,
    by: tuple[str, ...] = (),
    layout: str = "auto",
    format: str | None = None,  # noqa: A002  # the option's name
    on_rows: OnRows | None = None,
    ahead: Ahead | None = None,
) -> Run:
    """Compare systems with gold, one system in memory at a time.

    Schemes that compare sentence by sentence take part too; their systems must then have no more
    sentences than gold.
    """

    def read(path: str, hashed: bool = False) -> tuple[Bank, int]:
        source = Source(path, hashed=hashed)
        try:
            return formats.of(source, format).read(source, layout), source.position
        finally:
            source.close()

    results: list[Result] = []
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(read, gold_path, ahead is None)
        systems = [pool.submit(read, path) for path in system_paths[:1]]
        whole, size = first.result()
        if not len(whole):
            raise InputError(f"{gold_path}: there is no sentence in it")
        for number, path in enumerate(system_paths):
            bank, _ = systems.pop().result()
            if number + 1 < len(system_paths):
                systems.append(pool.submit(read, system_paths[number + 1]))
            labels = Labels()
            gold, system = whole.relabelled(labels), bank.relabelled(labels)
            results += [_result(gold, system, path, scheme, by, on_rows) for scheme in schemes]
    sha256 = whole.sha256 if ahead is None else ahead.sha256(size)
    if not sha256:
        raise InputError(f"{gold_path}: it was changed while it was read; try again")
    return Run(gold_path, sha256, len(whole), results, {})


def _result(
    gold: Bank,
    system: Bank,
    name: str,
    scheme: Scheme,
    by: tuple[str, ...],
    on_rows: OnRows | None,
) -> Result:
    if scheme.pairing == "sentences":
        if len(system) > len(gold):
            raise InputError(
                f"{name}: {len(system)} sentences, but {gold.path} has {len(gold)}; {scheme.name} "
                "compares sentence by sentence"
            )
        system = system.padded(len(gold))
    outcome = scheme.comparison(gold.labels)(gold, system)
    tally = scheme.tally(outcome, gold.labels, by)
    if on_rows:
        on_rows(name, scheme, 0, tally)
    return block_result(name, scheme, outcome, tally, gold, system, by=by)
