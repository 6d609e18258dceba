"""Views: plain functions from a Bank to a Bank or to a Relation, one module each."""
