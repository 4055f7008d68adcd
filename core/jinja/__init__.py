"""Jinja files and texts: our own, and those of users, whose work is bounded."""

from .environments import TEMPLATES, environment, markdown_template, users_environment

__all__ = ["TEMPLATES", "environment", "markdown_template", "users_environment"]
