"""Models of lm_eval: simulated ones, and those that inject facts into another one."""
