"""karat score -s gr with a chunker's output."""

import json

from command_line import CommandLine

GOLD = """\
1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tsat\tsit\tVERB\tVBD\t_\t0\troot\t_\t_
3\ton\ton\tADP\tIN\t_\t4\tcase\t_\t_
4\tmats\tmat\tNOUN\tNNS\t_\t2\tobl\t_\t_

"""
CHUNKS = "She PRP B-NP\nsat VBD B-VP\non IN B-PP\nmats NNS B-NP\n\n"


def test_chunks_are_scored_under_subsumption(command: CommandLine) -> None:
    """Of ncsubj and dependent(on, sit, mat) both match; by the paper's rule only the first does."""
    command.write("gold.conllu", GOLD)
    command.write("chunks.iob", CHUNKS)
    for scheme, matched in (("gr", 1), ("gr(underspecified=all)", 2)):
        done = command("score", "gold.conllu", "chunks.iob", "-s", scheme, "-o", "json")
        counts = json.loads(done.out)["results"][0]["counts"]
        assert (counts["gold"], counts["system"], counts["matched"]) == (2, 2, matched)
    done = command("score", "gold.conllu", "chunks.iob", "-s", "gr")
    assert "the system's grammatical relations are derived from its chunks" in done.out
    assert "gr(underspecified=all) lets them stand for the relations below them" in done.out


def test_a_file_without_tags_is_refused(command: CommandLine) -> None:
    """One message, with what to do."""
    command.write("gold.conllu", GOLD)
    command.write("chunks.iob", CHUNKS.replace("PRP", "_").replace("VBD", "_").replace("IN", "_"))
    done = command("score", "gold.conllu", "chunks.iob", "-s", "gr")
    assert (done.status, done.out) == (2, "")
    assert "Write each word's tag in the second column" in done.err
