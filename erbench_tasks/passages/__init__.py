"""Passages that go before a question (knowledge augmentation; Section 4.5)."""
