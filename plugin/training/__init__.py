"""Training data from a benchmark, and fine-tuning with it (ERBench, Section 4.6)."""
