"""From the files that lm_eval wrote to the papers' tables, plots and one page."""
