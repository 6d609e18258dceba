"""A parser that does what its input says: hang, die, eat memory, print garbage; for tests."""

import os
import signal
import sys
import time


def answer(line: str) -> str:
    """A tree, or trouble."""
    words = line.split()
    match words[0]:
        case "hang":
            time.sleep(3600)
        case "die":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "exit":
            print("out of ideas", file=sys.stderr)
            sys.exit(3)
        case "eat":
            hoard = []
            while True:
                hoard.append(bytearray(b"x" * (8 << 20)))
        case "flood":
            while True:
                sys.stdout.write("(S x) " * 10000)
        case "garbage":
            return ")))(((" + " \x00\ufffd"
        case "nothing":
            return ""
        case "two":
            return f"(S {' '.join(f'(X {word})' for word in words)}) (S (Y {' '.join(words)}))"
    return f"(S {' '.join(f'(X {word})' for word in words)})"


def main() -> None:
    """Answer line by line, and note each sentence in the file that LOG names.

    TALK says what else it prints: "before" the first answer, "after" each answer; with "late" it gives each
    answer when the next sentence comes; with "again" it repeats each a little later; with "empty" it prints
    an empty line at once and the answer a little later. PLAIN: no tags.
    """
    talk, last = os.environ.get("TALK", ""), "(S (X warming) (X up))"
    if talk == "before":
        print("Loading the model, please wait", flush=True)
    for line in sys.stdin:
        log = os.environ.get("LOG")
        if log:
            with open(log, "a", encoding="utf-8") as file:
                file.write(line)
        if talk == "empty":
            print(flush=True)
            time.sleep(0.1)
        if os.environ.get("SLOW"):
            time.sleep(float(os.environ["SLOW"]))
        given, last = (last, answer(line)) if talk == "late" else (answer(line), last)
        if os.environ.get("PLAIN"):
            given = given.replace("(X ", "").replace(")", "") + ")"
        sys.stdout.write(given + "\n" + "ready for more\n" * (talk == "after"))
        sys.stdout.flush()
        if talk == "again":
            time.sleep(0.3)
            sys.stdout.write(given + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
