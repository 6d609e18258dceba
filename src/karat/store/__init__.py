"""The memory of runs: a database, SQLite or PostgreSQL."""
