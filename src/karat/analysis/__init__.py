"""Looking behind the numbers: notes on a run, explanations of a figure."""
