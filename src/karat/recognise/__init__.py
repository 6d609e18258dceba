"""Recognisers: from a parser's own output to the names of the phenomena that it shows."""
