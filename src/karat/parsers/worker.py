"""The process that runs a parser from a Python package; it reads and writes lines of JSON."""

import json
import os
import sys


def main() -> int:
    """Answer until the input ends. What the package prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    from karat.parsers import parse
    from karat.parsers.adapter import Parsed
    from karat.parsers.library import Library

    adapter = parse(sys.argv[1])
    assert isinstance(adapter, Library)  # Library.command started this process
    try:
        analyse = adapter.open()
    except Exception as error:  # noqa: BLE001  # any error of the package is reported
        said = {"unusable": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(said).encode() + b"\n")
        return 1
    for line in sys.stdin.buffer:
        _, tokens = json.loads(line)
        try:
            found = analyse(tokens)
        except Exception as error:  # noqa: BLE001  # any error of the package concerns one sentence
            found = Parsed(failure="crash", message=f"{type(error).__name__}: {error}")
        answers.write(json.dumps(found.record()).encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
