"""The responses behind the numbers: read once, and made into records for the page."""
