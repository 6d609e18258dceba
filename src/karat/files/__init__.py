"""Bytes in and out: sources, atomic writing, resources and parameter files, objects of other libraries."""
