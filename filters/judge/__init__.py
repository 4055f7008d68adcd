"""Judges: what no rule can decide is asked of another model, or of a lexical rule that says so."""
