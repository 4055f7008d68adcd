"""Commands that read what lm_eval wrote."""
