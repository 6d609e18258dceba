"""The command ``karat``: answers --version before anything else is imported."""

import os
import sys

# "python -m karat" looks for modules in the current folder first: a json.py there is a user's file.
# Both modules above are known before Python looks anywhere.
if __name__ == "__main__" and not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:
    del sys.path[0]

import gc
import warnings


def main() -> None:
    """Run the command line."""
    try:
        _main()
    except KeyboardInterrupt:
        # Before or after the command line, which says this itself.
        print("karat: stopped", file=sys.stderr)
        sys.exit(130)


def _main() -> None:
    if sys.argv[1:2] == ["--version"]:
        warnings.simplefilter("ignore")  # the line below says it
        from karat import __version__, kernels

        slow = "" if kernels.compiled() else " (kernels not compiled: same results, but slow)"
        _say(f"karat {__version__}{slow}")
        return
    from karat.cli import run
    from karat.cli._light_numpy import light_numpy

    light_numpy()
    status = run()
    # What is left lives until the process ends, so searching it for garbage would be wasted time.
    gc.freeze()
    sys.exit(status)


def _say(line: str) -> None:
    """Print a line; as elsewhere, a reader who went away is no error, and a full disk is one."""
    try:
        print(line, flush=True)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            status = 0
        else:
            print(f"karat: the output cannot be written: {error.strerror}", file=sys.stderr)
            status = 2
        sys.stderr.flush()
        os._exit(status)  # what could not be written would be tried again, and be a traceback


if __name__ == "__main__":
    main()
