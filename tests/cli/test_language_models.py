"""The adapter of docs/language-models.md: answers of a server are collected, recorded and scored."""

import json
import shutil
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from command_line import CommandLine

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example" / "answers"
RECORDED = (EXAMPLE / "recorded.jsonl").read_text("utf-8")
ANSWERS = {line["sentence"]: line["answer"] for line in map(json.loads, RECORDED.splitlines())}


class Model(BaseHTTPRequestHandler):
    """A server that gives the recorded answers, as a language model's server would."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sentence = asked["messages"][0]["content"].splitlines()[-1]
        answer = {"choices": [{"message": {"role": "assistant", "content": ANSWERS[sentence]}}]}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *arguments: object) -> None:
        """Print nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Model) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
        server.shutdown()


@pytest.fixture
def example(command: CommandLine) -> CommandLine:
    for path in filter(Path.is_file, EXAMPLE.iterdir()):
        shutil.copy(path, command.folder)
    return command


def parsed(command: CommandLine, source: str) -> str:
    run = f"{sys.executable} ask.py {source}"
    done = command("parse", "--with", f'command(run="{run}",gives=text)', "sentences.txt")
    assert done.status == 0, done.err
    return done.out


def test_answers_of_a_server(example: CommandLine, address: str) -> None:
    assert parsed(example, f"{address} some-model") == RECORDED


def test_recorded_answers(example: CommandLine) -> None:
    assert parsed(example, "recorded.jsonl") == RECORDED


def test_a_server_that_is_not_there(example: CommandLine) -> None:
    """Every sentence keeps its place, and all are lost."""
    example.write("none.jsonl", parsed(example, "http://127.0.0.1:9/v1"))
    done = example("score", "gold.mrg", "none.jsonl", "--lenient", "-s", "validity", "-o", "json")
    counts = json.loads(done.out)["results"][0]["counts"]
    assert (counts["lost"], counts["refused"], counts["sentences"]) == (4, 0, 4)


def test_the_figures_of_the_page(example: CommandLine) -> None:
    """Two answers are whole, one was repaired, one is a refusal; one has the words of gold."""
    done = example(
        "score", "gold.mrg", "recorded.jsonl", "--lenient", "-s", "validity", "-o", "json"
    )
    counts = json.loads(done.out)["results"][0]["counts"]
    assert [counts[name] for name in ("whole", "repaired", "lost", "refused")] == [2, 1, 0, 1]
    assert (counts["faithful"], counts["kept"], counts["gold"]) == (1, 7, 13)
