"""Drafting a specification: a model or a fixed form words it, and the database verifies it."""
