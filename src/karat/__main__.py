"""The command ``karat``: answers --version before anything is imported."""

import gc
import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        from karat import __version__

        print(f"karat {__version__}")
        return
    from karat.cli import run

    status = run()
    # What is left lives until the process ends, so searching it for garbage would be wasted time.
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    main()
