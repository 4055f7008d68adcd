"""The contents of the suites as plain records: the one place to add a domain or a scenario."""
