"""ERBench: questions that a relational database's integrity constraints generate and verify."""
