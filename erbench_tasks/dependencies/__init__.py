"""Functional dependencies: checked in a whole table, and mined from it."""
