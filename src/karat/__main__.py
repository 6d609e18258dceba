"""The command ``karat``: answers --version before anything else is imported."""

import gc
import os
import sys
import warnings


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["--version"]:
        warnings.simplefilter("ignore")  # the line below says it
        from karat import __version__, kernels

        slow = "" if kernels.compiled() else " (kernels not compiled: same results, but slow)"
        print(f"karat {__version__}{slow}")
        return
    from karat.cli import run
    from karat.cli._one_thread import one_thread

    one_thread()
    status = run()
    # What is left lives until the process ends, so searching it for garbage would be wasted time.
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    # "python -m karat" looks for modules in the current folder first: a json.py there is a user's file.
    if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:
        del sys.path[0]
    main()
