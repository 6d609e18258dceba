"""How results look: tables, trees, progress. Nothing here computes; only here are figures rounded."""
