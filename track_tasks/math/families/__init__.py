"""Problem families whose steps and answers are verified with SymPy."""
