"""Jinja files: question wordings, prompts, judge prompts and pages. No code."""
