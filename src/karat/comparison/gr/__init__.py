"""Grammatical relations compared: slots, matching, the hierarchy."""
