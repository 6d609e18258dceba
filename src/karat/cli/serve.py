"""karat serve: the workbench in a browser."""

import click

from karat.cli import verb
from karat.web.settings import PORT


@verb("""
  karat serve
  karat serve --port 9000 --store sqlite:///runs.db""")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535),
    help="The port; 0 is any free one.")  # fmt: skip
@click.option("--store", "store", metavar="URL", default=None, show_default="KARAT_STORE, or your own store",
    help="Where runs are kept: sqlite:///FILE or postgresql://….")  # fmt: skip
@click.option("--read-only", is_flag=True, help="Show everything, change nothing.")
def command(host: str, port: int, store: str | None, read_only: bool) -> None:
    """Show saved runs in a browser: leaderboards, comparisons, sentences, annotation."""
    import uvicorn

    from karat.web.app import create_app
    from karat.web.settings import Settings

    settings = Settings(store=store, host=host, port=port, read_only=read_only)
    uvicorn.run(
        create_app(settings), host=host, port=port, log_level="warning", proxy_headers=False
    )
