"""Intervals, tests and agreement: figures about figures, for both suites."""
