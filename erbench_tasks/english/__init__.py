"""English words and question templates, out of the names of a schema."""
