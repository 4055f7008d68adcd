"""Comparing a table with Wikidata: which item a row is about, and what the two say of it."""
