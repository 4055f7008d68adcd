"""The record of one question, and many of them as a table."""
