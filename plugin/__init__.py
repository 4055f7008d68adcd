"""What extends lm_eval: its tasks and models, and the runs that use them."""
