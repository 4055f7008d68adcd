"""Quality control of a dataset: annotate, compare annotators, filter (TRACK, Section 4 and E.2)."""
