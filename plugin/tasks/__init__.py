"""The classes behind our task files, and task files for generated benchmarks."""
