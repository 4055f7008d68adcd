"""What the suites consist of, in plain records: the one place to add a domain or a scenario."""
