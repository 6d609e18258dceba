"""Make the pictures of docs/gallery.md again, or check that the drawings are still what karat draws.

    python docs/gallery.py            write docs/pictures
    python docs/gallery.py --check    say which drawings differ, exit with 1 if any does

The commands stand on the page: drawings (SVG) and reports (HTML) are what its blocks write, run as
docs/generate.py runs them. Pictures of terminals are made from coloured output. Pictures of reports and of
the workbench are taken in Chromium; they differ from machine to machine, so they are not checked.
"""

import base64
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).resolve().parent))
import generate
import picture
import workbench_pictures

PAGE = generate.ROOT / "docs" / "gallery.md"
PICTURES = generate.ROOT / "docs" / "pictures"

# Pictures of terminals: the folder of docs/example, and the command.
TERMINALS = {
    "terminal-trees": (
        "tutorial",
        "karat show gold.mrg stanford.mrg -n 6 --scheme 'evalb(params=new)'",
    ),
    "terminal-arcs": ("tutorial", "karat show gold.mrg stanford.mrg -n 6 --scheme deps"),
}


class Shot(NamedTuple):
    """A picture of a report: which one, the element at the top, and how it is looked at."""

    name: str
    report: str
    top: str = "body"
    fragment: str = ""
    colours: str = "light"
    media: str = "screen"
    width: int = 1280
    height: int = 900


SHOTS = (
    Shot("report-summary", "gum-news"),
    Shot("report-charts", "gum-news", "#charts", colours="dark"),
    Shot("report-four-systems", "en_ewt", colours="dark"),
    Shot("report-differences", "en_ewt", "#differences"),
    Shot("report-sentence", "karat-200", "#sentences", "s=6", height=1240),
    Shot("report-narrow", "karat-200", "#detail", "s=6", "dark", width=390, height=844),
    Shot("report-print", "gum-news", media="print", width=794, height=1123),
)


def written(folder: Path, suffixes: tuple[str, ...]) -> dict[str, Path]:
    """What the commands of the page write: the files with such names, by name."""
    copy = Path(shutil.copytree(generate.EXAMPLE, folder / "example"))
    runs = folder / "runs"
    runs.mkdir()
    for block in generate.BLOCK.finditer(PAGE.read_text("utf-8")):
        if any(suffix in block[4] for suffix in suffixes):
            generate.rerun(copy, str(runs), block)
    found = [*copy.rglob("*"), *runs.rglob("*")]
    return {path.name: path for path in found if path.suffix in suffixes}


def terminal(folder: str, command: str) -> str:
    """The picture of a terminal in which a command was typed."""
    words = [*shlex.split(command)[1:], "--width", "92", "--color", "always"]
    done = subprocess.run(
        [sys.executable, "-m", "karat", *words],
        cwd=generate.EXAMPLE / folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return picture.picture(command, done.stdout)


def drawings() -> dict[str, str]:
    """The SVG of every drawing and of every terminal, by the name of the file."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = {
            name: path.read_text("utf-8") for name, path in written(Path(folder), (".svg",)).items()
        }
    return drawn | {f"{name}.svg": terminal(*typed) for name, typed in TERMINALS.items()}


def photograph() -> None:
    """Take the pictures of reports and of the workbench."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        reports = written(Path(folder), (".html",))
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for shot in SHOTS:
            if (report := reports.get(f"{shot.report}.html")) is None:
                print(
                    f"{shot.name}.webp was left as it is, because there is no report of {shot.report}"
                )
            else:
                (PICTURES / f"{shot.name}.webp").write_bytes(taken(browser, shot, report))
                print(f"wrote docs/pictures/{shot.name}.webp")
        for name, content in workbench_pictures.taken(browser, Path(folder)):
            (PICTURES / f"{name}.webp").write_bytes(content)
            print(f"wrote docs/pictures/{name}.webp")
        browser.close()


def taken(browser: "Browser", shot: Shot, report: Path) -> bytes:
    """One picture, when everything above it is drawn and has its final height."""
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme=shot.colours,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.emulate_media(media=shot.media)
    page.goto(f"{report.as_uri()}#{shot.fragment}")
    if shot.media == "print":
        page.evaluate("document.body.style.margin = '12mm'")  # the margins of the paper
    for _ in range(3):  # charts are drawn when they come into view, and move what is below
        page.locator(shot.top).evaluate("element => element.scrollIntoView()")
        page.wait_for_timeout(1000)
    options = {"format": "webp", "quality": 85}
    picture = context.new_cdp_session(page).send("Page.captureScreenshot", options)
    context.close()
    return base64.b64decode(picture["data"])


def main() -> int:
    """Write or check."""
    fresh = drawings()
    stale = [
        name
        for name, text in fresh.items()
        if not (path := PICTURES / name).exists() or path.read_text("utf-8") != text
    ]
    if "--check" in sys.argv:
        for name in stale:
            print(f"docs/pictures/{name} is no longer what karat draws; type: make gallery")
        return 1 if stale else 0
    PICTURES.mkdir(exist_ok=True)
    for name in stale:
        (PICTURES / name).write_text(fresh[name], "utf-8")
        print(f"wrote docs/pictures/{name}")
    photograph()
    return 0


if __name__ == "__main__":
    sys.exit(main())
