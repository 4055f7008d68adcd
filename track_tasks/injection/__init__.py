"""Injecting facts into a model: which facts with which question, and by which method."""

from .scope import check_scope, facts_to_inject

__all__ = ["check_scope", "facts_to_inject"]
