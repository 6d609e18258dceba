"""Two Banks compared: from a pair of Banks to an Outcome."""
