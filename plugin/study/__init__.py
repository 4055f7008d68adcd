"""TRACK's whole study as one run that can be continued: probe, gaps, injections, judging, report."""
