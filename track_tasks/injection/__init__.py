"""Injecting facts into a model: which with which question, and the methods that need the model."""

from .scope import check_scope, facts_to_inject

__all__ = ["check_scope", "facts_to_inject"]
