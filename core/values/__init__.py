"""Values by kind: what a column holds, and how a text may write it."""
