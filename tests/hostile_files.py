"""Corpora with every hostile string as word, tag, label, lemma, id and comment; gold and two systems.

Every sentence is about one string. The systems get something wrong in each, so that what lists errors
lists the string.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from hostile_strings import HOSTILE, in_a_field, in_a_name, in_brackets


def _encoded(lines: Iterable[str]) -> bytes:
    return "".join(lines).encode("utf-8", "surrogateescape")


def trees(form: str) -> bytes:
    """Bracketed sentences; ``form`` is a tree with ``{}`` for the string."""
    return _encoded(form.replace("{}", in_brackets(one)) + "\n" for one in HOSTILE.values())


def dependencies(rows: Callable[[str], Iterable[tuple[str, str, str, int, str]]]) -> bytes:
    """CoNLL-U; ``rows`` gives form, lemma, tag, head and relation of each word, given the string."""
    parts = []
    for number, one in enumerate(map(in_a_field, HOSTILE.values())):
        parts.append(f"# newdoc id = d{number}{one}\n# sent_id = s{number}{one}\n# text = {one}\n")
        parts += [
            f"{at}\t{form}\t{lemma}\t{tag}\t{tag}\t_\t{head}\t{label}\t_\t_\n"
            for at, (form, lemma, tag, head, label) in enumerate(rows(one), 1)
        ]
        parts.append("\n")
    return _encoded(parts)


def chunks(kinds: Callable[[str], Iterable[str]]) -> bytes:
    """IOB; ``kinds`` gives the tags of the three words."""
    return _encoded(
        "".join(f"{word}\t{tag}\n" for word, tag in zip(("the", one, "sat"), kinds(one), strict=True)) + "\n"
        for one in map(in_brackets, HOSTILE.values())
    )  # fmt: skip


CORPORA = {
    "gold.mrg": trees("(S ({} (DT the) ({} {})) (VP (VBD sat) ({} (IN on) (NN it))))"),
    "a.mrg": trees("(S (NP (DT the) (NN {})) ({} (VBD sat) ({} (IN on) (NN it))))"),
    "b.mrg": trees("(S (DT the) ({} ({} {}) (VBD sat)) (PP (IN on) ({} it)))"),
    "gold.conllu": dependencies(
        lambda x: [("the", x, "DET", 2, x), (x, x, x, 3, "nsubj"), ("sat", "sit", "VERB", 0, "root")]
    ),
    "a.conllu": dependencies(
        lambda x: [("the", x, "DET", 3, x), (x, x, "NOUN", 3, x), ("sat", x, "VERB", 0, "root")]
    ),
    "b.conllu": dependencies(
        lambda x: [("the", x, "DET", 2, "det"), (x, x, x, 0, "root"), ("sat", "sit", "VERB", 2, x)]
    ),
    "gold.iob": chunks(lambda x: (f"B-{x}", f"I-{x}", "O")),
    "a.iob": chunks(lambda x: ("B-NP", "I-NP", f"B-{x}")),
    "b.iob": chunks(lambda x: ("O", f"B-{x}", f"I-{x}")),
}  # fmt: skip


def write(folder: Path, *names: str) -> None:
    """Write some of the corpora."""
    for name in names:
        (folder / name).write_bytes(CORPORA[name])


def named(folder: Path, corpus: str, key: str) -> str:
    """A copy of a corpus whose name has a hostile string, as it is typed."""
    name = in_a_name(HOSTILE[key]) + Path(corpus).suffix
    (folder / name).write_bytes(CORPORA[corpus])
    return f"./{name}"
