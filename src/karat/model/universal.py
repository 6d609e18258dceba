"""The names of Universal Dependencies that the CoNLL 2018 shared task goes by."""

CONTENT = frozenset(
    b"nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod "
    b"appos nummod acl amod conj fixed flat compound list parataxis orphan goeswith reparandum "
    b"root dep".split()
)
FUNCTIONAL = frozenset(b"aux cop mark det clf case cc".split())
FEATURES = frozenset(
    b"PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree "
    b"VerbForm Mood Tense Aspect Voice Evident Polarity Person Polite".split()
)
