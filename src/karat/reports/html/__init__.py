"""The report as a page: its data, its charts and its parts."""
