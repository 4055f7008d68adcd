"""The only place that knows how lm_eval is extended."""
