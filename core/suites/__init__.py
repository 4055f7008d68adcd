"""The contents of the suites as plain records: the one place to add a domain or a scenario."""

from pathlib import Path

TASK_FILES = Path(__file__).resolve().parent.parent.parent / "plugin" / "yaml"
"""Folder of both suites' task files."""
