"""TRACK's scenario MATH: problem families with verified steps, and annotated solutions."""
