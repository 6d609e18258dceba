"""How long `karat report` takes, what the page weighs, and how long a browser takes to open it.

    python benchmarks/report_pages.py FOLDER [--times 1 10 100] [--scheme 'evalb(params=collins)']

FOLDER has gold.mrg and two or more systems (gum-news of the corpora). A report is made of each file as often
as --times says, in rising order, under the same scheme. Prints the seconds, the memory of the largest
process, the size of the page, and the seconds until its sentence browser can be used in Chromium. Nothing
else should run at the same time.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from processes import Spent, karat, spent

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Measure all sizes."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--times", type=int, nargs="+", default=[1, 10, 100])
    arguments.add_argument("--scheme", default="evalb(params=collins)")
    given = arguments.parse_args()
    for line in measured(given.folder, sorted(given.times), given.scheme):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0


def measured(folder: Path, sizes: list[int], scheme: str) -> Iterator[str]:
    """A table with a row for each size."""
    paths = [folder / "gold.mrg", *sorted(set(folder.glob("*.mrg")) - {folder / "gold.mrg"})]
    yield "| sentences | systems | seconds | processor time | memory, MB | page, MB | opens in, seconds |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    with tempfile.TemporaryDirectory() as given:
        work = Path(given)
        # The chart library is made once for each user and kept; that is not what is measured.
        _report(paths, work / "warm.html", scheme)
        for times in sizes:
            files = [_repeated(path, work / path.name, times) for path in paths]
            page = work / f"{times}.html"
            cost = _report(files, page, scheme)
            count = sum(1 for line in files[0].read_bytes().split(b"\n") if line)
            yield (
                f"| {count:,} | {len(files) - 1} | {cost.wall:.1f} | {cost.processor:.1f} | "
                f"{cost.peak / (1 << 20):,.0f} | {page.stat().st_size / 1e6:.1f} | {_opened(page)} |"
            )


def _repeated(path: Path, target: Path, times: int) -> Path:
    target.write_bytes((path.read_bytes().rstrip(b"\n") + b"\n") * times)
    return target


def _report(files: list[Path], page: Path, scheme: str) -> Spent:
    """What a report costs."""
    return spent([*karat(), "report", *map(str, files), "-o", str(page), "-s", scheme])


def _opened(page: Path) -> str:
    """The seconds until the page can be used, in the middle of three times; a dash without a browser."""
    sys.path.insert(0, str(ROOT / "tests"))
    try:
        from playwright.sync_api import sync_playwright

        from watched_pages import FLAGS, chromium
    except ImportError:
        return "–"
    if not (program := chromium(whole=True)):
        return "–"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        found = []
        for _ in range(3):
            tab = browser.new_page()
            begin = time.perf_counter()
            tab.goto(page.as_uri(), wait_until="commit")
            # The page forbids any text run as code, so no function is waited for.
            tab.wait_for_selector("html[data-ready]", state="attached")
            found.append(time.perf_counter() - begin)
            tab.close()
        browser.close()
    return f"{sorted(found)[1]:.1f}"


if __name__ == "__main__":
    sys.exit(main())
