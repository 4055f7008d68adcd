"""ERBench for other evaluation harnesses than lm_eval, on top of `erbench_track.api`."""
