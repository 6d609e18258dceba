"""Statistics over tallies: how sure a figure is, and how two go together."""
