"""Scenario CODE: facts about the library calls of coding problems (Appendix B.2)."""
