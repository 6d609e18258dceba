"""What MkDocs needs to know of this project.

The site has the README and every file that a reader can come to from it, each under the path that it has in
the project. So the same relative links work on a code host and on the site.
"""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).resolve().parent))
from links import (
    ROOT,
    reachable,
    slug,
)  # beside this file, which MkDocs does not import from its folder


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Headings have the anchors that they have on a code host."""
    config.mdx_configs["toc"]["slugify"] = slug
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages, what they link to, and the style: Material's files and our own."""
    style = [file for file in files if file.src_uri.startswith(("assets/", "theme/"))]
    return Files([*style, *(published(path, config) for path in reachable())])


def published(path: Path, config: MkDocsConfig) -> File:
    """A file of the project as a file of the site; docs/tutorial.md becomes tutorial.html."""
    name = path.relative_to(ROOT).as_posix()
    file = File(name, str(ROOT), config.site_dir, use_directory_urls=False)
    file.dest_uri = file.dest_uri.removeprefix("docs/")
    return file


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """The README is the landing page, with a template of its own and nothing beside it."""
    if page.file.src_uri == "README.md":
        page.meta |= {"template": "home.html", "hide": ["navigation", "toc"]}
    return markdown


def on_post_page(output: str, **_: object) -> str:
    """The search is a dialog, which Material gives no name; screen readers need one."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')
