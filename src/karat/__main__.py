"""The command ``karat``: answers --version before anything is imported."""

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        from karat import __version__

        print(f"karat {__version__}")
        return
    from karat.cli import run

    sys.exit(run())


if __name__ == "__main__":
    main()
