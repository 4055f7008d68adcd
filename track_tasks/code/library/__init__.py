"""Looking up names in the installed libraries."""
