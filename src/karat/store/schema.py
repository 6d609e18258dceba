"""The tables of the store as they are now.

A table is described in the migration that made it, or changed it last.
"""

from karat.store.migrations import v0001_runs as first

runs = first.runs
tags = first.tags
comments = first.comments
files = first.files
contents = first.contents
boards = first.boards
entries = first.entries
figures = first.figures
tallies = first.tallies
derived = first.derived
