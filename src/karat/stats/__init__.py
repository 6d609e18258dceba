"""Statistics over tallies: how certain a figure is, and how two figures correlate."""
