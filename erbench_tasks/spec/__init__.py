"""The benchmark specification: what to ask of a database, in which words."""
