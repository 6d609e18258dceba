"""What keeps the server and those who use it safe; ``gate.py`` applies it to every request."""
