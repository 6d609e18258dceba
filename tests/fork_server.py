"""A process that has imported all of karat, and forks for each command that it is asked to run.

Starting Python, importing karat and taking it down again takes far longer than most commands of the
tests. A fork is a process like any other: it has its own folder, standard streams, exit status and end.

    python tests/fork_server.py NUMBER    serve the socket with this number
"""

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NoReturn

# A message has at most so many bytes; a longer command line is run in the usual way.
LONGEST = 1 << 16


class ForkServer:
    """The server as its clients see it; it ends with them."""

    def __init__(self) -> None:
        self._link, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            number = other.fileno()
            subprocess.Popen([sys.executable, __file__, str(number)], pass_fds=[number])

    def run(
        self, arguments: list[str], folder: Path, stdin: bytes, timeout: float
    ) -> tuple[int, bytes, bytes]:
        """Run karat with these arguments: its exit status, standard output and standard error."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            reading, writing = os.pipe()
            request = {"arguments": arguments, "folder": str(folder), "variables": dict(os.environ)}
            socket.send_fds(
                self._link, [json.dumps(request).encode()], [reading, out.fileno(), err.fileno()]
            )
            os.close(reading)
            feeding = threading.Thread(target=_feed, args=(writing, stdin))
            feeding.start()
            status = self._status(arguments, timeout)
            feeding.join()
            return status, *(
                os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0) for file in (out, err)
            )

    def _status(self, arguments: list[str], timeout: float) -> int:
        self._link.settimeout(60)
        child = int(self._link.recv(LONGEST))
        self._link.settimeout(timeout)
        try:
            return int(self._link.recv(LONGEST))
        except TimeoutError:
            os.kill(child, 9)
            self._link.settimeout(60)
            self._link.recv(LONGEST)
            raise subprocess.TimeoutExpired(arguments, timeout) from None


def _feed(pipe: int, content: bytes) -> None:
    try:
        with open(pipe, "wb") as stream:
            stream.write(content)
    except BrokenPipeError:
        pass  # not everything is read


def serve(number: int) -> None:
    """Run commands until the client goes away."""
    import_all()
    read_all()
    gc.collect()
    gc.freeze()  # no fork has to look through what is there already, and so to copy it
    with socket.socket(fileno=number) as link:
        while True:
            message, streams, _, _ = socket.recv_fds(link, LONGEST, 3)
            if not message:
                return
            if not (child := os.fork()):
                break
            for stream in streams:
                os.close(stream)
            link.send(str(child).encode())
            _, ended = os.waitpid(child, 0)
            link.send(str(os.waitstatus_to_exitcode(ended)).encode())
    become(json.loads(message), streams)


def import_all() -> None:
    """Import every module of karat, so that no command has to."""
    import karat

    for module in pkgutil.walk_packages(karat.__path__, "karat."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def read_all() -> None:
    """Read what many commands read once: rules and their patterns, and the dictionary of base forms."""
    from karat.recognise import rules
    from karat.views.gr.lemmas import lemma

    for name in rules.names():
        rules.load(name)
    lemma("dogs", "NNS")


def become(request: Any, streams: list[int]) -> None:
    """Be the command: in its folder, with its streams, as if Python had been started there."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["variables"])
    os.chdir(request["folder"])
    sys.path[0] = request["folder"]
    sys.argv = ["karat", *request["arguments"]]
    sys.stdin, sys.stdout = (
        os.fdopen(at, mode, encoding="utf-8") for at, mode in ((0, "r"), (1, "w"))
    )
    sys.stderr = io.TextIOWrapper(
        os.fdopen(2, "wb", 0), encoding="utf-8", errors="backslashreplace", write_through=True
    )
    from karat.__main__ import main

    try:
        main()
    except SystemExit as ended:
        if isinstance(ended.code, int):
            leave(ended.code)
        raise
    leave(0)


def leave(status: int) -> NoReturn:
    """End as Python does, but leave it to the system to take the memory back."""
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
