"""The explorer: from every number of the report to the responses behind it."""
