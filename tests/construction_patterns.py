"""Patterns that find what some of the built-in constructions find."""

BRACKETS = r"""
[[construction]]
name = "minimal_np"
tree = 'NP|WHNP !<< NP|WHNP'

[[construction]]
name = "maximal_np"
tree = 'NP|WHNP !>> NP|WHNP'

[[construction]]
name = "parenthetical"
tree = 'PRN'
"""
