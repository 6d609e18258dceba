"""The nouns of the pipeline (Bank, Relation, Rule, Outcome, Tally, Score) and their parts."""
