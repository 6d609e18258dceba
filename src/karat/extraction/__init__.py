"""Grammatical relations from trees and from dependencies; see ``karat.views.gr``.

``from_trees`` and ``from_ud`` look at one sentence each and tell a ``Draft`` what they see: subjects,
objects, modifiers, and verbs whose subject is understood. The Draft finds those subjects
(``control``) and writes the relations. What words select is in data/gr (``lexicon``).
"""
