"""Patterns over trees and over dependency graphs, and files that hold them.

Recognisers, the view ``rewrite`` and user-defined constructions all use these languages.
"""
