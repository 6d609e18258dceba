"""Commands that tests run, in forks of the process that runs the tests.

Tests have commands run by a server that imports karat (tests/fork_server.py). A process that has karat
imported already, perhaps with a mutant in it or with its lines recorded, can be that server itself.
"""

import atexit
import importlib
import os
import socket
import sys
import weakref
from collections.abc import Callable
from typing import Any


def near(ended: Callable[[], None] = lambda: None) -> None:
    """From now on commands are forks of this process, which call ``ended`` before they end."""
    server = importlib.import_module("fork_server")
    server.import_all()
    server.read_all()
    run, leave = server.ForkServer.run, server.leave

    def begin(self: Any) -> None:
        """Nothing is started before there is a command."""

    def run_near(self: Any, *arguments: Any) -> Any:
        self._link, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        child = os.fork()
        if not child:
            self._link.close()
            _forget()
            server.serve(other)
            os._exit(1)
        other.close()
        try:
            return run(self, *arguments)
        finally:
            self._link.close()
            os.waitpid(child, 0)

    def leave_near(status: int) -> None:
        ended()
        leave(status)

    server.ForkServer.__init__, server.ForkServer.run = begin, run_near
    server.leave = leave_near


def _forget() -> None:
    """What this process would do at its end, its fork does not do; a new place for the folder on the path."""
    atexit._clear()
    finalize: Any = weakref.finalize
    finalize._registry.clear()
    finalize._registered_with_atexit = False
    sys.path.insert(0, "")
