"""Scoring recorded responses without a model, by lm_eval's own evaluation."""
