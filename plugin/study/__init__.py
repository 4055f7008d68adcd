"""TRACK's whole study as one run that can be continued: plan, stages, gaps, report."""
