"""Annotation in the browser: projects, their sentences, the people who annotate, and their answers."""
