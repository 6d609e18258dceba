"""Ask a language model on this machine for the tree of each sentence: one sentence per line in, JSON out.

    python3 ask.py http://localhost:8080/v1/chat/completions MODEL
    python3 ask.py recorded.jsonl

The server is one that answers chat completions, as llama.cpp, vLLM and Ollama do; MODEL is its name for
the model, and may be left out if it has only one. With a file in
place of the address, the answers are those recorded there. An answer may have many lines, so each is
written as one line of JSON, together with its sentence. If the server fails, the answer is empty, so
that every sentence keeps its place.
"""

import json
import sys
import urllib.request
from pathlib import Path

PROMPT = "Give the Penn Treebank tree of this sentence, in brackets, and nothing else:\n"


def ask(address: str, model: str, sentence: str) -> str:
    """What the model says."""
    message = {"role": "user", "content": PROMPT + sentence}
    body = {"model": model, "messages": [message], "temperature": 0}
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as reply:
            answer: str = json.load(reply)["choices"][0]["message"]["content"]
    except OSError as error:
        print(f"{address}: {error}", file=sys.stderr)
        return ""
    return answer


def recorded(path: str) -> dict[str, str]:
    """The answers in a file that this program wrote."""
    lines = map(json.loads, Path(path).read_text("utf-8").splitlines())
    return {line["sentence"]: line["answer"] for line in lines}


def main(source: str, model: str = "default") -> None:
    known = {} if source.startswith("http") else recorded(source)
    for line in sys.stdin:
        sentence = line.strip()
        answer = known.get(sentence, "") if known else ask(source, model, sentence)
        print(json.dumps({"sentence": sentence, "answer": answer}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
